//! The matrix: every variant on every problem, one sign and one number per cell.

use super::{badge, breakable};
use crate::mark::{Mark, reason};
use crate::matrix::{Matrix, adaptive, cell_anchor, problem_anchor, tail};
use crate::number;
use maud::{Markup, html};
use results::{Cell, Method, Order, Problem, Variant};

/// With more problems than this the column headings are vertical.
const UPRIGHT: usize = 8;

/// The section, if there are cells.
pub(super) fn body(matrix: &Matrix) -> Option<Markup> {
    if matrix.results.cells.is_empty() {
        return None;
    }
    let problems: Vec<&Problem> = matrix.results.problems.iter().collect();
    Some(html! {
        p { "The number is the observed order of the position error; the sign says whether all claims of the variant hold. "
            "Without a number the errors are at rounding, still settling, or not judged. Each cell leads to its numbers." }
        ul.legend { @for mark in Mark::ALL { li title=(mark.look().meaning) { (badge(mark.look())) } } }
        (by_problem("Verdict and observed position order", &problems, html! {
            @for method in &matrix.results.methods { (group(matrix, method)) }
        }))
        (super::methods::fold(matrix.results))
    })
}

/// A table with one row per variant and one column per problem.
pub(super) fn by_problem(caption: &str, problems: &[&Problem], bodies: Markup) -> Markup {
    let upright = problems.len() > UPRIGHT;
    html! {
        div.scroll.wide[upright] tabindex="0" {
            table.matrix.upright[upright] {
                caption { (caption) }
                thead { tr {
                    th scope="col" { "Variant" }
                    @for problem in problems {
                        th scope="col" { a href=(format!("#{}", problem_anchor(&problem.id))) title=(problem.name) {
                            (breakable(&problem.id))
                        } }
                    }
                } }
                (bodies)
            }
        }
    }
}

fn group(matrix: &Matrix, method: &Method) -> Markup {
    html! {
        tbody {
            tr.group {
                th scope="rowgroup" colspan=(matrix.results.problems.len() + 1) {
                    span { (method.name) " " small { (method.kind) } }
                }
            }
            @for variant in &method.variants { (row(matrix, method, variant)) }
        }
    }
}

fn row(matrix: &Matrix, method: &Method, variant: &Variant) -> Markup {
    html! {
        tr {
            th scope="row" title=(variant.gains) { code { (tail(method, &variant.id)) } }
            @for problem in &matrix.results.problems {
                td {
                    @match matrix.cell(&variant.id, &problem.id) {
                        Some(cell) => (entry(cell)),
                        None => span.missing { "not part of this run" },
                    }
                }
            }
        }
    }
}

fn entry(cell: &Cell) -> Markup {
    let mark = Mark::of(cell);
    let words = format!(
        "{} on {}: {}. {}",
        cell.variant,
        cell.problem,
        mark.look().word,
        reason(cell)
    );
    html! {
        a class=(format!("entry {}", mark.look().class)) href=(format!("#{}", cell_anchor(&cell.variant, &cell.problem)))
            title=(words) aria-label=(words) {
            span.sign { (mark.look().sign) } " " (brief(mark, cell))
        }
    }
}

/// The number or word beside the sign. The style sheet hides words in tables with many columns; the title and the
/// label still say them.
fn brief(mark: Mark, cell: &Cell) -> Markup {
    let word = match (mark, cell.orders.position) {
        (Mark::Refused | Mark::Failed | Mark::OverBudget, ..) => mark.look().word,
        (_, Order::Observed { p, .. }) => return html! { (number::order(p)) },
        (_, Order::AtFloor) => "floor",
        (_, Order::PreAsymptotic { .. }) => "settling",
        (_, Order::Diverging) => "diverging",
        (_, Order::TooFewRuns) => "too few",
        (_, Order::LostMotion) => "lost",
        (Mark::NoClaim, ..) if adaptive(cell) => "adaptive",
        (Mark::NoClaim, ..) => "not judged",
        _ => number::ABSENT,
    };
    html! { span.word { (word) } }
}
