//! Shades of a map: values sorted into a few levels.

mod legend;
mod region;

pub(super) use legend::{legend, legend_line};
pub(super) use region::region;

use crate::number;

/// More levels than this cannot be told apart.
const LEVELS: usize = 8;

/// Widths of a level, in decades or in units of the value.
const WIDTHS: [f64; 10] = [0.125, 0.25, 0.5, 1.0, 2.0, 3.0, 5.0, 10.0, 25.0, 100.0];

/// What the values mean, which decides how they are sorted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// By size, in equal steps.
    Even,
    /// By decimal logarithm.
    Decades,
}

/// A scale of at most [`LEVELS`] levels, with round limits.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scale {
    kind: Kind,
    /// The first level begins at this multiple of the width.
    first: f64,
    width: f64,
    pub(super) count: usize,
}

impl Scale {
    /// The finest scale that holds all values, or none where there are none.
    pub(super) fn over(kind: Kind, values: impl Iterator<Item = f64>) -> Option<Self> {
        let measures = values.map(|x| measure(kind, x)).filter(|x| x.is_finite());
        let [low, high] = measures.fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], x| {
            [low.min(x), high.max(x)]
        });
        if low > high {
            return None;
        }
        let scales = WIDTHS.into_iter().map(|width| {
            let first = (low / width).floor();
            let count = (high / width).floor() - first + 1.0;
            (first, width, count)
        });
        let (first, width, count) = scales
            .into_iter()
            .find(|(.., count)| *count <= LEVELS as f64)?;
        Some(Self {
            kind,
            first,
            width,
            count: count as usize,
        })
    }

    /// The level of a value.
    pub(super) fn level(&self, value: f64) -> Option<usize> {
        let place = (measure(self.kind, value) / self.width).floor() - self.first;
        (place >= 0.0 && place < self.count as f64).then_some(place as usize)
    }

    /// The class of a level in the style sheet.
    pub(super) fn class(level: usize) -> String {
        format!("l{level}")
    }

    /// Where a level begins, in words.
    pub(super) fn begins(&self, level: usize) -> String {
        let limit = (self.first + level as f64) * self.width;
        match self.kind {
            Kind::Even => number::plain(limit),
            Kind::Decades => number::setting(f64::powf(10.0, limit)),
        }
    }
}

fn measure(kind: Kind, value: f64) -> f64 {
    match kind {
        Kind::Even => value,
        Kind::Decades => value.log10(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_scale_holds_every_value_in_few_levels() {
        for (low, high) in [(1e-9, 1e-3), (2e-4, 2.1e-4), (1e-300, 1e300), (0.5, 0.5)] {
            let scale = Scale::over(Kind::Decades, [low, high].into_iter()).unwrap();
            assert!(scale.count <= LEVELS);
            assert_eq!(scale.level(low), Some(0));
            assert_eq!(scale.level(high), Some(scale.count - 1));
        }
        let scale = Scale::over(Kind::Even, [0.0, 0.999].into_iter()).unwrap();
        assert_eq!((scale.count, scale.begins(7)), (8, "0.875".to_owned()));
        assert_eq!(scale.level(1.5), None);
        assert_eq!(scale.level(f64::NAN), None);
    }

    #[test]
    fn limits_of_levels_are_round() {
        let scale = Scale::over(Kind::Decades, [2e-6, 5e-3].into_iter()).unwrap();
        assert_eq!(
            (scale.begins(0), scale.begins(2)),
            ("1e-6".to_owned(), "1e-5".to_owned())
        );
    }

    #[test]
    fn what_is_not_positive_has_no_decade() {
        assert!(Scale::over(Kind::Decades, [0.0, -1.0, f64::NAN].into_iter()).is_none());
    }
}
