//! The modes of a violation under feedback in a multistep method.
//!
//! The method turns `x' = B x` into a recurrence with as many modes for each root of the feedback as it has steps. One of them is the violation itself; the others belong to the method alone and should die out at once.

use super::Oscillator;
use crate::stability::in_every_step;
use crate::truncation::LinearMultistep;
use numerics::eigenvalues;

/// Factors per step of a violation under feedback.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Modes {
    /// Step times the largest modulus of a root of the feedback.
    pub h_lambda: f64,
    /// Factor of the violation itself, the slower of the two.
    pub principal: f64,
    /// Largest factor of a mode that belongs to the integrator alone.
    pub own: f64,
}

impl Modes {
    /// The modes of a method; `None` without feedback, and for implicit methods, of which only the trapezoidal rule is used,
    /// which has no modes of its own.
    pub fn of(method: &LinearMultistep, oscillator: Oscillator, h: f64) -> Option<Self> {
        let Oscillator { alpha, beta } = oscillator;
        if method.is_implicit() || (alpha == 0.0 && beta == 0.0) {
            return None;
        }
        let step = in_every_step(method, h * alpha, h * h * beta).ok()?;
        let mut factors: Vec<(f64, f64)> = eigenvalues(step.size, &step.entries)?
            .iter()
            .map(|z| (z.re, z.im))
            .collect();
        // λ = -α/2 ± √(α²/4 - β), and e^{hλ}.
        let root = 0.25 * alpha * alpha - beta;
        let (spread, turn) = if root > 0.0 {
            (root.sqrt(), 0.0)
        } else {
            (0.0, (-root).sqrt())
        };
        let mut principal = 0.0_f64;
        for sign in [1.0, -1.0] {
            let size = math::exp(h * (sign * spread - 0.5 * alpha));
            let aim = (
                size * math::cos(h * turn),
                sign * size * math::sin(h * turn),
            );
            let gap = |z: &(f64, f64)| math::hypot(z.0 - aim.0, z.1 - aim.1);
            let nearest = (0..factors.len())
                .min_by(|&a, &b| gap(&factors[a]).total_cmp(&gap(&factors[b])))?;
            factors.swap_remove(nearest);
            principal = principal.max(size);
        }
        let own = factors
            .iter()
            .map(|z| math::hypot(z.0, z.1))
            .fold(0.0, f64::max);
        Some(Self {
            h_lambda: h * math::hypot(0.5 * alpha + spread, turn),
            principal,
            own,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use approx::assert_abs_diff_eq;

    const CRITICAL: Oscillator = Oscillator {
        alpha: 20.0,
        beta: 100.0,
    };

    /// The stable range of AB-5 on the negative axis ends at 90/551, where a mode of its own has the factor -1.
    #[test]
    fn modes_reach_one_at_the_end_of_the_stable_range() {
        let ab5 = LinearMultistep::adams_bashforth(5);
        let overdamped = |lambda: f64| Oscillator {
            alpha: lambda + 0.01,
            beta: 0.01 * lambda,
        };
        let limit = 90.0 / 551.0;
        let modes = Modes::of(&ab5, overdamped(limit / 0.01), 0.01).unwrap();
        assert!((modes.own - 1.0).abs() < 1e-9, "{}", modes.own);
        assert_abs_diff_eq!(modes.h_lambda, limit, epsilon = 1e-9);
        let slow = Modes::of(&ab5, overdamped(1.0), 0.01).unwrap();
        assert!(slow.own < 0.5 && slow.principal > 0.99);
        assert!(Modes::of(&ab5, Oscillator::default(), 0.01).is_none());
        let trapezoid = LinearMultistep::adams_moulton(2);
        assert!(Modes::of(&trapezoid, CRITICAL, 0.01).is_none());
    }
}
