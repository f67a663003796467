use super::*;
use crate::testing::changes;

#[test]
fn gains_and_placements_turn_what_depends_on_them() {
    let larger = |s: &mut Setup| s.poles = vec![0.5, 2.7];
    let swapped = |s: &mut Setup| {
        s.poles = vec![0.5];
        s.placements.reverse();
    };
    let diverging = ["every-pass/grows", "euler/as-effective"];
    let widened = ["euler/baumgarte", "euler/gradient"];
    changes("placement", run).turn(&[
        ("larger gains", larger, &diverging),
        ("the placements exchanged", swapped, &widened),
    ]);
}

#[test]
fn limits_are_those_of_an_independent_bisection() {
    use Integrator::{Ab3, Rk4};
    use Kind::{Baumgarte, Gradient};
    use Placement::{BackwardEuler, EveryPass, ForwardEuler, Held};
    for (integrator, kind, placement, expected) in [
        (Rk4, Baumgarte, EveryPass, 2.568),
        (Rk4, Baumgarte, Held, 1.002),
        (Rk4, Baumgarte, ForwardEuler, 2.003),
        (Rk4, Baumgarte, BackwardEuler, 0.830),
        (Ab3, Baumgarte, EveryPass, 0.519),
        (Ab3, Baumgarte, ForwardEuler, 0.804),
        (Rk4, Gradient, EveryPass, 2.739),
        (Ab3, Gradient, EveryPass, 0.545),
        (Ab3, Gradient, ForwardEuler, 1.982),
        (Ab3, Gradient, BackwardEuler, 1.972),
    ] {
        let found = limit(integrator, kind, placement).unwrap();
        // Near the limit a run may or may not leave within 50 s.
        assert!(
            (found - expected).abs() < 0.006,
            "{integrator:?} {placement:?}: {found} for {expected}"
        );
    }
}
