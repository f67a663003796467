//! A linear axis, for values that change their sign.

use super::axis::Tick;
use crate::number;

/// No axis gets more ticks than about this.
const TICKS: f64 = 6.0;

/// Share of the range left free at both ends.
const PADDING: f64 = 0.05;

/// A linear axis.
#[derive(Clone, Copy, Debug)]
pub(super) struct LinearAxis {
    low: f64,
    high: f64,
    /// Pixels of the ends; the first may be the larger one.
    from: f64,
    to: f64,
}

impl LinearAxis {
    /// An axis that shows every finite value, or none where there is nothing to show.
    pub(super) fn over(values: impl Iterator<Item = f64>, [from, to]: [f64; 2]) -> Option<Self> {
        let finite = values.filter(|x| x.is_finite());
        let [low, high] = finite.fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], x| {
            [low.min(x), high.max(x)]
        });
        // A single value still needs a range around it: its own size, or one.
        let slack = match high - low {
            0.0 if high == 0.0 => 1.0,
            0.0 => 0.5 * high.abs(),
            range => PADDING * range,
        };
        let axis = Self {
            low: low - slack,
            high: high + slack,
            from,
            to,
        };
        (axis.low < axis.high && (axis.high - axis.low).is_finite()).then_some(axis)
    }

    /// The pixel of a value.
    pub(super) fn at(&self, value: f64) -> f64 {
        self.from + (value - self.low) / (self.high - self.low) * (self.to - self.from)
    }

    /// Round values inside the axis.
    pub(super) fn ticks(&self) -> Vec<Tick> {
        let values = round_values(self.low, self.high);
        let texts = number::ladder(&values);
        let ticks = values.into_iter().zip(texts);
        ticks
            .map(|(x, text)| Tick {
                at: self.at(x),
                text,
            })
            .collect()
    }
}

/// Multiples of 1, 2 or 5 times a power of ten between two values, at most about six of them.
pub(super) fn round_values(low: f64, high: f64) -> Vec<f64> {
    let wished = (high - low) / TICKS;
    if !(wished > 0.0 && wished.is_finite()) {
        return vec![];
    }
    let power = f64::powf(10.0, wished.log10().floor());
    let steps = [1.0, 2.0, 5.0, 10.0].map(|digit| digit * power);
    let step = steps
        .into_iter()
        .find(|step| *step >= wished)
        .unwrap_or(10.0 * power);
    let (first, last) = ((low / step).ceil(), (high / step).floor());
    let count = (last - first).clamp(-1.0, 2.0 * TICKS) as i32;
    (0..=count).map(|k| (first + f64::from(k)) * step).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_value_lies_inside_and_ticks_are_few_and_round() {
        for (low, high) in [
            (-3e-7, 8e-7),
            (0.0, 10.0),
            (5.0, 5.0),
            (0.0, 0.0),
            (-1e300, 1e300),
        ] {
            let axis = LinearAxis::over([low, high].into_iter(), [0.0, 100.0]).unwrap();
            assert!(
                [low, high]
                    .iter()
                    .all(|x| (0.0..=100.0).contains(&axis.at(*x)))
            );
            let ticks = axis.ticks();
            assert!(
                (2..=8).contains(&ticks.len()),
                "{low} to {high}: {}",
                ticks.len()
            );
            assert!(
                ticks
                    .iter()
                    .all(|tick| (-1e-9..=100.0 + 1e-9).contains(&tick.at))
            );
        }
        let texts: Vec<_> = LinearAxis::over([0.0, 10.0].into_iter(), [0.0, 1.0])
            .unwrap()
            .ticks();
        let texts: Vec<_> = texts.into_iter().map(|tick| tick.text).collect();
        assert_eq!(texts, ["0", "2", "4", "6", "8", "10"]);
    }

    #[test]
    fn what_has_no_range_has_no_axis() {
        assert!(LinearAxis::over([f64::NAN, f64::INFINITY].into_iter(), [0.0, 1.0]).is_none());
        assert!(LinearAxis::over([-f64::MAX, f64::MAX].into_iter(), [0.0, 1.0]).is_none());
    }
}
