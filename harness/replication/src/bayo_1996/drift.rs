//! Kinds of drift that an error can have over a run.

use system::largest;

/// Growth of the mean from third to third at which a drift is no longer linear: it is one for linear growth, two for
/// quadratic.
const BETWEEN_POWERS: f64 = 1.5;

/// A mean that changes by less than this part of the largest error, over the run, is no drift beside what oscillates.
const OSCILLATION: f64 = 0.1;

/// Kinds of drift, by means over the thirds of a run, in which oscillations do not show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Drift {
    /// The mean stays where it is.
    None,
    /// The mean grows evenly.
    Linear,
    /// The mean grows twice as much in the second part.
    Quadratic,
    /// The mean changes in another way.
    Irregular,
}

impl Drift {
    /// As it is printed.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Linear => "linear",
            Self::Quadratic => "quadratic",
            Self::Irregular => "irregular",
        }
    }

    /// The drift of errors at equal distances; errors up to `rounding` have none.
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
        let swing = |t: f64| 0.4 * (200.0 * t).sin();
        assert_eq!(over(&|t| swing(t)), Drift::None);
        assert_eq!(over(&|t| 1e-15 * t), Drift::None);
        assert_eq!(over(&|t| -t + swing(t)), Drift::Linear);
        assert_eq!(over(&|t| t * t + swing(t)), Drift::Quadratic);
        assert_eq!(over(&|t| (9.0 * t).exp()), Drift::Irregular);
        assert_eq!(over(&|t| t.sqrt().sqrt()), Drift::Irregular);
        assert_eq!(over(&|_| f64::NAN), Drift::Irregular);
    }
}
