//! The section on cells without a result and on runs that stopped early, with reasons.

use crate::mark::{Mark, reason};
use crate::number;
use crate::page::{badge, head, link, table};
use maud::{Markup, html};
use results::{Cell, Results};

/// Tables with more rows than this are collapsed.
const OPEN: usize = 12;

/// The section, if there are such cells.
pub(super) fn body(results: &Results) -> Option<Markup> {
    let bearing = |mark| {
        results
            .cells
            .iter()
            .filter(|cell| Mark::of(cell) == mark)
            .collect::<Vec<_>>()
    };
    let groups = [Mark::Failed, Mark::OverBudget, Mark::Refused].map(|mark| (mark, bearing(mark)));
    let stopped = |cell: &&Cell| {
        Mark::of(cell).ran() && cell.order_runs().iter().any(|run| run.stopped.is_some())
    };
    let partly: Vec<&Cell> = results.cells.iter().filter(stopped).collect();
    if partly.is_empty() && groups.iter().all(|(_, cells)| cells.is_empty()) {
        return None;
    }
    Some(html! {
        @for (mark, cells) in groups.iter().filter(|(_, cells)| !cells.is_empty()) {
            (folded(badge(mark.look()), mark.look().word, mark.look().meaning, cells))
        }
        @if !partly.is_empty() {
            (folded(
                html! { b { "Stopped early" } },
                "stopped early",
                "The cell has a result, but not from every run of its ladder.",
                &partly,
            ))
        }
    })
}

fn folded(title: Markup, name: &str, meaning: &str, cells: &[&Cell]) -> Markup {
    html! {
        details open[cells.len() <= OPEN] {
            summary { (title) " " (number::count(cells.len(), "cell")) ". " span.aside { (meaning) } }
            (table("reasons", format!("Cells: {name}"), head(&["Variant", "Problem", "Reason", "Runs that stopped"], &[]),
                html! { tbody { @for cell in cells { (row(cell)) } } }))
        }
    }
}

fn row(cell: &Cell) -> Markup {
    html! {
        tr {
            th scope="row" {
                a href=(link::href(&link::cell(&cell.variant, &cell.problem))) { code { (cell.variant) } }
            }
            td { code { (cell.problem) } }
            td.why { (reason(cell)) }
            td.why {
                @for run in cell.order_runs() {
                    @if let Some(stopped) = &run.stopped {
                        div {
                            "h = " (number::setting(run.h)) " s"
                            @if stopped != reason(cell) { ": " (stopped) }
                        }
                    }
                }
                @if cell.order_runs().iter().all(|run| run.stopped.is_none()) { (number::ABSENT) }
            }
        }
    }
}
