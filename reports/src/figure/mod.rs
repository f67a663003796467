//! Figures as inline SVG, one file each, drawn from the results alone.

mod agreement;
pub mod axis;
mod curves;
mod heat_map;
mod lines;
mod marker;
mod panel;
mod replicated;
mod study;

pub(crate) use agreement::agreement;
pub(crate) use replicated::replicated;
pub(crate) use study::studies;

use crate::matrix;
use maud::{Markup, html};
use results::Results;

/// The field of the results that a figure shows, and the command that reproduces it.
struct Origin {
    data: Markup,
    command: String,
    /// The text if there is nothing to draw.
    nothing: &'static str,
}

/// The origin of a figure of one field of the results, from one method on one problem.
fn of_field(results: &Results, field: &str, [method, problem]: [&str; 2]) -> Origin {
    Origin {
        data: html! { ", " code { (field) } },
        command: matrix::command(results, &format!("--method {method} --problem {problem}")),
        nothing: "There is no number here that could be drawn.",
    }
}

/// Panels side by side, if there are any.
fn in_panels(panels: impl Iterator<Item = Markup>) -> Option<Markup> {
    let panels: Vec<Markup> = panels.collect();
    (!panels.is_empty()).then(|| html! { div.panels { @for panel in &panels { (panel) } } })
}

/// A figure with heading, explanation and origin.
fn figure(heading: &str, reading: &str, body: Option<Markup>, origin: &Origin) -> Markup {
    html! {
        figure {
            h4 { (heading) }
            @if let Some(body) = body {
                p.reading { (reading) }
                (body)
            } @else {
                p.nothing { (origin.nothing) }
            }
            figcaption {
                "Data: " code { "results.json" } (origin.data) ". "
                "Reproduce: " code { (origin.command) }
            }
        }
    }
}
