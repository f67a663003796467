use super::*;
use crate::testing::changes;

#[test]
fn errors_are_those_of_another_program() {
    // Another program, other rounding: 0.0380, 0.0292, 0.0039.
    let setup = Setup::default();
    for ((_, every, _), other) in ROWS.iter().zip([0.0380, 0.0292, 0.0039]) {
        let run = follow(&setup, setup.masses, setup.gains, *every).unwrap();
        assert!(
            (run.end / other - 1.0).abs() < 0.03,
            "{} for {other}",
            run.end
        );
    }
}

#[test]
fn masses_gains_steps_and_another_reading_turn_the_verdicts() {
    let other_masses = |s: &mut Setup| {
        s.masses = Masses::UniformBars;
        s.stated = Masses::PointMasses;
    };
    let weak = |s: &mut Setup| {
        (s.gains, s.h) = ((1e-3, 1.0), 1e-2);
        s.increment = Increment::Inverse;
    };
    let of_masses = ["none", "every-100", "every-10", "as-stated", "bound"];
    let rows = ROWS.map(|(_, _, row)| format!("increment-{row}"));
    let mut of_weak = vec!["without-feedback", "more-often"];
    of_weak.extend(rows[1..].iter().map(String::as_str));
    changes("table-1", run).turn(&[
        ("other masses", other_masses, &of_masses),
        ("weak feedback, long steps, another reading", weak, &of_weak),
    ]);
}

#[test]
fn the_ranges_hold_for_neighbouring_motions() {
    let usual = Setup::default();
    let neighbours = [1e-7, -1e-7, 1e-6, -1e-6, 2e-6].map(|push| Setup { push, ..usual });
    let lighter = Setup {
        gravity: 9.8,
        ..usual
    };
    for setup in neighbours.into_iter().chain([lighter]) {
        for (k, (_, every, _)) in ROWS.into_iter().enumerate() {
            let found = follow(&setup, setup.masses, setup.gains, every).unwrap();
            let claim = row(k, &found);
            assert!(claim.is_as_known(), "{setup:?}: {claim:#?}");
            assert_eq!(claim.holds(), k < STABLE_ROWS);
        }
    }
}

#[test]
fn the_last_row_moves_by_more_than_any_rule_may_allow() {
    let pushes = [-8.5e-9, 9e-8, -6.25e-7, -2.025e-6, 3.75e-6, -1.2375e-5];
    let errors = pushes.map(|push| {
        let setup = Setup {
            push,
            ..Setup::default()
        };
        let found = follow(&setup, setup.masses, setup.gains, Some(1)).unwrap();
        found.end
    });
    let [least, most] = [f64::min, f64::max].map(|pick| errors.into_iter().reduce(pick));
    assert!(most.unwrap() > 3.0 * least.unwrap(), "{errors:?}");
}
