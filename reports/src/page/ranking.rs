//! The ranking, with its rule beside it.

use crate::facts::rank_interval;
use crate::number;
use maud::{Markup, html};
use results::{Rank, Results};

/// Places shown before the rest folds away.
const OPEN: usize = 12;

/// The section, where there is a ranking.
pub(super) fn body(results: &Results) -> Option<Markup> {
    if results.ranking.is_empty() {
        return None;
    }
    let (first, rest) = results.ranking.split_at(OPEN.min(results.ranking.len()));
    Some(html! {
        p.rule { b { "The rule. " } (results.ranking_rule) " Equal ranks mean that the variants cannot be told apart." }
        (table(first, "Best variants first"))
        @if !rest.is_empty() {
            details {
                summary { (number::count(rest.len(), "further place")) }
                (table(rest, "The rest of the ranking"))
            }
        }
    })
}

fn table(ranks: &[Rank], caption: &str) -> Markup {
    html! {
        div.scroll tabindex="0" {
            table.ranking {
                caption { (caption) }
                thead { tr {
                    th.num scope="col" { "Rank" } th scope="col" { "Variant" }
                    th scope="col" { "Score, 0 to 1" } th.num scope="col" { "Coverage" }
                } }
                tbody { @for rank in ranks { (row(rank)) } }
            }
        }
    }
}

fn row(rank: &Rank) -> Markup {
    let width = if rank.score.is_finite() {
        100.0 * rank.score.clamp(0.0, 1.0)
    } else {
        0.0
    };
    html! {
        tr {
            td.num { (rank_interval(rank)) }
            th scope="row" { code { (rank.variant) } }
            td { div.score {
                span.track aria-hidden="true" { span style=(format!("width:{width:.1}%")) {} }
                span.num { (number::fixed(rank.score, 3)) }
            } }
            td.num { (number::percent(rank.coverage)) }
        }
    }
}
