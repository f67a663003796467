//! The paper's third example: two four-bar linkages of unit rods that pass through flat positions, where rows lose
//! their independence and the one degree of freedom becomes three for an instant.

use augmented_lagrangian::AugmentedLagrangian;
use conformance::fixtures::FourBars;
use mechanics::{Auto, System};
use stepping::{Method, Resolution, StepError, StepSize};

/// What came of a run.
#[derive(Debug)]
struct Passed {
    passages: usize,
    largest_energy: f64,
    off_branch: f64,
    x: f64,
}

fn run(projection: f64, h: f64, seconds: f64) -> Result<Passed, StepError> {
    let method = AugmentedLagrangian::index3(1e7, projection).unwrap();
    let system = Auto::new(FourBars);
    let resolution = Resolution::Fixed(StepSize::new(h).unwrap());
    let mut stepper = method.prepare(&system, resolution).unwrap();
    let mut state = system.initial();
    let start = system.energy(0.0, state.q(), state.v());
    let mut passed = Passed {
        passages: 0,
        largest_energy: 0.0,
        off_branch: 0.0,
        x: 0.0,
    };
    for _ in 0..(seconds / h).round() as usize {
        let before = state.q()[1];
        stepper.step(&mut state)?;
        let q = state.q();
        passed.passages += usize::from(before * q[1] < 0.0);
        let energy = system.energy(0.0, q, state.v()) - start;
        passed.largest_energy = passed.largest_energy.max(energy.abs());
        // All cranks are parallel on the branch of the motion.
        let apart = (q[2] - 1.0 - q[0]).abs().max((q[4] - 2.0 - q[0]).abs());
        passed.off_branch = passed.off_branch.max(apart);
        passed.x = q[0];
    }
    Ok(passed)
}

/// `x` of the first crank after 10 s: on the branch with parallel cranks `θ'' = 7/6 g sin θ`, `θ(0) = 0`,
/// `θ'(0) = 1`, which an extrapolation method integrates to all digits.
const X_AT_10: f64 = 0.328458111541;

#[test]
fn flat_positions_are_passed_on_the_branch_and_energy_is_kept_with_second_order() {
    for projection in [1e7, 1e3] {
        let [coarse, fine] = [0.01, 0.005].map(|h| run(projection, h, 10.0).unwrap());
        for passed in [&coarse, &fine] {
            assert_eq!(passed.passages, 10, "{passed:?}");
            assert!(passed.off_branch < 1e-10, "{passed:?}");
        }
        let order = (coarse.largest_energy / fine.largest_energy).log2();
        assert!((order - 2.0).abs() < 0.15, "{order}");
        assert!((fine.x - X_AT_10).abs() < 3e-3, "{fine:?}");
    }
}

#[test]
fn soft_projections_carry_it_through_a_hundred_passages() {
    // With 1e7 one of the steps here falls so near to a flat position that half a joule is gone.
    let soft = run(1e3, 0.005, 100.0).unwrap();
    assert_eq!(soft.passages, 103, "{soft:?}");
    assert!(soft.largest_energy < 0.05, "{soft:?}");
    assert!(soft.off_branch < 1e-9, "{soft:?}");
}
