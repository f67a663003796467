//! Pieces of work, and what comes of them: plain data, which travel between processes and stay in journals.

use crate::GainsOn;
use crate::speed::{Effort, TimedCell};
use results::{
    Cell, DriftStudy, Drifting, EndState, FailureKind, GainMap, MechanismGains, Problem,
    SamplingStudy, Speed, SteadyOrder, SteadyState, Timing, Variant,
};
use serde::{Deserialize, Serialize};
use std::any::Any;
use std::fmt;

/// A piece of work on a catalogue, whose members are named by their places in it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Task {
    /// List the methods, problems and studies.
    List,
    /// Describe a variant.
    Variant {
        /// Place of the method.
        method: usize,
        /// Place of the variant in its method.
        variant: usize,
    },
    /// Name a problem.
    Name {
        /// Place of the problem.
        problem: usize,
    },
    /// Prepare a problem and describe it.
    Problem {
        /// Place of the problem.
        problem: usize,
    },
    /// Run a variant on a problem.
    Cell {
        /// Place of the method.
        method: usize,
        /// Place of the variant in its method.
        variant: usize,
        /// Place of the problem.
        problem: usize,
        /// The id that the variant had when it was described.
        id: String,
    },
    /// Follow a run that is drawn beside the true motion.
    Motion {
        /// Place of the method.
        method: usize,
        /// Place of the variant in its method.
        variant: usize,
        /// Place of the problem.
        problem: usize,
        /// The run without its frames.
        run: Drifting,
    },
    /// Compare a prediction with runs.
    Study {
        /// The study.
        study: StudyKind,
        /// Place of the problem it is about, where there is one.
        problem: Option<usize>,
    },
    /// Find gains for a mechanism.
    Gains {
        /// Place of the problem.
        problem: usize,
        /// Id of the integrator.
        integrator: String,
        /// The step for a mechanism of human size, in seconds.
        step: f64,
        /// Columns and rows of the plane of gains.
        size: [usize; 2],
    },
    /// Time cells.
    Speed {
        /// The cells, those of one problem together.
        cells: Vec<TimedCell>,
        /// The effort.
        effort: Effort,
    },
}

impl Task {
    /// The problem that has to be prepared for it; work on one problem is best done in one place.
    pub fn problem(&self) -> Option<usize> {
        match self {
            Self::Problem { problem }
            | Self::Cell { problem, .. }
            | Self::Motion { problem, .. }
            | Self::Gains { problem, .. } => Some(*problem),
            Self::Study { problem, .. } => *problem,
            Self::List | Self::Variant { .. } | Self::Name { .. } | Self::Speed { .. } => None,
        }
    }
}

/// A study beside the matrix.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StudyKind {
    /// Steady states on the circle.
    SteadyStates,
    /// Drift followed step by step.
    Drift,
    /// Drift predicted from more and more samples.
    Sampling,
    /// Maps of stable gains.
    GainMaps,
}

/// What a piece of work gave.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Answer {
    /// The members of the catalogue.
    List(Listed),
    /// A described variant.
    Variant(Variant),
    /// The id and the tags of a problem.
    Name(Named),
    /// A prepared problem.
    Problem(Box<Problem>),
    /// A cell that was run, with its predictions.
    Cell {
        /// The cell.
        cell: Box<Cell>,
        /// The states in which the runs that show orders ended.
        end_states: Vec<EndState>,
    },
    /// A run with its frames.
    Motion(Drifting),
    /// The rows of a study.
    Study(Findings),
    /// Gains for a mechanism.
    Gains(Box<GainsOn>),
    /// The speed of each cell that could be timed, and how it was measured.
    Speed {
        /// Speeds in the order of the task.
        speeds: Vec<Option<Speed>>,
        /// How they were measured.
        timing: Timing,
    },
}

impl Answer {
    /// Restores what the files of results show in another place, after an answer was read from text.
    pub fn complete(&mut self) {
        if let Self::Cell { cell, .. } = self {
            cell.runs
                .iter_mut()
                .for_each(|run| run.work.steps = run.steps);
        }
    }
}

/// The members of a catalogue.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Listed {
    /// The methods, with the number of their variants.
    pub methods: Vec<ListedMethod>,
    /// Number of problems.
    pub problems: usize,
    /// The studies.
    pub studies: Vec<ListedStudy>,
}

/// A method without its variants.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ListedMethod {
    /// Identifier.
    pub id: String,
    /// Name for people.
    pub name: String,
    /// Kind of method.
    pub kind: String,
    /// One or two sentences on how it works.
    pub summary: String,
    /// Publication.
    pub citation: String,
    /// Number of variants.
    pub variants: usize,
}

/// A study with what it is about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ListedStudy {
    /// The study.
    pub study: StudyKind,
    /// Id of its method.
    pub method: String,
    /// Id of its problem, where it has one.
    pub problem: Option<String>,
}

/// The id and the tags of a problem.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Named {
    /// Identifier.
    pub id: String,
    /// Tags.
    pub tags: Vec<String>,
}

/// The findings of studies.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Findings {
    /// Steady states.
    pub steady_state: Vec<SteadyState>,
    /// Their orders.
    pub steady_orders: Vec<SteadyOrder>,
    /// Drifts followed step by step.
    pub drift_studies: Vec<DriftStudy>,
    /// Drift predicted from more and more samples.
    pub sampling_studies: Vec<SamplingStudy>,
    /// Maps of stable gains.
    pub gain_maps: Vec<GainMap>,
    /// Gains for particular mechanisms.
    pub mechanism_gains: Vec<MechanismGains>,
}

/// Why a piece of work gave nothing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Failure {
    /// The kind of failure.
    pub kind: FailureKind,
    /// The reason in words.
    pub why: String,
}

impl Failure {
    /// A failure of this kind, for this reason.
    pub fn new(kind: FailureKind, why: impl Into<String>) -> Self {
        let why = why.into();
        Self { kind, why }
    }

    /// The failure of code that panicked.
    pub fn panicked(payload: &(dyn Any + Send)) -> Self {
        Self::new(
            FailureKind::Panic,
            format!("panicked: {}", panic_message(payload)),
        )
    }

    /// Whether the same work would fail again: limits depend on the machine and its load.
    pub fn is_certain(&self) -> bool {
        !matches!(self.kind, FailureKind::TimeLimit | FailureKind::MemoryLimit)
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.why)
    }
}

/// The message of a panic.
pub(crate) fn panic_message(payload: &(dyn Any + Send)) -> &str {
    let text = payload.downcast_ref::<&str>().copied();
    let owned = || payload.downcast_ref::<String>().map(String::as_str);
    text.or_else(owned).unwrap_or("no message")
}

/// What comes of a task, as it comes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// A run was finished.
    Run,
    /// Timing of the cell at this place of the task begins.
    At(usize),
    /// A round of timings was finished.
    Round(usize),
    /// The task is done.
    Done(Box<Result<Answer, Failure>>),
}
