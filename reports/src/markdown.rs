//! `summary.md`: the report on one screen, for pull requests and terminals.

mod predicted;
mod published;

use crate::facts::{Facts, rank_interval};
use crate::mark::{Mark, reason};
use crate::matrix::Matrix;
use crate::number;
use crate::quantity::{observed_words, symbol};
use results::{Cell, Results, Speed, TimingNoise};

/// How many places of the ranking the summary prints.
const PLACES: usize = 10;

/// How many variants the speed table names for each problem, besides those that allocate.
const FASTEST: usize = 5;

/// The summary.
pub(crate) fn render(results: &Results) -> String {
    let matrix = Matrix::new(results);
    let facts = Facts::of(&matrix);
    let parts = [
        headline(&facts),
        best(results),
        missed(&facts),
        predicted::section(results, &facts),
        published::section(results),
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
            "Typical drift max |Φ| at the finest run: from {} ({}) to {} ({}).\n",
            number::scientific(least.median),
            code(least.variant),
            number::scientific(most.median),
            code(most.variant),
        );
    }
    text
}

fn best(results: &Results) -> String {
    if results.ranking.is_empty() {
        return String::new();
    }
    let lines = results.ranking.iter().take(PLACES).map(|rank| {
        [
            rank_interval(rank),
            code(&rank.variant),
            number::fixed(rank.score, 3),
            format!(
                "{}–{}",
                number::fixed(rank.score_interval[0], 3),
                number::fixed(rank.score_interval[1], 3)
            ),
            number::percent(rank.coverage),
        ]
    });
    let table = table(
        ["Rank", "Variant", "Score", "95 % interval", "Coverage"],
        lines,
    );
    format!(
        "## Best variants\n\n{}\n\n{table}",
        one_line(&results.ranking_rule)
    )
}

fn missed(facts: &Facts) -> String {
    if facts.missed.is_empty() {
        return String::new();
    }
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
    "## Claims that were missed\n\n".to_owned()
        + &table(
            [
                "Variant", "Problem", "Quantity", "Claimed", "Observed", "Verdict",
            ],
            lines,
        )
}

fn not_run(results: &Results) -> String {
    let cells: Vec<&Cell> = results
        .cells
        .iter()
        .filter(|cell| !Mark::of(cell).ran())
        .collect();
    if cells.is_empty() {
        return String::new();
    }
    let lines = cells.iter().map(|cell| {
        [
            Mark::of(cell).word().to_owned(),
            code(&cell.variant),
            code(&cell.problem),
            plain(reason(cell)),
        ]
    });
    "## Cells without a result\n\n".to_owned()
        + &table(["Outcome", "Variant", "Problem", "Reason"], lines)
}

fn speed(results: &Results, facts: &Facts) -> String {
    let Some(cost) = &facts.cost else {
        return String::new();
    };
    let lines = results.problems.iter().flat_map(|problem| {
        let on = results
            .cells
            .iter()
            .filter(|cell| cell.problem == problem.id);
        let mut timed: Vec<(&Cell, Speed)> =
            on.filter_map(|cell| Some((cell, cell.speed?))).collect();
        timed.sort_by(|a, b| a.1.ns_per_step.total_cmp(&b.1.ns_per_step));
        let shown = timed.into_iter().enumerate();
        shown
            .filter(|(k, (_, speed))| *k < FASTEST || speed.allocations_per_step != 0.0)
            .map(|(_, timed)| timed)
    });
    let lines = lines.map(|(cell, speed)| {
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
    format!(
        "## Speed\n\nThe {FASTEST} fastest variants on each problem, of {} measured.\n{}{allocating}\n\n{}",
        number::count(cost.measured, "cell"),
        control(results),
        table(
            [
                "Problem",
                "Variant",
                "Per step",
                "Relative to limit",
                "Allocations per step"
            ],
            lines
        ),
    )
}

/// What the clock resolves: the controls, each in a line.
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

fn table<const N: usize>(head: [&str; N], lines: impl Iterator<Item = [String; N]>) -> String {
    let mut text = format!("| {} |\n|{}\n", head.join(" | "), " --- |".repeat(N));
    for line in lines {
        text += &format!("| {} |\n", line.join(" | "));
    }
    text
}

/// Text that neither ends the line nor the table cell, and is not taken for HTML.
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
        let refused = results
            .cells
            .iter_mut()
            .find(|cell| Mark::of(cell) == Mark::Refused)
            .unwrap();
        refused.why = Some("a | b\n<script>".into());
        assert!(render(&results).contains("a \\| b &lt;script> |"));
    }

    #[test]
    fn nothing_run_says_so() {
        assert!(render(&captured::empty()).contains("nothing to judge"));
    }
}
