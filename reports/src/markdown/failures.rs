//! What failed: first what nobody expected, cell by cell, then what is known or refused, by its reason.

use super::{code, plain, section};
use crate::facts::Facts;
use crate::failure::{Failure, in_words};
use crate::mark::{Mark, reason};
use crate::number;
use crate::quantity::{observed_words, symbol};
use results::{Cell, Results};

/// The most rows of a table.
const LISTED: usize = 8;

/// Claims that were missed for no known reason, the largest shortfall first.
pub(super) fn missed(results: &Results, facts: &Facts) -> String {
    let unexpected = facts.missed.iter();
    let unexpected =
        unexpected.filter(|miss| Failure::of(results, miss.cell) == Failure::Unexpected);
    let lines: Vec<[String; 6]> = unexpected
        .map(|miss| {
            [
                code(&miss.cell.variant),
                code(&miss.cell.problem),
                format!("{} ({})", miss.quantity.words(), symbol(miss.quantity)),
                number::claim(miss.claimed),
                observed_words(miss.observed),
                plain(&miss.cell.verdict_why),
            ]
        })
        .collect();
    let head = [
        "Variant", "Problem", "Quantity", "Claimed", "Observed", "Verdict",
    ];
    cut("Claims that were missed", &head, &lines)
}

/// Cells that stopped for no known reason, and those that are known to fail and did not.
pub(super) fn stopped(results: &Results) -> String {
    let unexpected = results
        .cells
        .iter()
        .filter(|cell| match Failure::of(results, cell) {
            Failure::Unexpected => Mark::of(cell) == Mark::Failed,
            Failure::Stale(_) => true,
            Failure::None | Failure::Expected(_) => Mark::of(cell) == Mark::OverBudget,
        });
    let lines: Vec<[String; 3]> = unexpected
        .map(|cell| {
            [
                code(&cell.variant),
                code(&cell.problem),
                plain(&in_words(results, cell)),
            ]
        })
        .collect();
    let head = ["Variant", "Problem", "Reason"];
    cut("Cells that did something unexpected", &head, &lines)
}

/// Failures that are known and refusals, counted by problem and reason.
pub(super) fn known(results: &Results) -> String {
    let mut groups: Vec<([&str; 3], usize)> = Vec::new();
    for cell in &results.cells {
        let Some(key) = group(results, cell) else {
            continue;
        };
        match groups.iter_mut().find(|(known, _)| *known == key) {
            Some((_, count)) => *count += 1,
            None => groups.push((key, 1)),
        }
    }
    // The order of the report decides between equal counts.
    groups.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    let line = |([what, problem, why], count): &([&str; 3], usize)| {
        [
            (*what).to_owned(),
            count.to_string(),
            code(problem),
            plain(why),
        ]
    };
    let lines: Vec<[String; 4]> = groups.iter().map(line).collect();
    let head = ["What", "Cells", "Problem", "Reason"];
    cut("Refusals and expected failures", &head, &lines)
}

/// What a cell did, on which problem and why, if that is known or a refusal.
fn group<'a>(results: &'a Results, cell: &'a Cell) -> Option<[&'a str; 3]> {
    let (what, why) = match (Failure::of(results, cell), Mark::of(cell)) {
        (Failure::Expected(why), Mark::Failed) => ("stopped", why),
        (Failure::Expected(why), _) => ("missed a claim", why),
        (_, Mark::Refused) => ("refused", reason(cell)),
        _ => return None,
    };
    Some([what, &cell.problem, why])
}

/// A table of at most so many lines, which says how many more there are.
fn cut<const N: usize>(title: &str, head: &[&str; N], lines: &[[String; N]]) -> String {
    let mut text = section(title, head, lines.iter().take(LISTED));
    let more = lines.len().saturating_sub(LISTED);
    if more > 0 {
        text += &format!(
            "\nand {} more; the page has all of them.\n",
            number::count(more, "row")
        );
    }
    text
}
