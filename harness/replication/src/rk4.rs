//! A step of the classical Runge-Kutta method, for equations that an experiment writes out as they are printed.

use system::Scalar;

/// The solution of `y' = rate(t, y)` after one step of `h` from `y` at `t`.
pub(crate) fn rk4<S: Scalar, const N: usize>(
    mut rate: impl FnMut(S, &[S; N]) -> [S; N],
    t: S,
    y: &[S; N],
    h: S,
) -> [S; N] {
    let half = S::from(0.5) * h;
    let moved = |by: S, k: &[S; N]| -> [S; N] { std::array::from_fn(|i| y[i] + by * k[i]) };
    let k1 = rate(t, y);
    let k2 = rate(t + half, &moved(half, &k1));
    let k3 = rate(t + half, &moved(half, &k2));
    let k4 = rate(t + h, &moved(h, &k3));
    let (sixth, two) = (h / S::from(6.0), S::from(2.0));
    std::array::from_fn(|i| y[i] + sixth * (k1[i] + two * (k2[i] + k3[i]) + k4[i]))
}
