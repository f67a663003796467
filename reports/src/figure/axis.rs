//! A logarithmic axis: where a value lies in pixels, and which values get a tick.

use crate::number;

/// More tick labels than this would touch each other in the smallest figure.
const MAX_TICKS: i32 = 6;

/// Share of the range left free at both ends, so that markers do not sit on the frame.
const PADDING: f64 = 0.06;

/// A logarithmic axis.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LogAxis {
    /// Decimal logarithms of the ends.
    low: f64,
    high: f64,
    /// Pixels of the ends; the first may be the larger one.
    from: f64,
    to: f64,
}

/// One tick: its pixel and its text.
pub(crate) struct Tick {
    pub(crate) at: f64,
    pub(crate) text: String,
}

impl LogAxis {
    /// An axis that shows every positive value, or none where there is nothing to show.
    pub(crate) fn over(values: impl Iterator<Item = f64>, [from, to]: [f64; 2]) -> Option<Self> {
        let logs = values.filter(|x| *x > 0.0 && x.is_finite()).map(f64::log10);
        let [low, high] = logs.fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], x| {
            [low.min(x), high.max(x)]
        });
        if low > high {
            return None;
        }
        // A single value still needs a range around it: one decade.
        let slack = (PADDING * (high - low))
            .max(0.5 - 0.5 * (high - low))
            .max(0.0);
        Some(Self {
            low: low - slack,
            high: high + slack,
            from,
            to,
        })
    }

    /// The pixel of a positive value.
    pub(crate) fn at(&self, value: f64) -> f64 {
        self.from + (value.log10() - self.low) * self.per_decade()
    }

    /// Pixels per decade, negative where the axis runs backwards.
    pub(crate) fn per_decade(&self) -> f64 {
        (self.to - self.from) / (self.high - self.low)
    }

    /// Whole decades, thinned to what fits; 1, 2 and 5 where the axis holds less than two decades.
    pub(crate) fn ticks(&self) -> Vec<Tick> {
        let (first, last) = (self.low.ceil() as i32, self.high.floor() as i32);
        if last > first {
            let stride = (last - first) / MAX_TICKS + 1;
            let decades = (first..=last).filter(|k| k.rem_euclid(stride) == 0);
            return decades
                .map(|k| Tick {
                    at: self.at(f64::powi(10.0, k)),
                    text: number::power_of_ten(k),
                })
                .collect();
        }
        let values = (first - 1..=last + 1)
            .flat_map(|k| [1.0, 2.0, 5.0].map(|digit| digit * f64::powi(10.0, k)));
        let inside = values.filter(|x| (self.low..=self.high).contains(&x.log10()));
        inside
            .map(|x| Tick {
                at: self.at(x),
                text: number::setting(x),
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_value_lies_inside_the_frame() {
        let values = [1e-15, 3e-7, 2.0];
        let axis = LogAxis::over(values.into_iter(), [0.0, 100.0]).unwrap();
        assert!(
            values
                .into_iter()
                .all(|x| (0.0..=100.0).contains(&axis.at(x)))
        );
    }

    #[test]
    fn ticks_are_few_and_never_less_than_two() {
        for (low, high) in [
            (1e-16, 1e3),
            (1e-3, 2e-3),
            (0.5, 0.5),
            (0.0999, 0.1001),
            (2e-5, 6e-2),
        ] {
            let axis = LogAxis::over([low, high].into_iter(), [0.0, 100.0]).unwrap();
            let ticks = axis.ticks();
            assert!(
                (2..=7).contains(&ticks.len()),
                "{low} to {high}: {} ticks",
                ticks.len()
            );
            assert!(
                ticks
                    .iter()
                    .all(|tick| (-1e-9..=100.0 + 1e-9).contains(&tick.at))
            );
        }
    }

    #[test]
    fn no_positive_value_means_no_axis() {
        assert!(LogAxis::over([0.0, f64::NAN, f64::INFINITY].into_iter(), [0.0, 1.0]).is_none());
    }
}
