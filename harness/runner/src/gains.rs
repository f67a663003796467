//! Gains for particular mechanisms.

use crate::crew::ask;
use crate::{Answer, Catalog, Crew, Task};
use results::MechanismGains;
use serde::{Deserialize, Serialize};
use stepping::{Integrator, Placement, StepSize};
use theory::FeedbackVariant;
use theory::drift::{Drifts, GainQuestion, mechanism_gains};
use trial::PreparedProblem;

/// Integrators whose gains a report gives for every mechanism that is not slow.
pub(crate) const REPORTED: [Integrator; 4] = [
    Integrator::Midpoint,
    Integrator::Heun,
    Integrator::Rk4,
    Integrator::Dopri5,
];

/// The plane in a report, and where one mechanism is asked about.
pub(crate) const COARSE: [usize; 2] = [12, 9];
const FINE: [usize; 2] = [16, 12];

/// Gains for one mechanism, or the reason why there are none.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GainsOn {
    /// Problem id.
    pub problem: String,
    /// The gains.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub gains: Option<MechanismGains>,
    /// The reason.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub why: Option<String>,
}

/// Gains of feedback that is held over the step, for each of the named problems; `step` is that of a mechanism of human size.
pub fn gains_on(
    crew: &dyn Crew,
    catalog: &Catalog,
    problems: &[String],
    integrator: &str,
    step: f64,
) -> Vec<GainsOn> {
    let place = |id: &String| {
        let mut all = catalog.problems.iter();
        all.position(|problem| problem.card().id == id)
    };
    let task = |problem: usize| Task::Gains {
        problem,
        integrator: integrator.to_owned(),
        step,
        size: FINE,
    };
    let tasks: Vec<Task> = problems.iter().filter_map(place).map(task).collect();
    let answers = ask(crew, &tasks).into_iter().zip(problems);
    let answer = |(answer, problem): (_, &String)| match answer {
        Ok(Answer::Gains(gains)) => *gains,
        Ok(_) => GainsOn::none(problem, "there was another answer"),
        Err(failure) => GainsOn::none(problem, &format!("{failure}")),
    };
    answers.map(answer).collect()
}

impl GainsOn {
    fn none(problem: &str, why: &str) -> Self {
        Self {
            problem: problem.to_owned(),
            gains: None,
            why: Some(why.to_owned()),
        }
    }

    /// Finds the gains for a prepared problem.
    pub(crate) fn find(
        drifts: &Drifts,
        prepared: &PreparedProblem,
        variant: FeedbackVariant,
        integrator: &str,
        step: f64,
        size: [usize; 2],
    ) -> Self {
        let id = prepared.card.id;
        let mut all = Integrator::ALL.into_iter();
        let Some(integrator) = all.find(|known| known.id() == integrator) else {
            return Self::none(id, &format!("there is no integrator {integrator}"));
        };
        let question = StepSize::new(step * prepared.card.time_scale).map(|h| GainQuestion {
            integrator,
            placement: Placement::Held,
            h,
            size,
        });
        let question = match question {
            Ok(question) => question,
            Err(error) => return Self::none(id, &error.to_string()),
        };
        match mechanism_gains(drifts, prepared, variant, question) {
            Ok(gains) => Self {
                problem: id.to_owned(),
                gains: Some(gains),
                why: None,
            },
            Err(why) => Self::none(id, &why.to_string()),
        }
    }
}
