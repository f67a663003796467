//! Leaps against the steps they stand for, taken one after the other.

use super::*;
use proptest::prelude::*;

/// A function at equally spaced times from 0 to 1.
fn samples(count: usize, f: impl Fn(f64) -> f64) -> Vec<f64> {
    (0..count)
        .map(|k| f(k as f64 / (count - 1) as f64))
        .collect()
}

proptest! {
    /// Every leap, at the ends and in the middle, whole or cut short.
    #[test]
    fn a_leap_is_its_steps(
        step in proptest::array::uniform2(proptest::array::uniform2(-0.9..0.9_f64)),
        stride in 1_usize..40,
        count in 2_usize..14,
        rest in 1_usize..40,
        roots in proptest::collection::vec(-1.0..2.0_f64, STENCIL - 1),
        e in proptest::array::uniform2(-1.0..1.0_f64),
    ) {
        let steps = rest.min(stride);
        let degree = count.min(STENCIL) - 1;
        let phi = |t: f64| roots[..degree].iter().map(|root| t - root).product::<f64>();
        let w = |t: f64| 1.0 - 0.5 * phi(t);
        let lambda = |t: f64| 3.0 - 2.0 * t;
        let (of_phi, of_w) = (samples(count, phi), samples(count, w));
        let of_lambda = samples(count, lambda);
        let leap = Leap::new(step, steps, stride, count);
        let sum = Sum::new(steps, stride, count);
        let end = ((count - 1) * stride) as f64;
        for k in 0..count - 1 {
            let row = RowSamples { delta: [&of_phi, &of_w], lambda: &of_lambda };
            let (after, work) = leap.advance(k, row, e);
            let (mut expected, mut done, mut total, mut size) = (e, 0.0, 0.0, 1.0);
            for j in 0..steps {
                let t = (k * stride + j) as f64 / end;
                let moved = step.map(|row| row[0] * expected[0] + row[1] * expected[1]);
                done -= lambda(t + 0.5 / end) * (moved[0] - expected[0]);
                expected = [moved[0] + phi(t), moved[1] + w(t)];
                total += phi(t);
                size += expected[0].abs() + expected[1].abs() + done.abs() + total.abs();
            }
            let room = 1e-9 * size;
            prop_assert!((after[0] - expected[0]).abs() < room, "{after:?} {expected:?}");
            prop_assert!((after[1] - expected[1]).abs() < room, "{after:?} {expected:?}");
            prop_assert!((work - done).abs() < room, "{work} {done}");
            prop_assert!((sum.over(k, &of_phi) - total).abs() < room);
        }
    }
}
