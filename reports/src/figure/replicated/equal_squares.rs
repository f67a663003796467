//! An axis of equal squares that bear their values as labels, however unevenly these are spaced.

use super::super::axis::Tick;
use crate::number;

/// Width of a letter of a tick label in pixels, a little more than the font has.
const LETTER: f64 = 6.2;

/// Height of a tick label in pixels.
const HEIGHT: f64 = 12.0;

/// Values closer than this part of their size are the same.
const SAME: f64 = 1e-9;

/// The axis.
pub(super) struct EqualSquares<'a> {
    values: &'a [f64],
    from: f64,
    /// Negative where the axis runs backwards.
    width: f64,
}

/// How labels lie along the axis.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Labels {
    /// One beside the other.
    Across,
    /// One above the other.
    Up,
}

impl<'a> EqualSquares<'a> {
    /// One square for each value, or nothing of nothing.
    pub(super) fn new(values: &'a [f64], [from, to]: [f64; 2]) -> Option<Self> {
        (!values.is_empty()).then(|| Self {
            values,
            from,
            width: (to - from) / values.len() as f64,
        })
    }

    /// How many squares there are, at least one.
    pub(super) fn count(&self) -> usize {
        self.values.len()
    }

    /// The middle of a square.
    pub(super) fn middle(&self, k: usize) -> f64 {
        self.from + (k as f64 + 0.5) * self.width
    }

    /// The width of a square.
    pub(super) fn width(&self) -> f64 {
        self.width.abs()
    }

    /// The square of a value.
    pub(super) fn find(&self, value: f64) -> Option<usize> {
        let same = |x: &f64| (x - value).abs() <= SAME * value.abs();
        self.values.iter().position(same)
    }

    /// Every value, or every second and so on where labels would touch.
    pub(super) fn ticks(&self, labels: Labels) -> Vec<Tick> {
        let texts: Vec<String> = self.values.iter().map(|x| number::plain(*x)).collect();
        let longest = texts.iter().map(|text| text.chars().count()).max();
        let needed = match labels {
            // One letter more keeps neighbours apart.
            Labels::Across => LETTER * (longest.unwrap_or(0) + 1) as f64,
            Labels::Up => HEIGHT,
        };
        let stride = (needed / self.width()).ceil().max(1.0) as usize;
        let ticks = texts.into_iter().enumerate().step_by(stride);
        ticks
            .map(|(k, text)| Tick {
                at: self.middle(k),
                text,
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_are_equal_and_found_by_their_value() {
        let values = [0.1, 1.0, 100.0, 5.0];
        let axis = EqualSquares::new(&values, [40.0, 0.0]).unwrap();
        assert_eq!((axis.middle(0), axis.width()), (35.0, 10.0));
        assert_eq!(axis.find(0.1 + 1e-13), Some(0));
        assert_eq!(axis.find(2.0), None);
        assert_eq!(axis.find(f64::NAN), None);
        assert!(EqualSquares::new(&[], [0.0, 1.0]).is_none());
    }

    #[test]
    fn labels_that_would_touch_are_left_out() {
        let values: Vec<f64> = (1..=11).map(|k| f64::from(k) * 1e-4).collect();
        let axis = EqualSquares::new(&values, [0.0, 220.0]).unwrap();
        assert_eq!(axis.ticks(Labels::Across).len(), 4);
        assert_eq!(axis.ticks(Labels::Up).len(), 11);
    }
}
