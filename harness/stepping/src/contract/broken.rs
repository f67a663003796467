//! The symmetries that integrators, step control and feedback break.

use crate::{Gain, Integrator};
use vocabulary::{BrokenSymmetry, Symmetry};

/// The symmetries that an integrator breaks.
pub fn by_integrator(integrator: Integrator) -> Vec<BrokenSymmetry> {
    if integrator.is_symmetric() {
        Vec::new()
    } else {
        vec![BrokenSymmetry::new(
            Symmetry::Reversal,
            "the integrator is not symmetric: a step back does not undo a step forward",
        )]
    }
}

/// Returns `others` with the symmetries that steps chosen by a tolerance break.
pub fn by_adaptive_steps(mut others: Vec<BrokenSymmetry>) -> Vec<BrokenSymmetry> {
    let why = "the local error is weighed component by component, so the chosen steps change";
    for symmetry in [
        Symmetry::Rotation,
        Symmetry::Translation,
        Symmetry::TimeScaling,
    ] {
        if others.iter().all(|b| b.symmetry != symmetry) {
            others.push(BrokenSymmetry::new(symmetry, why));
        }
    }
    others
}

/// The symmetries that an integrator and feedback with these gains break.
pub fn by_feedback(integrator: Integrator, gains: &[Gain]) -> Vec<BrokenSymmetry> {
    let acts = |gain: &Gain| gain.first_order(1.0) > 0.0;
    let mut broken = by_integrator(integrator);
    if broken.is_empty() && gains.iter().any(acts) {
        broken.push(BrokenSymmetry::new(
            Symmetry::Reversal,
            "feedback damps violations forward in time, and would feed them backward",
        ));
    }
    if gains.iter().any(|gain| acts(gain) && !gain.is_per_step()) {
        broken.push(BrokenSymmetry::new(
            Symmetry::TimeScaling,
            "a gain in 1/s is a time scale of its own",
        ));
    }
    broken
}

/// Returns `others` with the symmetries that control of the energy breaks.
pub fn by_energy_control(mut others: Vec<BrokenSymmetry>) -> Vec<BrokenSymmetry> {
    others.push(BrokenSymmetry::new(
        Symmetry::FreeMotion,
        "the energy is controlled without constraints too",
    ));
    others
}

#[cfg(test)]
mod tests {
    use super::*;

    fn symmetries(broken: Vec<BrokenSymmetry>) -> Vec<Symmetry> {
        broken.into_iter().map(|b| b.symmetry).collect()
    }

    #[test]
    fn feedback_breaks_reversal_and_gains_in_seconds_the_unit_of_time() {
        use Symmetry::{Reversal, TimeScaling};
        let (rk4, trapezoid) = (Integrator::Rk4, Integrator::Trapezoid);
        let (off, fixed, tied) = (Gain::Fixed(0.0), Gain::Fixed(2.0), Gain::PerStep(2.0));
        for (integrator, gain, expected) in [
            (trapezoid, off, &[][..]),
            (trapezoid, tied, &[Reversal]),
            (trapezoid, fixed, &[Reversal, TimeScaling]),
            (rk4, off, &[Reversal]),
            (rk4, tied, &[Reversal]),
            (rk4, fixed, &[Reversal, TimeScaling]),
        ] {
            let broken = symmetries(by_feedback(integrator, &[gain]));
            assert_eq!(broken, expected, "{integrator:?} {gain:?}");
        }
        assert_eq!(symmetries(by_integrator(Integrator::ImplicitMidpoint)), []);
    }

    #[test]
    fn steps_by_tolerance_add_to_what_is_broken_and_list_nothing_twice() {
        use Symmetry::{Reversal, Rotation, TimeScaling, Translation};
        let broken = by_feedback(Integrator::Dopri5, &[Gain::Fixed(2.0)]);
        let expected = [Reversal, TimeScaling, Rotation, Translation];
        assert_eq!(symmetries(by_adaptive_steps(broken)), expected);
    }
}
