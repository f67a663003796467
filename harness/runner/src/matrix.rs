//! The whole matrix: every chosen variant on every chosen problem.

use crate::cell::run_cell;
use crate::practice::Practice;
use crate::predictions::predictions;
use crate::speed::{self, Effort};
use crate::{Observer, Phase, Selection, SelectionError, digest, fronts};
use problem::Start;
use rayon::prelude::*;
use results::{Cell, OWN, Problem, Provenance, Results, SCHEMA};
use stepping::{Method, StepControl, Variant};
use theory::Studies;
use thiserror::Error;
use trial::PreparedProblem;

/// Tags of problems that take long.
pub(crate) const SLOW_TAGS: [&str; 2] = ["large", "long-run"];

/// The part of the catalogue that is run. Problems that a selection names are always run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Scope {
    /// Every problem.
    #[default]
    Full,
    /// The problems of the gate: all but those tagged `large` or `long-run`.
    Gate,
    /// A quick overview: one preset of each problem of the gate, and ladders with more than three steps without their
    /// finest one.
    Quick,
}

impl Scope {
    fn keeps(self, card: &problem::ProblemCard) -> bool {
        let fast = !card.tags.iter().any(|tag| SLOW_TAGS.contains(tag));
        match self {
            Self::Full => true,
            Self::Gate => fast,
            Self::Quick => fast && !card.id.contains('/'),
        }
    }

    fn prepare(self, problem: Box<dyn problem::Problem>) -> PreparedProblem {
        let prepared = PreparedProblem::new(problem);
        match self {
            Self::Quick => prepared.without_finest_steps(),
            Self::Full | Self::Gate => prepared,
        }
    }

    /// The gate compares orders and has no need of the steps of practice.
    fn practice(self, prepared: &PreparedProblem) -> Practice {
        match self {
            Self::Full => Practice::of(prepared),
            Self::Quick => Practice::overview(prepared),
            Self::Gate => Practice::none(),
        }
    }
}

/// Settings of a matrix; by default all of it is run, without timing.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Settings {
    /// The selected methods and problems.
    pub selection: Selection,
    /// The part of the selection that is run.
    pub scope: Scope,
    /// Number of threads for the accuracy phase; `None` for one per processor.
    pub jobs: Option<usize>,
    /// The effort of the speed phase.
    pub speed: Effort,
}

/// Reasons why a matrix cannot be run.
#[derive(Debug, Error)]
pub enum MatrixError {
    /// A name is unknown.
    #[error(transparent)]
    Selection(#[from] SelectionError),
    /// The threads could not be started.
    #[error("worker threads: {0}")]
    Threads(#[from] rayon::ThreadPoolBuildError),
}

/// The methods, problems and studies that a matrix selects from.
#[derive(Default)]
pub struct Catalog {
    /// Methods with their variants, in the order of the report.
    pub methods: Vec<Method>,
    /// Problems, in the order of the report.
    pub problems: Vec<Box<dyn problem::Problem>>,
    /// Studies that compare predictions with runs, if any.
    pub studies: Option<Studies>,
}

/// One variant on one problem.
#[derive(Clone, Copy)]
pub(crate) struct Pair<'a> {
    pub(crate) method: &'a str,
    pub(crate) variant: &'a dyn Variant,
    pub(crate) prepared: &'a PreparedProblem,
    pub(crate) practice: &'a Practice,
}

/// A matrix that is ready to run.
pub struct Matrix {
    catalog: Catalog,
    settings: Settings,
}

impl Matrix {
    /// Picks from a catalogue what the settings select.
    ///
    /// # Errors
    /// When a name is unknown or nothing is left.
    pub fn plan(settings: Settings, catalog: Catalog) -> Result<Self, MatrixError> {
        let methods = settings.selection.pick_methods(catalog.methods)?;
        let mut problems = settings.selection.pick_problems(catalog.problems)?;
        if settings.selection.problems.is_empty() {
            problems.retain(|p| settings.scope.keeps(&p.card()));
            if problems.is_empty() {
                return Err(SelectionError::Empty { kind: "problem" }.into());
            }
        }
        let catalog = Catalog {
            methods,
            problems,
            ..catalog
        };
        Ok(Self { catalog, settings })
    }

    /// The methods that were picked, and the problems made ready.
    pub(crate) fn into_parts(self) -> (Vec<Method>, Vec<PreparedProblem>) {
        let scope = self.settings.scope;
        let problems = self.catalog.problems.into_iter();
        let prepared = problems.map(|problem| scope.prepare(problem)).collect();
        (self.catalog.methods, prepared)
    }

    /// Number of cells.
    pub fn len(&self) -> usize {
        let variants: usize = self.catalog.methods.iter().map(|m| m.variants.len()).sum();
        variants * self.catalog.problems.len()
    }

    /// Whether there is nothing to run.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Runs every cell and fills in the digest of the provenance; the caller provides the rest of it.
    ///
    /// # Errors
    /// When threads cannot be started.
    pub fn run(
        self,
        provenance: Provenance,
        observer: &dyn Observer,
    ) -> Result<Results, MatrixError> {
        let Self { catalog, settings } = self;
        let Catalog {
            methods,
            problems,
            studies,
        } = catalog;
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(settings.jobs.unwrap_or(0))
            .build()?;

        observer.phase(Phase::References, problems.len());
        let (prepared, practices): (Vec<PreparedProblem>, Vec<Practice>) = pool.install(|| {
            problems
                .into_par_iter()
                .map(|problem| {
                    let prepared = settings.scope.prepare(problem);
                    let practice = settings.scope.practice(&prepared);
                    observer.done(Phase::References, prepared.card.id, "ready");
                    (prepared, practice)
                })
                .collect()
        });

        let pairs: Vec<Pair<'_>> = prepared
            .iter()
            .zip(&practices)
            .flat_map(|on| methods.iter().map(move |method| (on, method)))
            .flat_map(|((prepared, practice), method)| {
                method.variants.iter().map(move |variant| Pair {
                    method: method.id,
                    variant: variant.as_ref(),
                    prepared,
                    practice,
                })
            })
            .collect();
        observer.phase(Phase::Cells, pairs.len());
        let mut cells: Vec<Cell> = pool.install(|| {
            pairs
                .par_iter()
                .with_max_len(1)
                .map(|pair| {
                    let cell = run_cell(*pair);
                    observer.done(Phase::Cells, &label(&cell), cell.outcome.words().words);
                    cell
                })
                .collect()
        });

        let predicted = pool.install(|| predictions(&pairs, &mut cells, studies, observer));

        let timing = speed::measure(&pairs, &mut cells, settings.speed, observer);

        // Away from the constraints there is no motion to be accurate about.
        let followed: Vec<&PreparedProblem> = prepared
            .iter()
            .filter(|p| p.card.start == Start::Consistent)
            .collect();
        let fronts = followed
            .iter()
            .flat_map(|p| fronts::fronts(p.card.id, &cells, p.reference_error()))
            .collect();

        let mut results = Results {
            schema: SCHEMA,
            provenance,
            methods: methods.iter().map(describe_method).collect(),
            problems: prepared.iter().map(describe_problem).collect(),
            timing,
            fronts,
            paired: Vec::new(),
            what_it_buys: Vec::new(),
            pareto_sets: Vec::new(),
            boards: Vec::new(),
            cells,
            steady_state: predicted.steady_state,
            steady_orders: predicted.steady_orders,
            drift_studies: predicted.drift_studies,
            gain_maps: predicted.gain_maps,
            replicated_papers: Vec::new(),
            replications: Vec::new(),
            replicated_figures: Vec::new(),
            errata: Vec::new(),
        };
        answers::answer(&mut results);
        results.provenance.digest = digest(&results);
        Ok(results)
    }
}

fn label(cell: &Cell) -> String {
    format!("{} on {}", cell.variant, cell.problem)
}

fn describe_method(method: &Method) -> results::Method {
    results::Method {
        id: method.id.to_owned(),
        name: method.name.to_owned(),
        kind: method.kind.to_owned(),
        summary: method.summary.to_owned(),
        citation: method.citation.to_owned(),
        variants: method
            .variants
            .iter()
            .map(|variant| {
                let card = variant.card();
                results::Variant {
                    integrator: card.integrator.map_or(OWN, |i| i.id()).to_owned(),
                    name: card.name(),
                    gains: card.gains.to_string(),
                    parameters: card.parameters().cloned().collect(),
                    adaptive: card.step_control == StepControl::Adaptive,
                    claimed_order: card.claims,
                    breaks: card.breaks,
                    id: card.id,
                }
            })
            .collect(),
    }
}

fn describe_problem(prepared: &PreparedProblem) -> Problem {
    let (card, shape) = (&prepared.card, prepared.system.shape());
    Problem {
        id: card.id.to_owned(),
        name: card.name.to_owned(),
        summary: card.summary.to_owned(),
        tags: card.tags.iter().map(|t| (*t).to_owned()).collect(),
        coordinates: shape.n_v(),
        constraints: shape.constraints(),
        end_time: card.run_time(),
        time_scale: card.time_scale,
        scales: prepared.scales,
        predictable: card.predictable(),
        reference: card.reference,
        consistent_start: card.start == Start::Consistent,
        sensitivity: card.sensitivity,
        energy_coupling: prepared.energy_coupling(),
        caveat: card.caveat.map(str::to_owned),
    }
}
