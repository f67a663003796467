//! Everything that a system computes at one state.

use system::{ForceJacobian, System, Terms};

/// Every buffer a system writes to. All of them start as NaN, so that what is not written shows.
pub(crate) struct Evaluated {
    terms: Terms,
    phi: Vec<f64>,
    /// Energy and power.
    scalars: [f64; 2],
    gradient: [Vec<f64>; 2],
    jacobian: ForceJacobian,
}

impl Evaluated {
    /// Buffers that nothing was written to.
    pub(crate) fn blank(system: &dyn System) -> Self {
        let shape = system.shape();
        let blank = |n: usize| vec![f64::NAN; n];
        let mut terms = Terms::new(shape);
        for field in [
            &mut terms.mass,
            &mut terms.force,
            &mut terms.phi,
            &mut terms.jacobian,
            &mut terms.phi_t,
            &mut terms.gamma,
        ] {
            field.fill(f64::NAN);
        }
        let entries = shape.force_rows().len();
        Self {
            terms,
            phi: blank(shape.constraints()),
            scalars: [f64::NAN; 2],
            gradient: [blank(shape.n_v()), blank(shape.n_v())],
            jacobian: ForceJacobian {
                by_position: blank(entries),
                by_velocity: blank(entries),
            },
        }
    }

    /// Evaluates everything at one state.
    pub(crate) fn fill(&mut self, system: &dyn System, t: f64, q: &[f64], v: &[f64]) {
        system.evaluate(t, q, v, &mut self.terms);
        system.constraint(t, q, &mut self.phi);
        self.scalars = [system.energy(t, q, v), system.power(t, q, v)];
        let [by_position, by_velocity] = &mut self.gradient;
        system.energy_gradient(t, q, v, by_position, by_velocity);
        system.force_jacobian(t, q, v, &mut self.jacobian);
    }

    /// All values, each under its name.
    pub(crate) fn named(&self) -> [(&'static str, &[f64]); 12] {
        let terms = &self.terms;
        [
            ("M", &terms.mass),
            ("f", &terms.force),
            ("Φ", &terms.phi),
            ("J", &terms.jacobian),
            ("Φ_t", &terms.phi_t),
            ("γ", &terms.gamma),
            ("Φ alone", &self.phi),
            ("the energy", &self.scalars),
            ("the energy gradient by q", &self.gradient[0]),
            ("the energy gradient by v", &self.gradient[1]),
            ("the force Jacobian by q", &self.jacobian.by_position),
            ("the force Jacobian by v", &self.jacobian.by_velocity),
        ]
    }

    /// The same as bits.
    pub(crate) fn bits(&self) -> Vec<u64> {
        let all = self.named().into_iter().flat_map(|(_, values)| values);
        all.map(|x| x.to_bits()).collect()
    }
}
