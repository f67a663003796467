//! One panel of a figure: a frame with name, axes, ticks and contents.

use super::axis::Tick;
use super::label::shortened;
use maud::{Markup, html};

const WIDTH: f64 = 400.0;
const HEIGHT: f64 = 284.0;
pub(super) const LEFT: f64 = 58.0;
pub(super) const RIGHT: f64 = 276.0;
pub(super) const TOP: f64 = 30.0;
pub(super) const BOTTOM: f64 = 240.0;

/// Right end of a frame without labels beside it.
pub(super) const EDGE: f64 = 390.0;

/// Distance between two labels to the right of the frame, one line of text.
pub(super) const LINE: f64 = 13.0;

/// Number of letters that fit above a frame.
const NAME: usize = 46;

/// Numbers of letters that fit along a horizontal and a vertical axis.
const AXES: [usize; 2] = [50, 38];

/// The words around a frame.
pub(super) struct Panel<'a> {
    /// What it shows, for readers who cannot see it.
    pub(super) title: String,
    /// Text above the frame.
    pub(super) name: &'a str,
    /// Name of the horizontal axis.
    pub(super) across: &'a str,
    /// Name of the vertical axis.
    pub(super) up: &'a str,
    /// Right end of the frame: [`RIGHT`] where labels stand beside it, [`EDGE`] where none do.
    pub(super) right: f64,
}

impl<'a> Panel<'a> {
    /// A panel with its title, its name, the names of its axes, and room for labels.
    pub(super) fn new(title: String, name: &'a str, [across, up]: [&'a str; 2]) -> Self {
        Self {
            title,
            name,
            across,
            up,
            right: RIGHT,
        }
    }

    /// The frame with the ticks of both axes and its contents.
    pub(super) fn draw(&self, [x, y]: [Vec<Tick>; 2], inside: Markup) -> Markup {
        html! {
            svg.chart viewBox=(format!("0 0 {WIDTH} {HEIGHT}")) role="img" aria-label=(self.title) {
                title { (self.title) }
                text.panel-name x=(LEFT) y="17" { (shortened(self.name, NAME)) }
                g.grid {
                    @for tick in &x {
                        line x1=(px(tick.at)) x2=(px(tick.at)) y1=(TOP) y2=(BOTTOM) {}
                        text x=(px(tick.at)) y=(BOTTOM + 15.0) text-anchor="middle" { (tick.text) }
                    }
                    @for tick in &y {
                        line x1=(LEFT) x2=(self.right) y1=(px(tick.at)) y2=(px(tick.at)) {}
                        text x=(LEFT - 6.0) y=(px(tick.at + 3.5)) text-anchor="end" { (tick.text) }
                    }
                }
                text.axis-name x=(0.5 * (LEFT + self.right)) y=(HEIGHT - 8.0) text-anchor="middle" { (shortened(self.across, AXES[0])) }
                text.axis-name transform=(format!("translate(13 {}) rotate(-90)", 0.5 * (TOP + BOTTOM)))
                    text-anchor="middle" { (shortened(self.up, AXES[1])) }
                (inside)
            }
        }
    }
}

/// A coordinate in pixels with one decimal.
pub(super) fn px(x: f64) -> String {
    format!("{x:.1}")
}

#[cfg(test)]
impl Panel<'_> {
    /// A panel for tests of what is drawn inside.
    pub(super) fn example() -> Self {
        Self::new("Fig. 1: example".into(), "example", ["t in s", "Φ"])
    }
}
