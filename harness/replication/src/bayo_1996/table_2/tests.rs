use super::*;
use crate::testing::{assert_as_known, assert_turned};

fn near(x: f64, other: f64, relative: f64) {
    assert!((x / other - 1.0).abs() < relative, "{x} for {other}");
}

/// The whole run, with the errors of another program: energy at the end and at most, length at most.
fn whole(row: Row, [end, most, length]: [f64; 3]) {
    let setup = Setup::of(row);
    let finding = run(&setup).unwrap();
    assert_as_known(&finding);
    let errors = follow(&setup, setup.gains).unwrap();
    near(*errors.energy.last().unwrap(), end, 0.02);
    near(largest(errors.energy.iter().copied()), most, 0.02);
    assert!(largest(errors.length.iter().copied()) <= 1.02 * length);
}

#[test]
fn unstabilized_differs_from_the_print_as_it_does_elsewhere() {
    whole(Row::Lagrange, [-3.402e-2, 3.40e-2, 2.47e-2]);
}

#[test]
fn feedback_gives_the_printed_row() {
    whole(Row::Alf, [-9.45e-3, 9.45e-3, 6.1e-6]);
}

#[test]
fn index_1_gives_the_printed_row() {
    whole(Row::Index1, [-2.28e-4, 3.4e-4, 1.2e-15]);
}

#[test]
fn index_3_gives_the_printed_row() {
    whole(Row::Index3, [-2.28e-4, 3.4e-4, 1.2e-15]);
}

fn assert_all_turned(setup: Setup, columns: &[&str]) {
    let finding = run(&setup).unwrap();
    for column in columns {
        assert_turned(&finding, &[&format!("table-2/{}/{column}", setup.row.id())]);
    }
}

#[test]
fn long_steps_turn_the_numbers() {
    for row in [Row::Alf, Row::Index1, Row::Index3] {
        let setup = Setup {
            h: 0.05,
            every: 10,
            left_out: Some(LeftOut::Multipliers),
            ..Setup::of(row)
        };
        assert_all_turned(setup, &["energy", "length"]);
        if row == Row::Index1 {
            assert_all_turned(setup, &["gains"]);
        }
    }
    let long = Setup {
        h: 0.14,
        ..Setup::of(Row::Lagrange)
    };
    assert_all_turned(long, &["energy", "length"]);
}

#[test]
fn a_single_turn_has_another_drift() {
    for row in [Row::Alf, Row::Index1, Row::Index3] {
        let setup = Setup {
            time: 5.0,
            ..Setup::of(row)
        };
        assert_all_turned(setup, &["energy-drift"]);
    }
    let quadratic = Setup {
        time: 7.0,
        ..Setup::of(Row::Lagrange)
    };
    assert_all_turned(quadratic, &["energy-drift", "length-drift"]);
}

#[test]
fn without_feedback_projections_or_multipliers_the_length_drifts() {
    let without = |row| Setup {
        time: 1.0,
        gains: (0.0, 0.0),
        every: 1_000_000,
        left_out: Some(LeftOut::Multipliers),
        ..Setup::of(row)
    };
    for row in [Row::Alf, Row::Index1, Row::Index3] {
        assert_all_turned(without(row), &["length-drift"]);
    }
}
