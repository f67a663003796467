//! The uncontrolled equations of motion, and the feedback along gradients beside them.

use stepping::{
    ControlUse, Formulation, Gain, MultiplierForm, OnMultiplierForm, Point, StepError, Work,
};
use system::{Feedback, System};

pub(crate) struct Equations<'a> {
    form: MultiplierForm<'a>,
    gain: Gain,
    /// The gain at the present step.
    alpha: f64,
    /// `-2 Σ ζ_i Φ_i J_iᵀ`, in the space of velocities.
    push: Vec<f64>,
}

impl<'a> Equations<'a> {
    pub(crate) fn new(form: MultiplierForm<'a>, gain: Gain) -> Self {
        let push = vec![0.0; form.system().shape().n_v()];
        Self {
            form,
            gain,
            alpha: 0.0,
            push,
        }
    }

    /// `-2 Σ ζ_i Φ_i J_iᵀ` with `2 ζ_i = α/|J_i|²` (Eqs. 28 and 40), from the last evaluation.
    fn descend(&mut self) {
        let rows = self.form.system().shape().rows();
        let terms = self.form.terms();
        self.push.fill(0.0);
        for (i, phi) in terms.phi.iter().enumerate() {
            let row = &terms.jacobian[rows.range(i)];
            let square: f64 = row.iter().map(|j| j * j).sum();
            // A row that touches nothing has no direction to descend along; solving for λ finds it singular.
            if square > 0.0 {
                let factor = -self.alpha * phi / square;
                for (j, &column) in row.iter().zip(rows.columns(i)) {
                    self.push[column] += factor * j;
                }
            }
        }
    }

    /// Writes the control from what the last evaluation left; nothing is factored.
    fn control(&mut self, at: Point<'_>, y_dot: &mut [f64]) {
        self.descend();
        y_dot.fill(0.0);
        let here = self.form.unit(at);
        let shape = self.form.system().shape();
        shape.push(here.q, &self.push, 1.0, &mut y_dot[..shape.n_q()]);
    }
}

impl Formulation for Equations<'_> {
    fn system(&self) -> &dyn System {
        self.form.system()
    }

    fn set_step(&mut self, h: f64) -> bool {
        self.alpha = self.gain.first_order(h);
        false
    }

    #[inline(always)]
    fn rate(
        &mut self,
        at: Point<'_>,
        control: ControlUse<'_>,
        y_dot: &mut [f64],
    ) -> Result<(), StepError> {
        match control {
            // The control needs Φ and J only, so nothing is solved.
            ControlUse::Alone => self.form.look(at),
            _ => self.form.feedback_rate(at, Feedback::default(), y_dot)?,
        }
        control.apply(y_dot, |u| {
            self.control(at, u);
            Ok(())
        })
    }

    fn multipliers(&mut self, at: Point<'_>) -> Result<&[f64], StepError> {
        self.form.multipliers(at)
    }

    fn work(&self) -> Work {
        self.form.work()
    }
}

impl<'a> OnMultiplierForm<'a> for Equations<'a> {
    fn form(&self) -> &MultiplierForm<'a> {
        &self.form
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use conformance::fixtures::{double_pendulum, heavy_top};
    use stepping::{EnergyControlled, EnergyFeedback, Levels, Metric};
    use system::{Coupling, State, Terms};

    const ALPHA: f64 = 3.0;
    const RATIO: f64 = 0.25;

    /// The control at `state` in a run that started at `start`.
    fn control(
        system: &dyn System,
        energy: Option<(Levels, Metric)>,
        start: &State,
        state: &State,
    ) -> Vec<f64> {
        let gain = Gain::Fixed(ALPHA);
        let equations = Equations::new(MultiplierForm::new(system).unwrap(), gain);
        let mut equations: Box<dyn Formulation + '_> = match energy {
            Some((levels, metric)) => {
                let feedback = EnergyFeedback::new(gain, levels, metric).unwrap();
                Box::new(EnergyControlled::new(equations, feedback))
            }
            None => Box::new(equations),
        };
        equations.set_step(0.1);
        equations.start(start.into());
        let mut y_dot = vec![f64::NAN; state.y().len()];
        equations
            .rate(state.into(), ControlUse::Alone, &mut y_dot)
            .unwrap();
        y_dot
    }

    /// Rates of all constraints for a rate of the coordinates, by central differences.
    fn constraint_rates(system: &dyn System, state: &State, q_dot: &[f64]) -> Vec<f64> {
        let step = 1e-5;
        let moved = |sign: f64| {
            let q: Vec<f64> = state
                .q()
                .iter()
                .zip(q_dot)
                .map(|(q, rate)| q + sign * step * rate)
                .collect();
            let mut phi = vec![0.0; system.shape().constraints()];
            system.constraint(state.t, &q, &mut phi);
            phi
        };
        let (ahead, behind) = (moved(1.0), moved(-1.0));
        let pairs = ahead.iter().zip(&behind);
        pairs.map(|(a, b)| (a - b) / (2.0 * step)).collect()
    }

    #[test]
    fn violations_decay_by_the_products_of_their_rows() {
        // Φ_i' = -α Σ_j J_i·J_j Φ_j/|J_j|² (Eq. 31), also where q holds quaternions.
        for (fixture, push) in [(double_pendulum(), 0.02), (heavy_top(), 0.02)] {
            let system = &*fixture.system;
            let shape = system.shape();
            let start = system.initial();
            let mut state = start.clone();
            let delta: Vec<f64> = (0..shape.n_v()).map(|k| push * (k as f64 + 1.0)).collect();
            shape.retract(state.q_v_mut().0, &delta);
            let y_dot = control(system, None, &start, &state);
            assert!(
                y_dot[shape.n_q()..].iter().all(|&x| x == 0.0),
                "v is left alone"
            );

            let mut terms = Terms::new(shape);
            system.evaluate(state.t, state.q(), state.v(), &mut terms);
            let (m, n) = (shape.constraints(), shape.n_v());
            let mut j = vec![vec![0.0; n]; m];
            for (i, row) in j.iter_mut().enumerate() {
                let values = &terms.jacobian[shape.rows().range(i)];
                for (x, &column) in values.iter().zip(shape.rows().columns(i)) {
                    row[column] = *x;
                }
            }
            let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
            let rates = constraint_rates(system, &state, &y_dot[..shape.n_q()]);
            for i in 0..m {
                let parts = (0..m).map(|k| dot(&j[i], &j[k]) * terms.phi[k] / dot(&j[k], &j[k]));
                let expected = -ALPHA * parts.sum::<f64>();
                let error = (rates[i] - expected).abs();
                assert!(
                    error < 1e-8,
                    "{}: row {i} is off by {error:.1e}",
                    fixture.name
                );
                assert!(expected.abs() > 1e-3, "row {i} must have something to do");
            }
        }
    }

    #[test]
    fn control_of_the_energy_on_v_leaves_the_constraints_alone_and_on_q_moves_them_by_the_coupling()
    {
        let fixture = double_pendulum();
        let system = &*fixture.system;
        let (n, m) = (4, 2);
        let start = system.initial();
        // Φ = 0 and J v = 0 still hold, Ψ = 0 does not.
        let mut state = start.clone();
        state.q_v_mut().1.iter_mut().for_each(|v| *v *= 1.2);
        let energy = |state: &State| system.energy(state.t, state.q(), state.v());
        let psi = energy(&state) - energy(&start);

        // Eq. 51: the right angle of Eq. 46. In the metric M⁻¹ the velocities stay on their constraints as well.
        let y_dot = control(
            system,
            Some((Levels::Velocity, Metric::Mass)),
            &start,
            &state,
        );
        let rates = constraint_rates(system, &state, &y_dot[..n]);
        assert!(rates.iter().all(|rate| rate.abs() < 1e-14), "{rates:?}");
        let velocities = constraint_rates(system, &state, &y_dot[n..]);
        assert!(
            velocities.iter().all(|rate| rate.abs() < 1e-9),
            "{velocities:?}"
        );

        // Eq. 50: Φ_i' = -2 ρ_q Ψ Y_i (Eq. 47), with ρ_q from Eq. 27.
        let both = Levels::PositionAndVelocity {
            rate: Gain::Fixed(2.0),
        };
        let y_dot = control(system, Some((both, Metric::Euclidean)), &start, &state);
        let rates = constraint_rates(system, &state, &y_dot[..n]);
        let (mut by_q, mut by_v) = (vec![0.0; n], vec![0.0; n]);
        system.energy_gradient(state.t, state.q(), state.v(), &mut by_q, &mut by_v);
        let square = |x: &[f64]| x.iter().map(|x| x * x).sum::<f64>();
        let twice_rho_v = ALPHA / (square(&by_v) + RATIO * square(&by_q));
        let mut coupling = Coupling::new(system);
        let coupled = coupling.at(state.t, state.q(), state.v());
        for i in 0..m {
            let expected = -twice_rho_v * RATIO * psi * coupled.products[i];
            let error = (rates[i] - expected).abs();
            assert!(
                error < 1e-8 * (1.0 + expected.abs()),
                "row {i} is off by {error:.1e}"
            );
            assert!(expected.abs() > 1e-3, "row {i} must be coupled");
        }
    }
}
