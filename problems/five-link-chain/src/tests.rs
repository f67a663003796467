//! What the specification says, against hand calculation.

use super::*;
use approx::assert_abs_diff_eq;
use solvers::Kkt;
use system::{Auto, System, Terms};

#[test]
fn the_start_is_the_one_described() {
    let chain = FiveLinkChain::new(Parameters::default()).unwrap();
    let (q, _) = chain.initial::<f64>();
    let c = 0.5_f64.sqrt();
    let up = [0.0, 0.0, 1.0];
    let expected = [
        [1.0, 0.0, 0.0],
        up,
        [1.0 + c, c, 0.0],
        [-c, c, 0.0],
        [1.0 + 2.0 * c, 2.0 * c, 0.0],
        up,
        [1.0 + 2.0 * c, 2.0 * c + 1.0, 0.0],
        [-1.0, 0.0, 0.0],
        [1.0 + 2.0 * c, 2.0 * c + 2.0, 0.0],
        up,
    ];
    for (q, expected) in q.iter().zip(expected.as_flattened()) {
        assert_abs_diff_eq!(*q, *expected, epsilon = 1e-15);
    }
}

#[test]
fn a_turning_link_has_the_kinetic_energy_of_a_bar() {
    // The whole chain turns as one rigid body about the first axis, (0, 1, 0), with 1 rad/s: T = ½ Σ I, where every
    // bar contributes its own inertia and its centre.
    let chain = FiveLinkChain::new(Parameters::default()).unwrap();
    let (q, _) = chain.initial::<f64>();
    let turned: Vec<f64> = q.chunks_exact(3).flat_map(|x| [x[2], 0.0, -x[0]]).collect();
    let auto = Auto::new(chain);
    let kinetic = auto.energy(0.0, &q, &turned) - auto.energy(0.0, &q, &vec![0.0; N]);
    let (along, across) = (0.01 / 6.0, 1.01 / 12.0);
    let c = 0.5_f64.sqrt();
    let tip = 1.0 + 2.0 * c;
    let centres = [0.5, 1.0 + 0.5 * c, 1.0 + 1.5 * c, tip, tip];
    // About y: bars along x count across, bars along y along, and those in between half of each.
    let slanted = 0.5 * (along + across);
    let own = [across, slanted, slanted, along, along];
    let expected: f64 = (0..LINKS).map(|k| own[k] + centres[k] * centres[k]).sum();
    assert_abs_diff_eq!(kinetic, 0.5 * expected, epsilon = 1e-14);
}

#[test]
fn the_rows_are_sparse_and_independent_at_the_start() {
    let auto = Auto::new(FiveLinkChain::new(Parameters::default()).unwrap());
    let shape = auto.shape();
    assert_eq!((shape.n_v(), shape.constraints()), (30, 25));
    assert_eq!(shape.rows().columns(1), [0, 1, 2]);
    assert_eq!(shape.rows().columns(8), [3, 4, 5, 9, 10, 11]);
    assert_eq!(shape.rows().len(), 18 + 4 * 33);
    let start = auto.initial();
    let mut terms = Terms::new(shape);
    auto.evaluate(0.0, start.q(), start.v(), &mut terms);
    assert!(Kkt::new(shape).factor(&terms).is_ok());
}
