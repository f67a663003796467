//! Unit quaternions (Euler parameters) `e = (e0, e1, e2, e3)` with the body-frame angular velocity ω.
//!
//! `e' = ½ e ∘ (0, ω)`, which is `N(e) ω` with the 4 × 3 matrix `N` (Welch 2007 Eqs. 8-9, where `H`
//! is its transpose). Written as `e' = G(ω) e` the 4 × 4 matrix satisfies `G² = -(|ω|²/4) I`, so the
//! implicit updates need no linear solve.

use crate::Scalar;

/// `e' = N(e) ω`.
pub fn rate<S: Scalar>(e: [S; 4], w: [S; 3]) -> [S; 4] {
    let half = S::from(0.5);
    [
        -(e[1] * w[0] + e[2] * w[1] + e[3] * w[2]) * half,
        (e[0] * w[0] + e[2] * w[2] - e[3] * w[1]) * half,
        (e[0] * w[1] + e[3] * w[0] - e[1] * w[2]) * half,
        (e[0] * w[2] + e[1] * w[1] - e[2] * w[0]) * half,
    ]
}

/// The angular velocity ω of the rate `e'`, `2 ē ∘ e'`: the inverse of [`rate`] for rates that keep the length of `e`.
pub fn angular_velocity<S: Scalar>(e: [S; 4], d: [S; 4]) -> [S; 3] {
    let square = e[0] * e[0] + e[1] * e[1] + e[2] * e[2] + e[3] * e[3];
    let scale = S::from(2.0) / square;
    let (u, d_u) = ([e[1], e[2], e[3]], [d[1], d[2], d[3]]);
    let turn = cross(u, d_u);
    std::array::from_fn(|k| (e[0] * d_u[k] - d[0] * u[k] - turn[k]) * scale)
}

/// Implicit Euler in closed form: the solution `e⁺` of `e⁺ = e + h G(ω) e⁺`, brought back to unit length.
///
/// `(I - hG)⁻¹ = (I + hG) / (1 + h²|ω|²/4)`.
pub fn implicit_update(e: [f64; 4], w: [f64; 3], h: f64) -> [f64; 4] {
    let d = rate(e, w);
    // The denominator only scales the quaternion, and the scale is removed.
    normalize(std::array::from_fn(|k| e[k] + h * d[k]))
}

/// Midpoint rule in closed form: the solution of `e⁺ = e + h G(ω) (e + e⁺)/2`, a Cayley map.
///
/// It keeps the length, up to rounding.
pub fn midpoint_update(e: [f64; 4], w: [f64; 3], h: f64) -> [f64; 4] {
    let s = h * h * (w[0] * w[0] + w[1] * w[1] + w[2] * w[2]) / 16.0;
    let d = rate(e, w);
    std::array::from_fn(|k| ((1.0 - s) * e[k] + h * d[k]) / (1.0 + s))
}

/// `e / |e|`; a zero quaternion becomes the identity.
pub fn normalize(e: [f64; 4]) -> [f64; 4] {
    let norm = (e[0] * e[0] + e[1] * e[1] + e[2] * e[2] + e[3] * e[3]).sqrt();
    if norm > 0.0 {
        e.map(|x| x / norm)
    } else {
        [1.0, 0.0, 0.0, 0.0]
    }
}

/// The body vector `x` in the frame of the ground, in the homogeneous form `e ∘ x ∘ ē` (no division by `|e|²`).
pub fn rotate<S: Scalar>(e: [S; 4], x: [S; 3]) -> [S; 3] {
    let u = [e[1], e[2], e[3]];
    let two = S::from(2.0);
    let dot = u[0] * x[0] + u[1] * x[1] + u[2] * x[2];
    let scale = e[0] * e[0] - (u[0] * u[0] + u[1] * u[1] + u[2] * u[2]);
    let c = cross(u, x);
    std::array::from_fn(|k| scale * x[k] + two * (dot * u[k] + e[0] * c[k]))
}

/// `a × b`.
pub fn cross<S: Scalar>(a: [S; 3], b: [S; 3]) -> [S; 3] {
    [
        a[1] * b[2] - a[2] * b[1],
        a[2] * b[0] - a[0] * b[2],
        a[0] * b[1] - a[1] * b[0],
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use approx::assert_abs_diff_eq;

    const W: [f64; 3] = [0.7, -1.3, 2.1];
    const E: [f64; 4] = [0.5, -0.5, 0.5, 0.5];

    /// Exact rotation by `|ω| h` about ω.
    fn exact(e: [f64; 4], w: [f64; 3], h: f64) -> [f64; 4] {
        let speed = (w[0] * w[0] + w[1] * w[1] + w[2] * w[2]).sqrt();
        let (s, c) = math::sin_cos(speed * h / 2.0);
        let d = rate(e, w);
        std::array::from_fn(|k| c * e[k] + 2.0 * s / speed * d[k])
    }

    #[test]
    fn the_angular_velocity_of_a_rate_is_the_one_it_was_made_of() {
        // Also for a quaternion that is not of unit length.
        let e = E.map(|x| 1.1 * x);
        let w = angular_velocity(e, rate(e, W));
        for k in 0..3 {
            assert_abs_diff_eq!(w[k], W[k], epsilon = 1e-15);
        }
    }

    #[test]
    fn the_rate_rotates_body_vectors_with_omega() {
        // d/dt (A x) = A (ω × x), checked by a central difference along the exact rotation.
        let x = [0.3, 0.8, -0.4];
        let h = 1e-5;
        let (a, b) = (rotate(exact(E, W, -h), x), rotate(exact(E, W, h), x));
        let expected = rotate(E, cross(W, x));
        for k in 0..3 {
            assert_abs_diff_eq!((b[k] - a[k]) / (2.0 * h), expected[k], epsilon = 1e-9);
        }
    }

    #[test]
    fn closed_form_updates_solve_their_implicit_equations() {
        let h = 0.3;
        let mid = midpoint_update(E, W, h);
        let average = std::array::from_fn(|k| (E[k] + mid[k]) / 2.0);
        let d = rate(average, W);
        for k in 0..4 {
            assert_abs_diff_eq!(mid[k], E[k] + h * d[k], epsilon = 1e-15);
        }
        assert_abs_diff_eq!(mid.iter().map(|x| x * x).sum::<f64>(), 1.0, epsilon = 4e-16);

        // The implicit update solves its equation up to the length that normalization removes.
        let e = implicit_update(E, W, h);
        let d = rate(e, W);
        let back: [f64; 4] = std::array::from_fn(|k| e[k] - h * d[k]);
        let back = normalize(back);
        for k in 0..4 {
            assert_abs_diff_eq!(back[k], E[k], epsilon = 1e-15);
        }
    }

    #[test]
    fn the_midpoint_update_is_second_order() {
        let error = |h: f64| {
            let (a, b) = (midpoint_update(E, W, h), exact(E, W, h));
            (0..4).map(|k| (a[k] - b[k]).abs()).fold(0.0, f64::max)
        };
        let slope = math::log2(error(0.002) / error(0.001));
        assert_abs_diff_eq!(slope, 3.0, epsilon = 0.01); // local error h³ + O(h⁵)
    }
}
