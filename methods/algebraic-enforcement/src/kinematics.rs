//! How coordinates follow velocities over a step.

use system::Shape;

/// What turns a quaternion by an angular velocity over a time: one of the closed forms of `system::quaternion`.
pub(crate) type Turn = fn([f64; 4], [f64; 3], f64) -> [f64; 4];

/// `q + h v`, and `turn` for quaternions.
pub(crate) fn advance(shape: &Shape, q: &mut [f64], v: &[f64], h: f64, turn: Turn) {
    let (mut qi, mut vi) = (0, 0);
    for b in shape.quaternions() {
        add(&mut q[qi..b.q], h, &v[vi..b.v]);
        let e = [q[b.q], q[b.q + 1], q[b.q + 2], q[b.q + 3]];
        let w = [v[b.v], v[b.v + 1], v[b.v + 2]];
        q[b.q..b.q + 4].copy_from_slice(&turn(e, w, h));
        (qi, vi) = (b.q + 4, b.v + 3);
    }
    add(&mut q[qi..], h, &v[vi..]);
}

/// `out += factor · x`.
pub(crate) fn add(out: &mut [f64], factor: f64, x: &[f64]) {
    for (out, x) in out.iter_mut().zip(x) {
        *out += factor * x;
    }
}

/// `out = (a + b)/2`.
pub(crate) fn mean(a: &[f64], b: &[f64], out: &mut [f64]) {
    for ((out, a), b) in out.iter_mut().zip(a).zip(b) {
        *out = 0.5 * (a + b);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use system::QuaternionBlock;
    use system::quaternion::midpoint_update;

    #[test]
    fn coordinates_before_between_and_behind_quaternions_move_with_their_velocities() {
        let blocks = [(1, 1), (6, 5)].map(|(q, v)| QuaternionBlock { q, v });
        let shape = Shape::new(9, 0)
            .with_quaternions(blocks.into())
            .expect("two bodies and three plain coordinates");
        let e = [0.5, -0.5, 0.5, 0.5];
        let mut q = [&[1.0][..], &e, &[2.0], &e, &[3.0]].concat();
        let v = [10.0, 0.1, 0.2, 0.3, 20.0, 0.4, 0.5, 0.6, 30.0];
        advance(&shape, &mut q, &v, 0.1, midpoint_update);
        assert_eq!((q[0], q[5], q[10]), (2.0, 4.0, 6.0));
        assert_eq!(q[1..5], midpoint_update(e, [0.1, 0.2, 0.3], 0.1));
        assert_eq!(q[6..10], midpoint_update(e, [0.4, 0.5, 0.6], 0.1));
    }
}
