//! What to use with the integrator and the step that most people have.

use super::{code, plain, table};
use crate::choices::choices;
use crate::number;
use crate::phrase;
use answers::advice::{Advice, Candidate, Evidence, NoMatch, Question, Warning, advise};
use results::{Factor, Results};

/// The integrator of the question.
const INTEGRATOR: &str = "rk4";

/// The step of the question in seconds.
const STEP: f64 = 0.005;

/// The most variants that are named as worse than doing nothing.
const WARNINGS: usize = 3;

/// The section, where the runs can answer.
pub(super) fn section(results: &Results) -> String {
    let question = Question {
        step: STEP,
        integrator: INTEGRATOR.to_owned(),
        ..Question::default()
    };
    let (evidence, answer) = match advise(results, &question) {
        Ok(advice) => {
            let answer = recommended(&advice);
            (advice.evidence, answer)
        }
        Err(NoMatch::NothingFits { evidence, .. }) => {
            let none = format!(
                "None of {} is better than the integrator alone without breaking a limit.\n",
                number::count(evidence.compared, "variant")
            );
            (*evidence, none)
        }
        Err(NoMatch::NoEvidence(_) | NoMatch::TooFar { .. }) => return String::new(),
    };
    format!(
        "## With {} at {}\n\n{answer}\nMedians over {} relative to the integrator alone at the same step. \
         `cargo xtask advise` answers for your integrator, step, problem and limits.\n",
        plain(&evidence.integrator_name),
        phrase::step(STEP),
        number::count(evidence.problems.len(), "problem"),
    )
}

fn recommended(advice: &Advice) -> String {
    let evidence = &advice.evidence;
    let rows = choices(advice).into_iter();
    let unit = match evidence.cost {
        Factor::Time => "Time",
        _ => "Evaluations",
    };
    let head = ["Choice", "Use", "Variant", "Drift", "Error", unit];
    let lines = rows.map(|(choice, candidate)| line(choice, candidate, evidence));
    let mut text = format!(
        "**Use {}.**\n\n{}",
        plain(&name(&advice.recommended)),
        table(head, lines)
    );
    if !advice.avoid.is_empty() {
        let named = advice.avoid.iter().take(WARNINGS).map(warning);
        let more = match advice.avoid.len().saturating_sub(WARNINGS) {
            0 => String::new(),
            n => format!(", and {n} more"),
        };
        let named = named.collect::<Vec<_>>().join(", ");
        text += &format!("\nWorse than doing nothing at this step: {named}{more}.\n");
    }
    text
}

fn line(choice: &str, candidate: &Candidate, evidence: &Evidence) -> [String; 6] {
    let told = |factor, write: fn(f64) -> String| number::or_dash(candidate.median(factor), write);
    [
        choice.to_owned(),
        plain(&name(candidate)),
        code(&candidate.variant),
        told(Factor::DriftPosition, phrase::factor),
        told(Factor::Position, phrase::factor),
        told(evidence.cost, phrase::extra),
    ]
}

fn name(candidate: &Candidate) -> String {
    phrase::variant(&candidate.method_name, &candidate.name, &candidate.gains)
}

fn warning(warning: &Warning) -> String {
    let what = match warning.factor {
        Factor::Position => "error",
        _ => "drift",
    };
    let on = match &warning.on {
        Some(problem) => format!("on {}", code(problem)),
        None => "in the median".to_owned(),
    };
    format!(
        "{} ({what} {} {on})",
        code(&warning.candidate.variant),
        phrase::factor(warning.value)
    )
}
