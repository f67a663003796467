//! Linear and logarithmic axes: pixels of values, and ticks.

use crate::number;
use results::Scale;

/// Approximate number of tick labels that fit into the smallest figure.
const TICKS: i32 = 6;

/// A logarithmic or linear axis.
#[derive(Clone, Copy, Debug)]
pub struct Axis {
    scale: Scale,
    /// The lower end, as a decimal logarithm on a logarithmic axis.
    low: f64,
    high: f64,
    /// The pixel of the lower end, which may be larger than that of the upper end.
    from: f64,
    to: f64,
}

/// One tick.
pub struct Tick {
    /// Its pixel.
    pub at: f64,
    /// Its text.
    pub text: String,
}

impl Axis {
    /// An axis over all values that its scale can show, with some room at both ends, if there are any.
    pub fn over(
        scale: Scale,
        values: impl Iterator<Item = f64>,
        [from, to]: [f64; 2],
    ) -> Option<Self> {
        let measures = values
            .filter(|x| can_show(scale, *x))
            .map(|x| measure(scale, x));
        let [low, high] = measures.fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], x| {
            [low.min(x), high.max(x)]
        });
        // Some of the range stays free at both ends, so that markers do not sit on the frame. A single value still
        // needs a range around it: one decade, its own size, or one.
        let range = high - low;
        let slack = match scale {
            Scale::Logarithmic => (0.06 * range).max(0.5 - 0.5 * range),
            Scale::Linear if range > 0.0 => 0.05 * range,
            Scale::Linear if high == 0.0 => 1.0,
            Scale::Linear => 0.5 * high.abs(),
        };
        Self::between(scale, [low - slack, high + slack], [from, to])
    }

    /// An axis from one end to another, which are decimal logarithms on a logarithmic axis, if they are apart.
    pub fn between(scale: Scale, [low, high]: [f64; 2], [from, to]: [f64; 2]) -> Option<Self> {
        (low < high && (high - low).is_finite()).then_some(Self {
            scale,
            low,
            high,
            from,
            to,
        })
    }

    /// Both ends, which are decimal logarithms on a logarithmic axis.
    pub fn ends(&self) -> [f64; 2] {
        [self.low, self.high]
    }

    /// Whether the axis can show a value.
    pub fn can_show(&self, value: f64) -> bool {
        can_show(self.scale, value)
    }

    /// The pixel of a value.
    pub fn at(&self, value: f64) -> f64 {
        self.from
            + (measure(self.scale, value) - self.low) / (self.high - self.low)
                * (self.to - self.from)
    }

    /// Ticks at round values.
    pub fn ticks(&self) -> Vec<Tick> {
        let ticks: Vec<(f64, String)> = match self.scale {
            Scale::Logarithmic => self.decades(),
            Scale::Linear => {
                let values = round_values(self.low, self.high);
                let texts = number::ladder(&values);
                values.into_iter().zip(texts).collect()
            }
        };
        let ticks = ticks.into_iter().map(|(x, text)| Tick {
            at: self.at(x),
            text,
        });
        ticks.collect()
    }

    /// Ticks at whole decades as far as they fit, or at 1, 2 and 5 on less than two decades.
    fn decades(&self) -> Vec<(f64, String)> {
        let (first, last) = (self.low.ceil() as i32, self.high.floor() as i32);
        if last > first {
            let stride = (last - first) / TICKS + 1;
            let decades = (first..=last).filter(|k| k.rem_euclid(stride) == 0);
            return decades
                .map(|k| (math::powi(10.0, k), number::power_of_ten(k)))
                .collect();
        }
        let values = (first - 1..=last + 1)
            .flat_map(|k| [1.0, 2.0, 5.0].map(|digit| digit * math::powi(10.0, k)));
        let inside = values.filter(|x| (self.low..=self.high).contains(&math::log10(*x)));
        inside.map(|x| (x, number::setting(x))).collect()
    }
}

/// Whether a value is finite and, on a logarithmic axis, positive.
fn can_show(scale: Scale, value: f64) -> bool {
    value.is_finite() && (scale == Scale::Linear || value > 0.0)
}

/// A value, or its decimal logarithm on a logarithmic scale.
pub fn measure(scale: Scale, value: f64) -> f64 {
    match scale {
        Scale::Linear => value,
        Scale::Logarithmic => math::log10(value),
    }
}

/// About six multiples of 1, 2 or 5 times a power of ten between two values.
pub(super) fn round_values(low: f64, high: f64) -> Vec<f64> {
    let wished = (high - low) / f64::from(TICKS);
    if !(wished > 0.0 && wished.is_finite()) {
        return vec![];
    }
    let power = math::powf(10.0, math::log10(wished).floor());
    let steps = [1.0, 2.0, 5.0, 10.0].map(|digit| digit * power);
    let step = steps
        .into_iter()
        .find(|step| *step >= wished)
        .unwrap_or(10.0 * power);
    let (first, last) = ((low / step).ceil(), (high / step).floor());
    let count = (last - first).clamp(-1.0, f64::from(2 * TICKS)) as i32;
    (0..=count).map(|k| (first + f64::from(k)) * step).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn axis(scale: Scale, values: &[f64]) -> Option<Axis> {
        Axis::over(scale, values.iter().copied(), [0.0, 100.0])
    }

    #[test]
    fn every_value_lies_inside_and_ticks_are_few() {
        let linear = [
            (-3e-7, 8e-7),
            (0.0, 10.0),
            (5.0, 5.0),
            (0.0, 0.0),
            (-1e300, 1e300),
        ];
        let logarithmic = [
            (1e-16, 1e3),
            (1e-3, 2e-3),
            (0.5, 0.5),
            (0.0999, 0.1001),
            (2e-5, 6e-2),
        ];
        let both = [
            (Scale::Linear, linear, 8),
            (Scale::Logarithmic, logarithmic, 7),
        ];
        for (scale, ranges, most) in both {
            for (low, high) in ranges {
                let axis = axis(scale, &[low, high]).unwrap();
                let ticks = axis.ticks();
                let what = format!("{low} to {high}: {} ticks", ticks.len());
                assert!((2..=most).contains(&ticks.len()), "{what}");
                let places = ticks.iter().map(|tick| tick.at);
                for at in places.chain([axis.at(low), axis.at(high)]) {
                    assert!((-1e-9..=100.0 + 1e-9).contains(&at), "{what}");
                }
            }
        }
    }

    #[test]
    fn linear_ticks_are_round() {
        let ticks = axis(Scale::Linear, &[0.0, 10.0]).unwrap().ticks();
        let texts: Vec<_> = ticks.into_iter().map(|tick| tick.text).collect();
        assert_eq!(texts, ["0", "2", "4", "6", "8", "10"]);
    }

    #[test]
    fn what_has_no_range_has_no_axis() {
        assert!(axis(Scale::Logarithmic, &[0.0, f64::NAN, f64::INFINITY]).is_none());
        assert!(axis(Scale::Linear, &[f64::NAN, f64::INFINITY]).is_none());
        assert!(axis(Scale::Linear, &[-f64::MAX, f64::MAX]).is_none());
    }
}
