//! The whole matrix: every chosen variant on every chosen problem.

mod gains;
mod motions;

use crate::crew::Threads;
use crate::plan::{Plan, PlannedMethod, PlannedProblem, PlannedVariant};
use crate::speed::{Effort, TimedCell, rung_of};
use crate::store::{Forgetful, Key, Kind, Store};
use crate::task::{Findings, ListedStudy};
use crate::{
    Answer, Crew, Event, Failure, Observer, Phase, Scope, Selection, SelectionError, Task,
    describe, digest, fronts,
};
use results::planted::{self, Defect};
use results::{Cell, EndState, FailureKind, Method, Outcome, Problem, Provenance, Results, Timing};
use std::sync::{Mutex, PoisonError};
use theory::Studies;
use thiserror::Error;

/// Cells that end the process which times them are left out one after the other, but no more than this number.
const UNTIMEABLE: usize = 16;

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
    /// Whether the studies beside the matrix are left out.
    pub without_studies: bool,
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
    /// The catalogue could not be listed.
    #[error("the catalogue cannot be listed: {0}")]
    Catalog(Failure),
}

/// The methods, problems and studies that a matrix selects from.
#[derive(Default)]
pub struct Catalog {
    /// Methods with their variants, in the order of the report.
    pub methods: Vec<stepping::Method>,
    /// Problems, in the order of the report.
    pub problems: Vec<Box<dyn problem::Problem>>,
    /// Studies that compare predictions with runs, if any.
    pub studies: Option<Studies>,
}

/// A matrix that is ready to run.
pub struct Matrix {
    plan: Plan,
    settings: Settings,
    crew: Box<dyn Crew>,
}

impl Matrix {
    /// Picks from a catalogue what the settings select, to be run by threads of this process.
    ///
    /// # Errors
    /// When a name is unknown, nothing is left, or threads cannot be started.
    pub fn plan(settings: Settings, catalog: Catalog) -> Result<Self, MatrixError> {
        let crew = Threads::new(catalog, settings.scope, settings.jobs)?;
        Self::with_crew(settings, Box::new(crew))
    }

    /// Picks what the settings select from the catalogue of a crew, which will run it.
    ///
    /// # Errors
    /// When a name is unknown, nothing is left, or the catalogue cannot be listed.
    pub fn with_crew(settings: Settings, crew: Box<dyn Crew>) -> Result<Self, MatrixError> {
        let plan = Plan::new(&settings, crew.as_ref())?;
        Ok(Self {
            plan,
            settings,
            crew,
        })
    }

    /// Ids of the variants that were picked.
    pub fn variants(&self) -> impl Iterator<Item = &str> {
        let methods = self.plan.methods.iter();
        methods.flat_map(|method| method.variants.iter().map(|v| &*v.described.id))
    }

    /// Ids of variant and problem of every cell.
    pub fn cells(&self) -> Vec<(String, String)> {
        let problems = self.plan.problems.iter().map(|p| &p.named.id);
        let cells = problems.flat_map(|problem| {
            self.variants()
                .map(|variant| (variant.to_owned(), problem.clone()))
        });
        cells.collect()
    }

    /// Number of cells.
    pub fn len(&self) -> usize {
        self.plan.len()
    }

    /// Whether there is nothing to run.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Runs every cell and fills in the digest of the provenance; the caller provides the rest of it.
    pub fn run(self, provenance: Provenance, observer: &dyn Observer) -> Results {
        self.run_with(provenance, observer, &Forgetful)
    }

    /// Runs every cell that the store does not know.
    pub fn run_with(
        self,
        provenance: Provenance,
        observer: &dyn Observer,
        store: &dyn Store,
    ) -> Results {
        let run = Running {
            plan: &self.plan,
            settings: &self.settings,
            crew: self.crew.as_ref(),
            observer,
            store,
        };
        let problems = run.problems();
        let (mut cells, end_states, found) = run.cells(&problems);
        let mut problems: Vec<Problem> = problems.into_iter().map(|(p, _)| p).collect();
        let method = |method: &PlannedMethod| {
            let variants = method.variants.iter().map(|v| v.described.clone());
            describe::method(&method.listed, variants.collect())
        };
        let methods: Vec<Method> = self.plan.methods.iter().map(method).collect();
        run.motions(&methods, &mut problems, &cells);
        let timing = run.speed(&mut cells);
        store.settle();

        // Away from the constraints there is no motion to be accurate about.
        let followed = problems.iter().filter(|p| p.consistent_start);
        let fronts = followed
            .flat_map(|p| fronts::fronts(&p.id, &cells, p.reference_error()))
            .collect();
        let mut results = Results {
            methods,
            problems,
            timing,
            fronts,
            cells,
            end_states,
            steady_state: found.steady_state,
            steady_orders: found.steady_orders,
            drift_studies: found.drift_studies,
            sampling_studies: found.sampling_studies,
            gain_maps: found.gain_maps,
            mechanism_gains: found.mechanism_gains,
            ..Results::empty(provenance)
        };
        answers::answer(&mut results);
        disarrange(&mut results.cells);
        results.provenance.digest = digest(&results);
        results
    }
}

/// Plants the defects that concern the list of cells.
fn disarrange(cells: &mut Vec<Cell>) {
    if planted::is(Defect::CellsReversed) {
        cells.reverse();
    }
    if planted::is(Defect::CellDropped) {
        cells.pop();
    }
    if planted::is(Defect::VariantRenamed)
        && let Some(cell) = cells.first_mut()
    {
        cell.variant += "-renamed";
    }
}

/// A matrix while it is run.
struct Running<'a> {
    plan: &'a Plan,
    settings: &'a Settings,
    crew: &'a dyn Crew,
    observer: &'a dyn Observer,
    store: &'a dyn Store,
}

/// A piece of work with its name in the store.
struct Work {
    key: Key,
    task: Task,
}

impl Running<'_> {
    /// Does what the store does not know, keeps it, and returns everything in its order. `done` is called for each.
    fn work(
        &self,
        work: &[Work],
        done: &(dyn Fn(usize, &Result<Answer, Failure>) + Sync),
    ) -> Vec<Result<Answer, Failure>> {
        let mut answers: Vec<Option<Result<Answer, Failure>>> = work
            .iter()
            .map(|w| self.store.find(&w.key).map(Ok))
            .collect();
        for (place, answer) in answers.iter().enumerate() {
            if let Some(answer) = answer {
                done(place, answer);
            }
        }
        let open: Vec<usize> = (0..work.len()).filter(|k| answers[*k].is_none()).collect();
        let tasks: Vec<Task> = open.iter().map(|k| work[*k].task.clone()).collect();
        let slots = Mutex::new(&mut answers);
        if !tasks.is_empty() {
            self.crew.carry_out(&tasks, &|place, event| {
                if let Event::Done(answer) = event {
                    let place = open[place];
                    if let Ok(answer) = answer.as_ref() {
                        self.store.keep(&work[place].key, answer);
                    }
                    done(place, answer.as_ref());
                    let mut slots = slots.lock().unwrap_or_else(PoisonError::into_inner);
                    slots[place] = Some(*answer);
                }
            });
        }
        let unanswered = || {
            let why = "there was no answer";
            Err(Failure::new(FailureKind::Exit, why))
        };
        let answers = answers.into_iter();
        answers.map(|a| a.unwrap_or_else(unanswered)).collect()
    }

    fn key(&self, what: Kind) -> Key {
        Key {
            what,
            scope: self.settings.scope,
            method: String::new(),
            variant: String::new(),
            problem: String::new(),
        }
    }

    /// Every problem described, with the reason where it cannot be prepared.
    fn problems(&self) -> Vec<(Problem, Option<Failure>)> {
        let planned = &self.plan.problems;
        self.observer.phase(Phase::References, planned.len());
        let work: Vec<Work> = planned
            .iter()
            .filter(|p| p.failure.is_none())
            .map(|p| Work {
                key: Key {
                    problem: p.named.id.clone(),
                    ..self.key(Kind::Problem)
                },
                task: Task::Problem { problem: p.place },
            })
            .collect();
        let ready = |place: usize, answer: &Result<Answer, Failure>| {
            let status = if answer.is_ok() { "ready" } else { "failed" };
            let id = &work[place].key.problem;
            self.observer.done(Phase::References, id, status);
        };
        let mut answers = self.work(&work, &ready).into_iter();
        let describe = |planned: &PlannedProblem| {
            let answer = match &planned.failure {
                Some(failure) => Err(failure.clone()),
                None => answers.next().unwrap_or_else(|| Err(no_cell())),
            };
            match answer {
                Ok(Answer::Problem(problem)) => (*problem, None),
                Ok(_) => stand_in(planned, no_cell()),
                Err(failure) => stand_in(planned, failure),
            }
        };
        planned.iter().map(describe).collect()
    }

    /// All cells, problem by problem, the states in which their runs ended, and the findings of the studies.
    fn cells(
        &self,
        problems: &[(Problem, Option<Failure>)],
    ) -> (Vec<Cell>, Vec<EndState>, Findings) {
        let mut cells = Vec::with_capacity(self.plan.len());
        let mut ends = Vec::new();
        let mut work = Vec::new();
        let mut places = Vec::new();
        for (planned, (problem, broken)) in self.plan.problems.iter().zip(problems) {
            for method in &self.plan.methods {
                for variant in &method.variants {
                    let method = &method.listed.id;
                    match refused(variant, problem, broken.as_ref()) {
                        Some(failure) => {
                            let id = &variant.described.id;
                            cells.push(Some(failed(method, id, &problem.id, failure)));
                        }
                        None => {
                            places.push(cells.len());
                            cells.push(None);
                            work.push(self.cell(method, variant, planned));
                        }
                    }
                }
            }
        }
        let runs = work.len();
        work.extend(self.studies(problems));
        work.extend(self.gains(problems));
        self.observer.phase(Phase::Cells, work.len());
        let done = |place: usize, answer: &Result<Answer, Failure>| {
            let key = &work[place].key;
            let label = match place < runs {
                true => format!("{} on {}", key.variant, key.problem),
                false => format!("study of {}", key.variant),
            };
            let status = match answer {
                Ok(Answer::Cell { cell, .. }) => cell.outcome.words().words,
                Ok(_) => "done",
                Err(_) => Outcome::Failed.words().words,
            };
            self.observer.done(Phase::Cells, &label, status);
        };
        let mut found = Findings::default();
        for (place, answer) in self.work(&work, &done).into_iter().enumerate() {
            let key = &work[place].key;
            match answer {
                Ok(Answer::Cell { cell, end_states }) => {
                    cells[places[place]] = Some(*cell);
                    ends.extend(end_states);
                }
                Ok(Answer::Study(study)) => {
                    found.steady_state.extend(study.steady_state);
                    found.steady_orders.extend(study.steady_orders);
                    found.drift_studies.extend(study.drift_studies);
                    found.sampling_studies.extend(study.sampling_studies);
                    found.gain_maps.extend(study.gain_maps);
                }
                Ok(Answer::Gains(gains)) => found.mechanism_gains.extend(gains.gains),
                Err(failure) if place < runs => {
                    let cell = failed(&key.method, &key.variant, &key.problem, failure);
                    cells[places[place]] = Some(cell);
                }
                Err(failure) => self.observer.trouble(&format!(
                    "the study of {} gave nothing: {failure}",
                    key.variant
                )),
                Ok(_) => {}
            }
        }
        (cells.into_iter().flatten().collect(), ends, found)
    }

    fn cell(&self, method: &str, variant: &PlannedVariant, problem: &PlannedProblem) -> Work {
        let id = variant.described.id.clone();
        Work {
            key: Key {
                method: method.to_owned(),
                variant: id.clone(),
                problem: problem.named.id.clone(),
                ..self.key(Kind::Cell)
            },
            task: Task::Cell {
                method: variant.place.0,
                variant: variant.place.1,
                problem: problem.place,
                id,
            },
        }
    }

    /// The studies whose method and problem take part.
    fn studies(&self, problems: &[(Problem, Option<Failure>)]) -> Vec<Work> {
        let takes_part = |study: &&ListedStudy| {
            let mut methods = self.plan.methods.iter();
            methods.any(|method| method.listed.id == study.method)
        };
        if self.settings.without_studies {
            return Vec::new();
        }
        let studies = self.plan.studies.iter().filter(takes_part);
        let work = |study: &ListedStudy| {
            let problem = match &study.problem {
                None => None,
                Some(id) => {
                    let mut planned = self.plan.problems.iter().zip(problems);
                    let there = planned.find(|(_, (p, failure))| p.id == *id && failure.is_none());
                    Some(there?.0.place)
                }
            };
            Some(Work {
                key: Key {
                    method: study.method.clone(),
                    variant: format!("{:?}", study.study),
                    problem: study.problem.clone().unwrap_or_default(),
                    ..self.key(Kind::Study)
                },
                task: Task::Study {
                    study: study.study,
                    problem,
                },
            })
        };
        studies.filter_map(work).collect()
    }

    /// Fills in the speed of every cell that can be timed.
    fn speed(&self, cells: &mut [Cell]) -> Option<Timing> {
        let effort = self.settings.speed;
        let kind = match effort {
            Effort::Off => return None,
            Effort::Once | Effort::Quick => Kind::QuickSpeed,
            Effort::Full => Kind::FullSpeed,
        };
        let rows: Vec<(&str, &PlannedVariant)> = (self.plan.methods.iter())
            .flat_map(|m| m.variants.iter().map(|v| (&*m.listed.id, v)))
            .collect();
        let key = |cell: &Cell| Key {
            method: cell.method.clone(),
            variant: cell.variant.clone(),
            problem: cell.problem.clone(),
            ..self.key(kind)
        };
        let mut timing = None;
        let mut open: Vec<(usize, TimedCell)> = Vec::new();
        for (k, cell) in cells.iter_mut().enumerate() {
            let Some((rung, work)) = rung_of(cell) else {
                continue;
            };
            if let Some(Answer::Speed {
                mut speeds,
                timing: how,
            }) = self.store.find(&key(cell))
            {
                cell.speed = speeds.pop().flatten();
                timing.get_or_insert(how);
                continue;
            }
            let (method, variant) = rows[k % rows.len()].1.place;
            let problem = self.plan.problems[k / rows.len()].place;
            open.push((
                k,
                TimedCell {
                    method,
                    variant,
                    problem,
                    rung,
                    work,
                },
            ));
        }
        let mut races = vec![open];
        let mut restarts = 0;
        while let Some(mut open) = races.pop() {
            if open.is_empty() {
                continue;
            }
            match self.race(&open, effort) {
                (
                    Ok(Answer::Speed {
                        speeds,
                        timing: how,
                    }),
                    _,
                ) => {
                    for ((k, _), speed) in open.iter().zip(speeds) {
                        cells[*k].speed = speed;
                        let alone = Answer::Speed {
                            speeds: vec![speed],
                            timing: how.clone(),
                        };
                        self.store.keep(&key(&cells[*k]), &alone);
                    }
                    timing = Some(how);
                }
                (Ok(_), _) => {}
                (Err(failure), at) => {
                    let (k, cell) = open[at.unwrap_or(0).min(open.len() - 1)].clone();
                    let guilty =
                        open.len() == 1 || self.race(&[(k, cell)], Effort::Once).0.is_err();
                    restarts += 1;
                    let whose = if guilty && restarts < UNTIMEABLE {
                        open.retain(|(other, _)| *other != k);
                        races.push(open);
                        format!("{} on {}", cells[k].variant, cells[k].problem)
                    } else if open
                        .iter()
                        .any(|(other, _)| cells[*other].method != cells[k].method)
                    {
                        // Somebody else left something behind that ended the process: methods are timed apart.
                        while let Some((first, _)) = open.first() {
                            let method = cells[*first].method.clone();
                            let (own, others) =
                                (open.into_iter()).partition(|(k, _)| cells[*k].method == method);
                            races.push(own);
                            open = others;
                        }
                        continue;
                    } else {
                        format!("{} or another variant of its method", cells[k].variant)
                    };
                    let trouble = format!("{whose} cannot be timed: {failure}");
                    self.observer.trouble(&trouble);
                }
            }
        }
        timing
    }

    /// Times cells once, and returns the place of the one that was timed last.
    fn race(
        &self,
        cells: &[(usize, TimedCell)],
        effort: Effort,
    ) -> (Result<Answer, Failure>, Option<usize>) {
        let task = Task::Speed {
            cells: cells.iter().map(|(_, cell)| cell.clone()).collect(),
            effort,
        };
        self.observer.phase(Phase::Speed, effort.rounds());
        let ended = Mutex::new((Err(no_cell()), None));
        self.crew.carry_out(&[task], &|_, event| {
            let mut ended = ended.lock().unwrap_or_else(PoisonError::into_inner);
            match event {
                Event::At(place) => ended.1 = Some(place),
                Event::Round(round) => {
                    let label = format!("round {round}");
                    self.observer.done(Phase::Speed, &label, "timed");
                }
                Event::Done(answer) => ended.0 = *answer,
                Event::Run => {}
            }
        });
        ended.into_inner().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Why a pair is not even tried.
fn refused(
    variant: &PlannedVariant,
    problem: &Problem,
    broken: Option<&Failure>,
) -> Option<Failure> {
    let by_problem = |failure: &Failure| {
        let why = format!("{} cannot be prepared: {failure}", problem.id);
        Failure::new(FailureKind::Problem, why)
    };
    variant.failure.clone().or(broken.map(by_problem))
}

/// A cell that gave nothing but a failure.
fn failed(method: &str, variant: &str, problem: &str, failure: Failure) -> Cell {
    Cell {
        outcome: Outcome::Failed,
        failure: Some(failure.kind),
        why: Some(failure.why),
        verdict_why: "the cell did not run".to_owned(),
        ..Cell::blank(method, variant, problem)
    }
}

fn stand_in(planned: &PlannedProblem, failure: Failure) -> (Problem, Option<Failure>) {
    let (id, tags) = (planned.named.id.clone(), planned.named.tags.clone());
    let problem = describe::problem_without_truth(id, tags, &failure);
    (problem, Some(failure))
}

fn no_cell() -> Failure {
    Failure::new(FailureKind::Exit, "there was no answer")
}
