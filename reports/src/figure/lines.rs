//! Lines of a panel, each with its own look and its name beside its end.

use super::axis::{Axis, Tick};
use super::label::{shortened, spread};
use super::marker;
use super::panel::{BOTTOM, LINE, RIGHT, TOP, px};
use maud::{Markup, html};

/// Number of letters that fit beside the frame.
pub(super) const FITS: usize = 17;

/// The two axes of a frame.
pub(super) struct Axes {
    pub(super) x: Axis,
    pub(super) y: Axis,
}

impl Axes {
    /// Logarithmic axes over all points, if there are any.
    pub(super) fn log<'a>(
        points: impl Iterator<Item = &'a [f64; 2]> + Clone,
        across: [f64; 2],
    ) -> Option<Self> {
        Some(Self {
            x: Axis::log(points.clone().map(|point| point[0]), across)?,
            y: Axis::log(points.map(|point| point[1]), [BOTTOM, TOP])?,
        })
    }

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

    /// The pixels of the last point that can be drawn.
    pub(super) fn end(&self, points: &[[f64; 2]]) -> Option<[f64; 2]> {
        Some(self.at(*self.pieces(points).last()?.last()?))
    }

    /// Splits points at those that cannot be drawn.
    fn pieces<'a>(&self, points: &'a [[f64; 2]]) -> impl Iterator<Item = &'a [[f64; 2]]> {
        let gap = |[x, y]: &[f64; 2]| !(self.x.can_show(*x) && self.y.can_show(*y));
        points.split(gap).filter(|piece| !piece.is_empty())
    }
}

/// One line.
#[derive(Default)]
pub(crate) struct Line {
    /// Classes of the style sheet besides `series`.
    pub(super) look: String,
    /// Text beside its end.
    pub(super) label: String,
    /// Full name, shown on hovering.
    pub(super) title: String,
    pub(super) points: Vec<[f64; 2]>,
    /// A second line with the same look, dashed and without markers; most have none.
    pub(super) second: Vec<[f64; 2]>,
    /// Whether the line is dashed.
    pub(super) dashed: bool,
    /// The marker at every point, if there is one.
    pub(super) marker: Option<usize>,
}

impl Line {
    fn draw(&self, axes: &Axes, end: [f64; 2], place: f64) -> Markup {
        // A marker stands between the line and its name.
        let name = RIGHT + if self.marker.is_some() { 26.0 } else { 11.0 };
        html! {
            g class=(format!("series {}", self.look)) {
                title { (self.title) }
                @for piece in axes.pieces(&self.points) {
                    @match (piece, self.marker) {
                        // A line through one point would not be seen.
                        ([point], None) => path d=(marker::small(0, axes.at(*point))) {},
                        _ => polyline.dashed[self.dashed] points=(axes.polyline(piece)) {},
                    }
                }
                @for piece in axes.pieces(&self.second) { polyline.dashed points=(axes.polyline(piece)) {} }
                @if let Some(marker) = self.marker {
                    @for point in &self.points { path d=(marker::path(marker, axes.at(*point))) {} }
                    path d=(marker::path(marker, [name - 8.0, place])) {}
                }
                @let begins = if self.marker.is_some() { [5.0, 14.0] } else { [1.0, 3.0] };
                line.leader x1=(px(end[0] + begins[0])) y1=(px(end[1])) x2=(px(name - begins[1])) y2=(px(place)) {}
                text x=(px(name)) y=(px(place + 3.5)) { (shortened(&self.label, FITS)) }
            }
        }
    }
}

/// All lines of a panel, with names that do not overlap.
pub(super) fn lines<'a>(axes: &Axes, lines: impl Iterator<Item = &'a Line>) -> Markup {
    let ended = lines.filter_map(|line| Some((line, axes.end(&line.points)?)));
    let ended: Vec<(&Line, [f64; 2])> = ended.collect();
    let ends: Vec<f64> = ended.iter().map(|(_, end)| end[1]).collect();
    let places = spread(&ends, LINE, [TOP + 4.0, BOTTOM]);
    html! {
        @for ((line, end), place) in ended.into_iter().zip(places) { (line.draw(axes, end, place)) }
    }
}
