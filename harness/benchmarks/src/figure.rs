//! One number of a comparison, with its noise and its limit.

use verification::Measured;

/// One line of the table of `cargo xtask bench`.
#[derive(Clone, Debug, PartialEq)]
pub struct Figure {
    /// Name of the measurement.
    pub what: String,
    /// The number and its interval.
    pub value: Measured,
    /// Unit of the number.
    pub unit: Unit,
    /// Largest value allowed, where there is a limit.
    pub at_most: Option<f64>,
    /// The times behind the number, in words.
    pub detail: String,
}

/// Unit of a figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Multiple of the time of what it is compared with.
    Ratio,
    /// Exponent of the growth with the size of the system.
    Exponent,
    /// Bytes for each part of the system.
    BytesPerPart,
}

impl Figure {
    /// Whether the limit is kept; `None` where there is no limit.
    pub fn holds(&self) -> Option<bool> {
        self.at_most.map(|limit| self.value.value <= limit)
    }

    /// The ratio of a time of `ns` nanoseconds to the time of something else.
    pub(crate) fn ratio(what: String, ratio: Measured, ns: f64, at_most: f64) -> Self {
        Self {
            what,
            value: ratio,
            unit: Unit::Ratio,
            at_most: Some(at_most),
            // Both times are from the same rounds: separate medians would not have this ratio on a busy machine.
            detail: format!("{} over {}", duration(ns), duration(ns / ratio.value)),
        }
    }

    /// The measured ratio of a time to itself, which shows the noise.
    pub(crate) fn control(what: String, ratio: Measured) -> Self {
        Self {
            what: format!("control: {what} twice"),
            value: ratio,
            unit: Unit::Ratio,
            at_most: None,
            detail: String::new(),
        }
    }

    /// The exponent with which a cost grows from one size to another.
    pub(crate) fn exponent(what: String, [from, to]: [(usize, Measured); 2], at_most: f64) -> Self {
        let decades = math::ln(to.0 as f64 / from.0 as f64);
        let exponent = |above: f64, below: f64| math::ln(above / below) / decades;
        Self {
            what,
            value: Measured {
                value: exponent(to.1.value, from.1.value),
                low: exponent(to.1.low, from.1.high),
                high: exponent(to.1.high, from.1.low),
            },
            unit: Unit::Exponent,
            at_most: Some(at_most),
            detail: format!("{} to {}", duration(from.1.value), duration(to.1.value)),
        }
    }
}

/// A time in nanoseconds, in a unit that is easy to read.
pub(crate) fn duration(ns: f64) -> String {
    match ns {
        ns if ns < 1e3 => format!("{ns:.1} ns"),
        ns if ns < 1e6 => format!("{:.2} µs", ns / 1e3),
        _ => format!("{:.2} ms", ns / 1e6),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ten_times_the_size_at_ten_times_the_cost_is_linear() {
        let figure = Figure::exponent(
            String::new(),
            [(100, Measured::exact(7.0)), (1000, Measured::exact(70.0))],
            1.05,
        );
        assert!((figure.value.value - 1.0).abs() < 1e-12);
        assert_eq!(figure.holds(), Some(true));
        let square = Figure::exponent(
            String::new(),
            [(100, Measured::exact(7.0)), (1000, Measured::exact(700.0))],
            1.05,
        );
        assert_eq!(square.holds(), Some(false));
    }

    #[test]
    fn times_are_printed_in_their_own_unit() {
        assert_eq!(duration(12.34), "12.3 ns");
        assert_eq!(duration(1_234.0), "1.23 µs");
        assert_eq!(duration(1.5e7), "15.00 ms");
    }
}
