//! The law by which a violation grows over a long motion.

use vocabulary::{Growth, GrowthLaw};

/// Parts into which the motion is divided; the largest value of each counts, so that oscillations do not.
const WINDOWS: usize = 32;

/// Windows at the start that are left out, while violations settle.
const SETTLING: usize = WINDOWS / 8;

/// Least growth over the fitted windows that may be called exponential.
const LEAST_EXPONENTIAL: f64 = 20.0;

/// An exponential must fit this much better than a power of time to be believed.
const CLEARLY: f64 = 0.5;

/// Classifies the growth of sizes at ascending times; those below `floor` count as the floor.
///
/// Powers of time below one half count as bounded, below three halves as linear, and all others as quadratic. `None`
/// without a positive time or when a size is not finite.
pub fn growth(samples: &[(f64, f64)], floor: f64) -> Option<Growth> {
    let end = samples.last()?.0;
    let usable = end > 0.0
        && samples
            .iter()
            .all(|(t, size)| t.is_finite() && size.is_finite());
    if !usable {
        return None;
    }
    let windows = largest_by_window(samples, end);
    let at_end = windows.last()?.1;
    let floor = floor.max(f64::MIN_POSITIVE);
    let settled = windows
        .iter()
        .filter(|(t, _)| *t > end * SETTLING as f64 / WINDOWS as f64);
    let settled: Vec<(f64, f64)> = settled.map(|&(t, size)| (t, size.max(floor))).collect();
    let logarithms = |x: fn(f64) -> f64| -> Vec<(f64, f64)> {
        settled
            .iter()
            .map(|&(t, size)| (x(t), math::ln(size)))
            .collect()
    };
    let power = Line::through(&logarithms(math::ln))?;
    let exponential = Line::through(&logarithms(|t| t))?;
    let grown = exponential.slope * (end - settled[0].0);
    let law =
        if grown > math::ln(LEAST_EXPONENTIAL) && exponential.residual < CLEARLY * power.residual {
            GrowthLaw::Exponential
        } else if power.slope < 0.5 {
            GrowthLaw::Bounded
        } else if power.slope < 1.5 {
            GrowthLaw::Linear
        } else {
            GrowthLaw::Quadratic
        };
    Some(Growth {
        law,
        exponent: power.slope,
        rate: match law {
            GrowthLaw::Bounded => settled.iter().map(|(_, size)| *size).fold(0.0, f64::max),
            GrowthLaw::Linear => coefficient(&settled, 1),
            GrowthLaw::Quadratic => coefficient(&settled, 2),
            GrowthLaw::Exponential => exponential.slope,
        },
        at_end,
    })
}

/// The largest size in every window that holds a sample, with the end of the window.
fn largest_by_window(samples: &[(f64, f64)], end: f64) -> Vec<(f64, f64)> {
    let mut windows: Vec<(f64, f64)> = Vec::with_capacity(WINDOWS);
    let mut last = usize::MAX;
    for &(t, size) in samples {
        let place = ((t / end * WINDOWS as f64).ceil().max(1.0) as usize).min(WINDOWS);
        if place != last {
            last = place;
            windows.push((end * place as f64 / WINDOWS as f64, 0.0));
        }
        if let Some(window) = windows.last_mut() {
            window.1 = window.1.max(size);
        }
    }
    windows
}

/// The least-squares coefficient of `size = c t^power`.
fn coefficient(points: &[(f64, f64)], power: i32) -> f64 {
    let (mut above, mut below) = (0.0, 0.0);
    for &(t, size) in points {
        let t = math::powi(t, power);
        above += t * size;
        below += t * t;
    }
    above / below
}

/// A straight line through points by least squares.
struct Line {
    slope: f64,
    /// Root mean square of what the line leaves.
    residual: f64,
}

impl Line {
    fn through(points: &[(f64, f64)]) -> Option<Self> {
        if points.len() < 3 {
            return None;
        }
        let n = points.len() as f64;
        let mean = |of: fn(&(f64, f64)) -> f64| points.iter().map(of).sum::<f64>() / n;
        let (x, y) = (mean(|p| p.0), mean(|p| p.1));
        let (mut xx, mut xy) = (0.0, 0.0);
        for p in points {
            xx += (p.0 - x) * (p.0 - x);
            xy += (p.0 - x) * (p.1 - y);
        }
        let slope = xy / xx;
        let left = points
            .iter()
            .map(|p| math::powi(p.1 - y - slope * (p.0 - x), 2));
        let residual = (left.sum::<f64>() / n).sqrt();
        slope.is_finite().then_some(Self { slope, residual })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use approx::assert_relative_eq;

    /// Sizes at 1024 times up to 100 s, each times something that oscillates between 0 and 1 like the sine of a drift.
    fn oscillating(size: impl Fn(f64) -> f64) -> Vec<(f64, f64)> {
        let at = |k: u32| {
            let t = 100.0 * f64::from(k) / 1024.0;
            (t, size(t) * math::sin(7.3 * t).abs())
        };
        (1..=1024).map(at).collect()
    }

    fn of(size: impl Fn(f64) -> f64) -> Growth {
        growth(&oscillating(size), 0.0).unwrap()
    }

    #[test]
    fn laws_are_told_apart_below_oscillations_and_their_rates_are_found() {
        let bounded = of(|_| 3e-9);
        assert_eq!(bounded.law, GrowthLaw::Bounded);
        assert_relative_eq!(bounded.rate, 3e-9, max_relative = 0.01);
        let linear = of(|t| 2e-6 * t);
        assert_eq!(linear.law, GrowthLaw::Linear);
        assert_relative_eq!(linear.rate, 2e-6, max_relative = 0.03);
        assert_relative_eq!(linear.exponent, 1.0, epsilon = 0.05);
        let quadratic = of(|t| 5e-8 * t * t);
        assert_eq!(quadratic.law, GrowthLaw::Quadratic);
        assert_relative_eq!(quadratic.rate, 5e-8, max_relative = 0.05);
        let exponential = of(|t| 1e-15 * math::exp(0.3 * t));
        assert_eq!(exponential.law, GrowthLaw::Exponential);
        assert_relative_eq!(exponential.rate, 0.3, max_relative = 0.03);
        assert_relative_eq!(
            exponential.at_end,
            1e-15 * math::exp(30.0),
            max_relative = 0.2
        );
    }

    #[test]
    fn a_violation_that_decays_or_jumps_once_is_bounded() {
        assert_eq!(of(|t| math::exp(-t)).law, GrowthLaw::Bounded);
        assert_eq!(
            of(|t| if t > 2.0 { 1.0 } else { 1e-9 }).law,
            GrowthLaw::Bounded
        );
        assert_eq!(of(|_| 0.0).law, GrowthLaw::Bounded);
    }

    #[test]
    fn what_settles_in_the_first_eighth_does_not_hide_the_growth_after_it() {
        let after = of(|t| if t < 12.0 { 1.0 } else { 1e-9 * t });
        assert_eq!(after.law, GrowthLaw::Linear);
        assert_relative_eq!(after.exponent, 1.0, epsilon = 0.05);
    }

    #[test]
    fn growth_below_rounding_is_none() {
        let noise = growth(&oscillating(|t| 1e-18 * t), 1e-15).unwrap();
        assert_eq!(noise.law, GrowthLaw::Bounded);
        assert!(noise.exponent.abs() < 1e-12);
        assert!(noise.at_end <= 1e-16);
    }

    #[test]
    fn what_is_not_a_history_has_no_law() {
        assert_eq!(growth(&[], 0.0), None);
        assert_eq!(growth(&[(1.0, 1.0)], 0.0), None);
        assert_eq!(growth(&[(0.0, 1.0), (0.0, 2.0)], 0.0), None);
        let mut broken = oscillating(|t| t);
        broken[500].1 = f64::NAN;
        assert_eq!(growth(&broken, 0.0), None);
    }
}
