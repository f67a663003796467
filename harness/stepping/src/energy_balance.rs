//! The energy balance Ψ of a run, and how small the squares that its feedback divides by may be.

use crate::Point;
use mechanics::System;

/// Where feedback of the energy fades, as a fraction of the largest square so far: below a tenth of the
/// largest speed.
const FADES: f64 = 1e-2;

/// Squares below this fraction of the energy belong to a mechanism at rest. Ψ is the difference of two
/// energies, so it has their rounding u; where `vᵀ M v` is of the size √u or more, dividing by it leaves a
/// push of at most √u relative to the velocities.
const AT_REST: f64 = 1e-8;

/// `Ψ = T + V - (T + V)₀ - W`, with the work W that the state carries along.
pub struct EnergyBalance<'a> {
    system: &'a dyn System,
    /// `T + V - W` at the start.
    start: f64,
    /// Largest square so far.
    largest: f64,
}

impl<'a> EnergyBalance<'a> {
    /// The balance of a run that has not started yet.
    pub fn new(system: &'a dyn System) -> Self {
        Self {
            system,
            start: 0.0,
            largest: 0.0,
        }
    }

    /// The system.
    pub fn system(&self) -> &'a dyn System {
        self.system
    }

    /// Remembers the energy that the run starts with.
    pub fn start(&mut self, at: Point<'_>) {
        self.start = self.system.energy(at.t, at.q, at.v) - at.work;
        self.largest = 0.0;
    }

    /// Ψ at a point whose quaternions are unit.
    pub fn violation(&self, at: Point<'_>) -> f64 {
        self.system.energy(at.t, at.q, at.v) - at.work - self.start
    }

    /// What to divide by in place of `square`, such as `vᵀ M v`: the same where the mechanism moves, a bound
    /// that keeps the feedback from blowing up where it turns around, and nothing where it has not moved
    /// yet, since there is no direction to push in.
    pub fn divisor(&mut self, square: f64) -> Option<f64> {
        self.largest = self.largest.max(square);
        let bound = (FADES * self.largest).max(AT_REST * self.start.abs());
        let divisor = square.max(bound);
        (divisor > 0.0).then_some(divisor)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_systems::Pendulum;
    use mechanics::Auto;

    fn point<'a>(q: &'a [f64], v: &'a [f64], work: f64) -> Point<'a> {
        Point { t: 0.0, q, v, work }
    }

    #[test]
    fn the_balance_counts_from_the_start_and_knows_the_work() {
        let system = Auto::new(Pendulum);
        let mut balance = EnergyBalance::new(&system);
        balance.start(point(&[1.0, 0.0], &[0.0, 2.0], 0.5));
        // T + V = 2 - 0.5 there; here it is 2 + 1 with 2.25 of work.
        assert_eq!(balance.violation(point(&[1.0, 0.0], &[0.0, 2.0], 0.5)), 0.0);
        let elsewhere = point(&[0.0, 1.0], &[2.0, 0.0], 2.25);
        assert_eq!(balance.violation(elsewhere), -0.75);
    }

    #[test]
    fn squares_are_bounded_by_the_largest_one_so_far() {
        let system = Auto::new(Pendulum);
        let mut balance = EnergyBalance::new(&system);
        assert_eq!(balance.divisor(0.0), None);
        assert_eq!(balance.divisor(f64::NAN), None);
        assert_eq!(balance.divisor(4.0), Some(4.0));
        assert_eq!(balance.divisor(1.0), Some(1.0));
        assert_eq!(balance.divisor(-1.0), Some(0.04));
        // A new run forgets them, and knows what is at rest by its energy.
        balance.start(point(&[1.0, 0.0], &[0.0, 2.0], 0.0));
        assert_eq!(balance.divisor(1e-30), Some(2.0 * AT_REST));
    }
}
