//! Kinds of drift that an error can have over a run.

use system::largest;

/// Ratio of the increments of the mean between the thirds of a run above which a drift is no longer linear; it is one
/// for linear growth and two for quadratic.
const BETWEEN_POWERS: f64 = 1.5;

/// A mean that changes over the run by at most this fraction of the largest error counts as oscillation, not as drift.
const OSCILLATION: f64 = 0.1;

/// Kinds of drift, told apart by the means over the thirds of a run, which average oscillations out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Drift {
    /// The mean does not change.
    None,
    /// The mean grows by about the same amount from each third to the next.
    Linear,
    /// The mean grows about twice as much from the second third to the last as from the first to the second.
    Quadratic,
    /// The mean changes in any other way.
    Irregular,
}

impl Drift {
    /// The name that the paper prints for this kind.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Linear => "linear",
            Self::Quadratic => "quadratic",
            Self::Irregular => "irregular",
        }
    }

    /// Classifies the drift of errors at equal intervals of time; errors up to `rounding` count as no drift.
    pub(super) fn of(errors: &[f64], rounding: f64) -> Self {
        let largest = largest(errors.iter().copied());
        if largest <= rounding {
            return Self::None;
        }
        let third = (errors.len() / 3).max(1);
        let mean = |part: &[f64]| part.iter().sum::<f64>() / part.len() as f64;
        let means: Vec<f64> = errors.chunks_exact(third).take(3).map(mean).collect();
        let [first, second, last] = means[..] else {
            return Self::Irregular;
        };
        if (last - first).abs() <= OSCILLATION * largest {
            return Self::None;
        }
        match (last - second) / (second - first) {
            growth if growth < 1.0 / BETWEEN_POWERS => Self::Irregular,
            growth if growth <= BETWEEN_POWERS => Self::Linear,
            growth if growth <= 2.0 * BETWEEN_POWERS => Self::Quadratic,
            _ => Self::Irregular,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn powers_of_time_are_told_apart_under_an_oscillation() {
        let over = |error: &dyn Fn(f64) -> f64| {
            let errors: Vec<f64> = (0..3000).map(|k| error(f64::from(k) / 3000.0)).collect();
            Drift::of(&errors, 1e-14)
        };
        let swing = |t: f64| 0.4 * math::sin(200.0 * t);
        assert_eq!(over(&|t| swing(t)), Drift::None);
        assert_eq!(over(&|t| 1e-15 * t), Drift::None);
        assert_eq!(over(&|t| -t + swing(t)), Drift::Linear);
        assert_eq!(over(&|t| t * t + swing(t)), Drift::Quadratic);
        assert_eq!(over(&|t| math::exp(9.0 * t)), Drift::Irregular);
        assert_eq!(over(&|t| t.sqrt().sqrt()), Drift::Irregular);
        assert_eq!(over(&|_| f64::NAN), Drift::Irregular);
    }
}
