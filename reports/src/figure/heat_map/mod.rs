//! A heat map: values on a grid of equal squares, shaded in a few levels.

mod region;
mod shade;
mod squares;

pub(super) use shade::Levels;

use super::panel::{BOTTOM, LEFT, RIGHT, TOP};
use crate::number;
use maud::{Markup, PreEscaped, html};
use region::region;
use shade::class;
use squares::Squares;

/// Up to this many squares are drawn one by one, each with a tooltip.
const POINTED_AT: usize = 400;

/// A heat map.
pub(super) struct HeatMap<'a> {
    pub(super) x: Squares<'a>,
    pub(super) y: Squares<'a>,
    pub(super) levels: Levels,
    values: Vec<Vec<Option<f64>>>,
}

impl<'a> HeatMap<'a> {
    /// A map over two lists of values. Missing rows and missing ends of rows have no values.
    pub(super) fn new(
        [across, up]: [&'a [f64]; 2],
        levels: Levels,
        values: Vec<Vec<Option<f64>>>,
    ) -> Option<Self> {
        Some(Self {
            x: Squares::new(across, [LEFT, RIGHT])?,
            y: Squares::new(up, [BOTTOM, TOP])?,
            levels,
            values,
        })
    }

    /// The value of a square.
    pub(super) fn value(&self, row: usize, column: usize) -> Option<f64> {
        *self.values.get(row)?.get(column)?
    }

    /// The square at a pair of coordinates: its middle in pixels and its value.
    pub(super) fn find(&self, [x, y]: [f64; 2]) -> Option<([f64; 2], Option<f64>)> {
        let (row, column) = (self.y.find(y)?, self.x.find(x)?);
        Some((self.middle(row, column), self.value(row, column)))
    }

    /// The middles of squares without a value, in pixels.
    pub(super) fn missing(&self) -> Vec<[f64; 2]> {
        let missing = self
            .squares()
            .filter(|(row, column)| self.value(*row, *column).is_none());
        missing
            .map(|(row, column)| self.middle(row, column))
            .collect()
    }

    /// All squares with a value: one by one with tooltips if they are few, one path per level otherwise.
    pub(super) fn shades(&self) -> Markup {
        // From squares to pixels: squares that are rounded one by one would leave seams.
        let [x, y] = [self.x.width(), self.y.width()];
        let scaled = format!("translate({LEFT} {TOP}) scale({x:.4} {y:.4})");
        let (rows, columns) = (self.y.count(), self.x.count());
        let few = rows * columns <= POINTED_AT;
        html! {
            g.shade.squares[few] transform=(scaled) {
                @if few {
                    @for (row, column) in self.squares() {
                        @if let Some(value) = self.value(row, column) {
                            rect class=(class(self.levels.level(value))) x=(column) y=(rows - 1 - row) width="1" height="1" {
                                title {
                                    (number::scientific(value))
                                    " at (" (self.x.words(column)) ", " (self.y.words(row)) ")"
                                }
                            }
                        }
                    }
                } @else {
                    @for level in std::iter::once(None).chain((0..self.levels.count).map(Some)) {
                        @let path = region(rows, columns, |row, column| {
                            self.value(row, column).is_some_and(|value| self.levels.level(value) == level)
                        });
                        @if !path.is_empty() { path class=(class(level)) d=(PreEscaped(path)) {} }
                    }
                }
            }
        }
    }

    fn squares(&self) -> impl Iterator<Item = (usize, usize)> {
        let columns = self.x.count();
        (0..self.y.count()).flat_map(move |row| (0..columns).map(move |column| (row, column)))
    }

    fn middle(&self, row: usize, column: usize) -> [f64; 2] {
        [self.x.middle(column as f64), self.y.middle(row as f64)]
    }
}
