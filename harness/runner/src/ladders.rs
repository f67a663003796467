//! The step sizes and tolerances of a cell: those that show orders, those of practice, and those of long motions.

use problem::Long;
use results::planted::{self, Defect};
use stepping::{Card, Resolution, StepControl, StepSize, Tolerance};
use trial::{LOOKS, PreparedProblem};

/// Tolerances at which adaptive variants run.
const TOLERANCES: [f64; 4] = [1e-4, 1e-6, 1e-8, 1e-10];

/// Tolerances at which adaptive variants run on long motions.
const LONG_TOLERANCES: [f64; 2] = [1e-6, 1e-8];

/// Tolerances of adaptive variants as loose as people use them.
const LOOSE_TOLERANCES: [f64; 2] = [1e-2, 1e-3];

/// The steps of practice in seconds, coarsest first, for mechanisms of human size; 1/60 s is the step of games.
const STEPS: [f64; 7] = [0.05, 0.02, 1.0 / 60.0, 0.01, 0.005, 0.002, 0.001];

/// The steps of practice of a quick overview.
const FEW_STEPS: [f64; 2] = [0.02, 0.005];

/// How much is run at the steps that people use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Practice {
    /// All steps, a search for the largest usable one, and wrong gains.
    Thorough,
    /// A few steps.
    Overview,
    /// Nothing.
    Off,
}

impl Practice {
    /// The steps of practice, or loose tolerances; none for long motions, which have steps of their own.
    pub(crate) fn resolutions(self, card: &Card, prepared: &PreparedProblem) -> Vec<Resolution> {
        let problem = &prepared.card;
        let steps: &[f64] = match self {
            Self::Thorough => &STEPS,
            Self::Overview => &FEW_STEPS,
            Self::Off => return Vec::new(),
        };
        match (problem.long, card.step_control) {
            (Some(_), _) => Vec::new(),
            (None, StepControl::Fixed) => fixed(steps.iter().map(|h| h * problem.time_scale)),
            (None, StepControl::Adaptive) => adaptive(&LOOSE_TOLERANCES, spacing(prepared)),
        }
    }
}

/// The step sizes or tolerances that show orders or, on long motions, how drifts grow; coarsest first.
pub(crate) fn resolutions(card: &Card, prepared: &PreparedProblem) -> Vec<Resolution> {
    let problem = &prepared.card;
    let mut all = match (problem.long, card.step_control) {
        (None, StepControl::Fixed) => {
            let numbers = prepared.ladder.steps(card.ladder_order()).into_iter();
            fixed(numbers.map(|n| problem.end_time / n as f64))
        }
        (None, StepControl::Adaptive) => adaptive(&TOLERANCES, spacing(prepared)),
        (Some(Long { steps, .. }), StepControl::Fixed) => fixed(steps.iter().copied()),
        (Some(long), StepControl::Adaptive) => {
            adaptive(&LONG_TOLERANCES, long.end_time / LOOKS as f64)
        }
    };
    if problem.long.is_none() {
        all.truncate(prepared.rungs(all.len()));
    }
    if planted::is(Defect::LadderShortened) {
        all.pop();
    }
    all
}

/// The time between two outputs.
fn spacing(prepared: &PreparedProblem) -> f64 {
    prepared.card.end_time / prepared.ladder.grid() as f64
}

/// Fixed steps; those that are not positive and finite, which no card of the catalogue has, are left out.
fn fixed(steps: impl Iterator<Item = f64>) -> Vec<Resolution> {
    let steps = steps.filter_map(|h| StepSize::new(h).ok());
    steps.map(Resolution::Fixed).collect()
}

/// Tolerances with a result at every `interval`.
fn adaptive(tolerances: &[f64], interval: f64) -> Vec<Resolution> {
    let at = |tolerance: &f64| {
        Some(Resolution::Adaptive {
            tolerance: Tolerance::new(*tolerance).ok()?,
            interval: StepSize::new(interval).ok()?,
        })
    };
    tolerances.iter().filter_map(at).collect()
}
