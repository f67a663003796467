//! Comparison of two runs that were not asked for the same: only what both could have is compared.

use super::{Baseline, BaselineCell, BaselineRun, Coverage, Report, compare};
use crate::Scope;
use results::{Cell, LadderKind, Outcome, Results, Verdict};
use std::collections::{HashMap, HashSet};

/// The name of the part of a baseline of the gate that holds the problems which take long.
pub const SLOW_PROBLEMS: &str = "slow problems";

/// The figures of a run, with what it was asked for.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Side {
    figures: Baseline,
    coverage: Coverage,
    /// The tags of the problems.
    tags: HashMap<String, Vec<String>>,
    /// The papers that were run, and whether without their long runs.
    papers: HashMap<String, bool>,
    /// The figures of the ladder that shows orders alone, where there are others.
    orders: Option<Vec<BaselineCell>>,
}

impl Side {
    /// The results of a report.
    pub fn of_results(results: &Results, coverage: Coverage) -> Self {
        let mut figures = Baseline::of(results, "matrix", &results.provenance.command);
        figures.claims = (results.replications.iter())
            .map(super::BaselineClaim::of)
            .collect();
        // Long motions show no orders and have one ladder, which every scope runs.
        let shows_orders = |cell: &Cell| {
            let mut cell = cell.clone();
            if !cell.order_runs().is_empty() {
                cell.runs.retain(|run| run.ladder == LadderKind::Order);
            }
            cell
        };
        let orders = results.cells.iter().map(shows_orders);
        let problems = results.problems.iter();
        let papers = results.replicated_papers.iter();
        Self {
            figures,
            coverage,
            tags: problems.map(|p| (p.id.clone(), p.tags.clone())).collect(),
            papers: papers.map(|p| (p.id.clone(), p.run.quick)).collect(),
            orders: Some(orders.map(|cell| BaselineCell::of(&cell)).collect()),
        }
    }

    /// A baseline of the gate.
    pub fn of_gate(figures: Baseline, coverage: Coverage) -> Self {
        // The baseline has no tags, but its parts tell which problems take long.
        let mut tags = HashMap::new();
        let mut cells = figures.cells.iter();
        for part in &figures.parts {
            let slow = part.name == SLOW_PROBLEMS;
            for cell in cells.by_ref().take(part.cells) {
                let of_part = slow.then(|| crate::SLOW_TAGS[0].to_owned());
                tags.insert(cell.problem.clone(), of_part.into_iter().collect());
            }
        }
        let claims = figures.claims.iter();
        Self {
            papers: claims.map(|c| (paper(&c.id).to_owned(), true)).collect(),
            figures,
            coverage,
            tags,
            orders: None,
        }
    }

    /// Whether it has the cell of a variant on a problem.
    pub fn has(&self, variant: &str, problem: &str) -> bool {
        self.figures.cell(variant, problem).is_some()
    }

    /// Whether a run that was asked for everything that this one was would have the cell.
    fn covers(&self, cell: &BaselineCell, other: &Self) -> bool {
        let tags = [&self.tags, &other.tags].map(|tags| tags.get(&cell.problem));
        let tags = tags.into_iter().flatten().next();
        let tags = tags.map_or(&[][..], |tags| &tags[..]);
        self.coverage.covers(&cell.variant, &cell.problem, tags)
    }

    fn cells_of(&self, which: Ladders) -> Vec<BaselineCell> {
        match (which, &self.orders) {
            (Ladders::All, _) | (_, None) => self.figures.cells.clone(),
            (Ladders::Orders | Ladders::Common, Some(orders)) => orders.clone(),
        }
    }
}

/// The runs of a cell that two sides can both have.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Ladders {
    /// All of them.
    All,
    /// Those of the ladder that shows orders.
    Orders,
    /// Those that are in both ladders; orders and verdicts follow from different steps and are not compared.
    Common,
}

impl Ladders {
    fn of(baseline: &Side, present: &Side) -> Self {
        let scopes = [baseline, present].map(|side| side.coverage.scope());
        match scopes {
            [Some(a), Some(b)] if a == b => Self::All,
            [
                Some(Scope::Full | Scope::Gate),
                Some(Scope::Full | Scope::Gate),
            ] => Self::Orders,
            _ => Self::Common,
        }
    }
}

/// Compares what both runs could have; `acknowledged` is not applied.
pub fn compare_shared(baseline: &Side, present: &Side) -> Report {
    let ladders = Ladders::of(baseline, present);
    let (mut old, mut new) = (narrowed(baseline), narrowed(present));
    old.cells = baseline.cells_of(ladders);
    new.cells = present.cells_of(ladders);
    let (known, found) = (places(&old.cells), places(&new.cells));
    let (all_old, all_new) = (old.cells.len(), new.cells.len());
    let shared = |cell: &BaselineCell, others: &HashSet<Place>| others.contains(&place(cell));
    old.cells
        .retain(|cell| shared(cell, &found) || present.covers(cell, baseline));
    new.cells
        .retain(|cell| shared(cell, &known) || baseline.covers(cell, present));
    let (not_run, not_in_baseline) = (all_old - old.cells.len(), all_new - new.cells.len());
    // A baseline of the gate has slow problems behind all others, so that their order says nothing.
    let order: HashMap<Place, usize> = new.cells.iter().map(place).zip(0..).collect();
    let at = |cell: &BaselineCell| order.get(&place(cell)).copied();
    old.cells.sort_by_key(|cell| at(cell).unwrap_or(usize::MAX));
    same_figures(&mut old.cells, &mut new.cells, ladders);

    let compared = places(&old.cells);
    let kept = |variant: &String, problem: &String| {
        compared.contains(&(variant.clone(), problem.clone())) && found_in(&found, variant, problem)
    };
    old.studies
        .retain(|study| kept(&study.variant, &study.problem));
    new.studies
        .retain(|study| kept(&study.variant, &study.problem));
    // A board depends on every cell, so that other cells make another board.
    let same_matrix = places(&old.cells) == places(&new.cells)
        && (not_run, not_in_baseline) == (0, 0)
        && ladders == Ladders::All;
    if !same_matrix {
        old.boards.clear();
        new.boards.clear();
    }
    shared_claims(baseline, present, &mut old, &mut new);
    let mut report = compare(&old, &new, None);
    (report.not_run, report.not_in_baseline) = (not_run, not_in_baseline);
    report
}

type Place = (String, String);

fn place(cell: &BaselineCell) -> Place {
    (cell.variant.clone(), cell.problem.clone())
}

fn places(cells: &[BaselineCell]) -> HashSet<Place> {
    cells.iter().map(place).collect()
}

fn found_in(places: &HashSet<Place>, variant: &str, problem: &str) -> bool {
    places.contains(&(variant.to_owned(), problem.to_owned()))
}

/// The figures without what another selection, another machine or another wording changes: cells, the digest and speed.
fn narrowed(side: &Side) -> Baseline {
    Baseline {
        parts: Vec::new(),
        cells: Vec::new(),
        speed: None,
        ..side.figures.clone()
    }
}

/// Leaves out of each pair of cells what only one of them could have.
fn same_figures(old: &mut [BaselineCell], new: &mut [BaselineCell], ladders: Ladders) {
    let mut others: HashMap<Place, &mut BaselineCell> =
        new.iter_mut().map(|cell| (place(cell), cell)).collect();
    for before in old {
        let Some(now) = others.get_mut(&place(before)) else {
            continue;
        };
        if before.allocations_per_step.is_none() || now.allocations_per_step.is_none() {
            (before.allocations_per_step, now.allocations_per_step) = (None, None);
        }
        if ladders == Ladders::Common {
            common_runs(before, now);
        }
    }
}

/// Keeps the runs that both cells have, and of the rest only that a cell did not run at all.
fn common_runs(before: &mut BaselineCell, now: &mut BaselineCell) {
    type Step = (u64, Option<u64>);
    // Adaptive steps are counted, so that only their tolerance tells which run it is.
    let step = |run: &BaselineRun| -> Step {
        let tolerance = run.tolerance.map(f64::to_bits);
        (if tolerance.is_some() { 0 } else { run.steps }, tolerance)
    };
    let steps = |cell: &BaselineCell| cell.runs.iter().map(step).collect::<HashSet<Step>>();
    let (in_old, in_new) = (steps(before), steps(now));
    // A cell that has no run at all did not run, which is a finding for any ladder.
    if in_old.is_empty() != in_new.is_empty() {
        return;
    }
    if !in_old.is_empty() {
        now.outcome = before.outcome;
    }
    before.runs.retain(|run| in_new.contains(&step(run)));
    now.runs.retain(|run| in_old.contains(&step(run)));
    for cell in [before, now] {
        cell.orders = Default::default();
        cell.predicted = None;
        cell.verdict = match cell.outcome {
            Outcome::Ran => Verdict::NoClaim,
            _ => Verdict::NotRun,
        };
    }
}

/// The paper of a claim.
fn paper(claim: &str) -> &str {
    claim.split('/').next().unwrap_or(claim)
}

/// Keeps the claims that both could have: a run without the long runs of a paper has fewer.
fn shared_claims(baseline: &Side, present: &Side, old: &mut Baseline, new: &mut Baseline) {
    let ids = |b: &Baseline| -> HashSet<String> { b.claims.iter().map(|c| c.id.clone()).collect() };
    let (known, found) = (ids(old), ids(new));
    let has_all_of = |side: &Side, other: &Side, claim: &str| {
        let quick = side.papers.get(paper(claim));
        let other_quick = other.papers.get(paper(claim));
        quick.is_some_and(|quick| !quick || other_quick == Some(&true))
    };
    old.claims
        .retain(|c| found.contains(&c.id) || has_all_of(present, baseline, &c.id));
    new.claims
        .retain(|c| known.contains(&c.id) || has_all_of(baseline, present, &c.id));
}
