//! The present figures: everything that a baseline holds, from the code as it is.

use super::{BLESS, speed};
use crate::against::{GATE, ON_SLOW_PROBLEMS};
use crate::jobs::Jobs;
use crate::progress::Progress;
use crate::provenance;
use crate::worker::{self, WorkerLimits};
use replication::Findings;
use results::{Provenance, Results, planted};
use runner::gate::{Baseline, BaselineCell, BaselineClaim, SLOW_PROBLEMS};
use runner::{Effort, Matrix, Observer, SLOW_TAGS, Scope, Selection, Settings, Unobserved};

/// How much of the speed tier is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Thoroughness {
    /// Nothing.
    Skip,
    /// Instructions, or times where they cannot be counted.
    Enough,
    /// Both, for a baseline that other machines use.
    Everything,
}

/// What the gate runs.
pub(super) struct Present {
    /// The figures that are compared.
    pub(super) figures: Baseline,
    /// The matrix and the papers, for a report.
    pub(super) results: Results,
}

/// Everything.
pub(super) fn all(thoroughness: Thoroughness) -> anyhow::Result<Present> {
    let progress = Progress::new();
    let gathered = |command: &str| provenance::gather(command.to_owned(), false);
    let mut results = run(Selection::default(), gathered(GATE)?, &progress)?;
    let mut figures = Baseline::of(&results, "matrix", BLESS);
    figures.join(matrix(SLOW_PROBLEMS, slow(), &progress)?);
    drop(progress);
    let found = papers(&[], &gathered("cargo xtask replicate --quick")?)?;
    figures.claims = found.claims.iter().map(BaselineClaim::of).collect();
    figures.speed = speed::measure(thoroughness)?;
    found.merge_into(&mut results);
    Ok(Present { figures, results })
}

/// One variant on every problem that the rest of the gate leaves out.
fn slow() -> Selection {
    let cards = catalog::problems()
        .into_iter()
        .map(|problem| problem.card());
    let slow = cards.filter(|card| card.tags.iter().any(|tag| SLOW_TAGS.contains(tag)));
    Selection {
        methods: vec![ON_SLOW_PROBLEMS.to_owned()],
        problems: slow.map(|card| card.id.to_owned()).collect(),
        ..Selection::default()
    }
}

/// The figures of one matrix.
pub(super) fn matrix(
    name: &str,
    selection: Selection,
    observer: &dyn Observer,
) -> anyhow::Result<Baseline> {
    let results = run(selection, Provenance::default(), observer)?;
    Ok(Baseline::of(&results, name, BLESS))
}

/// Runs one matrix; one round of timing counts the allocations.
fn run(
    selection: Selection,
    provenance: Provenance,
    observer: &dyn Observer,
) -> anyhow::Result<Results> {
    let settings = Settings {
        selection,
        scope: Scope::Gate,
        speed: Effort::Once,
        ..Settings::default()
    };
    Ok(planned(settings)?.run(provenance, observer))
}

/// A matrix whose methods run in processes of their own, so that one that ends its process is lost and not passed. A
/// planted defect is a variable of this process: with it, methods run here.
pub(super) fn planned(settings: Settings) -> anyhow::Result<Matrix> {
    if planted::AVAILABLE {
        return Ok(Matrix::plan(settings, catalog::catalog())?);
    }
    let crew = worker::crew(settings.scope, Jobs::default(), WorkerLimits::default())?;
    Ok(Matrix::with_crew(settings, crew)?)
}

/// The figures of some cells, run once more; nothing but their cells is of use.
pub(super) fn cells(cells: &[&BaselineCell]) -> anyhow::Result<Baseline> {
    let mut problems: Vec<&str> = cells.iter().map(|cell| cell.problem.as_str()).collect();
    problems.sort_unstable();
    problems.dedup();
    let mut again = Baseline::default();
    for problem in problems {
        let on_it = cells.iter().filter(|cell| cell.problem == problem);
        let selection = Selection {
            methods: on_it.map(|cell| cell.variant.clone()).collect(),
            problems: vec![problem.to_owned()],
            ..Selection::default()
        };
        again.join(matrix("again", selection, &Unobserved)?);
    }
    Ok(again)
}

/// The claims of these papers, without their long runs.
pub(super) fn claims(ids: &[&str]) -> anyhow::Result<Vec<BaselineClaim>> {
    let found = papers(ids, &Provenance::default())?;
    Ok(found.claims.iter().map(BaselineClaim::of).collect())
}

/// What the papers with these ids give without their long runs; all papers without ids.
fn papers(ids: &[&str], provenance: &Provenance) -> anyhow::Result<Findings> {
    let mut chosen = replication::papers();
    chosen.retain(|paper| ids.is_empty() || ids.contains(&paper.id));
    let provenance = Provenance {
        quick: true,
        ..provenance.clone()
    };
    Ok(replication::run(&chosen, true, None, &provenance, &|_| {})?)
}
