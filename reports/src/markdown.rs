//! `summary.md`: the report for pull requests, CI steps and terminals, in fewer than 200 lines whatever was found.

mod answer;
mod difference;
mod failures;
mod predicted;
mod questions;
mod replicated;
mod speed;

pub use difference::section as difference;

use crate::facts::Facts;
use crate::mark::Mark;
use crate::matrix::Matrix;
use crate::number;
use crate::phrase;
use crate::ranking::{FIGURES, rank_interval, score, shown};
use crate::reasons;
use results::{Factor, Results};

/// Number of places of the ranking in the summary.
const PLACES: usize = 5;

/// The summary.
pub(crate) fn render(results: &Results) -> String {
    let matrix = Matrix::new(results);
    let facts = Facts::of(&matrix);
    let parts = [
        "# Driftbench report\n".to_owned(),
        results
            .difference
            .as_ref()
            .map(difference)
            .unwrap_or_default(),
        answer::section(results),
        questions::section(results),
        counts(&facts),
        failures::missed(results, &facts),
        failures::stopped(results),
        replicated::section(results),
        buys(&facts),
        best(results),
        explained(results),
        predicted::section(results, &facts),
        failures::known(results),
        speed::section(results, &facts),
        provenance(results),
    ];
    let written: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    written.join("\n")
}

fn counts(facts: &Facts) -> String {
    let mut text = "## What was run\n\n".to_owned();
    if facts.cells == 0 {
        return text + "No cell was run, so there is nothing to judge.\n";
    }
    text += &format!(
        "{} on {} make {}: {} ran, {} refused, {} failed, {} over budget.\n",
        number::count(facts.variants, "variant"),
        number::count(facts.problems, "problem"),
        number::count(facts.cells, "cell"),
        facts.ran(),
        facts.count(Mark::Refused),
        facts.count(Mark::Failed),
        facts.count(Mark::OverBudget),
    );
    text += &format!(
        "Claimed orders: {} confirmed, {} above, {} below, {} undecided, {} without a claim.\n",
        facts.count(Mark::Confirmed),
        facts.count(Mark::Above),
        facts.count(Mark::Below),
        facts.count(Mark::Undecided),
        facts.count(Mark::NoClaim),
    );
    if let Some(harm) = &facts.harm {
        text += &format!("{harm}\n");
    }
    if let (Some(least), Some(most)) = (facts.drifts.first(), facts.drifts.last()) {
        text += &format!(
            "Largest constraint violation |Φ|, median over the problems each variant ran on, each at its smallest step: \
             {} ({}) to {} ({}); {} compared, on {}.\n",
            phrase::level(least.median),
            code(least.variant),
            phrase::level(most.median),
            code(most.variant),
            number::count(facts.drifts.len(), "variant"),
            facts.drift_problems(),
        );
    }
    text
}

/// What stabilization buys with each integrator.
fn buys(facts: &Facts) -> String {
    let told = |factor: Option<f64>, write: fn(f64) -> String| number::or_dash(factor, write);
    let lines = facts.bought.iter().map(|bought| {
        [
            plain(bought.integrator_name),
            plain(&bought.name()),
            code(&bought.variant.id),
            told(bought.median(Factor::DriftPosition), phrase::factor),
            told(bought.median(Factor::Position), phrase::factor),
            told(bought.median(Factor::Time), phrase::extra),
            bought.buys.problems.to_string(),
        ]
    });
    let head = [
        "Integrator",
        "Use",
        "Variant",
        "Drift",
        "Error",
        "Time",
        "Problems",
    ];
    let title = "What stabilization buys\n\n\
        With each integrator the variant with the least drift whose error is at most 1.1 times and whose time is at most twice \
        that without stabilization: medians over the problems, at the same steps. \
        `cargo xtask advise` answers for your step, problem and limits.";
    section(title, head, lines)
}

fn best(results: &Results) -> String {
    let board = shown(results);
    let ranks = board.map_or(&[][..], |board| &board.lines);
    let lines = ranks.iter().take(PLACES).map(|rank| {
        let first = [rank_interval(rank), code(&rank.variant), score(rank)];
        let figures = FIGURES.iter().map(|(_, show)| show(rank));
        first.into_iter().chain(figures).collect::<Vec<_>>()
    });
    let head: Vec<&str> = ["Rank", "Variant", "Score"]
        .into_iter()
        .chain(FIGURES.map(|(title, _)| title))
        .collect();
    section(
        &format!(
            "Accuracy per time\n\n{}",
            one_line(board.map_or("", |board| &board.rule))
        ),
        head,
        lines,
    )
}

fn explained(results: &Results) -> String {
    let lines = reasons::rows(results)
        .into_iter()
        .map(|(reason, [undecided, above])| {
            [
                reason.words().to_owned(),
                undecided.to_string(),
                above.to_string(),
                reason.meaning().to_owned(),
            ]
        });
    let head = ["Reason", "Undecided", "Above claim", "Meaning"];
    section(
        "Why claims are undecided, or orders above their claim",
        head,
        lines,
    )
}

fn provenance(results: &Results) -> String {
    let from = &results.provenance;
    let ladder = if from.quick { "quick" } else { "full" };
    format!(
        "## Where this comes from\n\n\
         Commit {}, {}, {} ({}), {}, {ladder} ladder of step sizes, digest {}.\n\n\
         ```\n{}\n```\n",
        code(&from.commit),
        plain(&from.rustc),
        plain(&from.cpu),
        number::count(from.cores, "core"),
        plain(&from.date),
        code(&from.digest),
        one_line(&from.command),
    )
}

/// A table with its title, or an empty text without lines.
fn section<'h, L: AsRef<[String]>>(
    title: &str,
    head: impl AsRef<[&'h str]>,
    lines: impl Iterator<Item = L>,
) -> String {
    let mut lines = lines.peekable();
    match lines.peek() {
        Some(_) => format!("## {title}\n\n{}", table(head, lines)),
        None => String::new(),
    }
}

fn table<'h, L: AsRef<[String]>>(
    head: impl AsRef<[&'h str]>,
    lines: impl Iterator<Item = L>,
) -> String {
    let head = head.as_ref();
    let mut text = format!(
        "| {} |\n|{}\n",
        head.join(" | "),
        " --- |".repeat(head.len())
    );
    for line in lines {
        text += &format!("| {} |\n", line.as_ref().join(" | "));
    }
    text
}

/// Text escaped for a table cell, on one line.
fn plain(text: &str) -> String {
    one_line(text)
        .replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('|', "\\|")
}

/// An id as code.
fn code(id: &str) -> String {
    format!("`{}`", one_line(id).replace('`', "'").replace('|', "\\|"))
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::captured;
    use results::Cell;

    #[test]
    fn the_summary_reads_as_agreed() {
        insta::assert_snapshot!(render(&captured::planted()));
    }

    #[test]
    fn a_reason_cannot_break_the_table() {
        let mut results = captured::planted();
        let refused = captured::marked(&mut results, Mark::Refused);
        refused.why = Some("a | b\n<script>".into());
        assert!(render(&results).contains("a \\| b &lt;script> |"));
    }

    #[test]
    fn the_summary_fits_a_ci_step_whatever_was_found() {
        let mut results = captured::planted();
        let worst = |cell: &Cell, k: usize| Cell {
            problem: format!("problem-{k}"),
            ..cell.clone()
        };
        let cells = results.cells.clone();
        let of = |mark: Mark| cells.iter().find(|cell| Mark::of(cell) == mark).unwrap();
        for mark in [Mark::Below, Mark::Failed, Mark::Refused, Mark::OverBudget] {
            results.cells.extend((0..500).map(|k| worst(of(mark), k)));
        }
        let lost = results.replications.iter().find(|claim| claim.is_lost());
        let lost = lost.unwrap().clone();
        results.replications.extend(vec![lost; 500]);
        let mut difference = captured::difference();
        difference.changes = vec![difference.changes[0].clone(); 3000];
        difference.notes = vec!["a note".to_owned(); 500];
        results.difference = Some(difference);
        let text = render(&results);
        let lines = text.lines().count();
        assert!(lines < 200, "{lines} lines");
        let titles = [
            "## Compared with",
            "## What was run",
            "## Claims that were missed",
        ];
        let [difference, counts, missed] = titles.map(|title| text.find(title));
        assert!(
            difference.is_some() && difference < counts && counts < missed,
            "{text}"
        );
    }

    #[test]
    fn nothing_run_says_so() {
        assert!(render(&captured::empty()).contains("nothing to judge"));
    }
}
