//! A sample of a state: its violations and its energy.

use system::{State, System, Terms};
use vocabulary::planted::{self, Defect};

/// Violations and energy of a state.
#[derive(Clone, Copy, Debug)]
pub struct Sample<'a> {
    /// Time, coordinates and velocities.
    pub state: &'a State,
    /// Φ, one value per row.
    pub phi: &'a [f64],
    /// `J v + Φ_t`, one value per row.
    pub w: &'a [f64],
    /// All terms of the equations of motion.
    pub terms: &'a Terms,
    /// Ψ: energy less work, less that of the start.
    pub energy: f64,
}

/// Buffers for samples of one system.
pub struct Gauge {
    terms: Terms,
    w: Vec<f64>,
    start_energy: f64,
}

impl Gauge {
    /// Energies are counted from that of `start`.
    pub fn new(system: &dyn System, start: &State) -> Self {
        let shape = system.shape();
        Self {
            terms: Terms::new(shape),
            w: vec![0.0; shape.constraints()],
            start_energy: energy_less_work(system, start),
        }
    }

    /// The sample of a state of `system`.
    pub fn sample<'a>(&'a mut self, system: &dyn System, state: &'a State) -> Sample<'a> {
        let (q, v) = (state.q(), state.v());
        system.evaluate(state.t, q, v, &mut self.terms);
        self.terms.velocity_residual(system.shape(), v, &mut self.w);
        Sample {
            state,
            phi: &self.terms.phi,
            w: &self.w,
            terms: &self.terms,
            energy: energy_less_work(system, state) - self.start_energy,
        }
    }
}

fn energy_less_work(system: &dyn System, state: &State) -> f64 {
    let energy = system.energy(state.t, state.q(), state.v());
    match planted::is(Defect::EnergyWithoutWork) {
        true => energy,
        false => energy - state.work_done(),
    }
}
