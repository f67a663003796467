//! The size of violations with a given gain, and the gain up to which they stay bounded.

use crate::Result;
use crate::yoon_1993::example::{Case, Example, Seen};
use stepping::{Integrator, Placement};

/// Violations beyond these mean that a run has left: the radius changes by 5 %, the energy more than doubles.
const LEFT: [f64; 2] = [0.05, 5.0];

/// Time over which a gain has to hold to count as stable, in s.
const LONG: f64 = 50.0;

/// The largest pole times step that is looked at; beyond it no explicit method here is stable.
const MOST: f64 = 4.0;

/// Halvings of that range: four digits.
const HALVINGS: u32 = 12;

/// The feedback that is placed.
#[derive(Clone, Copy)]
pub(super) enum Kind {
    Baumgarte,
    Gradient,
}

/// A run with poles at `pole/h`.
pub(super) fn example(integrator: Integrator, pole: f64, end: f64) -> Example {
    let example = Example::default();
    let lambda = pole / example.h;
    Example {
        integrator,
        beta: lambda * lambda,
        rate: lambda,
        end,
        ..example
    }
}

fn case(kind: Kind, placement: Placement) -> Case {
    match kind {
        Kind::Baumgarte => Case::Baumgarte(placement),
        Kind::Gradient => Case::Gradient(placement),
    }
}

/// Largest |Φ| over 20 s, if the run stays.
pub(super) fn largest(
    integrator: Integrator,
    placement: Placement,
    pole: f64,
) -> Result<Option<f64>> {
    let example = example(integrator, pole, Example::default().end);
    let mut largest = 0.0_f64;
    let stayed = example.follow(case(Kind::Baumgarte, placement), |seen| {
        largest = largest.max(seen.phi.abs());
        stays(&seen)
    })?;
    Ok(stayed.then_some(largest))
}

fn stays(seen: &Seen) -> bool {
    seen.phi.abs() < LEFT[0] && seen.psi.abs() < LEFT[1]
}

/// The pole times step up to which the feedback is stable on the pendulum, by bisection.
pub(super) fn limit(integrator: Integrator, kind: Kind, placement: Placement) -> Result<f64> {
    let (mut low, mut high) = (0.0, MOST);
    for _ in 0..HALVINGS {
        let middle = 0.5 * (low + high);
        let stable =
            example(integrator, middle, LONG).follow(case(kind, placement), |s| stays(&s))?;
        *(if stable { &mut low } else { &mut high }) = middle;
    }
    Ok(0.5 * (low + high))
}
