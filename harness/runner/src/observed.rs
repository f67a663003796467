//! From the errors of runs to observed orders.

use results::{Order, Orders, PerQuantity, Quantity, Run};
use stepping::Card;
use trial::{Floors, PreparedProblem};
use verification::{Sample, follows_with_next_term, observe};

/// A run whose error of q or v is larger than this part of the motion has lost it: neither its multipliers nor its
/// drifts belong to the motion that is asked for.
const LOST: f64 = 0.5;

/// The runs of a cell from which orders can be read.
pub(crate) struct Evidence<'a> {
    runs: &'a [Run],
    floors: Floors,
}

impl<'a> Evidence<'a> {
    /// The usable ones of `runs`.
    ///
    /// # Errors
    /// The class of every order where fewer than three are usable.
    pub(crate) fn of(
        runs: &'a [Run],
        card: &Card,
        prepared: &PreparedProblem,
    ) -> Result<Self, Order> {
        Ok(Self {
            runs: usable(runs, &prepared.scales)?,
            floors: Floors::of(runs, card, prepared),
        })
    }

    /// The order of one quantity; `NotMeasured` where there is no reference.
    pub(crate) fn order(&self, quantity: Quantity) -> Order {
        let order =
            |samples: Vec<Sample>| observe(&samples, self.floors.of_quantity(quantity)).ok();
        self.samples(quantity).and_then(order).unwrap_or_default()
    }

    /// Whether the errors of one quantity are those of order `p` with a term of the next order.
    pub(crate) fn follows(&self, quantity: Quantity, p: f64) -> bool {
        let floor = self.floors.of_quantity(quantity);
        let follows = |samples: Vec<Sample>| follows_with_next_term(&samples, floor, p);
        self.samples(quantity).is_some_and(follows)
    }

    fn samples(&self, quantity: Quantity) -> Option<Vec<Sample>> {
        let sample = |run: &Run| {
            Some(Sample {
                h: run.h,
                error: run.measured[quantity]?,
            })
        };
        self.runs.iter().map(sample).collect()
    }
}

/// Observed orders of everything that was measured.
pub(crate) fn orders(runs: &[Run], card: &Card, prepared: &PreparedProblem) -> Orders {
    match Evidence::of(runs, card, prepared) {
        Ok(evidence) => Orders::from_fn(|quantity| evidence.order(quantity)),
        Err(order) => Orders::from_fn(|_| order),
    }
}

/// The finest runs of a ladder, coarsest first, that came to their end and followed the motion; the class of all orders
/// where they are fewer than three.
fn usable<'a>(runs: &'a [Run], scales: &PerQuantity<f64>) -> Result<&'a [Run], Order> {
    let after = |useless: &dyn Fn(&Run) -> bool| {
        let last = runs.iter().rposition(useless);
        &runs[last.map_or(0, |last| last + 1)..]
    };
    let broken = |run: &Run| !run.measured.is_complete();
    let lost = |run: &Run| {
        let large = |error: Option<f64>, size: f64| error.is_some_and(|error| error > LOST * size);
        large(run.measured.position, scales.position)
            || large(run.measured.velocity, scales.velocity)
    };
    if after(&broken).len() < 3 {
        return Err(Order::TooFewRuns);
    }
    let kept = after(&|run| broken(run) || lost(run));
    if kept.len() < 3 {
        return Err(Order::LostMotion);
    }
    Ok(kept)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::cell;

    fn scales() -> PerQuantity<f64> {
        PerQuantity::from_fn(|_| 1.0)
    }

    #[test]
    fn runs_that_lost_the_motion_show_no_order_of_anything() {
        let runs = cell("m", "p", &[(15.0, 1), (0.9, 2), (0.2, 4), (0.05, 8)]).runs;
        assert_eq!(usable(&runs, &scales()), Err(Order::LostMotion));
        let finer = cell("m", "p", &[(0.9, 2), (0.2, 4), (0.05, 8), (0.01, 16)]).runs;
        assert_eq!(usable(&finer, &scales()).map(<[Run]>::len), Ok(3));
    }

    #[test]
    fn broken_runs_are_counted_apart_from_lost_ones() {
        let mut runs = cell("m", "p", &[(0.1, 1), (0.1, 2), (0.02, 4), (0.005, 8)]).runs;
        runs[1].measured = Default::default();
        assert_eq!(usable(&runs, &scales()), Err(Order::TooFewRuns));
        runs.remove(1);
        assert_eq!(usable(&runs, &scales()).map(<[Run]>::len), Ok(3));
    }
}
