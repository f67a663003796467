//! Figures of papers, drawn from our runs.

mod marked_map;

use super::curves::curves;
use super::panel::Panel;
use super::{Origin, figure, in_panels};
use crate::replicated;
use marked_map::marked_map;
use maud::{Markup, html};
use results::{Drawing, ReplicatedFigure, ReplicatedPanel, ReplicatedPaper};

/// The figure with its anchor.
pub(crate) fn replicated(paper: &ReplicatedPaper, of: &ReplicatedFigure) -> Markup {
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
                in_panels(of.panels.iter().filter_map(|panel| drawn(of, panel))),
                &origin,
            ))
        }
    }
}

fn drawn(figure: &ReplicatedFigure, of: &ReplicatedPanel) -> Option<Markup> {
    let title = format!("{}: {}", figure.title, of.name);
    let panel = Panel::new(title, &of.name, [&of.across, &of.up]);
    match &of.drawing {
        Drawing::Curves { scale, curves: all } => curves(&panel, *scale, all),
        Drawing::HeatMap {
            x,
            y,
            values,
            marks,
        } => marked_map(&panel, [x, y], values, marks),
    }
}
