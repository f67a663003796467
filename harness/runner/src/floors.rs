//! What rounding leaves in the runs of a cell: below it neither orders nor predictions can be seen.

use crate::prepared::{Prepared, Scales};
use results::Run;
use stepping::Card;
use verification::rounding_floor;

/// Fixed-point iterations of implicit integrators stop at a relative change of this size.
const SOLVER_TOLERANCE: f64 = 1e-14;

/// Floors of the quantities of one cell.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Floors {
    scales: Scales,
    steps: u64,
    solver: f64,
    /// By how much the rounding of a step grows in q, v, λ and Φ until the end.
    growth: f64,
    /// Relative error of the reference.
    reference: f64,
    /// What dividing the rounding of Φ by the step leaves in Φ', for methods that do.
    divided: f64,
}

impl Floors {
    /// The floors of the finest of `runs`.
    pub(crate) fn of(runs: &[Run], card: &Card, prepared: &Prepared) -> Self {
        let scales = prepared.scales;
        let steps = runs.iter().map(|r| r.steps).max().unwrap_or(1);
        let implicit = card.integrator.is_none_or(|i| i.is_implicit());
        // Rounding in v shifts q for the rest of the run, so errors of the motion grow with the number of
        // time scales |q|/|v| in it; Φ is the integral of Φ' in the same way. Each rounding has a standard
        // deviation of ε/√12, and the lever arm T - t has a root mean square of T/√3: together T/6. Where a push
        // grows faster than in free motion, the sensitivity |δq(T)|/|δv(0)| takes the place of T.
        let lever = prepared.card.end_time.max(prepared.card.sensitivity);
        let time_scales = lever * scales.v / scales.q.max(f64::MIN_POSITIVE);
        // A discretization of its own solves Φ for velocities, and the rounding of Φ, divided by half a step, adds up in
        // Φ' where nothing damps it.
        let shortest = runs.iter().map(|r| r.h).fold(f64::INFINITY, f64::min);
        Self {
            scales,
            steps,
            solver: if implicit { SOLVER_TOLERANCE } else { 0.0 },
            growth: 1.0 + time_scales / 6.0,
            reference: 10.0_f64.powi(-(prepared.card.reference.digits as i32)),
            divided: match card.integrator {
                None => rounding_floor(2.0 * scales.phi / shortest, steps, 0.0, 0.0),
                Some(_) => 0.0,
            },
        }
    }

    /// Of the error of a quantity of size `scale` that is compared with the reference.
    pub(crate) fn error(&self, scale: f64) -> f64 {
        self.at(scale, self.growth, self.reference)
    }

    /// Of max |Φ|.
    pub(crate) fn drift_position(&self) -> f64 {
        self.at(self.scales.phi, self.growth, 0.0)
    }

    /// Of max |J v + Φ_t|.
    pub(crate) fn drift_velocity(&self) -> f64 {
        self.at(self.scales.w, 1.0, 0.0).max(self.divided)
    }

    /// Of the energy balance.
    pub(crate) fn energy(&self) -> f64 {
        self.at(self.scales.energy, 1.0, 0.0)
    }

    fn at(&self, scale: f64, growth: f64, reference: f64) -> f64 {
        rounding_floor(
            scale * growth,
            self.steps,
            reference * scale,
            self.solver * scale * growth,
        )
    }
}
