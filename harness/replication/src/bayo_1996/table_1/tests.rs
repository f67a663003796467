use super::*;
use crate::testing::{assert_as_known, assert_turned};

#[test]
fn the_table_is_that_of_point_masses_at_the_end() {
    let finding = run(&Setup::default()).unwrap();
    assert_as_known(&finding);
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
fn other_masses_turn_the_rows_and_what_is_stated() {
    let swapped = Setup {
        masses: Masses::UniformBars,
        stated: Masses::PointMasses,
        ..Setup::default()
    };
    let finding = run(&swapped).unwrap();
    let rows = ["table-1/none", "table-1/every-100", "table-1/every-10"];
    assert_turned(&finding, &rows);
    assert_turned(&finding, &["table-1/as-stated", "table-1/bound"]);
}

#[test]
fn weak_feedback_long_steps_and_another_reading_turn_the_rest() {
    let setup = Setup {
        gains: (1e-3, 1.0),
        h: 1e-2,
        increment: Increment::Inverse,
        ..Setup::default()
    };
    let finding = run(&setup).unwrap();
    assert_turned(
        &finding,
        &[
            "table-1/every-step",
            "table-1/without-feedback",
            "table-1/more-often",
        ],
    );
    for (_, _, id) in &ROWS[1..] {
        assert_turned(&finding, &[&format!("table-1/increment-{id}")]);
    }
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
        for (k, (name, every, _)) in ROWS.into_iter().enumerate() {
            let found = follow(&setup, setup.masses, setup.gains, every).unwrap();
            let claim = row(k, PRINTED.get("Table 1", name, "error"), &found);
            assert!(claim.holds(), "{setup:?}: {claim:#?}");
        }
    }
}
