//! The energy balance closes with the order of the motion, or with the one the card claims.

use super::orders::reaches;
use crate::fixtures::{damped_pendulum, double_pendulum, swelling_gravity, turning_rod};
use crate::run::{fixed, follow};
use crate::verdict::{Verdict, collect, ensure, every_variant};
use stepping::{ClaimedOrders, Integrator, Method, StepControl};
use verification::{Sample, observe, rounding_floor};

/// The balance may close faster than claimed, but no slower than this.
const TOLERANCE: f64 = 0.3;

/// Step sizes at which methods of order 4 are between their coarse range and rounding on every fixture.
const RUNGS: &[usize] = &[100, 200, 400, 800, 1600];

/// The same for a balance that closes faster: it reaches rounding sooner, so the rungs lie closer together.
const HIGH_ORDER_RUNGS: &[usize] = &[100, 200, 300, 400, 600, 800];

/// The ladder for a claimed order.
fn rungs(claim: f64) -> &'static [usize] {
    if claim < 4.5 { RUNGS } else { HIGH_ORDER_RUNGS }
}

/// Scale of rounding in the balance. Time is a sum of steps, and where a constraint moves its rounding is multiplied by
/// the power, up to 100 W; a sum of equal steps rounds to one side for long, ten times as much as a random walk.
const SCALE: f64 = 1000.0;

/// `T + V - (T + V)₀ - W` shrinks with the order of the motion where forces dissipate, where gravity changes with
/// time, where a constraint moves and where nothing of the kind happens. Only variants with RK-4 are run:
/// the bookkeeping does not depend on the integrator.
///
/// # Errors
/// The orders observed where they are too low.
pub fn energy_balance_closes(method: &Method) -> Verdict {
    let fixtures = [
        double_pendulum(),
        damped_pendulum(),
        swelling_gravity(),
        turning_rod(),
    ];
    every_variant(method, |variant| {
        let card = variant.card();
        let (StepControl::Fixed, Some(Integrator::Rk4) | None) =
            (card.step_control, card.integrator)
        else {
            return Ok(());
        };
        collect(fixtures.iter().map(|fixture| {
            let Some(claim) = expected(&variant.claims(fixture.system.shape())) else {
                return Ok(());
            };
            let mut samples = Vec::new();
            let rungs = rungs(claim);
            for &steps in rungs {
                let resolution = fixed(fixture, steps);
                if variant.prepare(&*fixture.system, resolution).is_err() {
                    return Ok(());
                }
                samples.push(Sample {
                    h: resolution.interval(),
                    error: follow(variant, fixture, resolution)?.energy,
                });
            }
            let floor = rounding_floor(SCALE, rungs[rungs.len() - 1] as u64, 0.0, 0.0);
            let seen = observe(&samples, floor).map_err(|e| e.to_string())?;
            ensure(reaches(claim - TOLERANCE, seen), || {
                format!(
                    "{}: the energy should close with order {claim}, shows {seen:?}",
                    fixture.name
                )
            })
        }))
    })
}

/// The claimed order, or else that of the motion: the energy is a smooth function of q, v and W. On the
/// fixtures used here its error does not change sign along the ladder.
fn expected(claims: &ClaimedOrders) -> Option<f64> {
    let motion = || Some(claims.position?.min(claims.velocity?));
    claims.energy.or_else(motion)
}
