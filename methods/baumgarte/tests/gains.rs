//! Gains in every convention and per row.

use baumgarte::Baumgarte;
use conformance::fixtures::{Fixture, double_pendulum, spherical_pendulum};
use conformance::{Trial, fixed};
use stepping::{Gain, Gains, Integrator, Placement, Refusal, Variant};

const PLACEMENTS: [Placement; 4] = [
    Placement::EveryPass,
    Placement::ForwardEuler,
    Placement::BackwardEuler,
    Placement::Held,
];

fn variant(placement: Placement, gains: Gains) -> Baumgarte {
    Baumgarte::with_gains(Integrator::Rk4, placement, gains, "")
}

/// Where a run ends.
fn end(variant: &Baumgarte, fixture: &Fixture) -> Vec<f64> {
    let system = &*fixture.system;
    let mut start = system.initial();
    // A start that violates the constraints, so that gains matter.
    start.q_v_mut().0[0] += 1e-3;
    let mut trial = Trial::from(variant, system, fixed(fixture, 200), start).unwrap();
    trial.steps(200).unwrap().y().to_vec()
}

fn gap(a: &[f64], b: &[f64]) -> f64 {
    let gaps = a.iter().zip(b).map(|(a, b)| (a - b).abs());
    gaps.fold(0.0, f64::max)
}

#[test]
fn equal_pairs_per_row_are_one_pair_for_all() {
    let fixture = double_pendulum();
    let pair = (Gain::Fixed(20.0), Gain::PerStep(0.01));
    for placement in PLACEMENTS {
        let all = variant(placement, Gains::new(pair.0, pair.1).unwrap());
        let each = variant(placement, Gains::per_row(&[pair, pair]).unwrap());
        let gap = gap(&end(&all, &fixture), &end(&each, &fixture));
        assert!(gap < 1e-11, "{placement:?}: {gap:.1e}");
    }
}

#[test]
fn each_row_has_its_own_pair() {
    let fixture = double_pendulum();
    let (weak, strong) = (
        (Gain::Fixed(2.0), Gain::Fixed(1.0)),
        (Gain::Fixed(20.0), Gain::Fixed(100.0)),
    );
    for placement in PLACEMENTS {
        let first = variant(placement, Gains::per_row(&[strong, weak]).unwrap());
        let second = variant(placement, Gains::per_row(&[weak, strong]).unwrap());
        assert!(gap(&end(&first, &fixture), &end(&second, &fixture)) > 1e-6);
    }
}

#[test]
fn conventions_are_the_same_feedback() {
    let fixture = double_pendulum();
    let fixed = Gain::Fixed;
    let ours = end(
        &variant(
            Placement::EveryPass,
            Gains::new(fixed(20.0), fixed(100.0)).unwrap(),
        ),
        &fixture,
    );
    for same in [
        Gains::welch(fixed(10.0), fixed(10.0)),
        Gains::critical(fixed(100.0)),
    ] {
        assert_eq!(
            end(&variant(Placement::EveryPass, same.unwrap()), &fixture),
            ours
        );
    }
}

#[test]
fn gains_for_another_number_of_rows_are_refused() {
    let pair = (Gain::Fixed(20.0), Gain::Fixed(100.0));
    let two = variant(Placement::EveryPass, Gains::per_row(&[pair, pair]).unwrap());
    let one_row = spherical_pendulum();
    let refusal = two.prepare(&*one_row.system, fixed(&one_row, 10)).err();
    assert_eq!(refusal, Some(Refusal::Gains { given: 2, rows: 1 }));
}
