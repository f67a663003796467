//! From errors to orders, and from orders to a verdict on what was claimed.

use problem::{ProblemCard, Start};
use results::{Bound, Cell, Order, Orders, Outcome, Quantity, Run, Verdict};
use stepping::{Card, StepControl};
use trial::Floors;
use trial::PreparedProblem;
use verification::{Sample, observe};

/// Largest allowed difference between an observed order and the claimed one.
fn allowance(claimed: f64, bound: Bound) -> f64 {
    match bound {
        // A bound is missed when the next lower order is nearer. Drifts are maxima over rows and times,
        // whose place jumps from one step size to the next, so their slopes are less smooth.
        Bound::AtLeast => 0.5,
        // High orders leave only a short range between the first asymptotic step and rounding.
        Bound::Exact if claimed < 4.5 => 0.15,
        Bound::Exact => 0.35,
    }
}

/// Observed orders of everything that was measured.
pub(crate) fn orders(runs: &[Run], card: &Card, prepared: &PreparedProblem) -> Orders {
    let floors = Floors::of(runs, card, prepared);
    Orders::from_fn(|quantity| {
        let sample = |run: &Run| {
            let error = match run.measured.is_complete() {
                true => run.measured[quantity]?,
                false => f64::NAN,
            };
            Some(Sample { h: run.h, error })
        };
        observed(
            runs.iter().map(sample).collect(),
            floors.of_quantity(quantity),
        )
    })
}

/// The order that errors at several steps show; `NotMeasured` where there are none.
pub(crate) fn observed(samples: Option<Vec<Sample>>, floor: f64) -> Order {
    let order = samples.and_then(|samples| observe(&samples, floor).ok());
    order.unwrap_or_default()
}

/// Compares the observed orders of a cell with the claimed ones.
pub(crate) fn verdict(cell: &Cell, card: &Card, problem: &ProblemCard) -> (Verdict, String) {
    match (compare(cell, card, problem), problem.caveat) {
        // What a problem keeps from showing must not count against a method.
        ((Verdict::Below | Verdict::Undecided | Verdict::Above, why), Some(caveat)) => {
            (Verdict::NoClaim, format!("{why}; but here {caveat}"))
        }
        (verdict, _) => verdict,
    }
}

fn compare(cell: &Cell, card: &Card, problem: &ProblemCard) -> (Verdict, String) {
    if cell.outcome != Outcome::Ran {
        return (Verdict::NotRun, "the cell did not run".to_owned());
    }
    if card.step_control == StepControl::Adaptive {
        return (Verdict::NoClaim, "adaptive steps claim no order".to_owned());
    }
    if problem.start == Start::AsStated {
        return (
            Verdict::NoClaim,
            "the start violates the constraints: no order is claimed".to_owned(),
        );
    }
    let (mut below, mut above, mut open) = (Vec::new(), Vec::new(), Vec::new());
    let mut confirmed = 0;
    for quantity in Quantity::ALL {
        let Some(claimed) = card.claims[quantity] else {
            continue;
        };
        let (name, bound) = (quantity.symbol(), quantity.bound());
        let room = allowance(claimed, bound);
        // A slope still on its way is judged together with the order it points to.
        let reaches = |p: f64, extrapolated: f64| p.max(extrapolated) >= claimed - room;
        let exceeds = |p: f64, extrapolated: f64| p.min(extrapolated) > claimed + room;
        match cell.orders[quantity] {
            Order::Observed {
                p, extrapolated, ..
            } if !reaches(p, extrapolated) => {
                below.push(format!("{name}: {p:.2} observed, {claimed} claimed"));
            }
            Order::Observed {
                p, extrapolated, ..
            } if exceeds(p, extrapolated) && bound == Bound::Exact => {
                above.push(format!("{name}: {p:.2} observed, {claimed} claimed"));
            }
            Order::Observed { .. } | Order::AtFloor => confirmed += 1,
            Order::Diverging => below.push(format!("{name}: diverging, {claimed} claimed")),
            // Slopes that disagree still bound an order from below.
            Order::PreAsymptotic {
                range,
                extrapolated,
            } if bound == Bound::AtLeast && reaches(range[0], extrapolated) => {
                confirmed += 1;
            }
            Order::PreAsymptotic { .. } => {
                open.push(format!("{name}: pre-asymptotic, {claimed} claimed"));
            }
            Order::NotMeasured => {}
        }
    }
    if !below.is_empty() {
        (Verdict::Below, below.join("; "))
    } else if !open.is_empty() {
        (Verdict::Undecided, open.join("; "))
    } else if !above.is_empty() {
        (Verdict::Above, above.join("; "))
    } else if confirmed > 0 {
        (
            Verdict::Confirmed,
            "every claimed order was observed or is at the rounding floor".to_owned(),
        )
    } else {
        (
            Verdict::NoClaim,
            "no order is claimed or none could be measured".to_owned(),
        )
    }
}
