//! Claimed orders, observed on fixtures with known motions.

use crate::fixtures::{Fixture, double_pendulum, spherical_pendulum};
use crate::run::{fixed, follow};
use crate::verdict::{Verdict, collect, ensure, every_variant, measured};
use stepping::{Card, ClaimedOrders, Method, StepControl, Variant};
use verification::{Sample, observe, rounding_floor};
use vocabulary::{Bound, Order, Orders, PerQuantity, Quantity};

/// An observed order may differ this much from a claimed one below order 5.
const LOW_ORDER_TOLERANCE: f64 = 0.15;
/// From order 5 on only few step sizes lie between instability and rounding.
const HIGH_ORDER_TOLERANCE: f64 = 0.35;
/// Drift may fall faster than claimed, but no slower than this.
const DRIFT_TOLERANCE: f64 = 0.2;
/// Error of the references of the fixtures, relative to the size of a quantity.
const REFERENCE_ERROR: f64 = 1e-13;
/// Typical sizes in the two fixtures; drifts are measured against zero, so that only rounding limits them.
const SIZES: PerQuantity<f64> = PerQuantity {
    position: 1.0,
    velocity: 3.0,
    multiplier: 15.0,
    drift_position: 0.1,
    drift_velocity: 1.0,
    energy: 1.0,
};

/// Every variant with fixed steps shows the orders its card claims, on a system with one row and on one
/// with two. An order is what holds for every motion: none may show less, and q, v and λ must not show more
/// on all of them.
///
/// # Errors
/// What was observed where it is not what was claimed.
pub fn claimed_orders(method: &Method) -> Verdict {
    let fixtures = [spherical_pendulum(), double_pendulum()];
    every_variant(method, |variant| {
        let card = variant.card();
        if card.step_control == StepControl::Adaptive {
            return Ok(());
        }
        let mut seen = Vec::with_capacity(fixtures.len());
        for fixture in &fixtures {
            seen.push((fixture.name, measure(variant, fixture)?));
        }
        compare(&card.claims, &seen)
    })
}

/// The orders that a variant shows on `fixture`.
///
/// # Errors
/// When a run does not come to its end.
pub fn measure(variant: &dyn Variant, fixture: &Fixture) -> Result<Orders, String> {
    let rungs = rungs(lowest_order(&variant.card()));
    let mut runs = Vec::with_capacity(rungs.len());
    for &steps in rungs {
        let errors = follow(variant, fixture, fixed(fixture, steps))?;
        runs.push((fixture.end / steps as f64, errors));
    }
    let finest = rungs[rungs.len() - 1] as u64;
    Ok(Orders::from_fn(|quantity| {
        let sample = |(h, errors): &(f64, PerQuantity<f64>)| Sample {
            h: *h,
            error: errors[quantity],
        };
        let samples: Vec<Sample> = runs.iter().map(sample).collect();
        let scale = SIZES[quantity];
        let floor = rounding_floor(scale, finest, scale * REFERENCE_ERROR, 0.0);
        observe(&samples, floor).unwrap_or_default()
    }))
}

/// The ladder is chosen by what converges most slowly, so that it reaches its asymptotic range.
fn lowest_order(card: &Card) -> u32 {
    let claims = [
        card.claims.position,
        card.claims.velocity,
        card.claims.multiplier,
    ];
    let lowest = claims.into_iter().flatten().fold(f64::INFINITY, f64::min);
    if lowest.is_finite() {
        (lowest.round().max(1.0) as u32).min(card.ladder_order())
    } else {
        card.ladder_order()
    }
}

/// Numbers of steps: low orders need small steps to be asymptotic, high orders large ones to stay above
/// rounding. Ladders are long because methods of the same order differ by decades in their errors; rungs
/// on the rounding floor are cut off.
fn rungs(order: u32) -> &'static [usize] {
    match order {
        0 | 1 => &[8000, 16000, 32000, 64000],
        2 => &[1000, 2000, 4000, 8000],
        3 => &[500, 1000, 2000, 4000],
        4 => &[250, 500, 1000, 2000, 4000],
        5 => &[100, 150, 200, 300, 400, 500, 600, 800, 1200, 1600],
        _ => &[10, 20, 30, 40, 50, 60, 80],
    }
}

fn compare(claims: &ClaimedOrders, seen: &[(&str, Orders)]) -> Verdict {
    let mut findings = Vec::new();
    // The energy is looked at on fixtures of its own.
    for quantity in Quantity::ALL.into_iter().filter(|q| *q != Quantity::Energy) {
        let Some(claim) = claims[quantity] else {
            continue;
        };
        let exact = quantity.bound() == Bound::Exact;
        let tolerance = match exact {
            true if claim < 5.0 => LOW_ORDER_TOLERANCE,
            true => HIGH_ORDER_TOLERANCE,
            false => DRIFT_TOLERANCE,
        };
        let what = quantity.symbol();
        for (fixture, orders) in seen {
            // An error of q, v or λ that is all rounding shows nothing: the ladder was wrong.
            let shown = orders[quantity];
            let short = (exact && shown == Order::AtFloor) || !reaches(claim - tolerance, shown);
            let disagreement = || disagreement(fixture, what, claim, shown);
            findings.push(match shown {
                Order::Observed { p, .. } => measured(!short, claim - p, tolerance, disagreement),
                _ => ensure(!short, disagreement),
            });
        }
        let above = |(_, orders): &(&str, Orders)| exceeds(claim + tolerance, orders[quantity]);
        findings.push(ensure(!(exact && seen.iter().all(above)), || {
            disagreement("every fixture", what, claim, seen[0].1[quantity])
        }));
    }
    collect(findings)
}

fn exceeds(p: f64, seen: Order) -> bool {
    match seen {
        Order::Observed { p: seen, .. } => seen > p,
        Order::PreAsymptotic { slope, .. } => slope > p,
        _ => false,
    }
}

/// Whether an error falls at least with order `p`, or is rounding already.
pub(super) fn reaches(p: f64, seen: Order) -> bool {
    match seen {
        Order::Observed { p: seen, .. } => seen >= p,
        Order::AtFloor => true,
        Order::PreAsymptotic { slope, .. } => slope >= p,
        _ => false,
    }
}

fn disagreement(fixture: &str, what: &str, claim: f64, seen: Order) -> String {
    format!("claims order {claim} for {what}, shows {seen:?} on {fixture}")
}
