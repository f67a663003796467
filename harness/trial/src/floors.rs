//! Rounding floors of the runs of a cell, below which neither orders nor predictions can be observed.

use crate::PreparedProblem;
use results::Run;
use stepping::Card;
use verification::rounding_floor;
use vocabulary::{Group, PerQuantity, Quantity};

/// Error of iterations in each step, relative to the state: ten times the change at which implicit integrators stop.
const SOLVER_TOLERANCE: f64 = 1e-14;
const _: () = {
    let times = SOLVER_TOLERANCE / stepping::IMPLICIT_TOLERANCE;
    assert!(times > 9.9 && times < 10.1);
};

/// Floors of the quantities of one cell.
#[derive(Clone, Copy, Debug)]
pub struct Floors {
    /// Largest sizes along the true motion of what each quantity is made of.
    scales: PerQuantity<f64>,
    steps: u64,
    solver: f64,
    /// Factor by which the rounding of a step grows in q, v, λ and Φ until the end.
    growth: f64,
    /// Relative error of the reference.
    reference: f64,
    /// Rounding of Φ' for methods that divide Φ by the step.
    divided: f64,
}

impl Floors {
    /// The floors of the finest of `runs`.
    pub fn of(runs: &[Run], card: &Card, prepared: &PreparedProblem) -> Self {
        let scales = prepared.scales;
        let steps = runs.iter().map(|r| r.steps).max().unwrap_or(1);
        let implicit = card.integrator.is_none_or(|i| i.is_implicit());
        // Rounding in v shifts q for the rest of the run, so errors of the motion grow with the number of
        // time scales |q|/|v| in it; Φ is the integral of Φ' in the same way. Each rounding has a standard
        // deviation of ε/√12, and the lever arm T - t has a root mean square of T/√3: together T/6. Where a push
        // grows faster than in free motion, the sensitivity |δq(T)|/|δv(0)| takes the place of T.
        let lever = prepared.card.end_time.max(prepared.card.sensitivity);
        let time_scales = lever * scales.velocity / scales.position.max(f64::MIN_POSITIVE);
        // A discretization of its own solves Φ for velocities, and the rounding of Φ, divided by half a step, adds up in
        // Φ' where nothing damps it.
        let shortest = runs.iter().map(|r| r.h).fold(f64::INFINITY, f64::min);
        Self {
            scales,
            steps,
            solver: if implicit { SOLVER_TOLERANCE } else { 0.0 },
            growth: 1.0 + time_scales / 6.0,
            reference: math::powi(10.0, -(prepared.card.reference.digits as i32)),
            divided: match card.integrator {
                None => rounding_floor(2.0 * scales.drift_position / shortest, steps, 0.0, 0.0),
                Some(_) => 0.0,
            },
        }
    }

    /// The floor of one quantity.
    pub fn of_quantity(&self, quantity: Quantity) -> f64 {
        let (growth, reference) = match (quantity.group(), quantity) {
            (Group::Error, _) => (self.growth, self.reference),
            (Group::Drift, Quantity::DriftPosition) => (self.growth, 0.0),
            (Group::Drift, _) => (1.0, 0.0),
        };
        let floor = self.at(self.scales[quantity], growth, reference);
        match quantity {
            Quantity::DriftVelocity => floor.max(self.divided),
            _ => floor,
        }
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
