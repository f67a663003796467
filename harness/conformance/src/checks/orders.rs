//! Claimed orders, observed on fixtures with known motions.

use crate::fixtures::{Fixture, double_pendulum, spherical_pendulum};
use crate::run::{Errors, fixed, follow};
use crate::verdict::{Verdict, collect, every_variant};
use stepping::{Card, ClaimedOrders, Family, Method, StepControl};
use verification::{Order, Sample, observe, rounding_floor};

/// An observed order may differ this much from a claimed one below order 5.
const LOW_ORDER_TOLERANCE: f64 = 0.15;
/// From order 5 on only few step sizes lie between instability and rounding.
const HIGH_ORDER_TOLERANCE: f64 = 0.35;
/// Drift may fall faster than claimed, but no slower than this.
const DRIFT_TOLERANCE: f64 = 0.2;
/// What the references of the fixtures are good for, relative to the size of a quantity.
const REFERENCE_ERROR: f64 = 1e-13;
/// Typical sizes of v and λ in the two fixtures; q is of order one.
const SIZES: (f64, f64) = (3.0, 15.0);

/// What was observed on one fixture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Orders {
    /// Of q.
    pub position: Order,
    /// Of v.
    pub velocity: Order,
    /// Of λ.
    pub multiplier: Order,
    /// Of Φ.
    pub drift_position: Order,
    /// Of `J v + Φ_t`.
    pub drift_velocity: Order,
}

/// Every variant with fixed steps shows the orders its card claims, on a system with one row and on one
/// with two. An order is what holds for every motion: none may show less, and q, v and λ must not show more
/// on all of them.
///
/// # Errors
/// What was observed where it is not what was claimed.
pub fn claimed_orders(family: &Family) -> Verdict {
    let fixtures = [spherical_pendulum(), double_pendulum()];
    every_variant(family, |method| {
        let card = method.card();
        if card.control == StepControl::Adaptive {
            return Ok(());
        }
        let mut seen = Vec::with_capacity(fixtures.len());
        for fixture in &fixtures {
            seen.push((fixture.name, measure(method, fixture)?));
        }
        compare(&card.claims, &seen)
    })
}

/// The orders that `method` shows on `fixture`.
///
/// # Errors
/// When a run does not come to its end.
pub fn measure(method: &dyn Method, fixture: &Fixture) -> Result<Orders, String> {
    let rungs = rungs(lowest_order(&method.card()));
    let mut runs = Vec::with_capacity(rungs.len());
    for &steps in rungs {
        let errors = follow(method, fixture, fixed(fixture, steps))?;
        runs.push((fixture.end / steps as f64, errors));
    }
    let finest = rungs[rungs.len() - 1] as u64;
    let order = |pick: fn(&Errors) -> f64, scale: f64| {
        let samples: Vec<Sample> = runs
            .iter()
            .map(|(h, errors)| Sample {
                h: *h,
                error: pick(errors),
            })
            .collect();
        let floor = rounding_floor(scale, finest, scale * REFERENCE_ERROR, 0.0);
        observe(&samples, floor).map_err(|e| e.to_string())
    };
    Ok(Orders {
        position: order(|e| e.position, 1.0)?,
        velocity: order(|e| e.velocity, SIZES.0)?,
        multiplier: order(|e| e.multiplier, SIZES.1)?,
        // Drift is measured against zero, so that only rounding limits it.
        drift_position: order(|e| e.drift_position, 0.1)?,
        drift_velocity: order(|e| e.drift_velocity, 1.0)?,
    })
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

/// How an order is picked from what was observed.
type Pick = fn(&Orders) -> Order;

fn compare(claims: &ClaimedOrders, seen: &[(&str, Orders)]) -> Verdict {
    let exact: [(&str, Option<f64>, Pick); 3] = [
        ("q", claims.position, |o| o.position),
        ("v", claims.velocity, |o| o.velocity),
        ("λ", claims.multiplier, |o| o.multiplier),
    ];
    let drift: [(&str, Option<f64>, Pick); 2] = [
        ("Φ", claims.drift_position, |o| o.drift_position),
        ("Φ'", claims.drift_velocity, |o| o.drift_velocity),
    ];
    let mut findings = Vec::new();
    for (what, claim, pick) in exact {
        let Some(claim) = claim else { continue };
        let tolerance = if claim < 5.0 {
            LOW_ORDER_TOLERANCE
        } else {
            HIGH_ORDER_TOLERANCE
        };
        for (fixture, orders) in seen {
            // An error of q, v or λ that is all rounding shows nothing: the ladder was wrong.
            let shown = pick(orders);
            let at_floor = matches!(shown, Order::AtFloor { .. });
            if at_floor || !reaches(claim - tolerance, shown) {
                findings.push(disagreement(fixture, what, claim, shown));
            }
        }
        if seen
            .iter()
            .all(|(_, o)| exceeds(claim + tolerance, pick(o)))
        {
            findings.push(disagreement("every fixture", what, claim, pick(&seen[0].1)));
        }
    }
    for (what, claim, pick) in drift {
        let Some(claim) = claim else { continue };
        for (fixture, orders) in seen {
            if !reaches(claim - DRIFT_TOLERANCE, pick(orders)) {
                findings.push(disagreement(fixture, what, claim, pick(orders)));
            }
        }
    }
    collect(findings.into_iter().map(Err))
}

fn exceeds(p: f64, seen: Order) -> bool {
    match seen {
        Order::Observed { p: seen, .. } => seen > p,
        Order::PreAsymptotic { coarse, fine, .. } => coarse.max(fine) > p,
        Order::AtFloor { .. } | Order::Diverging => false,
    }
}

/// Whether an error falls at least with order `p`, or is rounding already.
pub(super) fn reaches(p: f64, seen: Order) -> bool {
    match seen {
        Order::Observed { p: seen, .. } => seen >= p,
        Order::AtFloor { .. } => true,
        Order::PreAsymptotic { coarse, fine, .. } => coarse.min(fine) >= p,
        Order::Diverging => false,
    }
}

fn disagreement(fixture: &str, what: &str, claim: f64, seen: Order) -> String {
    format!("claims order {claim} for {what}, shows {seen:?} on {fixture}")
}
