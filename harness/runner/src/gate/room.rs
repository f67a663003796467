//! The room of a figure: how far rounding alone can move it.
//!
//! Results have the same bits on every machine, but not for ever: a new compiler or a new version of the mathematical
//! library may round differently. Each of `n` steps then moves the state by at most a rounding `ε s`, where `s` is the
//! largest size along the motion of what the figure is made of. Until the end a push in `v` has moved `q` by a lever: the
//! end time, or the sensitivity `|δq(T)|/|δv(0)|` where the motion pulls neighbours apart. In units of the motion it is
//! `g = 1 + lever |v|/|q|`. So rounding moves a figure by at most `ε n g s`.
//!
//! An adaptive run also rounds where it chooses its steps: its error estimate is about its tolerance τ, so that steps,
//! figures and counts move by the fraction `ε n g / τ` besides.

use super::{BaselineProblem, BaselineRun};
use results::{PerQuantity, Quantity};

/// The room of an order is at most half the way to the next one.
const HALF_AN_ORDER: f64 = 0.5;

/// The room of the figures on one problem.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Room {
    /// `ε g s` for each quantity.
    per_step: PerQuantity<f64>,
    /// `ε g`.
    relative: f64,
}

impl Room {
    /// The room on a problem.
    pub fn of(problem: &BaselineProblem) -> Self {
        let scales = problem.scales;
        let growth = 1.0 + problem.lever * scales.velocity / scales.position;
        // Sizes that are not numbers leave no room.
        let relative = Some(f64::EPSILON * growth).filter(|x| x.is_finite() && *x > 0.0);
        let relative = relative.unwrap_or(0.0);
        Self {
            per_step: PerQuantity::from_fn(|quantity| relative * scales[quantity].abs()),
            relative,
        }
    }

    /// The amount by which rounding can move a figure of a run.
    pub fn of_figure(&self, quantity: Quantity, value: f64, run: &BaselineRun) -> f64 {
        self.per_step[quantity] * run.steps as f64 + self.by_tolerance(run) * value.abs()
    }

    /// The amount by which rounding can move a count of a run: none where steps do not depend on an error estimate.
    pub fn of_count(&self, count: u64, run: &BaselineRun) -> f64 {
        (self.by_tolerance(run) * count as f64).ceil()
    }

    /// The amount by which rounding can move an order: `p = ln(e₁/e₂)/ln 2` moves by the relative rooms of the errors.
    pub fn of_order(&self, quantity: Quantity, runs: &[BaselineRun]) -> f64 {
        let relative = |run: &BaselineRun| {
            let (_, value) = run.figures().find(|(q, _)| *q == quantity)?;
            let value = value?;
            Some(self.of_figure(quantity, value, run) / value.abs())
        };
        let rooms = runs.iter().rev().take(3).filter_map(relative);
        let moved = rooms.sum::<f64>() / std::f64::consts::LN_2;
        // A room that cannot be formed belongs to an error of zero, which rounding decides.
        if moved.is_nan() {
            HALF_AN_ORDER
        } else {
            moved.min(HALF_AN_ORDER)
        }
    }

    /// The fraction by which rounding moves what an adaptive run does; at most all of it.
    fn by_tolerance(&self, run: &BaselineRun) -> f64 {
        let fraction = |tolerance: f64| self.relative * run.steps as f64 / tolerance;
        run.tolerance.map_or(0.0, |t| fraction(t).clamp(0.0, 1.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use results::Work;

    fn problem(lever: f64) -> BaselineProblem {
        BaselineProblem {
            id: "p".to_owned(),
            scales: PerQuantity::from_fn(|_| 2.0),
            lever,
        }
    }

    fn run(steps: u64, tolerance: Option<f64>) -> BaselineRun {
        BaselineRun {
            steps,
            tolerance,
            errors: vec![Some(1e-6); 3],
            drifts: vec![Some(0.0); 3],
            work: Work::default(),
        }
    }

    #[test]
    fn rounding_grows_with_steps_and_with_the_sensitivity() {
        let room = |lever, steps| {
            let run = run(steps, None);
            Room::of(&problem(lever)).of_figure(Quantity::Position, 1.0, &run)
        };
        assert_eq!(room(1.0, 10), f64::EPSILON * 2.0 * 10.0 * 2.0);
        assert_eq!(room(1.0, 20), 2.0 * room(1.0, 10));
        assert_eq!(room(9.0, 10), 5.0 * room(1.0, 10));
    }

    #[test]
    fn counts_have_room_only_where_rounding_decides() {
        let room = Room::of(&problem(1.0));
        assert_eq!(room.of_count(1000, &run(100, None)), 0.0);
        assert_eq!(room.of_count(1000, &run(100, Some(1e-10))), 1.0);
    }

    #[test]
    fn orders_of_errors_far_above_rounding_have_hardly_any_room() {
        let runs = [10, 20, 40].map(|steps| run(steps, None));
        let room = Room::of(&problem(1.0));
        assert!(room.of_order(Quantity::Position, &runs) < 1e-6);
        // A drift of zero is rounding and nothing else.
        assert_eq!(room.of_order(Quantity::Energy, &runs), HALF_AN_ORDER);
    }
}
