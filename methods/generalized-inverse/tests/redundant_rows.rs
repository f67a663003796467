//! Copies of a row, stretched or not, change neither the motion nor the reaction.

use conformance::fixtures::{OnCircle, copied_row};
use conformance::{Trial, fixed};
use generalized_inverse::{GeneralizedInverse, Stabilization};
use stepping::{Gain, Gains, Integrator, MultiplierForm, Placement, Refusal, Resolution, Variant};
use system::{Auto, State, System};

const STEPS: usize = 250;

/// Every state of a run from a start that violates the row, and λ after its first step.
fn run(
    variant: &dyn Variant,
    system: &dyn System,
    resolution: Resolution,
) -> (Vec<State>, Vec<f64>) {
    let mut start = system.initial();
    start.q_v_mut().0[0] += 1e-3;
    let mut trial = Trial::from(variant, system, resolution, start).unwrap();
    let mut states = vec![trial.step().unwrap().clone()];
    let lambda = trial.multipliers().unwrap().values.to_vec();
    states.extend((1..STEPS).map(|_| trial.step().unwrap().clone()));
    (states, lambda)
}

#[test]
fn copies_share_the_multiplier_and_change_nothing_else_where_multipliers_refuse_them() {
    let gains = Gains::new(Gain::Fixed(20.0), Gain::Fixed(100.0)).unwrap();
    let fed_back = |placement| (placement, Stabilization::Rows(gains.clone()));
    for (placement, stabilization) in [
        (Placement::EveryPass, Stabilization::None),
        fed_back(Placement::EveryPass),
        fed_back(Placement::ForwardEuler),
        fed_back(Placement::BackwardEuler),
        fed_back(Placement::Held),
    ] {
        let variant = GeneralizedInverse::new(Integrator::Rk4, placement, stabilization, "");
        for stretch in [1.0, 1e3, 1e-3] {
            let fixture = copied_row(stretch);
            let refusal = MultiplierForm::new(&*fixture.system).err();
            assert!(matches!(refusal, Some(Refusal::Singular(_))));
            let start = fixture.system.initial();
            let alone = Auto::new(OnCircle {
                gravity: 9.81,
                q: [start.q()[0], start.q()[1]],
                v: [start.v()[0], start.v()[1]],
            });
            let resolution = fixed(&fixture, STEPS);
            let (without, lambda) = run(&variant, &alone, resolution);
            let (with, shared) = run(&variant, &*fixture.system, resolution);
            for (a, b) in without.iter().zip(&with) {
                for (a_k, b_k) in a.y().iter().zip(b.y()) {
                    assert!((a_k - b_k).abs() < 1e-10, "× {stretch} at t = {}", a.t);
                }
            }
            // The smallest sum of squares of λ, rows taken with unit length, splits it evenly.
            let expected = [lambda[0] / 2.0, lambda[0] / (2.0 * stretch)];
            for (found, expected) in shared.iter().zip(expected) {
                let gap = (found - expected).abs();
                assert!(gap < 1e-10 * expected.abs(), "{found} {expected}");
            }
        }
    }
}
