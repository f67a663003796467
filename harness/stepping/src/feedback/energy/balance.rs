//! The energy balance Ψ of a run, and the divisor of its feedback.
//!
//! The published feedback along the velocities (Yoon 1992 Eqs. 27, 44 and 65) divides by a square such as `vᵀ M v`,
//! which vanishes where the mechanism stands still:
//!
//! - Where it starts from rest with the acceleration a, stages of a Runge-Kutta method lie off the motion by `d_i h² a`
//!   with `d_i = c_i²/2 - Σ_j a_ij c_j`, so that Ψ is O(h²) in them. `vᵀ M v` is O(h²) too in the first steps, and the
//!   feedback pushes by O(αh) of the acceleration. In RK-4 the pushes of the two middle stages cancel but for O(α²h²),
//!   and the sum over all steps leaves velocities off by `-0.00697 α² h³ a`: order 3 in place of 4. (A test of
//!   `energy-control` has the derivation.)
//! - Where it turns around, the push depends on how near to rest a stage happens to come. Errors jump from one step
//!   size to the next, and no order is left.
//! - Where both Ψ and `vᵀ M v` are rounding, the push is noise.
//!
//! [`AtRest`] is the choice between that law and a repair of our own, which fades there and keeps the order.

use crate::Point;
use crate::formulations::vectors::dot;
use std::fmt;
use system::{System, Terms};

/// The feedback of the energy where the mechanism stands still, at which the published law divides by zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AtRest {
    /// The feedback fades, which is a repair of this project and not part of the published law: the divisor is bounded
    /// from below, and what may be rounding of Ψ is left alone.
    Fades,
    /// The divisor is the printed one at any speed. At a speed of exactly zero the law is undefined, and nothing is
    /// pushed.
    AsPrinted,
}

impl fmt::Display for AtRest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Fades => "fades at rest (ours)",
            Self::AsPrinted => "singular at rest (as printed)",
        })
    }
}

/// Fraction of the largest square so far below which feedback of the energy fades in any case. It corresponds to a
/// hundredth of the largest speed.
const FADES: f64 = 1e-4;

/// Ψ is a difference of energies; a value within this multiple of their size may be rounding.
const ROUNDING: f64 = 4.0 * f64::EPSILON;

/// The energy balance `Ψ = T + V - (T + V)₀ - W`, with the work W that the state carries.
pub struct EnergyBalance<'a> {
    system: &'a dyn System,
    at_rest: AtRest,
    /// `T + V - W` at the start.
    start: f64,
    /// Largest `square` given to [`EnergyBalance::divisor`] so far.
    largest: f64,
    /// The last acceleration `v'` that was given, and a buffer for `M v'`.
    acceleration: (Vec<f64>, Vec<f64>),
}

impl<'a> EnergyBalance<'a> {
    /// The balance of a run that has not started yet.
    pub fn new(system: &'a dyn System, at_rest: AtRest) -> Self {
        let n = system.shape().n_v();
        Self {
            system,
            at_rest,
            start: 0.0,
            largest: 0.0,
            acceleration: (vec![0.0; n], vec![0.0; n]),
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

    /// Ψ at a point whose quaternions are unit. Feedback that fades takes it less its own rounding, which a small
    /// divisor would turn into noise.
    pub fn violation(&self, at: Point<'_>) -> f64 {
        let energy = self.system.energy(at.t, at.q, at.v);
        let psi = energy - at.work - self.start;
        if self.at_rest == AtRest::AsPrinted {
            return psi;
        }
        let rounding = ROUNDING * (energy.abs() + at.work.abs() + self.start.abs());
        // `clamp` would panic where the rounding is not a number.
        psi - psi.min(rounding).max(-rounding)
    }

    /// Stores the acceleration v' of the last evaluation.
    pub fn accelerates(&mut self, v_dot: &[f64]) {
        self.acceleration.0.copy_from_slice(v_dot);
    }

    /// `v'ᵀ M v' / α² vᵀ M v` with the acceleration stored last. This is the square of the relative change of the
    /// velocities within the time constant of a feedback at the rate α. It is zero where it is not finite.
    pub fn swiftness(&mut self, alpha: f64, terms: &Terms, twice_kinetic: f64) -> f64 {
        let (a, ma) = &mut self.acceleration;
        self.system.shape().mass().multiply(&terms.mass, a, ma);
        let ratio = dot(a, ma) / (alpha * alpha * twice_kinetic);
        if ratio.is_finite() { ratio } else { 0.0 }
    }

    /// The divisor of the feedback, whose printed form is `square`. Feedback that fades takes a larger one
    ///
    /// - where velocities change faster than the feedback acts: `becomes` is the value that the velocities' part of
    ///   the square is about to take, [`EnergyBalance::swiftness`] times that part,
    /// - below a hundredth of the largest speed so far.
    ///
    /// It is `None` where there is no direction to push in: the printed square is zero, or the mechanism has not moved
    /// yet.
    pub fn divisor(&mut self, square: f64, becomes: impl FnOnce(&mut Self) -> f64) -> Option<f64> {
        let divisor = match self.at_rest {
            AtRest::Fades => {
                self.largest = self.largest.max(square);
                square.max(FADES * self.largest).max(becomes(self))
            }
            AtRest::AsPrinted => square,
        };
        (divisor > 0.0).then_some(divisor)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formulations::test_systems::{Pendulum, UnequalMasses};
    use system::Auto;

    fn point<'a>(q: &'a [f64], v: &'a [f64], work: f64) -> Point<'a> {
        Point { t: 0.0, q, v, work }
    }

    #[test]
    fn the_balance_counts_from_the_start_and_knows_the_work() {
        let system = Auto::new(Pendulum);
        let mut balance = EnergyBalance::new(&system, AtRest::Fades);
        balance.start(point(&[1.0, 0.0], &[0.0, 2.0], 0.5));
        // T + V = 2 - 0.5 there; here it is 2 + 1 with 2.25 of work.
        assert_eq!(balance.violation(point(&[1.0, 0.0], &[0.0, 2.0], 0.5)), 0.0);
        let elsewhere = point(&[0.0, 1.0], &[2.0, 0.0], 2.25);
        let psi = balance.violation(elsewhere);
        assert!((psi + 0.75).abs() < 1e-14, "{psi}");
    }

    #[test]
    fn what_may_be_rounding_is_no_violation() {
        let system = Auto::new(Pendulum);
        let mut balance = EnergyBalance::new(&system, AtRest::Fades);
        let (q, v) = ([1.0, 0.0], [0.0, 2.0]);
        balance.start(point(&q, &v, 0.0));
        let next = [0.0, 2.0 + 2.0 * f64::EPSILON];
        assert_eq!(balance.violation(point(&q, &next, 0.0)), 0.0);
        // Continuous beyond it.
        let further = [0.0, 2.0 + 10.0 * f64::EPSILON];
        let psi = balance.violation(point(&q, &further, 0.0));
        assert!(psi > 0.0 && psi < 20.0 * f64::EPSILON, "{psi}");
        assert!(balance.violation(point(&q, &[0.0, f64::NAN], 0.0)).is_nan());
    }

    #[test]
    fn squares_are_bounded_by_the_largest_one_so_far() {
        let system = Auto::new(Pendulum);
        let mut balance = EnergyBalance::new(&system, AtRest::Fades);
        assert_eq!(balance.divisor(0.0, |_| 0.0), None);
        assert_eq!(balance.divisor(f64::NAN, |_| f64::NAN), None);
        assert_eq!(balance.divisor(4.0, |_| 0.0), Some(4.0));
        assert_eq!(balance.divisor(1.0, |_| 0.0), Some(1.0));
        assert_eq!(balance.divisor(-1.0, |_| 0.0), Some(FADES * 4.0));
        assert_eq!(balance.divisor(1.0, |_| 2.0), Some(2.0));
        // A new run forgets them.
        balance.start(point(&[1.0, 0.0], &[0.0, 2.0], 0.0));
        assert_eq!(balance.divisor(1e-30, |_| 0.0), Some(1e-30));
    }

    /// Eq. 65: `2ρ (X'² + Y'²)` and nothing else, down to the smallest speed that a double can square.
    #[test]
    fn the_printed_divisor_is_the_square_itself_and_the_printed_violation_all_of_it() {
        let system = Auto::new(Pendulum);
        let mut balance = EnergyBalance::new(&system, AtRest::AsPrinted);
        let (q, v) = ([1.0, 0.0], [0.0, 2.0]);
        balance.start(point(&q, &v, 0.0));
        for square in [4.0, 1.0, 1e-30, f64::MIN_POSITIVE] {
            assert_eq!(balance.divisor(square, |_| 7.0), Some(square));
        }
        for square in [0.0, -1.0, f64::NAN] {
            assert_eq!(balance.divisor(square, |_| 7.0), None);
        }
        let next = [0.0, 2.0 + 2.0 * f64::EPSILON];
        let psi = balance.violation(point(&q, &next, 0.0));
        assert_eq!(psi, 4.0 * f64::EPSILON);
    }

    #[test]
    fn swiftness_compares_accelerations_with_velocities() {
        let system = Auto::new(UnequalMasses);
        let mut balance = EnergyBalance::new(&system, AtRest::Fades);
        let mut terms = Terms::new(system.shape());
        system.evaluate(0.0, system.initial().q(), &[0.0; 4], &mut terms);
        assert_eq!(balance.swiftness(10.0, &terms, 0.5), 0.0);
        balance.accelerates(&[1.0, 0.0, 0.0, 2.0]);
        // Masses 1 and 3: v'ᵀ M v' = 13.
        assert_eq!(balance.swiftness(10.0, &terms, 0.5), 13.0 / (100.0 * 0.5));
        for (alpha, twice_kinetic) in [(0.0, 0.5), (10.0, 0.0), (10.0, f64::NAN)] {
            assert_eq!(balance.swiftness(alpha, &terms, twice_kinetic), 0.0);
        }
    }
}
