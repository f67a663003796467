//! With independent rows the pseudo-inverse is the solution by multipliers, whatever the system and the placement.

use conformance::fixtures::{
    Fixture, damped_pendulum, double_pendulum, heavy_top, long_chain, nearly_parallel, sleigh,
    spherical_pendulum, turning_rod,
};
use conformance::{Trial, fixed};
use generalized_inverse::{GeneralizedInverse, Stabilization};
use stepping::{
    FeedbackEquations, Gain, Gains, Integrator, MultiplierForm, Placement, Resolution, stepper,
};

const STEPS: usize = 100;

fn gains() -> Gains {
    Gains::new(Gain::Fixed(20.0), Gain::Fixed(100.0)).unwrap()
}

/// The same feedback in the equations with multipliers.
fn by_multipliers<'a>(
    fixture: &'a Fixture,
    placement: Placement,
    resolution: Resolution,
) -> Trial<'a> {
    let form = MultiplierForm::new(&*fixture.system).unwrap();
    let law = gains().law(fixture.system.shape().constraints()).unwrap();
    let equations = FeedbackEquations::new(form, law);
    let stepper = stepper(equations, Integrator::Rk4, placement, resolution).unwrap();
    Trial::around(stepper, &*fixture.system, fixture.system.initial())
}

#[test]
fn every_placement_on_every_fixture_agrees() {
    for fixture in [
        spherical_pendulum(),
        double_pendulum(),
        heavy_top(),
        sleigh(),
        turning_rod(),
        damped_pendulum(),
        long_chain(),
        nearly_parallel(),
    ] {
        for placement in [
            Placement::EveryPass,
            Placement::ForwardEuler,
            Placement::BackwardEuler,
            Placement::Held,
        ] {
            let rows = Stabilization::Rows(gains());
            let variant = GeneralizedInverse::new(Integrator::Rk4, placement, rows, "");
            let resolution = fixed(&fixture, 1000);
            let mut one = Trial::new(&variant, &*fixture.system, resolution).unwrap();
            let mut other = by_multipliers(&fixture, placement, resolution);
            let (a, b) = (one.steps(STEPS).unwrap(), other.steps(STEPS).unwrap());
            let gaps = a.y().iter().zip(b.y()).map(|(a, b)| (a - b).abs());
            let gap = gaps.fold(0.0, f64::max);
            assert!(gap < 1e-10, "{} {placement:?}: {gap:.1e}", fixture.name);
            let reactions = one.multipliers().unwrap().values.to_vec();
            let expected = other.multipliers().unwrap().values;
            let size = expected.iter().fold(1.0, |s: f64, l| s.max(l.abs()));
            for (found, expected) in reactions.iter().zip(expected) {
                assert!((found - expected).abs() < 1e-8 * size, "{}", fixture.name);
            }
        }
    }
}
