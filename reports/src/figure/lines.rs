//! Lines of a panel, each with its own look.

use super::axis::{Axis, Tick};
use super::marker;
use maud::{Markup, html};

/// The two axes of a frame.
pub(super) struct Axes {
    pub(super) x: Axis,
    pub(super) y: Axis,
}

impl Axes {
    /// The pixels of a point.
    pub(super) fn at(&self, [x, y]: [f64; 2]) -> [f64; 2] {
        [self.x.at(x), self.y.at(y)]
    }

    /// The ticks of both axes.
    pub(super) fn ticks(&self) -> [Vec<Tick>; 2] {
        [self.x.ticks(), self.y.ticks()]
    }

    /// Points rounded to tenths of a pixel, without repetitions.
    pub(super) fn polyline(&self, points: &[[f64; 2]]) -> String {
        let pixels = points.iter().map(|point| self.at(*point));
        let mut pairs: Vec<String> = pixels.map(|[x, y]| format!("{x:.1},{y:.1}")).collect();
        pairs.dedup();
        pairs.join(" ")
    }

    /// Whether any point can be drawn.
    pub(super) fn can_show(&self, points: &[[f64; 2]]) -> bool {
        self.pieces(points).next().is_some()
    }

    /// Splits points at those that cannot be drawn.
    fn pieces<'a>(&self, points: &'a [[f64; 2]]) -> impl Iterator<Item = &'a [[f64; 2]]> {
        let gap = |[x, y]: &[f64; 2]| !(self.x.can_show(*x) && self.y.can_show(*y));
        points.split(gap).filter(|piece| !piece.is_empty())
    }
}

/// One line.
pub(super) struct Line {
    /// Classes of the style sheet besides `series`.
    pub(super) look: String,
    /// The name in the legend, and on hovering.
    pub(super) name: String,
    pub(super) points: Vec<[f64; 2]>,
}

impl Line {
    /// The line in its frame.
    pub(super) fn draw(&self, axes: &Axes) -> Markup {
        html! {
            g class=(format!("series {}", self.look)) {
                title { (self.name) }
                @for piece in axes.pieces(&self.points) {
                    @match piece {
                        // A line through one point would not be seen.
                        [point] => path d=(marker::small(0, axes.at(*point))) {},
                        _ => polyline points=(axes.polyline(piece)) {},
                    }
                }
            }
        }
    }

    /// A sample of the line with its whole name.
    pub(super) fn key(&self) -> Markup {
        html! {
            li {
                svg viewBox="0 0 34 8" aria-hidden="true" {
                    g class=(format!("series {}", self.look)) { polyline points="0,4 34,4" {} }
                }
                (self.name)
            }
        }
    }
}
