//! The levels of a scale beside the frame.

use super::super::panel::{LINE, RIGHT, TOP, px};
use super::Scale;
use maud::{Markup, html};

/// Left end of a legend.
const LEFT: f64 = RIGHT + 14.0;

/// Size of a sample.
const SAMPLE: [f64; 2] = [14.0, 12.0];

/// Where the n-th line below the title of a legend begins.
pub(in crate::figure) fn legend_line(n: usize) -> f64 {
    TOP + 16.0 + (LINE + 3.0) * n as f64
}

/// The levels beside the frame, the strongest on top.
pub(in crate::figure) fn legend(title: &str, scale: &Scale) -> Markup {
    html! {
        g.shade {
            text x=(px(LEFT)) y=(px(TOP + 8.0)) { (title) }
            @for (k, level) in (0..scale.count).rev().enumerate() {
                @let y = legend_line(k);
                rect class=(Scale::class(level)) x=(px(LEFT)) y=(px(y)) width=(SAMPLE[0]) height=(SAMPLE[1]) {}
                text x=(px(LEFT + 20.0)) y=(px(y + 9.5)) { (scale.begins(level)) }
            }
        }
    }
}
