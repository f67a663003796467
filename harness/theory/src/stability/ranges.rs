//! Stable gains along a curve in the plane of gains.

use super::{Placement, amplification};
use crate::truncation::Discretization;

/// Number of samples along a curve; shorter pieces are not found.
const SAMPLES: usize = 400;

/// Radii closer to one than this count as one: eigenvalues that meet are split by the square root of rounding.
const MARGINAL: f64 = 1e-7;

/// The pieces of `0 < s ≤ end` for which the gains `(c₁, c₂) = curve(s)` make violations decay, each with its ends.
/// Combinations without an amplification matrix have no such pieces.
pub fn stable_ranges(
    discretization: &Discretization,
    placement: Placement,
    curve: impl Fn(f64) -> (f64, f64),
    end: f64,
) -> Vec<(f64, f64)> {
    let stable = |s: f64| {
        let (c1, c2) = curve(s);
        amplification(discretization, placement, c1, c2)
            .is_ok_and(|step| step.radius() < 1.0 - MARGINAL)
    };
    // The side of an edge is known at both ends; halving leaves it as sharp as radii allow.
    let edge = |mut low: f64, mut high: f64| {
        let below = stable(low);
        for _ in 0..60 {
            let middle = 0.5 * (low + high);
            if stable(middle) == below {
                low = middle;
            } else {
                high = middle;
            }
        }
        0.5 * (low + high)
    };
    if !(end > 0.0 && end.is_finite()) {
        return Vec::new();
    }
    let mut ranges = Vec::new();
    let mut begun: Option<f64> = None;
    let mut before = 0.0;
    for k in 1..=SAMPLES {
        let s = end * k as f64 / SAMPLES as f64;
        match (begun, stable(s)) {
            (None, true) => begun = Some(if k == 1 { 0.0 } else { edge(before, s) }),
            (Some(from), false) => {
                ranges.push((from, edge(before, s)));
                begun = None;
            }
            _ => {}
        }
        before = s;
    }
    ranges.extend(begun.map(|from| (from, end)));
    ranges
}

/// The largest `s` up to which critical damping, `α = 2s/h` and `β = (s/h)²`, is stable; zero where it never is, and
/// at most [`ALWAYS_STABLE`].
pub fn critical_stability_limit(discretization: &Discretization, placement: Placement) -> f64 {
    // A short range first: it resolves the small limits of methods of high order.
    for end in [4.0, ALWAYS_STABLE] {
        let ranges = stable_ranges(discretization, placement, |s| (2.0 * s, s * s), end);
        let Some(&(_, to)) = ranges.first().filter(|(from, _)| *from == 0.0) else {
            return 0.0;
        };
        if to < end {
            return to;
        }
    }
    ALWAYS_STABLE
}

/// Critical damping that is stable up to this `s` counts as stable for all gains.
pub const ALWAYS_STABLE: f64 = 1e3;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{ab, am, rk, table};

    /// Critical damping has one real pole, and so the limit of the real axis.
    #[test]
    fn critical_damping_ends_where_the_real_axis_does() {
        let limits = "
            ab1      2
            ab2      1
            ab3      6/11
            ab4      0.3
            ab5      90/551
            midpoint 2
            heun     2
            rk4      2.785293563405282";
        for (method, [limit]) in table(limits) {
            let found = critical_stability_limit(&method, Placement::EveryPass);
            assert!((found - limit).abs() < 1e-6, "{found} instead of {limit}");
        }
        let trapezoid = critical_stability_limit(&am(2), Placement::EveryPass);
        assert_eq!(trapezoid, ALWAYS_STABLE);
    }

    /// `4 - 4s - s² = 0` for backward Euler, `s = 1` for held feedback; AB-3 by bisection of runs on a pendulum.
    #[test]
    fn limits_of_other_placements() {
        let rk4 = rk("rk4");
        for (method, placement, limit, room) in [
            (&rk4, Placement::ForwardEuler, 2.0, 1e-6),
            (&rk4, Placement::BackwardEuler, 8.0_f64.sqrt() - 2.0, 1e-6),
            (&rk4, Placement::Held, 1.0, 1e-6),
            (&ab(3), Placement::ForwardEuler, 0.804, 0.01),
        ] {
            let found = critical_stability_limit(method, placement);
            assert!((found - limit).abs() < room, "{found} instead of {limit}");
        }
    }

    /// At `α = β` in `Φ'' + 2αΦ' + β²Φ = 0` RK-2 is stable up to αh = 2, with `α = β/2` up to βh = 2.
    #[test]
    fn ranges_along_other_curves() {
        let heun = rk("heun");
        let of = |curve: fn(f64) -> (f64, f64)| {
            let found = stable_ranges(&heun, Placement::EveryPass, curve, 3.0);
            assert_eq!(found.len(), 1);
            found[0].1
        };
        assert!((of(|s| (2.0 * s, s * s)) - 2.0).abs() < 1e-6);
        assert!((of(|s| (s, s * s)) - 2.0).abs() < 1e-6);
        // Without damping an explicit method of second order is never stable.
        let undamped = stable_ranges(&heun, Placement::EveryPass, |s| (0.0, s), 3.0);
        assert_eq!(undamped, []);
        assert_eq!(
            stable_ranges(&heun, Placement::EveryPass, |s| (s, s), f64::NAN),
            []
        );
    }
}
