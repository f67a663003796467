//! The present figures: everything that a baseline holds, from the code as it is.

use super::{BLESS, speed};
use crate::jobs::Jobs;
use crate::progress::Progress;
use crate::worker::{self, WorkerLimits};
use results::{Provenance, planted};
use runner::gate::{Baseline, BaselineCell, BaselineClaim};
use runner::{Effort, Matrix, Observer, SLOW_TAGS, Scope, Selection, Settings, Unobserved};

/// The variant that runs on problems which are too large or too long for all of them.
const ON_SLOW_PROBLEMS: &str = "baumgarte/rk4";

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

/// Everything.
pub(super) fn all(thoroughness: Thoroughness) -> anyhow::Result<Baseline> {
    let progress = Progress::new();
    let mut figures = matrix("matrix", Selection::default(), &progress)?;
    figures.join(matrix("slow problems", slow(), &progress)?);
    drop(progress);
    figures.claims = claims(&[])?;
    figures.speed = speed::measure(thoroughness)?;
    Ok(figures)
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

/// The figures of one matrix; one round of timing counts the allocations.
pub(super) fn matrix(
    name: &str,
    selection: Selection,
    observer: &dyn Observer,
) -> anyhow::Result<Baseline> {
    let settings = Settings {
        selection,
        scope: Scope::Gate,
        speed: Effort::Once,
        ..Settings::default()
    };
    let results = planned(settings)?.run(Provenance::default(), observer);
    Ok(Baseline::of(&results, name, BLESS))
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

/// The claims of these papers, all of them without names, without their long runs.
pub(super) fn claims(papers: &[&str]) -> anyhow::Result<Vec<BaselineClaim>> {
    let mut chosen = replication::papers();
    chosen.retain(|paper| papers.is_empty() || papers.contains(&paper.id));
    let found = replication::run(&chosen, true, None, &Provenance::default(), &|_| {})?;
    Ok(found.claims.iter().map(BaselineClaim::of).collect())
}
