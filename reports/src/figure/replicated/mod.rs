//! Figures of papers, drawn from our runs.

mod curves;
mod equal_squares;
mod heat_map;

use super::label::shortened;
use super::panel::{Panel, RIGHT};
use super::{Origin, figure};
use crate::replicated;
use curves::curves;
use heat_map::heat_map;
use maud::{Markup, html};
use results::{Drawing, ReplicatedFigure, ReplicatedPanel, ReplicatedPaper};

/// Letters that fit above a frame.
const NAME: usize = 46;

/// Letters that fit along a horizontal and along a vertical axis.
const AXES: [usize; 2] = [50, 38];

/// The figure with its anchor.
pub(crate) fn replicated(paper: &ReplicatedPaper, of: &ReplicatedFigure) -> Markup {
    let panels: Vec<Markup> = of
        .panels
        .iter()
        .filter_map(|panel| drawn(of, panel))
        .collect();
    let origin = Origin {
        data: html! { ", " code { "replicated_figures" } " with id " code { (of.id) } },
        command: replicated::command(paper),
        nothing: "There is no number here that could be drawn.",
    };
    html! {
        div.replicated id=(replicated::figure_anchor(&of.id)) {
            (figure(
                &of.title,
                &of.reading,
                (!panels.is_empty()).then(|| html! { div.panels { @for panel in &panels { (panel) } } }),
                &origin,
            ))
        }
    }
}

fn drawn(figure: &ReplicatedFigure, panel: &ReplicatedPanel) -> Option<Markup> {
    let frame = Frame {
        title: format!("{}: {}", figure.title, panel.name),
        name: shortened(&panel.name, NAME),
        across: shortened(&panel.across, AXES[0]),
        up: shortened(&panel.up, AXES[1]),
    };
    match &panel.drawing {
        Drawing::Curves { scale, curves: all } => curves(&frame, *scale, all),
        Drawing::HeatMap {
            x,
            y,
            values,
            marks,
        } => heat_map(&frame, [x, y], values, marks),
    }
}

/// The words around a panel.
struct Frame {
    title: String,
    name: String,
    across: String,
    up: String,
}

impl Frame {
    /// A panel with these words and ticks.
    fn panel(&self, x: Vec<super::axis::Tick>, y: Vec<super::axis::Tick>) -> Panel<'_> {
        Panel {
            title: self.title.clone(),
            name: &self.name,
            across: &self.across,
            up: &self.up,
            right: RIGHT,
            x,
            y,
        }
    }
}

#[cfg(test)]
impl Frame {
    fn example() -> Self {
        Self {
            title: "Fig. 1: example".into(),
            name: "example".into(),
            across: "t in s".into(),
            up: "Φ".into(),
        }
    }
}
