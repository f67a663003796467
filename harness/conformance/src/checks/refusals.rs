//! A method accepts exactly the systems that its card lists, and solves those correctly.

use crate::fixtures::{
    Fixture, damped_pendulum, duplicated_row, heavy_top, nearly_parallel, sleigh, swelling_gravity,
    turning_rod,
};
use crate::run::{adaptive, fixed, follow};
use crate::verdict::{Verdict, at_most, collect, ensure, every_variant};
use stepping::{Card, Handles, Method, StepControl, Variant};

/// Steps over the time of a fixture, for methods below order 4 and from there on.
const STEPS: (usize, usize) = (1000, 250);

/// Rounding, multiplied by the condition of the worst fixture.
const FLOOR: f64 = 1e-9;

/// For adaptive methods: the tolerance and how far from the truth it may lead.
const TOLERANCE: (f64, f64) = (1e-8, 3e-6);

/// A fixture and the ability that a method needs for it.
struct Demand {
    fixture: Fixture,
    met_by: fn(&Handles) -> bool,
}

fn demands() -> Vec<Demand> {
    let demand = |fixture, met_by| Demand { fixture, met_by };
    vec![
        demand(duplicated_row(), |h| h.redundant_rows),
        demand(nearly_parallel(), |h| h.nearly_dependent_rows),
        demand(sleigh(), |h| h.nonholonomic),
        demand(heavy_top(), |h| h.quaternions),
        demand(turning_rod(), |h| h.rheonomic),
        demand(swelling_gravity(), |h| h.rheonomic),
        demand(damped_pendulum(), |h| h.nonconservative),
    ]
}

/// `prepare` succeeds exactly where the card says so; a refusal gives its reason; and an accepted system follows
/// the truth within `(h · rate)^p`.
///
/// # Errors
/// What was refused, accepted or computed wrongly.
pub fn handles_what_it_says(method: &Method) -> Verdict {
    let demands = demands();
    every_variant(method, |variant| {
        let card = variant.card();
        collect(demands.iter().map(|demand| {
            let handled = (demand.met_by)(&card.handles);
            let name = demand.fixture.name;
            let resolution = match card.step_control {
                StepControl::Fixed => fixed(&demand.fixture, STEPS.0),
                StepControl::Adaptive => adaptive(&demand.fixture, TOLERANCE.0),
            };
            match variant.prepare(&*demand.fixture.system, resolution) {
                Ok(_) if !handled => Err(format!("accepts the {name}, against its card")),
                Ok(_) => follows(variant, &card, &demand.fixture),
                Err(refusal) if handled => Err(format!("refuses the {name}: {refusal}")),
                Err(refusal) => ensure(!refusal.to_string().is_empty(), || {
                    format!("refuses the {name} without a reason")
                }),
            }
        }))
    })
}

fn follows(variant: &dyn Variant, card: &Card, fixture: &Fixture) -> Verdict {
    let claims = variant.claims(fixture.system.shape());
    let claims = [claims.position, claims.velocity, claims.multiplier];
    let (resolution, h) = match (card.step_control, claims[0]) {
        (StepControl::Adaptive, _) => (adaptive(fixture, TOLERANCE.0), 0.0),
        (StepControl::Fixed, Some(p)) if p >= 2.0 => {
            let steps = if p < 4.0 { STEPS.0 } else { STEPS.1 };
            (fixed(fixture, steps), fixture.end / steps as f64)
        }
        // An order of one or none promises too little to tell a wrong term from a coarse step.
        _ => return Ok(()),
    };
    let errors = follow(variant, fixture, resolution)?;
    // Reactions may be large; they are compared with the size they have.
    let largest = |x: Vec<f64>| x.into_iter().fold(1.0, |a: f64, x| a.max(x.abs()));
    let end = &fixture.truth(&[fixture.end])[0];
    let reaction = largest(end.lambda.clone().unwrap_or_default());
    let found = [
        ("q", errors.position),
        ("v", errors.velocity / largest(end.v.clone())),
        ("λ", errors.multiplier / reaction),
    ];
    collect(found.into_iter().zip(claims).map(|((what, error), claim)| {
        let bound = match (card.step_control, claim) {
            (StepControl::Adaptive, _) => TOLERANCE.1,
            (StepControl::Fixed, Some(p)) => math::powf(h * fixture.rate, p) + FLOOR,
            (StepControl::Fixed, None) => return Ok(()),
        };
        at_most(error, bound, || {
            format!(
                "{}: {what} is off by {error:.1e}, more than {bound:.1e}",
                fixture.name
            )
        })
    }))
}
