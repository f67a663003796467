//! `summary.md`: the report on one screen, for pull requests and terminals.

mod predicted;
mod questions;
mod replicated;

use crate::facts::Facts;
use crate::mark::{Mark, reason};
use crate::matrix::Matrix;
use crate::number;
use crate::phrase;
use crate::quantity::{observed_words, symbol};
use crate::ranking::{FIGURES, rank_interval, score, shown};
use crate::reasons;
use results::{Cell, Factor, Results, Speed, TimingNoise};

/// Number of places of the ranking in the summary.
const PLACES: usize = 10;

/// Number of variants per problem in the speed table, besides those that allocate.
const FASTEST: usize = 5;

/// The summary.
pub(crate) fn render(results: &Results) -> String {
    let matrix = Matrix::new(results);
    let facts = Facts::of(&matrix);
    let parts = [
        headline(&facts),
        buys(&facts),
        questions::section(results),
        best(results),
        missed(&facts),
        explained(results),
        predicted::section(results, &facts),
        replicated::section(results),
        not_run(results),
        speed(results, &facts),
        provenance(results),
    ];
    let written: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    written.join("\n")
}

fn headline(facts: &Facts) -> String {
    let mut text = "# Driftbench report\n\n".to_owned();
    if facts.cells == 0 {
        return text + "No cell was run, so there is nothing to judge.\n";
    }
    if let Some(first) = facts.bought.first() {
        text += &format!(
            "**With {}: {}** ({}).\n",
            plain(first.integrator_name),
            plain(&first.name()),
            first.numbers()
        );
    }
    if let Some(harm) = &facts.harm {
        text += &format!("**{harm}**\n");
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
        "Claimed orders: {} confirmed, {} above, {} **below**, {} undecided, {} without a claim.\n",
        facts.count(Mark::Confirmed),
        facts.count(Mark::Above),
        facts.count(Mark::Below),
        facts.count(Mark::Undecided),
        facts.count(Mark::NoClaim),
    );
    if let (Some(least), Some(most)) = (facts.drifts.first(), facts.drifts.last()) {
        text += &format!(
            "Largest constraint violation |Φ|, median over the problems each variant ran on, each at its smallest step: \
             {} ({}) to {} ({}); {} compared, on {}.\n",
            number::scientific(least.median),
            code(least.variant),
            number::scientific(most.median),
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

fn missed(facts: &Facts) -> String {
    let lines = facts.missed.iter().map(|miss| {
        [
            code(&miss.cell.variant),
            code(&miss.cell.problem),
            format!("{} ({})", miss.quantity.words(), symbol(miss.quantity)),
            number::claim(miss.claimed),
            observed_words(miss.observed),
            plain(&miss.cell.verdict_why),
        ]
    });
    let head = [
        "Variant", "Problem", "Quantity", "Claimed", "Observed", "Verdict",
    ];
    section("Claims that were missed", head, lines)
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

fn not_run(results: &Results) -> String {
    let cells = results.cells.iter().filter(|cell| !Mark::of(cell).ran());
    let lines = cells.map(|cell| {
        [
            Mark::of(cell).look().word.to_owned(),
            code(&cell.variant),
            code(&cell.problem),
            plain(reason(cell)),
        ]
    });
    let head = ["Outcome", "Variant", "Problem", "Reason"];
    section("Cells without a result", head, lines)
}

fn speed(results: &Results, facts: &Facts) -> String {
    let Some(cost) = &facts.cost else {
        return String::new();
    };
    let lines = results.problems.iter().flat_map(|problem| {
        let cells = results.cells.iter();
        let on = cells.filter(|cell| cell.problem == problem.id);
        let timed = on.filter_map(|cell| Some((cell, cell.speed?)));
        let mut timed: Vec<(&Cell, Speed)> = timed.collect();
        timed.sort_by(|a, b| a.1.ns_per_step.total_cmp(&b.1.ns_per_step));
        let shown = timed.into_iter().enumerate();
        shown.filter(|(k, (_, speed))| *k < FASTEST || speed.allocations_per_step != 0.0)
    });
    let lines = lines.map(|(_, (cell, speed))| {
        let free = speed.allocations_per_step == 0.0;
        let allocations = number::fixed(speed.allocations_per_step, if free { 0 } else { 2 });
        [
            code(&cell.problem),
            code(&cell.variant),
            with_noise(speed.ns_per_step, speed.ns_interval, number::duration),
            match (speed.relative_to_limit, speed.relative_interval) {
                (None, _) => number::ABSENT.to_owned(),
                (Some(ratio), None) => number::ratio(ratio),
                (Some(ratio), Some(interval)) => with_noise(ratio, interval, number::ratio),
            },
            if free {
                allocations
            } else {
                format!("**{allocations}**")
            },
        ]
    });
    let allocating = match cost.allocating.len() {
        0 => "No step allocates memory.".to_owned(),
        n => format!(
            "**A step allocates memory in {}.**",
            number::count(n, "cell")
        ),
    };
    let title = format!(
        "Speed\n\nThe {FASTEST} fastest variants on each problem, of {} measured.\n{}{allocating}",
        number::count(cost.measured, "cell"),
        control(results),
    );
    let head = [
        "Problem",
        "Variant",
        "Per step",
        "Relative to limit",
        "Allocations per step",
    ];
    section(&title, head, lines)
}

/// The A/A controls, one per line.
fn control(results: &Results) -> String {
    let line = |control: &TimingNoise| {
        format!(
            "A/A control, {} on {} timed as if it were two: {} ({}).\n",
            code(&control.variant),
            code(&control.problem),
            number::control(control.ratio),
            number::between(control.interval, number::control),
        )
    };
    let controls = results.timing.iter().flat_map(|timing| &timing.noise);
    let lines: String = controls.map(line).collect();
    if lines.is_empty() {
        return lines;
    }
    lines + "Differences smaller than that mean nothing.\n"
}

fn with_noise(value: f64, interval: [f64; 2], write: fn(f64) -> String) -> String {
    let text = format!("{} {}", write(value), number::noise(value, interval, write));
    text.trim_end().to_owned()
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
    fn nothing_run_says_so() {
        assert!(render(&captured::empty()).contains("nothing to judge"));
    }
}
