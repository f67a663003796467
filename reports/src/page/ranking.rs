//! The ranking, with its rule beside it.

use super::{accuracy, breakable, table};
use crate::matrix::Matrix;
use crate::number;
use crate::ranking::{FIGURES, rank_interval, score, shown};
use maud::{Markup, html};
use results::{BoardLine, Cost};

/// Number of places that are shown; the rest is collapsed.
const OPEN: usize = 12;

/// The section, if there is a ranking.
pub(super) fn body(matrix: &Matrix) -> Option<Markup> {
    let board = shown(matrix.results)?;
    let ranks = &board.lines;
    if ranks.is_empty() {
        return None;
    }
    let (first, rest) = ranks.split_at(OPEN.min(ranks.len()));
    let shared = |rank: &BoardLine| {
        let interval = |rank: &BoardLine| (rank.rank_low, rank.rank_high);
        ranks
            .iter()
            .filter(|other| interval(other) == interval(rank))
            .count()
            > 1
    };
    let cost = match matrix.results.compared_cost() {
        Cost::Time => "by time",
        Cost::Evaluations => "by evaluations of the system",
        Cost::Factorizations => "by factorizations",
    };
    Some(html! {
        p.rule { b { "The rule. " } (board.rule) }
        p.rule { b { "How to read it. " } "A range of ranks means that the variant cannot be told apart from others: "
            "two whose ranges overlap may well stand in the other order. "
            "Ties are marked “=”: at least one other variant holds the same range. "
            "The line on a bar is the interval of the score." }
        (places(first, &format!("Best variants first, {cost}"), &shared))
        @if !rest.is_empty() {
            details {
                summary { (number::count(rest.len(), "further place")) }
                (places(rest, &format!("The rest of the ranking, {cost}"), &shared))
            }
        }
        @if let Some(accuracy) = accuracy::body(matrix) { (accuracy) }
    })
}

fn places(ranks: &[BoardLine], caption: &str, shared: &dyn Fn(&BoardLine) -> bool) -> Markup {
    let head = html! {
        tr {
            th.num scope="col" { "Rank" } th scope="col" { "Variant" }
            th scope="col" { "Score, 0 to 1" } @for (title, _) in FIGURES { th.num scope="col" { (title) } }
        }
    };
    let rows = html! { tbody { @for rank in ranks { (row(rank, shared(rank))) } } };
    table("ranking", caption, head, rows)
}

fn row(rank: &BoardLine, shared: bool) -> Markup {
    let [low, high] = rank.score_interval.unwrap_or([f64::NAN; 2]);
    html! {
        tr {
            td.num { @if shared { span.tie { "= " } } (rank_interval(rank)) }
            th scope="row" { code { (breakable(&rank.variant)) } }
            td { div.score {
                span.track aria-hidden="true" {
                    span.fill style=(format!("width:{}", share(rank.score.unwrap_or(0.0)))) {}
                    @if low.is_finite() && high.is_finite() {
                        span.range style=(format!("left:{};right:{}", share(low), share(1.0 - high))) {}
                    }
                }
                span.num { (score(rank)) }
            } }
            @for (_, show) in FIGURES { td.num { (show(rank)) } }
        }
    }
}

/// A score as a length along the bar.
fn share(x: f64) -> String {
    let x = if x.is_finite() {
        x.clamp(0.0, 1.0)
    } else {
        0.0
    };
    format!("{:.1}%", 100.0 * x)
}
