//! The section on claimed and observed orders of all six quantities, with the runs behind them.

use super::{badge, table, tally};
use crate::facts::{Facts, Miss};
use crate::mark::{Mark, reason};
use crate::matrix::{Matrix, cell_anchor, claims};
use crate::number;
use crate::quantity::{observed_words, symbol};
use crate::reasons::{self, EXPLAINED};
use maud::{Markup, html};
use results::{Cell, Group, Order, Problem, Quantity, Run, Variant};

/// The section, if there are cells.
pub(super) fn body(matrix: &Matrix, facts: &Facts) -> Option<Markup> {
    if matrix.results.cells.is_empty() {
        return None;
    }
    Some(html! {
        p { "Large: the observed order. Small: what theory claims. "
            "✗ marks the quantity that misses its claim by most. Under each row stand the verdict in words and the runs behind it." }
        (explained(matrix))
        @for problem in &matrix.results.problems { (of_problem(matrix, problem, &facts.missed)) }
    })
}

/// Why claims are undecided or orders above their claim: counts by reason, then every such cell with its words.
fn explained(matrix: &Matrix) -> Markup {
    let rows = reasons::rows(matrix.results);
    if rows.is_empty() {
        return html! {};
    }
    let mut heads = vec!["Reason"];
    heads.extend(EXPLAINED.map(|mark| mark.look().word));
    html! {
        (table("reasons", "Why a claim is undecided, or an order above its claim", html! {
            tr { @for head in heads { th scope="col" { (head) } } th scope="col" { "Meaning" } }
        }, html! {
            tbody {
                @for (reason, counts) in rows {
                    tr {
                        th scope="row" { (reason.words()) }
                        @for count in counts { td.num { (count) } }
                        td.why { (reason.meaning()) }
                    }
                }
            }
        }))
        @for mark in EXPLAINED { (listed(matrix, mark)) }
    }
}

/// The cells with a mark, each with its verdict in words.
fn listed(matrix: &Matrix, mark: Mark) -> Markup {
    let cells: Vec<&Cell> = matrix
        .results
        .cells
        .iter()
        .filter(|cell| Mark::of(cell) == mark)
        .collect();
    html! {
        @if !cells.is_empty() {
            details {
                summary { "All " (number::count(cells.len(), "test")) " with the verdict " (badge(mark.look())) }
                (table("reasons", "Each with its reason", html! {
                    tr { th scope="col" { "Variant" } th scope="col" { "Problem" } th scope="col" { "Why" } }
                }, html! {
                    tbody {
                        @for cell in cells {
                            tr {
                                th scope="row" { a href=(format!("#{}", cell_anchor(&cell.variant, &cell.problem))) { code { (cell.variant) } } }
                                td { code { (cell.problem) } }
                                td.why { (reason(cell)) }
                            }
                        }
                    }
                }))
            }
        }
    }
}

fn of_problem(matrix: &Matrix, problem: &Problem, missed: &[Miss]) -> Markup {
    let cells = matrix.column(problem);
    html! {
        details {
            summary { b { (problem.name) } " " span.aside { (tally(cells.iter().map(|row| row.2))) } }
            (table("orders", html! { "Orders on " (problem.name) " (" code { (problem.id) } ")" }, html! {
                tr {
                    th scope="col" { "Variant" } th scope="col" { "Verdict" }
                    @for quantity in Quantity::ALL {
                        th.num scope="col" { (symbol(quantity)) br; small { (quantity.words()) } }
                    }
                }
            }, html! {
                tbody {
                    @for (_, variant, cell) in cells {
                        (row(variant, cell, missed.iter().find(|miss| std::ptr::eq(miss.cell, cell))))
                    }
                }
            }))
        }
    }
}

/// Two table rows: the orders of a cell, then its verdict in words and its runs.
fn row(variant: &Variant, cell: &Cell, miss: Option<&Miss>) -> Markup {
    html! {
        tr.numbers id=(cell_anchor(&cell.variant, &cell.problem)) {
            th scope="row" { code { (cell.variant) } }
            td { (badge(Mark::of(cell).look())) }
            @for quantity in Quantity::ALL { (estimate(quantity, variant, cell, miss)) }
        }
        tr { td.reason colspan=(Quantity::ALL.len() + 2) { div { (reason(cell)) } (runs(cell.order_runs())) } }
    }
}

fn estimate(quantity: Quantity, variant: &Variant, cell: &Cell, miss: Option<&Miss>) -> Markup {
    let observed = cell.orders[quantity];
    let missed = miss.is_some_and(|miss| miss.quantity == quantity);
    let allowed = match observed {
        Order::Observed {
            interval: [low, high],
            ..
        } => Some(format!(
            "the errors allow orders from {} to {}",
            number::order(low),
            number::order(high)
        )),
        _ => None,
    };
    html! {
        td.num.miss[missed] title=[allowed] {
            @if missed { span aria-label="missed" { "✗ " } }
            (observed_words(observed)) br;
            // The letter is repeated because a link into a long table lands far below its head.
            small {
                (symbol(quantity)) " "
                @match claims(variant, cell)[quantity] {
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
                    @for quantity in Quantity::ALL { th.num scope="col" { (heading(quantity)) } }
                    th.num scope="col" { "evals" }
                } }
                tbody { @for run in runs { (run_row(run)) } }
            }
        }
    }
}

fn heading(quantity: Quantity) -> String {
    match quantity.group() {
        Group::Error => format!("err {}", symbol(quantity)),
        Group::Drift => format!("|{}|", symbol(quantity)),
    }
}

fn run_row(run: &Run) -> Markup {
    html! {
        tr {
            td.num { (number::setting(run.h)) }
            @if let Some(tolerance) = run.tolerance { td.num { (number::setting(tolerance)) } }
            @if run.measured.is_complete() {
                @for quantity in Quantity::ALL { td.num { (number::scientific_or_dash(run.measured[quantity])) } }
            } @else {
                td colspan=(Quantity::ALL.len()) { (run.stopped.as_deref().unwrap_or("no reason recorded")) }
            }
            td.num { (run.work.evaluations) }
        }
    }
}
