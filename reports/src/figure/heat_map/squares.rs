//! One axis of a heat map: squares of equal width, one per value.

use super::super::axis::Tick;
use crate::number;

/// Width of a letter of a tick label in pixels, slightly more than that of the font.
const LETTER: f64 = 6.2;

/// Height of a tick label in pixels.
const HEIGHT: f64 = 12.0;

/// Relative difference below which two values are equal.
const SAME: f64 = 1e-9;

/// The squares along one axis, at least one.
pub(in crate::figure) struct Squares<'a> {
    values: &'a [f64],
    from: f64,
    /// Width of a square in pixels, negative if the axis runs backwards.
    width: f64,
}

impl<'a> Squares<'a> {
    /// One square per value, if there are any.
    pub(super) fn new(values: &'a [f64], [from, to]: [f64; 2]) -> Option<Self> {
        (!values.is_empty()).then(|| Self {
            values,
            from,
            width: (to - from) / values.len() as f64,
        })
    }

    /// The number of squares.
    pub(super) fn count(&self) -> usize {
        self.values.len()
    }

    /// The value of a square in words.
    pub(super) fn words(&self, k: usize) -> String {
        number::plain(self.values[k])
    }

    /// The width of a square.
    pub(super) fn width(&self) -> f64 {
        self.width.abs()
    }

    /// The pixel of a position in units of squares; whole numbers are middles of squares.
    pub(in crate::figure) fn middle(&self, place: f64) -> f64 {
        self.from + (place + 0.5) * self.width
    }

    /// The index of the square of a value.
    pub(super) fn find(&self, value: f64) -> Option<usize> {
        let same = |x: &f64| (x - value).abs() <= SAME * value.abs();
        self.values.iter().position(same)
    }

    /// Ticks at squares, leaving out squares whose labels would touch.
    pub(in crate::figure) fn square_ticks(&self) -> Vec<Tick> {
        let texts: Vec<String> = (0..self.count()).map(|k| self.words(k)).collect();
        let longest = texts.iter().map(|text| text.chars().count()).max();
        let needed = match self.width > 0.0 {
            // Labels stand beside each other; one letter more keeps neighbours apart.
            true => LETTER * (longest.unwrap_or(0) + 1) as f64,
            false => HEIGHT,
        };
        let stride = (needed / self.width()).ceil().max(1.0) as usize;
        let ticks = texts.into_iter().enumerate().step_by(stride);
        let tick = |(k, text)| Tick {
            at: self.middle(k as f64),
            text,
        };
        ticks.map(tick).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_are_equal_and_found_by_their_value() {
        let values = [0.1, 1.0, 100.0, 5.0];
        let axis = Squares::new(&values, [40.0, 0.0]).unwrap();
        assert_eq!((axis.middle(0.0), axis.width()), (35.0, 10.0));
        assert_eq!(axis.find(0.1 + 1e-13), Some(0));
        assert_eq!(axis.find(2.0), None);
        assert_eq!(axis.find(f64::NAN), None);
        assert!(Squares::new(&[], [0.0, 1.0]).is_none());
    }

    #[test]
    fn labels_that_would_touch_are_left_out() {
        let values: Vec<f64> = (1..=11).map(|k| f64::from(k) * 1e-4).collect();
        let ticks = |ends| Squares::new(&values, ends).unwrap().square_ticks().len();
        assert_eq!((ticks([0.0, 220.0]), ticks([220.0, 0.0])), (4, 11));
    }
}
