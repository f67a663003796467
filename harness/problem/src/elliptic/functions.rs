//! Elliptic integrals and functions of Jacobi, all in terms of the complementary parameter `m1 = 1 - m`.
//!
//! `m1` instead of `m = k²` keeps every digit where `m` is close to one: there the pendulum lingers near
//! its upper position for a time that depends on `ln m1`.

use std::f64::consts::{FRAC_PI_2, PI, TAU};

/// The functions sn, cn and dn of one argument.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Jacobi {
    /// sin am u.
    pub sn: f64,
    /// cos am u.
    pub cn: f64,
    /// √(1 - m sn²), never negative.
    pub dn: f64,
}

/// Arithmetic-geometric means that any pair of doubles needs to agree to half of their digits, after which
/// one more mean gives all of them.
const MAX_MEANS: usize = 16;

/// sn, cn, dn for parameter `1 - m1`, with `m1` in [0, 1].
///
/// Bulirsch's form of the descending Landen transformation: the ratios cn/sn and dn are sums and
/// quotients of positive numbers all the way, so that small values of cn and dn keep their relative accuracy.
pub fn jacobi(u: f64, m1: f64) -> Jacobi {
    if m1 == 0.0 {
        let (sn, sech) = (math::tanh(u), 1.0 / math::cosh(u));
        let (cn, dn) = (sech, sech);
        return Jacobi { sn, cn, dn };
    }
    let mut means = [(0.0, 0.0); MAX_MEANS];
    let (mut a, mut b, mut used) = (1.0_f64, m1.sqrt(), 0);
    let mean = loop {
        means[used] = (a, b);
        used += 1;
        let mean = 0.5 * (a + b);
        // The next pair would differ by the square of this difference.
        if (a - b).abs() <= 1e-8 * a || used == MAX_MEANS {
            break mean;
        }
        b = (a * b).sqrt();
        a = mean;
    };
    let (sin, cos) = math::sin_cos(u * mean);
    if sin == 0.0 {
        return Jacobi {
            sn: sin,
            cn: cos,
            dn: 1.0,
        };
    }
    let mut ratio = cos / sin;
    let mut cotangent = ratio * mean;
    let mut dn = 1.0;
    for &(a, b) in means[..used].iter().rev() {
        ratio *= cotangent;
        cotangent *= dn;
        dn = (b + ratio) / (a + ratio);
        ratio = cotangent / a;
    }
    let sn = (1.0 / (cotangent * cotangent + 1.0).sqrt()).copysign(sin);
    Jacobi {
        sn,
        cn: cotangent * sn,
        dn,
    }
}

/// The amplitude am u, continuous in `u`.
pub fn amplitude(u: f64, m1: f64) -> f64 {
    let Jacobi { sn, cn, .. } = jacobi(u, m1);
    let principal = math::atan2(sn, cn);
    // am u stays within a quarter turn of the straight line through its zeros.
    let line = FRAC_PI_2 * u / complete(m1);
    principal + TAU * ((line - principal) / TAU).round()
}

/// The complete integral K, infinite at `m1 = 0`.
pub fn complete(m1: f64) -> f64 {
    let (mut a, mut b) = (1.0_f64, m1.sqrt());
    for _ in 0..MAX_MEANS {
        (a, b) = (0.5 * (a + b), (a * b).sqrt());
        if (a - b).abs() <= f64::EPSILON * a {
            break;
        }
    }
    if b == 0.0 {
        f64::INFINITY
    } else {
        PI / (a + b)
    }
}

/// The incomplete integral F(φ | 1 - m1).
pub fn incomplete(phi: f64, m1: f64) -> f64 {
    let half_turns = (phi / PI).round();
    let (sin, cos) = math::sin_cos(phi - half_turns * PI);
    let rest = incomplete_at(sin, cos * cos, cos * cos + m1 * sin * sin);
    if half_turns == 0.0 {
        rest
    } else {
        2.0 * half_turns * complete(m1) + rest
    }
}

/// F for |φ| ≤ π/2 from sin φ, cos² φ and `Δ² = 1 - m sin² φ`, which a caller may know better than φ.
pub fn incomplete_at(sin: f64, cos_squared: f64, delta_squared: f64) -> f64 {
    if sin == 0.0 {
        return sin;
    }
    sin * carlson(cos_squared, delta_squared, 1.0)
}

/// Carlson's symmetric integral R_F by duplication; infinite where two arguments vanish.
fn carlson(mut x: f64, mut y: f64, mut z: f64) -> f64 {
    if x == 0.0 && y == 0.0 {
        return f64::INFINITY;
    }
    loop {
        let mean = (x + y + z) / 3.0;
        let (dx, dy, dz) = (1.0 - x / mean, 1.0 - y / mean, 1.0 - z / mean);
        let spread = dx.abs().max(dy.abs()).max(dz.abs());
        // What the series leaves out is of sixth order. NaN must end the loop too.
        if !(spread > 1e-3) {
            let e2 = dx * dy - dz * dz;
            let e3 = dx * dy * dz;
            let series = 1.0 + e2 * (e2 / 24.0 - 0.1 - 3.0 * e3 / 44.0) + e3 / 14.0;
            return series / mean.sqrt();
        }
        let (rx, ry, rz) = (x.sqrt(), y.sqrt(), z.sqrt());
        let shift = rx * ry + ry * rz + rz * rx;
        x = 0.25 * (x + shift);
        y = 0.25 * (y + shift);
        z = 0.25 * (z + shift);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use approx::assert_relative_eq;
    use proptest::prelude::*;

    /// A few roundings of the argument and the result.
    const ROUNDING: f64 = 2e-15;

    #[test]
    fn integrals_agree_with_printed_digits() {
        for (found, printed) in [
            (incomplete(PI / 4.0, 1.0 / 3.0), 0.842_355_660_794_888_3),
            (incomplete(1.25, 0.25), 1.543_544_340_727_297_3),
            (incomplete(5.0, 0.25), 7.023_605_932_429_804),
            (complete(0.5), 1.854_074_677_301_371_9),
            (complete(math::powi(0.5, 40)), 15.249_237_972_322_037),
        ] {
            assert_relative_eq!(found, printed, max_relative = ROUNDING);
        }
        assert_eq!(complete(1.0), FRAC_PI_2);
        assert_eq!(complete(0.0), f64::INFINITY);
    }

    /// u, m1, sn, cn and dn; the last m1 is 2⁻⁴⁰.
    const PRINTED: &str = "
        0.5  0.7     0.4742156227118206    0.8804087364264624  0.9656789647459512
        3    0.25    0.8966015302833203   -0.44283822767869563 0.6301422632391881
        10   0.03125 -0.9938828064763052   0.11043987953082539 0.20752303913619144
        -7.5 0.5     -0.08355497181025649  0.996503169430879   0.9982531158693638
        20   9.094947017729282379150390625e-13
                     0.9999999984790857   -5.5152774489317e-5  5.516101910378798e-5";

    #[test]
    fn functions_agree_with_printed_digits() {
        let numbers: Vec<f64> = PRINTED
            .split_whitespace()
            .map(|x| x.parse().unwrap())
            .collect();
        for row in numbers.as_chunks().0 {
            let &[u, m1, sn, cn, dn] = row;
            let j = jacobi(u, m1);
            // The rounding of the argument, seen through the derivative.
            let by_argument = 2.0 * f64::EPSILON * f64::abs(u);
            assert_relative_eq!(j.sn, sn, epsilon = by_argument, max_relative = ROUNDING);
            for (found, printed) in [(j.cn, cn), (j.dn, dn)] {
                let epsilon = by_argument * dn;
                assert_relative_eq!(found, printed, epsilon = epsilon, max_relative = ROUNDING);
            }
        }
    }

    #[test]
    fn the_ends_of_the_parameter_range_are_circular_and_hyperbolic() {
        let circular = jacobi(2.0, 1.0);
        assert_relative_eq!(circular.sn, math::sin(2.0), max_relative = ROUNDING);
        assert_eq!(circular.dn, 1.0);
        let [almost, limit] = [1e-300, 0.0].map(|m1| jacobi(3.0, m1));
        assert_relative_eq!(almost.sn, limit.sn, max_relative = ROUNDING);
        assert_relative_eq!(almost.cn, limit.cn, max_relative = 10.0 * ROUNDING);
        assert_relative_eq!(almost.dn, limit.dn, max_relative = 10.0 * ROUNDING);
        let smallest = jacobi(700.0, f64::from_bits(1));
        assert!(smallest.sn.is_finite() && smallest.cn.is_finite() && smallest.dn.is_finite());
        assert_eq!(jacobi(f64::INFINITY, 0.0).sn, 1.0);
        assert_eq!(incomplete_at(1.0, 0.0, 0.0), f64::INFINITY);
        let gudermann = math::atan(math::sinh(1.5));
        assert_relative_eq!(amplitude(1.5, 0.0), gudermann, max_relative = ROUNDING);
    }

    proptest! {
        #[test]
        fn the_pythagorean_identities_hold(u in -50.0_f64..50.0, digits in 0.0_f64..30.0) {
            let m1 = math::powf(10.0, -digits);
            let Jacobi { sn, cn, dn } = jacobi(u, m1);
            prop_assert!((sn * sn + cn * cn - 1.0).abs() < ROUNDING);
            prop_assert!((dn * dn + (1.0 - m1) * sn * sn - 1.0).abs() < ROUNDING);
            // The same identity where dn is small, free of cancellation.
            assert_relative_eq!(dn * dn, cn * cn + m1 * sn * sn, max_relative = 1e-13);
        }

        #[test]
        fn the_integral_undoes_the_amplitude(u in -30.0_f64..30.0, m1 in 0.01_f64..1.0) {
            let phi = amplitude(u, m1);
            // dF/dφ = 1/dn ≤ 1/√m1 magnifies the rounding of φ.
            let tolerance = 8.0 * f64::EPSILON * (u.abs() + phi.abs() / m1.sqrt());
            prop_assert!((incomplete(phi, m1) - u).abs() <= tolerance + ROUNDING);
        }
    }
}
