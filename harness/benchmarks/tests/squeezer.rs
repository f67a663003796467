//! The hand-written accelerations of Andrews' squeezer are those of the generic path, away from the motion as well.

use limits::andrews::{START, accelerate};
use solvers::Kkt;
use system::Terms;

#[test]
fn hand_written_accelerations_agree_with_the_generic_path() {
    let system = andrews_squeezer::problems().swap_remove(0).system();
    let shape = system.shape();
    let (mut terms, mut kkt) = (Terms::new(shape), Kkt::new(shape));
    let largest = |x: &[f64]| x.iter().fold(0.0_f64, |most, x| most.max(x.abs()));
    for k in 0..100 {
        let wave = |i: usize| math::sin(1.3 * i as f64 + 0.7 * f64::from(k));
        let q = std::array::from_fn(|i| START[i] + 0.2 * wave(i));
        let v = std::array::from_fn(|i| 1000.0 * wave(i + 7));
        system.evaluate(0.0, &q, &v, &mut terms);
        kkt.factor(&terms).unwrap();
        let (mut a, mut lambda) = ([0.0; 7], [0.0; 6]);
        kkt.solve(&terms.force, &terms.gamma, &mut a, &mut lambda);
        let found = accelerate(&q, &v);
        for (found, expected) in found.0.iter().zip(a) {
            assert!((found - expected).abs() < 1e-11 * largest(&a), "{k}");
        }
        for (found, expected) in found.1.iter().zip(lambda) {
            assert!((found - expected).abs() < 1e-11 * largest(&lambda), "{k}");
        }
    }
}
