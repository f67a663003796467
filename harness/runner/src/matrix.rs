//! The whole matrix: every chosen variant on every chosen problem.

use crate::cell::run_cell;
use crate::predictions::predictions;
use crate::prepared::Prepared;
use crate::speed::{self, Effort};
use crate::{Observer, Phase, digest, fronts, rank, reach};
use catalog::{Selection, SelectionError};
use mechanics::Start;
use rayon::prelude::*;
use results::{Cell, Problem, Provenance, Results, SCHEMA, Variant};
use stepping::Family;
use thiserror::Error;

/// Tags of problems that take long.
const SLOW_TAGS: [&str; 2] = ["large", "long-run"];

/// How much of the catalogue is run. Problems that a selection names are run in any case.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Scope {
    /// Every problem.
    #[default]
    Full,
    /// What a gate looks at: everything but problems tagged `large` or `long-run`.
    Gate,
    /// For a first look: of these one preset of each problem, and the finest step of ladders with more than three
    /// left out.
    Quick,
}

impl Scope {
    fn keeps(self, card: &mechanics::ProblemCard) -> bool {
        let fast = !card.tags.iter().any(|tag| SLOW_TAGS.contains(tag));
        match self {
            Self::Full => true,
            Self::Gate => fast,
            Self::Quick => fast && !card.id.contains('/'),
        }
    }
}

/// How a matrix is run; by default all of it, without timing.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Settings {
    /// What to run.
    pub selection: Selection,
    /// How much of what was selected.
    pub scope: Scope,
    /// Number of threads for the accuracy phase; `None` for one per processor.
    pub jobs: Option<usize>,
    /// How much time the speed phase spends.
    pub speed: Effort,
}

/// A matrix that cannot be run.
#[derive(Debug, Error)]
pub enum MatrixError {
    /// A name is unknown.
    #[error(transparent)]
    Selection(#[from] SelectionError),
    /// The threads could not be started.
    #[error("worker threads: {0}")]
    Threads(#[from] rayon::ThreadPoolBuildError),
}

/// A matrix that is ready to run.
pub struct Matrix {
    families: Vec<Family>,
    problems: Vec<Box<dyn mechanics::Problem>>,
    settings: Settings,
}

impl Matrix {
    /// Picks from the catalogue.
    ///
    /// # Errors
    /// When a name is unknown or nothing is left.
    pub fn plan(settings: Settings) -> Result<Self, MatrixError> {
        Self::with_catalog(settings, catalog::methods(), catalog::problems())
    }

    /// Picks from the given methods and problems: for methods that are not in the catalogue.
    ///
    /// # Errors
    /// When a name is unknown or nothing is left.
    pub fn with_catalog(
        settings: Settings,
        families: Vec<Family>,
        problems: Vec<Box<dyn mechanics::Problem>>,
    ) -> Result<Self, MatrixError> {
        let families = settings.selection.pick_methods(families)?;
        let mut problems = settings.selection.pick_problems(problems)?;
        if settings.selection.problems.is_empty() {
            problems.retain(|p| settings.scope.keeps(&p.card()));
            if problems.is_empty() {
                return Err(SelectionError::Empty { kind: "problem" }.into());
            }
        }
        Ok(Self {
            families,
            problems,
            settings,
        })
    }

    /// The methods that were picked, and the problems made ready.
    pub(crate) fn into_parts(self) -> (Vec<Family>, Vec<Prepared>) {
        let scope = self.settings.scope;
        let prepare = |problem| Prepared::new(problem, scope);
        (
            self.families,
            self.problems.into_iter().map(prepare).collect(),
        )
    }

    /// Number of cells.
    pub fn len(&self) -> usize {
        let variants: usize = self.families.iter().map(|f| f.variants.len()).sum();
        variants * self.problems.len()
    }

    /// Whether there is nothing to run.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Runs every cell. The digest of the provenance is filled in; the rest of it is the caller's.
    ///
    /// # Errors
    /// When threads cannot be started.
    pub fn run(
        self,
        provenance: Provenance,
        observer: &dyn Observer,
    ) -> Result<Results, MatrixError> {
        let Self {
            families,
            problems,
            settings,
        } = self;
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(settings.jobs.unwrap_or(0))
            .build()?;

        observer.phase(Phase::References, problems.len());
        let prepared: Vec<Prepared> = pool.install(|| {
            problems
                .into_par_iter()
                .map(|problem| {
                    let prepared = Prepared::new(problem, settings.scope);
                    observer.done(Phase::References, prepared.card.id, "ready");
                    prepared
                })
                .collect()
        });

        let pairs: Vec<(&Family, usize, &Prepared)> = prepared
            .iter()
            .flat_map(|p| families.iter().map(move |f| (p, f)))
            .flat_map(|(p, f)| (0..f.variants.len()).map(move |v| (f, v, p)))
            .collect();
        observer.phase(Phase::Cells, pairs.len());
        let mut cells: Vec<Cell> = pool.install(|| {
            pairs
                .par_iter()
                .with_max_len(1)
                .map(|(family, variant, prepared)| {
                    let cell = run_cell(family.id, family.variants[*variant].as_ref(), prepared);
                    observer.done(Phase::Cells, &label(&cell), cell.outcome.words().words);
                    cell
                })
                .collect()
        });

        let chosen = (&families[..], &prepared[..]);
        let predicted = pool.install(|| predictions(&pairs, &mut cells, chosen, observer));

        let timing = speed::measure(&pairs, &mut cells, settings.speed, observer);

        // Away from the constraints there is no motion to be accurate about.
        let followed: Vec<&Prepared> = prepared
            .iter()
            .filter(|p| p.card.start == Start::Consistent)
            .collect();
        for ((_, _, prepared), cell) in pairs.iter().zip(&mut cells) {
            if prepared.card.start == Start::Consistent {
                cell.reach = reach::reach(cell, prepared.scales.position);
            }
        }
        let fronts = followed
            .iter()
            .flat_map(|p| fronts::fronts(p.card.id, &cells, p.resolution()))
            .collect();
        let ids: Vec<&str> = followed.iter().map(|p| p.card.id).collect();
        let ranking = rank::ranking(&cells, &ids, timing.as_ref());

        let mut results = Results {
            schema: SCHEMA,
            provenance,
            methods: families.iter().map(describe_method).collect(),
            problems: prepared.iter().map(describe_problem).collect(),
            timing,
            fronts,
            ranking: ranking.ranks,
            ranking_cost: ranking.cost,
            ranking_rule: ranking.rule,
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
        results.provenance.digest = digest(&results);
        Ok(results)
    }
}

fn label(cell: &Cell) -> String {
    format!("{} on {}", cell.variant, cell.problem)
}

fn describe_method(family: &Family) -> results::Method {
    results::Method {
        id: family.id.to_owned(),
        name: family.name.to_owned(),
        family: family.family.to_owned(),
        summary: family.summary.to_owned(),
        reference: family.reference.to_owned(),
        variants: family
            .variants
            .iter()
            .map(|variant| {
                let card = variant.card();
                Variant {
                    integrator: card.integrator.map_or("own", |i| i.id()).to_owned(),
                    gains: card.gains,
                    claimed_order: card.claims,
                    breaks: card.breaks,
                    id: card.id,
                }
            })
            .collect(),
    }
}

fn describe_problem(prepared: &Prepared) -> Problem {
    let (card, shape) = (&prepared.card, prepared.system.shape());
    Problem {
        id: card.id.to_owned(),
        name: card.name.to_owned(),
        summary: card.summary.to_owned(),
        tags: card.tags.iter().map(|t| (*t).to_owned()).collect(),
        coordinates: shape.n_v(),
        constraints: shape.constraints(),
        end_time: card.end_time,
        reference: card.reference,
        consistent_start: card.start == Start::Consistent,
        sensitivity: card.sensitivity,
        energy_coupling: prepared.energy_coupling(),
        caveat: card.caveat.map(str::to_owned),
    }
}
