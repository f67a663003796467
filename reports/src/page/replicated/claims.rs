//! The claims of one place of a paper, printed beside ours.

use super::claim_badge;
use super::digits::{is_complete, marked};
use crate::number;
use crate::replicated::{Outcome, Summary, claim_anchor, ours};
use maud::{Markup, html};
use results::ReplicatedClaim;

/// Tables longer than this fold away.
const OPEN: usize = 25;

/// The part of one place.
pub(super) fn place(name: &str, claims: &[&ReplicatedClaim]) -> Markup {
    let agrees = claims.iter().all(|claim| Outcome::of(claim).agrees());
    let columns = Columns::of(claims);
    let rule = html! { @if let Some(rule) = columns.rule { "Judged by: " (rule) "." } };
    html! {
        div.place.agrees[agrees] {
            @if claims.len() > OPEN {
                details open[!agrees] {
                    summary { h3 { (name) } " " span.aside { (words(claims)) } }
                    p.aside { (rule) }
                    (table(name, claims, &columns))
                }
            } @else {
                h3 { (name) }
                // One verdict needs no count.
                p.aside { @if claims.len() > 1 { (words(claims)) " " } (rule) }
                (table(name, claims, &columns))
            }
        }
    }
}

/// How the claims came out, and in how many digits those that hold do so.
fn words(claims: &[&ReplicatedClaim]) -> String {
    let summary = Summary::of(claims.iter().copied()).words();
    let held = claims
        .iter()
        .filter(|claim| Outcome::of(claim).agrees())
        .filter_map(|claim| Some((claim, claim.digits?)));
    // An order of 1.98 that agrees in all of its three digits says nothing about numbers of sixteen.
    let short = held
        .clone()
        .filter(|(claim, digits)| !is_complete(&claim.printed, *digits));
    let least = match (held.count(), short.map(|(_, digits)| digits).min()) {
        (0, _) => String::new(),
        (_, None) => ", to every printed digit".to_owned(),
        // Numbers that are judged by their size.
        (_, Some(0)) => String::new(),
        (_, Some(digits)) => format!(
            ", to every printed digit or at least {}",
            number::count(digits as usize, "digit")
        ),
    };
    // Digits belong to what is reproduced, so they stand before what is not.
    let (reproduced, others) = summary.split_at(summary.find(';').unwrap_or(summary.len()));
    format!("{reproduced}{least}{others}.")
}

fn table(name: &str, claims: &[&ReplicatedClaim], columns: &Columns) -> Markup {
    html! {
        div.scroll tabindex="0" {
            table.claims {
                caption { "Claims of " (name) }
                thead { tr {
                    th scope="col" { "Claim" }
                    th.num[columns.digits] scope="col" { "Printed" }
                    th.num[columns.digits] scope="col" { "Ours" }
                    @if columns.digits { th.num scope="col" title="Significant digits that agree" { "Digits" } }
                    th scope="col" { "Verdict" }
                    @match (columns.rule, columns.why) {
                        (Some(_), true) => th scope="col" { "Why" },
                        (Some(_), false) => {}
                        (None, _) => th scope="col" { "Rule and why" },
                    }
                } }
                tbody { @for claim in claims { (row(claim, columns)) } }
            }
        }
    }
}

/// What the rows of a table share or lack.
struct Columns<'a> {
    /// The rule, where all rows have the same; then it stands above the table.
    rule: Option<&'a str>,
    /// Whether a row has something to explain.
    why: bool,
    /// Whether a row compares numbers.
    digits: bool,
}

impl<'a> Columns<'a> {
    fn of(claims: &[&'a ReplicatedClaim]) -> Self {
        let first = claims.first().map(|claim| claim.judged.as_str());
        Self {
            rule: first.filter(|rule| claims.iter().all(|claim| claim.judged == *rule)),
            why: claims.iter().any(|claim| claim.why.is_some()),
            digits: claims.iter().any(|claim| claim.digits.is_some()),
        }
    }
}

fn row(claim: &ReplicatedClaim, columns: &Columns) -> Markup {
    let outcome = Outcome::of(claim);
    let anchor = claim_anchor(&claim.id);
    html! {
        tr id=(anchor) .agrees[outcome.agrees()] .unjudged[outcome == Outcome::NotComparable] {
            th.claim scope="row" { a.self href=(format!("#{anchor}")) title=(claim.id) { "#" } " " (claim.claim)
                @if !claim.published { br; small { "a check of ours, not in the paper" } } }
            @match claim.digits {
                Some(digits) => {
                    td.num { code { (claim.printed) } }
                    td.num { code { (marked(&claim.printed, ours(claim), digits)) } }
                    td.num { (digits) }
                }
                None => {
                    td.words { (claim.printed) }
                    td.words { (ours(claim)) }
                    @if columns.digits { td.num { (number::ABSENT) } }
                }
            }
            td { (claim_badge(claim)) }
            @if columns.rule.is_none() || columns.why {
                td.why {
                    @if columns.rule.is_none() { p.aside { (claim.judged) } }
                    @if let Some(why) = &claim.why { p { (why) } }
                }
            }
        }
    }
}
