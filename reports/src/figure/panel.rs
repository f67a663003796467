//! One frame of a figure: its name, its two axes with their ticks, and whatever is drawn inside.

use super::axis::Tick;
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

/// A frame before it is drawn.
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
    /// Ticks of both axes.
    pub(super) x: Vec<Tick>,
    pub(super) y: Vec<Tick>,
}

impl Panel<'_> {
    /// The frame with its contents.
    pub(super) fn draw(&self, inside: Markup) -> Markup {
        html! {
            svg.chart viewBox=(format!("0 0 {WIDTH} {HEIGHT}")) role="img" aria-label=(self.title) {
                title { (self.title) }
                text.panel-name x=(LEFT) y="17" { (self.name) }
                g.grid {
                    @for tick in &self.x {
                        line x1=(px(tick.at)) x2=(px(tick.at)) y1=(TOP) y2=(BOTTOM) {}
                        text x=(px(tick.at)) y=(BOTTOM + 15.0) text-anchor="middle" { (tick.text) }
                    }
                    @for tick in &self.y {
                        line x1=(LEFT) x2=(self.right) y1=(px(tick.at)) y2=(px(tick.at)) {}
                        text x=(LEFT - 6.0) y=(px(tick.at + 3.5)) text-anchor="end" { (tick.text) }
                    }
                }
                text.axis-name x=(0.5 * (LEFT + self.right)) y=(HEIGHT - 8.0) text-anchor="middle" { (self.across) }
                text.axis-name transform=(format!("translate(13 {}) rotate(-90)", 0.5 * (TOP + BOTTOM)))
                    text-anchor="middle" { (self.up) }
                (inside)
            }
        }
    }
}

/// A pixel in a tenth: finer than anyone sees, and short.
pub(super) fn px(x: f64) -> String {
    format!("{x:.1}")
}
