use super::*;
use crate::testing::{assert_as_known, assert_turned};

#[test]
fn every_pass_is_bounded_and_worse_than_euler_steps() {
    assert_as_known(&run(&Setup::default()).unwrap());
}

#[test]
fn larger_gains_diverge_in_every_pass_and_by_euler_steps() {
    let finding = run(&Setup {
        poles: vec![0.5, 2.7],
        ..Setup::default()
    })
    .unwrap();
    assert_turned(
        &finding,
        &[
            "placement/every-pass/diverges",
            "placement/euler/as-effective",
        ],
    );
}

#[test]
fn the_other_way_round_nothing_is_widened() {
    let finding = run(&Setup {
        poles: vec![0.5],
        placements: [Placement::ForwardEuler, Placement::EveryPass],
        ..Setup::default()
    })
    .unwrap();
    assert_turned(
        &finding,
        &["placement/euler/baumgarte", "placement/euler/gradient"],
    );
}

#[test]
fn limits_are_those_of_an_independent_bisection() {
    for (integrator, kind, placement, expected) in [
        (
            Integrator::Rk4,
            Kind::Baumgarte,
            Placement::EveryPass,
            2.568,
        ),
        (Integrator::Rk4, Kind::Baumgarte, Placement::Held, 1.002),
        (
            Integrator::Rk4,
            Kind::Baumgarte,
            Placement::ForwardEuler,
            2.003,
        ),
        (
            Integrator::Rk4,
            Kind::Baumgarte,
            Placement::BackwardEuler,
            0.830,
        ),
        (
            Integrator::Ab3,
            Kind::Baumgarte,
            Placement::EveryPass,
            0.519,
        ),
        (
            Integrator::Ab3,
            Kind::Baumgarte,
            Placement::ForwardEuler,
            0.804,
        ),
        (Integrator::Rk4, Kind::Gradient, Placement::EveryPass, 2.739),
        (Integrator::Ab3, Kind::Gradient, Placement::EveryPass, 0.545),
        (
            Integrator::Ab3,
            Kind::Gradient,
            Placement::ForwardEuler,
            1.982,
        ),
        (
            Integrator::Ab3,
            Kind::Gradient,
            Placement::BackwardEuler,
            1.972,
        ),
    ] {
        let found = limit(integrator, kind, placement).unwrap();
        // Near the limit a run may or may not leave within 50 s.
        assert!(
            (found - expected).abs() < 0.006,
            "{integrator:?} {placement:?}: {found} for {expected}"
        );
    }
}
