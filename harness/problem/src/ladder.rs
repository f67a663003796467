//! The step sizes of the runs of a problem.

use crate::Truth;

/// Step sizes as numbers of steps over the whole interval, so that every run ends exactly at the end.
///
/// Low-order integrators need finer steps than high-order ones to be in their asymptotic range, and
/// high-order ones coarser steps to stay above rounding: the ladder depends on the order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ladder {
    grid: usize,
    /// For the orders 1, 2, 3, 4, 5 and all beyond.
    rungs: [Rungs; 6],
    /// Factors by which the steps are refined.
    refined: [usize; 6],
}

/// The steps for one order, as multiples of the output grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Rungs {
    /// This one, and twice, four and eight times as many.
    Doubled(usize),
    Listed(&'static [usize]),
}

/// The angle in rad for which the usual ladder is made.
const USUAL_TURN: f64 = 6.0;

/// Largest refinement of a suggested ladder, relative to the usual one.
const MOST_REFINED: f64 = 1000.0;

impl Ladder {
    /// The ladder for about one turn or swing.
    pub const USUAL: Self = Self::new(20, [1000, 50, 25, 10]);

    /// `grid` output points, and multiples of them: the orders 1 to 4 run with the one in `doubled`, twice, four and eight
    /// times as many. Order 5 has 15, 22, 33 and 50 of them and higher orders 1 to 4, unless [`Ladder::with`] changes that.
    ///
    /// Some methods project every hundred steps. Multiples of a hundred for order 2 let every output of theirs lie at the
    /// same place between two projections; elsewhere their slopes jump.
    ///
    /// # Panics
    /// When a number is zero; in a constant this is a compile error.
    pub const fn new(grid: usize, doubled: [usize; 4]) -> Self {
        let [one, two, three, four] = doubled;
        assert!(
            grid > 0 && one > 0 && two > 0 && three > 0 && four > 0,
            "a ladder needs a grid and steps"
        );
        Self {
            grid,
            rungs: [
                Rungs::Doubled(one),
                Rungs::Doubled(two),
                Rungs::Doubled(three),
                Rungs::Doubled(four),
                Rungs::Listed(&[15, 22, 33, 50]),
                Rungs::Listed(&[1, 2, 3, 4]),
            ],
            refined: [1; 6],
        }
    }

    /// The same ladder with these multiples for one order; orders beyond the fifth share theirs.
    ///
    /// # Panics
    /// When there are fewer than three, or they do not get finer.
    pub const fn with(mut self, order: u32, multiples: &'static [usize]) -> Self {
        assert!(
            multiples.len() >= 3 && multiples[0] > 0,
            "a ladder needs at least three step sizes for each order"
        );
        let mut k = 1;
        while k < multiples.len() {
            assert!(multiples[k - 1] < multiples[k], "a ladder must get finer");
            k += 1;
        }
        self.rungs[place(order)] = Rungs::Listed(multiples);
        self
    }

    /// The suggestion for a motion: the usual ladder, refined by the angle through which the motion turns (its time
    /// times |v|/|q|), and by how much more sensitive than free motion it is.
    pub fn over(end_time: f64, sensitivity: f64, truth: &[Truth]) -> Self {
        let size = |x: fn(&Truth) -> &[f64]| -> f64 {
            truth.iter().flat_map(x).map(|x| x * x).sum::<f64>().sqrt()
        };
        let speed = size(|at| &at.v) / size(|at| &at.q);
        let turn = end_time * speed * (sensitivity / end_time).max(1.0);
        // A motion without size turns by an angle that is not a number, which is cast to zero.
        let refined = ((turn / USUAL_TURN).round().clamp(1.0, MOST_REFINED) as usize).max(1);
        Self {
            // First order would take for ever.
            refined: [1, refined, refined, refined, refined, refined],
            ..Self::USUAL
        }
    }

    /// Number of equally spaced output points after the start.
    pub const fn grid(&self) -> usize {
        self.grid
    }

    /// The output times of a run to `end_time`, the start left out.
    pub fn times(&self, end_time: f64) -> Vec<f64> {
        (1..=self.grid)
            .map(|k| end_time * k as f64 / self.grid as f64)
            .collect()
    }

    /// Numbers of steps, coarsest first, for an integrator of this order.
    pub fn steps(&self, order: u32) -> Vec<usize> {
        let k = place(order);
        let unit = self.grid * self.refined[k];
        let doubled;
        let multiples = match self.rungs[k] {
            Rungs::Listed(multiples) => multiples,
            Rungs::Doubled(first) => {
                doubled = [1, 2, 4, 8].map(|m| m * first);
                &doubled
            }
        };
        multiples.iter().map(|m| m * unit).collect()
    }
}

/// Index of the rungs of an order.
const fn place(order: u32) -> usize {
    match order {
        0 | 1 => 0,
        2..=5 => order as usize - 1,
        _ => 5,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn turning(speed: f64, end_time: f64) -> Vec<Truth> {
        let at = |t: f64| Truth {
            t,
            q: vec![math::cos(speed * t), math::sin(speed * t)],
            v: vec![-speed * math::sin(speed * t), speed * math::cos(speed * t)],
            lambda: None,
        };
        Ladder::USUAL.times(end_time).into_iter().map(at).collect()
    }

    #[test]
    fn listed_orders_go_before_doubled_ones_and_the_last_serves_the_highest() {
        let ladder = Ladder::new(10, [8, 4, 2, 1])
            .with(3, &[5, 6, 7])
            .with(8, &[1, 2, 3]);
        assert_eq!(ladder.steps(1), [80, 160, 320, 640]);
        assert_eq!(ladder.steps(3), [50, 60, 70]);
        assert_eq!(ladder.steps(4), [10, 20, 40, 80]);
        assert_eq!(ladder.steps(5), [150, 220, 330, 500]);
        assert_eq!(ladder.steps(6), [10, 20, 30]);
        assert_eq!(ladder.steps(8), ladder.steps(6));
    }

    #[test]
    fn a_suggestion_keeps_the_steps_per_turn_and_refines_sensitive_motions() {
        let once = Ladder::over(2.0, 0.3, &turning(3.0, 2.0));
        assert_eq!(once, Ladder::USUAL);
        let long = Ladder::over(20.0, 3.0, &turning(3.0, 20.0));
        assert_eq!(long.steps(4)[0], 10 * once.steps(4)[0]);
        assert_eq!(long.steps(8)[2], 10 * once.steps(8)[2]);
        assert_eq!(long.steps(1), once.steps(1));
        let chaotic = Ladder::over(2.0, 8.0, &turning(3.0, 2.0));
        assert_eq!(chaotic.steps(4)[0], 4 * once.steps(4)[0]);
    }

    #[test]
    fn a_motion_without_size_gets_the_usual_ladder() {
        let nowhere = Truth {
            t: 0.0,
            q: vec![0.0],
            v: vec![0.0],
            lambda: None,
        };
        assert_eq!(Ladder::over(1.0, 1.0, &[nowhere]), Ladder::USUAL);
    }
}
