//! The noise of times.

use results::{Cell, Cost, Timing, TimingNoise};
use verification::middle_of;

/// Half the width of a 95 % interval of a normal distribution, in standard deviations.
const DEVIATIONS: f64 = 1.96;

/// Relative noise of a time where no cell was timed twice.
const UNKNOWN: f64 = 0.05;

/// The usual noise of a time, as the logarithm of a ratio: the median over the cells that were timed twice of how far the
/// 95 % interval of their ratio reaches from one.
fn reach_of_noise(timing: &Timing) -> Option<f64> {
    let reach = |noise: &TimingNoise| {
        let [low, high] = noise.interval.map(|end| math::ln(end).abs());
        low.max(high)
    };
    let all: Vec<f64> = timing.noise.iter().map(reach).collect();
    middle_of(&all)
}

/// The factor by which two times must differ at least to be told apart.
pub(crate) fn clear_factor(timing: &Timing) -> f64 {
    reach_of_noise(timing).map_or(1.0 + UNKNOWN, math::exp)
}

/// Relative standard deviation of the times of a cell, no less than that of cells that were timed twice; counts are exact.
pub(crate) fn deviation(cell: &Cell, cost: Cost, timing: Option<&Timing>) -> f64 {
    let (Cost::Time, Some(speed)) = (cost, cell.speed) else {
        return 0.0;
    };
    let [low, high] = speed.ns_interval;
    let width = math::ln(high / low);
    let own = if width.is_finite() {
        0.5 * width / DEVIATIONS
    } else {
        0.0
    };
    let usual = timing.and_then(reach_of_noise).unwrap_or(0.0);
    own.max(usual / DEVIATIONS)
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::testing::{cell, timed};

    /// A phase that was timed, with one cell repeated.
    pub(crate) fn timing(low: f64, high: f64) -> Timing {
        Timing {
            rounds: 15,
            batch_ms: 1.0,
            noise: vec![TimingNoise {
                variant: "x".into(),
                problem: "a".into(),
                ratio: 1.0,
                interval: [low, high],
            }],
            limits: vec![],
        }
    }

    #[test]
    fn noise_is_that_of_repeated_cells_and_at_least_that_of_the_cell() {
        assert!((clear_factor(&timing(0.9, 1.2)) - 1.2).abs() < 1e-12);
        let cell = timed(cell("x", "a", vec![]), 10.0);
        let own = math::ln(1.02 / 0.98) / (2.0 * DEVIATIONS);
        let quiet = deviation(&cell, Cost::Time, Some(&timing(0.999, 1.001)));
        assert!((quiet - own).abs() < 1e-12);
        let noisy = deviation(&cell, Cost::Time, Some(&timing(0.9, 1.2)));
        assert!((noisy - math::ln(1.2) / DEVIATIONS).abs() < 1e-12);
        assert_eq!(deviation(&cell, Cost::Evaluations, None), 0.0);
        // Noise that could not be measured says nothing.
        let unknown = timing(0.0, f64::NAN);
        assert_eq!(clear_factor(&unknown), 1.0 + UNKNOWN);
        assert_eq!(deviation(&cell, Cost::Time, Some(&unknown)), quiet);
    }
}
