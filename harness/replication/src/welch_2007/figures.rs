//! What the figures of this paper have in common.

use crate::Figure;
use results::ReplicatedPanel;

/// Two curves that differ by no more than this part of their range cannot be told apart in print: about the width of
/// a line in a frame of 5 cm.
pub(super) const PLOTTING_ACCURACY: f64 = 0.01;

/// A figure of this paper.
pub(super) fn figure(
    number: u32,
    title: &str,
    reading: &str,
    panels: Vec<ReplicatedPanel>,
) -> Figure {
    Figure {
        id: format!("fig-{number}"),
        title: format!("Fig. {number}: {title}"),
        reading: reading.to_owned(),
        panels,
    }
}

/// A part as a percentage.
pub(super) fn percent(part: f64) -> String {
    format!("{:.1} %", 100.0 * part)
}
