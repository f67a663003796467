//! One axis of a map.

use super::super::axis::Tick;
use super::super::linear_axis::round_values;
use crate::number;

/// One axis of a map. Squares have equal widths whatever the values in their middles are.
pub(super) struct Squares<'a> {
    values: &'a [f64],
    pub(super) from: f64,
    pub(super) width: f64,
}

impl<'a> Squares<'a> {
    /// An axis over growing values, at least two.
    pub(super) fn new(values: &'a [f64], [from, to]: [f64; 2]) -> Option<Self> {
        let grows = values.windows(2).all(|pair| pair[0] < pair[1]);
        let finite = values.iter().all(|x| x.is_finite());
        (values.len() > 1 && grows && finite).then(|| Self {
            values,
            from,
            width: (to - from) / values.len() as f64,
        })
    }

    /// The pixel of a value between the first and the last.
    pub(super) fn at(&self, value: f64) -> Option<f64> {
        let next = self.values.iter().position(|x| value <= *x)?;
        let before = match next {
            0 if value < self.values[0] => return None,
            0 => 0,
            next => next - 1,
        };
        let gap = self.values[next] - self.values[before];
        let share = if gap > 0.0 {
            (value - self.values[before]) / gap
        } else {
            0.0
        };
        Some(self.from + (before as f64 + share + 0.5) * self.width)
    }

    pub(super) fn ticks(&self) -> Vec<Tick> {
        let ends = self.values.first().zip(self.values.last());
        let values = ends.map_or_else(Vec::new, |(low, high)| round_values(*low, *high));
        let ticks = values.into_iter().filter_map(|x| {
            let (at, text) = (self.at(x)?, number::plain(x));
            Some(Tick { at, text })
        });
        ticks.collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_lies_in_the_middle_of_its_square() {
        let squares = Squares::new(&[1.0, 2.0, 4.0, 8.0], [0.0, 40.0]).unwrap();
        assert_eq!(
            [1.0, 2.0, 3.0, 8.0].map(|x| squares.at(x)),
            [5.0, 15.0, 20.0, 35.0].map(Some)
        );
        assert_eq!([0.9, 8.1, f64::NAN].map(|x| squares.at(x)), [None; 3]);
    }

    #[test]
    fn values_must_grow() {
        assert!(Squares::new(&[1.0], [0.0, 1.0]).is_none());
        assert!(Squares::new(&[1.0, 1.0], [0.0, 1.0]).is_none());
        assert!(Squares::new(&[1.0, f64::INFINITY], [0.0, 1.0]).is_none());
    }
}
