//! The closing summary of a report on the terminal.

use crate::replicate::Counts;
use reports::bought::{bought, harm_in_words};
use reports::difference::{counts, left_out};
use results::{Cell, Cost, Outcome, Results, Timing, Verdict};
use runner::limit_figures;
use std::fmt::{self, Display, Formatter};
use std::time::Duration;

/// Number of integrators for which the best stabilization is shown.
const INTEGRATORS: usize = 3;

/// Number of ranked variants that are shown.
const PODIUM: usize = 3;

/// The most changes since the baseline that are listed.
const CHANGES: usize = 8;

/// The most cells listed that failed or ran over budget.
const LISTED: usize = 8;

/// The closing lines of a report.
pub(crate) struct Summary<'a> {
    pub(crate) results: &'a Results,
    pub(crate) elapsed: Duration,
    /// Path of the page.
    pub(crate) page: &'a str,
}

impl Display for Summary<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Results {
            cells, provenance, ..
        } = self.results;
        if let Some(difference) = &self.results.difference {
            let (baseline, counts) = (&difference.baseline, counts(difference));
            writeln!(f, "against   {baseline}: {counts}")?;
            if let Some(left_out) = left_out(difference) {
                writeln!(f, "against   {left_out}")?;
            }
            let worst = difference.changes.iter().filter(|c| !c.status.passes());
            for change in worst.take(CHANGES) {
                let (status, what) = (change.status.words().words, change.what.join("; "));
                writeln!(f, "{status:<9} {}: {what}", change.subject)?;
            }
        }
        let all = bought(self.results);
        for best in all.iter().take(INTEGRATORS) {
            let (integrator, name) = (best.integrator_name, best.name());
            writeln!(
                f,
                "buys      with {integrator}: {name} ({})",
                best.numbers()
            )?;
        }
        let more = all.len().saturating_sub(INTEGRATORS);
        if more > 0 {
            writeln!(f, "buys      and {more} more integrators, see summary.md")?;
        }
        if let Some(harm) = harm_in_words(self.results) {
            writeln!(f, "worse     {harm}")?;
        }
        writeln!(f, "cells     {}", outcomes(cells))?;
        writeln!(f, "verdicts  {}", verdicts(cells))?;
        if let Some(predicted) = predicted(self.results) {
            writeln!(f, "predicted {predicted}")?;
        }
        if let Some(papers) = papers(self.results) {
            writeln!(f, "papers    {papers}")?;
        }
        let expected = cells
            .iter()
            .filter(|c| self.results.known_reason(c).is_some());
        let expected = expected.count();
        if expected > 0 {
            writeln!(
                f,
                "expected  {expected} cells stop or miss a claim for a known reason, see summary.md"
            )?;
        }
        let stopped = |c: &&Cell| {
            let stopped = matches!(c.outcome, Outcome::Failed | Outcome::OverBudget);
            stopped && self.results.known_reason(c).is_none()
        };
        for cell in cells.iter().filter(stopped).take(LISTED) {
            let why = cell.why.as_deref().unwrap_or("no reason given");
            writeln!(f, "stopped   {} on {}: {why}", cell.variant, cell.problem)?;
        }
        let more = cells.iter().filter(stopped).count().saturating_sub(LISTED);
        if more > 0 {
            writeln!(f, "stopped   and {more} more, see the page")?;
        }
        let ranks = self.results.board("accuracy-per-time");
        let cost = match ranks.and_then(|board| board.cost) {
            Some(Cost::Time) => "time",
            _ => "evaluation",
        };
        for rank in ranks.iter().flat_map(|board| &board.lines).take(PODIUM) {
            let place = if rank.rank_low == rank.rank_high {
                rank.rank_low.to_string()
            } else {
                format!("{}-{}", rank.rank_low, rank.rank_high)
            };
            let (score, solved) = (rank.score.unwrap_or(0.0), 100.0 * rank.coverage);
            let variant = &rank.variant;
            writeln!(
                f,
                "accuracy  {place:<5} {variant}, score {score:.3} per {cost}, reaches {solved:.0} % of the targets"
            )?;
        }
        for figure in limit_figures(cells) {
            let (variant, problem, ratio) = (figure.variant, figure.problem, figure.ratio);
            let [low, high] = figure.interval;
            writeln!(
                f,
                "speed     {variant} on {problem} takes {ratio:.2} times the hand-written step ({low:.2} to {high:.2})"
            )?;
        }
        if let Some(worst) = self.results.timing.as_ref().and_then(Timing::worst_noise) {
            let ([low, high], problem) = (worst.interval, &worst.problem);
            writeln!(
                f,
                "noise     the same step timed twice gives ratios of {low:.2} to {high:.2} at worst, on {problem}"
            )?;
        }
        writeln!(f, "digest    {}", provenance.digest)?;
        writeln!(f, "elapsed   {:.1} s", self.elapsed.as_secs_f64())?;
        write!(f, "report    {}", self.page)
    }
}

/// The papers kept from an earlier run, if there are any.
fn papers(results: &Results) -> Option<String> {
    let counts = Counts::of(results.replications.iter());
    let papers = results.replicated_papers.len();
    (papers > 0).then(|| format!("{papers} kept: {}", counts.words()))
}

fn outcomes(cells: &[Cell]) -> String {
    let count = |outcome| cells.iter().filter(|c| c.outcome == outcome).count();
    let said = Outcome::ALL.map(|outcome| format!("{} {}", count(outcome), outcome.words().words));
    said.join(", ")
}

fn verdicts(cells: &[Cell]) -> String {
    let count = |verdict| cells.iter().filter(|c| c.verdict == verdict).count();
    let said = Verdict::ALL.map(|verdict| format!("{} {}", count(verdict), verdict.words().words));
    said.join(", ")
}

/// Counts of predictions that hold by kind, if there are any.
fn predicted(results: &Results) -> Option<String> {
    let runs = results.cells.iter().flat_map(|cell| &cell.runs);
    let drifts: Vec<bool> = runs
        .filter_map(|run| Some(run.predicted_drift.as_ref()?.pass))
        .collect();
    let steady: Vec<bool> = results.steady_state.iter().map(|row| row.pass).collect();
    let orders: Vec<bool> = results.steady_orders.iter().map(|row| row.pass).collect();
    let kinds = [
        (drifts, "drifts"),
        (steady, "steady-state violations"),
        (orders, "orders of these violations"),
    ];
    let said = kinds.iter().filter(|(pass, _)| !pass.is_empty());
    let said = said.map(|(pass, name)| {
        let hold = pass.iter().filter(|pass| **pass).count();
        format!("{hold} of {} {name}", pass.len())
    });
    let said: Vec<String> = said.collect();
    (!said.is_empty()).then(|| said.join(", "))
}
