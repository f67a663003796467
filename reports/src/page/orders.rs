//! Claimed and observed orders of all six quantities, with the runs they were read from.

use super::{badge, tally};
use crate::facts::{Facts, Miss};
use crate::mark::{Mark, reason};
use crate::matrix::{Matrix, cell_anchor, claims};
use crate::number;
use crate::quantity::{QUANTITIES, Quantity, observed_words};
use maud::{Markup, html};
use results::{Cell, Problem, Run, Variant};

/// The section, where there are cells.
pub(super) fn body(matrix: &Matrix, facts: &Facts) -> Option<Markup> {
    if matrix.results.cells.is_empty() {
        return None;
    }
    Some(html! {
        p { "Large: the observed order. Small: what theory claims. "
            "✗ marks the quantity that misses its claim by most. Under each row stand the verdict in words and the runs behind it." }
        @for problem in &matrix.results.problems { (table(matrix, problem, &facts.missed)) }
    })
}

fn table(matrix: &Matrix, problem: &Problem, missed: &[Miss]) -> Markup {
    let cells = matrix.column(problem);
    html! {
        details {
            summary { b { (problem.name) } " " span.aside { (tally(cells.iter().map(|row| row.2))) } }
            div.scroll tabindex="0" {
                table.orders {
                    caption { "Orders on " (problem.name) " (" code { (problem.id) } ")" }
                    thead { tr {
                        th scope="col" { "Variant" } th scope="col" { "Verdict" }
                        @for quantity in &QUANTITIES {
                            th.num scope="col" { (quantity.symbol) br; small { (quantity.name) } }
                        }
                    } }
                    tbody {
                        @for (_, variant, cell) in cells {
                            (row(variant, cell, missed.iter().find(|miss| std::ptr::eq(miss.cell, cell))))
                        }
                    }
                }
            }
        }
    }
}

/// Two table rows: the numbers, and under them the reason with the runs.
fn row(variant: &Variant, cell: &Cell, miss: Option<&Miss>) -> Markup {
    html! {
        tr.numbers id=(cell_anchor(&cell.variant, &cell.problem)) {
            th scope="row" { code { (cell.variant) } }
            td { (badge(Mark::of(cell))) }
            @for quantity in &QUANTITIES { (estimate(quantity, variant, cell, miss)) }
        }
        tr { td.reason colspan=(QUANTITIES.len() + 2) { div { (reason(cell)) } (runs(&cell.runs)) } }
    }
}

fn estimate(quantity: &Quantity, variant: &Variant, cell: &Cell, miss: Option<&Miss>) -> Markup {
    let observed = (quantity.observed)(&cell.orders);
    let missed = miss.is_some_and(|miss| std::ptr::eq(miss.quantity, quantity));
    let spread = observed
        .spread
        .map(|spread| format!("spread of the two finest slopes: {}", number::order(spread)));
    html! {
        td.num.miss[missed] title=[spread] {
            @if missed { span aria-label="missed" { "✗ " } }
            (observed_words(observed)) br;
            // The letter is repeated because a link into a long table lands far below its head.
            small {
                (quantity.symbol) " "
                @match (quantity.claimed)(claims(variant, cell)) {
                    Some(p) => { "claims " (number::claim(p)) }
                    None => "no claim",
                }
            }
        }
    }
}

fn runs(runs: &[Run]) -> Markup {
    if runs.is_empty() {
        return html! {};
    }
    // A ladder is over step sizes or over tolerances, never mixed.
    let adaptive = runs[0].tolerance.is_some();
    html! {
        details {
            summary { (number::count(runs.len(), "run")) }
            table.runs {
                thead { tr {
                    th.num scope="col" { "h" }
                    @if adaptive { th.num scope="col" { "tol" } }
                    th.num scope="col" { "err q" } th.num scope="col" { "err v" } th.num scope="col" { "err λ" }
                    th.num scope="col" { "|Φ|" } th.num scope="col" { "|Φ′|" } th.num scope="col" { "|E|" }
                    th.num scope="col" { "evals" }
                } }
                tbody { @for run in runs { (run_row(run)) } }
            }
        }
    }
}

fn run_row(run: &Run) -> Markup {
    html! {
        tr {
            td.num { (number::setting(run.h)) }
            @if let Some(tolerance) = run.tolerance { td.num { (number::setting(tolerance)) } }
            @match (&run.errors, &run.drift) {
                (None, None) => td colspan="6" { (run.stopped.as_deref().unwrap_or("no reason recorded")) },
                (errors, drift) => {
                    @for value in [
                        errors.map(|e| e.position), errors.map(|e| e.velocity), errors.and_then(|e| e.multiplier),
                        drift.map(|d| d.position), drift.map(|d| d.velocity), drift.map(|d| d.energy),
                    ] { td.num { (number::scientific_or_dash(value)) } }
                }
            }
            td.num { (run.work.evaluations) }
        }
    }
}
