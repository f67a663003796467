//! The section on claimed and observed orders of all six quantities, with the runs behind them.

use crate::facts::{Facts, Miss};
use crate::mark::{Mark, reason};
use crate::matrix::Matrix;
use crate::number;
use crate::page::{badge, cell_link, head, link, table};
use crate::quantity::observed_words;
use crate::reasons::{self, EXPLAINED};
use maud::{Markup, html};
use results::Cell;

/// The section, if there are cells.
pub(super) fn body(matrix: &Matrix, facts: &Facts) -> Option<Markup> {
    if matrix.results.cells.is_empty() {
        return None;
    }
    Some(html! {
        p { "An order is the power of the step with which an error falls. Each test compares the observed orders with those that theory "
            "promises; its runs, slopes and verdict are in its cell, " a href=(link::href("explore?metric=order")) { "all cells are in the explorer" } "." }
        (missed(&facts.missed))
        (explained(matrix))
    })
}

/// The tests that miss a claim, by the quantity that misses by most.
fn missed(missed: &[Miss]) -> Markup {
    if missed.is_empty() {
        return html! { p { "No test misses a claim." } };
    }
    html! {
        (table("reasons", "Tests below a claimed order, the largest shortfall first",
            head(&["Test", "Quantity"], &["Claimed", "Observed"]),
            html! {
                tbody {
                    @for miss in missed {
                        tr {
                            th scope="row" { (cell_link(miss.cell)) }
                            td { (miss.quantity.words()) }
                            td.num { (number::claim(miss.claimed)) }
                            td.num { (observed_words(miss.observed)) }
                        }
                    }
                }
            }))
    }
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
                                th scope="row" { a href=(link::href(&link::cell(&cell.variant, &cell.problem))) { code { (cell.variant) } } }
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
