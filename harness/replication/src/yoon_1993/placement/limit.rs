//! The size of violations with a given gain, and the gain up to which they stay bounded.

use crate::Result;
use crate::yoon_1993::example::{Case, Example, Seen};
use stepping::{Integrator, Placement};

/// Bounds of |Φ| and |Ψ| from which on a run has left: the radius is off by 5 %, or the energy by more than twice its
/// value at the start.
const LEFT: [f64; 2] = [0.05, 5.0];

/// Time in s for which a run must not leave for its gain to count as stable.
const LONG: f64 = 50.0;

/// The largest product of pole and step that is tried; beyond it no explicit method here is stable.
const MOST: f64 = 4.0;

/// Number of halvings of that range, which leave an interval of 0.001.
const HALVINGS: u32 = 12;

/// The kind of feedback whose placement is judged.
#[derive(Clone, Copy)]
pub(super) enum Kind {
    Baumgarte,
    Gradient,
}

/// The set-up of a run with poles at `pole/h`.
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

/// The largest |Φ| with Baumgarte's feedback over 20 s, if the run does not leave.
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

/// The product of pole and step up to which the feedback is stable on the pendulum, by bisection.
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
