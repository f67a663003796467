//! Figures as inline SVG, one file each, drawn from the results alone.

mod agreement;
mod axis;
mod chart;
mod convergence;
mod curves;
mod drift;
mod expansion;
mod front;
mod gain_map;
mod guide;
mod heat_map;
mod label;
mod lines;
mod marker;
mod panel;
mod replicated;
mod study;
mod work;

pub(crate) use agreement::agreement;
pub(crate) use convergence::convergence;
pub(crate) use drift::drift;
pub(crate) use expansion::expansion;
pub(crate) use gain_map::gain_maps;
pub(crate) use replicated::replicated;
pub(crate) use study::studies;
pub(crate) use work::work;

use crate::matrix::{self, Matrix};
use maud::{Markup, html};
use results::{Problem, Results};

/// The field of the results that a figure shows, and the command that reproduces it.
struct Origin {
    data: Markup,
    command: String,
    /// The text if there is nothing to draw.
    nothing: &'static str,
}

/// The origin of a figure on one problem.
fn of_problem(matrix: &Matrix, problem: &Problem, fields: &str) -> Origin {
    Origin {
        data: html! { ", cells with problem " code { (problem.id) } ", " code { (fields) } },
        command: matrix::command(matrix.results, &format!("--problem {}", problem.id)),
        nothing: "No run on this problem came to its end, so there is nothing to draw.",
    }
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
                "Again: " code { (origin.command) }
            }
        }
    }
}
