//! Does single tasks on a catalogue in this process.

use crate::cell::{Pair, RanCell, run_cell};
use crate::motion;
use crate::task::{Findings, Listed, ListedMethod, ListedStudy, Named};
use crate::{Answer, Catalog, Event, Failure, GainsOn, Scope, StudyKind, Task, describe, speed};
use problem::Problem;
use results::{Drifting, FailureKind};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Mutex, OnceLock, PoisonError};
use stepping::{Method, Variant};
use theory::drift::{self, Drifts};
use theory::{Studies, gain_maps, steady_states};
use trial::PreparedProblem;

/// The catalogue, with the problems that were prepared so far.
pub struct Bench {
    methods: Vec<Method>,
    problems: Vec<Slot>,
    studies: Option<Studies>,
    scope: Scope,
}

/// A problem, prepared when the first task needs it.
struct Slot {
    problem: Mutex<Option<Box<dyn Problem>>>,
    prepared: OnceLock<Result<PreparedProblem, Failure>>,
    drifts: Drifts,
}

impl Bench {
    /// Nothing is prepared yet.
    pub fn new(catalog: Catalog, scope: Scope) -> Self {
        let slot = |problem| Slot {
            problem: Mutex::new(Some(problem)),
            prepared: OnceLock::new(),
            drifts: Drifts::default(),
        };
        Self {
            methods: catalog.methods,
            problems: catalog.problems.into_iter().map(slot).collect(),
            studies: catalog.studies,
            scope,
        }
    }

    /// Does a task and tells of its progress.
    ///
    /// # Errors
    /// When the code of a method or problem panics, or the catalogue has no such member.
    pub fn carry_out(&self, task: &Task, hear: &dyn Fn(Event)) -> Result<Answer, Failure> {
        let work = || self.attempt(task, hear);
        match catch_unwind(AssertUnwindSafe(work)) {
            Ok(done) => done,
            Err(payload) => {
                let failure = Failure::panicked(payload.as_ref());
                // Whatever the payload does when it is dropped, it must not be a second panic here.
                std::mem::forget(payload);
                Err(failure)
            }
        }
    }

    fn attempt(&self, task: &Task, hear: &dyn Fn(Event)) -> Result<Answer, Failure> {
        match task {
            Task::List => Ok(Answer::List(self.list())),
            Task::Variant { method, variant } => {
                let variant = self.variant(*method, *variant)?;
                Ok(Answer::Variant(describe::variant(variant)))
            }
            Task::Name { problem } => {
                let card = self.slot(*problem)?.card()?;
                Ok(Answer::Name(Named {
                    id: card.id.to_owned(),
                    tags: card.tags.iter().map(|tag| (*tag).to_owned()).collect(),
                }))
            }
            Task::Problem { problem } => {
                let prepared = self.prepared(*problem)?;
                Ok(Answer::Problem(Box::new(describe::problem(prepared))))
            }
            Task::Cell {
                method,
                variant,
                problem,
                id,
            } => {
                let beat = || hear(Event::Run);
                let prepared = self.prepared(*problem)?;
                let pair = Pair {
                    method: self.method(*method)?.id,
                    variant: self.variant(*method, *variant)?,
                    prepared,
                    practice: self.scope.practice(),
                    beat: &beat,
                };
                let RanCell {
                    mut cell,
                    end_states,
                } = run_cell(pair);
                let drifts = &self.slot(*problem)?.drifts;
                drifts.predict(pair.variant, prepared, &mut cell);
                let now = pair.variant.card().id;
                if let Some(other) = [&cell.variant, &now].into_iter().find(|now| *now != id) {
                    let why = format!("its id changed from `{id}` to `{other}`");
                    return Err(Failure::new(FailureKind::Invalid, why));
                }
                Ok(Answer::Cell {
                    cell: Box::new(cell),
                    end_states,
                })
            }
            Task::Motion {
                method,
                variant,
                problem,
                run,
            } => {
                let variant = self.variant(*method, *variant)?;
                let frames = motion::frames(variant, self.prepared(*problem)?, run.step)?;
                Ok(Answer::Motion(Drifting {
                    frames,
                    ..run.clone()
                }))
            }
            Task::Gains {
                problem,
                integrator,
                step,
                size,
            } => {
                let studies = self.studies.ok_or_else(|| unknown("study"))?;
                let prepared = self.prepared(*problem)?;
                let drifts = &self.slot(*problem)?.drifts;
                let variant = studies.drift.variant;
                let found = GainsOn::find(drifts, prepared, variant, integrator, *step, *size);
                Ok(Answer::Gains(Box::new(found)))
            }
            Task::Study { study, problem } => self.study(*study, *problem).map(Answer::Study),
            Task::Speed { cells, effort } => {
                let mut entries = Vec::new();
                for cell in cells {
                    let variant = self.variant(cell.method, cell.variant)?;
                    entries.push((variant, self.prepared(cell.problem)?, cell));
                }
                let timed = speed::measure(&entries, *effort, hear);
                let (speeds, timing) = timed.ok_or_else(|| {
                    Failure::new(FailureKind::Invalid, "nothing can be timed here")
                })?;
                Ok(Answer::Speed { speeds, timing })
            }
        }
    }

    fn list(&self) -> Listed {
        let method = |method: &Method| ListedMethod {
            id: method.id.to_owned(),
            name: method.name.to_owned(),
            kind: method.kind.to_owned(),
            summary: method.summary.to_owned(),
            citation: method.citation.to_owned(),
            variants: method.variants.len(),
        };
        let study = |study, method: &str, problem: Option<&str>| ListedStudy {
            study,
            method: method.to_owned(),
            problem: problem.map(str::to_owned),
        };
        let studies = self.studies.map(|studies| {
            let (steady, drift) = (studies.steady_states, studies.drift);
            let sampling = studies.sampling;
            vec![
                study(StudyKind::SteadyStates, steady.method, Some(steady.problem)),
                study(StudyKind::Drift, drift.method, Some(drift.problem)),
                study(StudyKind::Sampling, sampling.method, Some(sampling.problem)),
                study(StudyKind::GainMaps, studies.gain_maps, None),
            ]
        });
        Listed {
            methods: self.methods.iter().map(method).collect(),
            problems: self.problems.len(),
            studies: studies.unwrap_or_default(),
        }
    }

    fn study(&self, study: StudyKind, problem: Option<usize>) -> Result<Findings, Failure> {
        let studies = self.studies.ok_or_else(|| unknown("study"))?;
        let about = || self.prepared(problem.ok_or_else(|| unknown("problem"))?);
        let mut found = Findings::default();
        match study {
            StudyKind::SteadyStates => {
                let circle = about()?.system.as_ref();
                (found.steady_state, found.steady_orders) =
                    steady_states(circle, studies.steady_states.variant);
            }
            StudyKind::Drift => {
                found.drift_studies = drift::studies(about()?, studies.drift.variant);
            }
            StudyKind::Sampling => {
                let place = problem.ok_or_else(|| unknown("problem"))?;
                let (prepared, drifts) = (self.prepared(place)?, &self.slot(place)?.drifts);
                let variant = studies.sampling.variant;
                found.sampling_studies = drift::sampling_studies(drifts, prepared, variant);
            }
            StudyKind::GainMaps => found.gain_maps = gain_maps(),
        }
        Ok(found)
    }

    fn method(&self, place: usize) -> Result<&Method, Failure> {
        self.methods.get(place).ok_or_else(|| unknown("method"))
    }

    fn variant(&self, method: usize, place: usize) -> Result<&dyn Variant, Failure> {
        let variant = self.method(method)?.variants.get(place);
        Ok(variant.ok_or_else(|| unknown("variant"))?.as_ref())
    }

    fn slot(&self, place: usize) -> Result<&Slot, Failure> {
        self.problems.get(place).ok_or_else(|| unknown("problem"))
    }

    fn prepared(&self, place: usize) -> Result<&PreparedProblem, Failure> {
        let slot = self.slot(place)?;
        let prepare = || {
            let mut problem = slot.problem.lock().unwrap_or_else(PoisonError::into_inner);
            let problem = problem.take().ok_or_else(|| unknown("problem"))?;
            let prepare = AssertUnwindSafe(|| self.scope.prepare(problem));
            catch_unwind(prepare).map_err(|payload| Failure::panicked(payload.as_ref()))
        };
        slot.prepared
            .get_or_init(prepare)
            .as_ref()
            .map_err(Failure::clone)
    }
}

impl Slot {
    fn card(&self) -> Result<problem::ProblemCard, Failure> {
        let problem = self.problem.lock().unwrap_or_else(PoisonError::into_inner);
        match (problem.as_ref(), self.prepared.get()) {
            (Some(problem), _) => Ok(problem.card()),
            (None, Some(Ok(prepared))) => Ok(prepared.card),
            _ => Err(unknown("problem")),
        }
    }
}

/// Tasks name members by places that this very catalogue gave, so this is a mistake of the caller.
fn unknown(what: &str) -> Failure {
    Failure::new(FailureKind::Invalid, format!("there is no such {what}"))
}
