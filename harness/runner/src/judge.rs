//! From errors to orders, and from orders to a verdict on what was claimed.

use crate::floors::Floors;
use crate::prepared::Prepared;
use mechanics::{ProblemCard, Start};
use results::{Cell, Class, Drift, Errors, OrderEstimate, Orders, Outcome, Run, Verdict};
use stepping::{Card, StepControl};
use verification::{Order, Sample, observe};

/// How far an observed order may lie from the claimed one.
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
pub(crate) fn orders(runs: &[Run], card: &Card, prepared: &Prepared) -> Orders {
    let scales = &prepared.scales;
    let floors = Floors::of(runs, card, prepared);
    let error = |pick: fn(&Errors) -> Option<f64>, scale: f64| {
        let value = |run: &Run| run.errors.as_ref().map_or(Some(f64::NAN), pick);
        estimate(runs, value, floors.error(scale))
    };
    let drift = |pick: fn(&Drift) -> f64, floor: f64| {
        let value = |run: &Run| Some(run.drift.as_ref().map_or(f64::NAN, pick));
        estimate(runs, value, floor)
    };
    Orders {
        position: error(|e| Some(e.position), scales.q),
        velocity: error(|e| Some(e.velocity), scales.v),
        multiplier: error(|e| e.multiplier, scales.lambda),
        drift_position: drift(|d| d.position, floors.drift_position()),
        drift_velocity: drift(|d| d.velocity, floors.drift_velocity()),
        energy: drift(|d| d.energy, floors.energy()),
    }
}

fn estimate(runs: &[Run], value: impl Fn(&Run) -> Option<f64>, floor: f64) -> OrderEstimate {
    let sample = |run: &Run| value(run).map(|error| Sample { h: run.h, error });
    estimate_order(runs.iter().map(sample).collect(), floor)
}

/// What errors at several steps allow to claim, where there are errors.
pub(crate) fn estimate_order(samples: Option<Vec<Sample>>, floor: f64) -> OrderEstimate {
    let order = samples.and_then(|samples| observe(&samples, floor).ok());
    let mut estimate = OrderEstimate {
        class: Class::NotMeasured,
        p: None,
        range: None,
        limit: None,
        spread: None,
        cross_check: None,
    };
    match order {
        None => {}
        Some(Order::Observed {
            p,
            limit,
            spread,
            cross_check,
        }) => {
            estimate.class = Class::Observed;
            estimate.p = Some(p);
            estimate.limit = Some(limit);
            estimate.spread = Some(spread);
            estimate.cross_check = cross_check;
        }
        Some(Order::AtFloor { .. }) => estimate.class = Class::AtFloor,
        Some(Order::PreAsymptotic {
            coarse,
            fine,
            limit,
        }) => {
            estimate.class = Class::PreAsymptotic;
            estimate.limit = Some(limit);
            estimate.range = Some([coarse.min(fine), coarse.max(fine)]);
        }
        Some(Order::Diverging) => estimate.class = Class::Diverging,
    }
    estimate
}

/// What is compared: name, claimed order, observed order, and whether the claim is a lower bound only.
type Claim = (&'static str, Option<f64>, OrderEstimate, Bound);

#[derive(Clone, Copy, PartialEq)]
enum Bound {
    /// The order itself is claimed: more of it would be a surprise worth reading about.
    Exact,
    /// At least this order: special motions drift less.
    AtLeast,
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
    if card.control == StepControl::Adaptive {
        return (Verdict::NoClaim, "adaptive steps claim no order".to_owned());
    }
    if problem.start == Start::AsStated {
        return (
            Verdict::NoClaim,
            "the start violates the constraints: no order is claimed".to_owned(),
        );
    }
    let (claims, orders) = (&card.claims, &cell.orders);
    let table: [Claim; 6] = [
        ("q", claims.position, orders.position, Bound::Exact),
        ("v", claims.velocity, orders.velocity, Bound::Exact),
        ("λ", claims.multiplier, orders.multiplier, Bound::Exact),
        (
            "Φ",
            claims.drift_position,
            orders.drift_position,
            Bound::AtLeast,
        ),
        (
            "Φ'",
            claims.drift_velocity,
            orders.drift_velocity,
            Bound::AtLeast,
        ),
        ("E", claims.energy, orders.energy, Bound::AtLeast),
    ];
    let (mut below, mut above, mut open) = (Vec::new(), Vec::new(), Vec::new());
    let mut confirmed = 0;
    for (name, claimed, observed, bound) in table {
        let Some(claimed) = claimed else { continue };
        let room = allowance(claimed, bound);
        // A slope still on its way is judged together with the order it points to.
        let limit = observed.limit;
        let reaches = |p: f64| p.max(limit.unwrap_or(p)) >= claimed - room;
        let exceeds = |p: f64| p.min(limit.unwrap_or(p)) > claimed + room;
        match (observed.class, observed.p) {
            (Class::Observed, Some(p)) if !reaches(p) => {
                below.push(format!("{name}: {p:.2} observed, {claimed} claimed"));
            }
            (Class::Observed, Some(p)) if exceeds(p) && bound == Bound::Exact => {
                above.push(format!("{name}: {p:.2} observed, {claimed} claimed"));
            }
            (Class::Observed, _) | (Class::AtFloor, _) => confirmed += 1,
            (Class::Diverging, _) => below.push(format!("{name}: diverging, {claimed} claimed")),
            // Slopes that disagree still bound an order from below.
            (Class::PreAsymptotic, _)
                if bound == Bound::AtLeast
                    && observed.range.is_some_and(|[low, _]| reaches(low)) =>
            {
                confirmed += 1;
            }
            (Class::PreAsymptotic, _) => {
                open.push(format!("{name}: pre-asymptotic, {claimed} claimed"));
            }
            (Class::NotMeasured, _) => {}
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
