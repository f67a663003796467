//! The levels of a heat map and their legend.

use super::super::axis::measure;
use super::super::panel::{LINE, RIGHT, TOP, px};
use crate::number;
use maud::{Markup, html};
use results::Scale;

/// The number of shades that can be distinguished.
const LEVELS: usize = 8;

/// Possible widths of a level, in decades or in units of the value.
const WIDTHS: [f64; 10] = [0.125, 0.25, 0.5, 1.0, 2.0, 3.0, 5.0, 10.0, 25.0, 100.0];

/// At most [`LEVELS`] levels, with round limits.
#[derive(Clone, Copy, Debug)]
pub(in crate::figure) struct Levels {
    scale: Scale,
    /// The first level begins at this multiple of the width.
    first: f64,
    width: f64,
    pub(in crate::figure) count: usize,
}

impl Levels {
    /// The finest levels that cover all values, if there are any.
    pub(in crate::figure) fn over(scale: Scale, values: impl Iterator<Item = f64>) -> Option<Self> {
        let measures = values.map(|x| measure(scale, x)).filter(|x| x.is_finite());
        let [low, high] = measures.fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], x| {
            [low.min(x), high.max(x)]
        });
        if low > high {
            return None;
        }
        let mut levels = WIDTHS.into_iter().map(|width| {
            let first = (low / width).floor();
            let count = (high / width).floor() - first + 1.0;
            (first, width, count)
        });
        let (first, width, count) = levels.find(|(.., count)| *count <= LEVELS as f64)?;
        Some(Self {
            scale,
            first,
            width,
            count: count as usize,
        })
    }

    /// The level of a value.
    pub(super) fn level(&self, value: f64) -> Option<usize> {
        let place = (measure(self.scale, value) / self.width).floor() - self.first;
        (place >= 0.0 && place < self.count as f64).then_some(place as usize)
    }

    /// The levels beside the frame, the strongest on top.
    pub(in crate::figure) fn legend(&self, title: &str) -> Markup {
        let left = RIGHT + 14.0;
        html! {
            g.shade {
                text x=(px(left)) y=(px(TOP + 8.0)) { (title) }
                @for (k, level) in (0..self.count).rev().enumerate() {
                    @let y = legend_line(k);
                    rect class=(class(Some(level))) x=(px(left)) y=(px(y)) width="14" height="12" {}
                    text x=(px(left + 20.0)) y=(px(y + 9.5)) { (self.begins(level)) }
                }
            }
        }
    }

    /// Where a level begins, in words.
    fn begins(&self, level: usize) -> String {
        let limit = (self.first + level as f64) * self.width;
        match self.scale {
            Scale::Linear => number::plain(limit),
            Scale::Logarithmic => number::setting(math::powf(10.0, limit)),
        }
    }
}

/// The class of a level in the style sheet. A value without a level, such as zero on a logarithmic scale, is plain.
pub(super) fn class(level: Option<usize>) -> String {
    level.map_or_else(|| "plain".to_owned(), |level| format!("l{level}"))
}

/// Where the n-th line below the title of a legend begins.
fn legend_line(n: usize) -> f64 {
    TOP + 16.0 + (LINE + 3.0) * n as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_scale_holds_every_value_in_few_levels() {
        for (low, high) in [(1e-9, 1e-3), (2e-4, 2.1e-4), (1e-300, 1e300), (0.5, 0.5)] {
            let levels = Levels::over(Scale::Logarithmic, [low, high].into_iter()).unwrap();
            assert!(levels.count <= LEVELS);
            assert_eq!(levels.level(low), Some(0));
            assert_eq!(levels.level(high), Some(levels.count - 1));
        }
        let levels = Levels::over(Scale::Linear, [0.0, 0.999].into_iter()).unwrap();
        assert_eq!((levels.count, levels.begins(7)), (8, "0.875".to_owned()));
        assert_eq!(levels.level(1.5), None);
        assert_eq!(levels.level(f64::NAN), None);
    }

    #[test]
    fn limits_of_levels_are_round() {
        let levels = Levels::over(Scale::Logarithmic, [2e-6, 5e-3].into_iter()).unwrap();
        assert_eq!(
            (levels.begins(0), levels.begins(2)),
            ("1e-6".to_owned(), "1e-5".to_owned())
        );
    }

    #[test]
    fn what_is_not_positive_has_no_decade() {
        assert!(Levels::over(Scale::Logarithmic, [0.0, -1.0, f64::NAN].into_iter()).is_none());
    }
}
