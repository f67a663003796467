//! One answer in words and numbers.

use super::ask::Integrator;
use crate::choices::choices;
use crate::number;
use crate::page::{breakable, link, table};
use crate::phrase;
use answers::advice::{
    Advice, Candidate, Condition, ERROR_FACTOR, Estimate, Evidence, Miss, NoMatch, Question,
    Setting, Warning, advise,
};
use maud::{Markup, html};
use results::{Factor, Results};

/// The answer for an integrator at a step.
pub(super) fn answer(results: &Results, integrator: &Integrator, step: f64) -> Markup {
    let question = Question {
        step,
        integrator: integrator.id.clone(),
        ..Question::default()
    };
    match advise(results, &question) {
        Ok(advice) => recommended(&advice, integrator),
        Err(NoMatch::NothingFits { evidence, nearest }) => {
            nothing_fits(&evidence, nearest.as_deref(), integrator)
        }
        Err(NoMatch::NoEvidence(why)) => html! { p.nothing { "No answer: " (why) "." } },
        Err(NoMatch::TooFar { nearest, .. }) => html! {
            p.nothing { "No answer: the nearest step that was run with " (integrator.name) " is " (phrase::step(nearest)) "." }
        },
    }
}

fn recommended(advice: &Advice, integrator: &Integrator) -> Markup {
    let Advice {
        evidence,
        recommended,
        avoid,
        ..
    } = advice;
    html! {
        p.headline { (name(recommended)) }
        p.bought { (bought(recommended, evidence)) (settings(recommended)) }
        (compared(evidence, &choices(advice), integrator))
        (worse(avoid, integrator))
        (rule(evidence, integrator))
    }
}

fn nothing_fits(
    evidence: &Evidence,
    nearest: Option<&Candidate>,
    integrator: &Integrator,
) -> Markup {
    let rows: Vec<(&str, &Candidate)> = nearest.map(|c| ("Nearest", c)).into_iter().collect();
    html! {
        p.headline { "No stabilization with this integrator" }
        p.bought {
            @match evidence.compared {
                1 => "The only variant with this integrator is not better than ",
                n => { "None of the " (n) " variants with this integrator is better than " }
            }
            (integrator.name) " alone without breaking a limit."
            @if let Some(nearest) = nearest {
                " The nearest is " b { (name(nearest)) } ", which " (nearest.misses.iter().map(missed).collect::<Vec<_>>().join(", ")) "."
            }
        }
        (compared(evidence, &rows, integrator))
        (rule(evidence, integrator))
    }
}

/// A variant by its name, with a link to its page.
fn name(candidate: &Candidate) -> Markup {
    let Candidate {
        method_name,
        variant,
        name,
        gains,
        ..
    } = candidate;
    html! { a href=(link::href(&link::variant(variant))) { (phrase::variant(method_name, name, gains)) } }
}

/// Drift, error and time beside the integrator alone.
fn bought(candidate: &Candidate, evidence: &Evidence) -> Markup {
    let told = |factor| {
        candidate
            .median(factor)
            .map_or_else(|| number::ABSENT.to_owned(), phrase::factor)
    };
    let cost = candidate.median(evidence.cost);
    html! {
        "Constraint drift " b { (told(Factor::DriftPosition)) } ", position error " b { (told(Factor::Position)) }
        ", " (unit(evidence.cost)) " " b { (cost.map_or_else(|| number::ABSENT.to_owned(), phrase::extra)) } ". "
    }
}

/// The parameters at this step in numbers.
fn settings(candidate: &Candidate) -> Markup {
    let told: Vec<String> = candidate.settings.iter().map(setting).collect();
    html! {
        @if told.is_empty() { "There is nothing to tune." }
        @else { "At this step: " (told.join(", ")) "." }
    }
}

fn setting(setting: &Setting) -> String {
    phrase::setting_in_words(&setting.name, setting.value, &setting.unit)
}

/// The variants of an answer beside the integrator alone.
fn compared(evidence: &Evidence, rows: &[(&str, &Candidate)], integrator: &Integrator) -> Markup {
    let problems = evidence.problems.len();
    let caption = format!(
        "Relative to {} alone at the same step: medians over {}, with 95 % intervals for other mechanisms",
        integrator.name,
        number::count(problems, "problem")
    );
    let head = html! {
        tr {
            th scope="col" { "Choice" } th scope="col" { "Variant" }
            th.num scope="col" { "Drift of Φ" } th.num scope="col" { "Position error" }
            th.num.more scope="col" { "Energy error" } th.num scope="col" { (capital(unit(evidence.cost))) }
            th.num.more scope="col" { "|Φ| left" } th.num.more scope="col" { "Finished" }
        }
    };
    let alone = &evidence.unstabilized;
    table(
        "answer",
        &caption,
        head,
        html! {
            tbody {
                @for (choice, candidate) in rows { (row(choice, candidate, evidence)) }
                (row(&format!("{} alone", integrator.name), alone, evidence))
            }
        },
    )
}

fn row(choice: &str, candidate: &Candidate, evidence: &Evidence) -> Markup {
    let factor = |factor: Factor, write: fn(f64) -> String| -> Markup {
        match &candidate.factors[factor] {
            Some(estimate) => with_interval(estimate, write),
            None => html! { (number::ABSENT) },
        }
    };
    let left = candidate.drift.as_ref().map(|level| level.median);
    html! {
        tr {
            td { (choice) }
            th scope="row" {
                (name(candidate)) br; code { (breakable(&candidate.variant)) }
            }
            td.num { (factor(Factor::DriftPosition, phrase::factor)) }
            td.num { (factor(Factor::Position, phrase::factor)) }
            td.num.more { (factor(Factor::Energy, phrase::factor)) }
            td.num { (factor(evidence.cost, phrase::extra)) }
            td.num.more { (left.map_or_else(|| number::ABSENT.to_owned(), phrase::level)) }
            td.num.more { (candidate.survived.len()) " of " (evidence.problems.len()) }
        }
    }
}

fn with_interval(estimate: &Estimate, write: fn(f64) -> String) -> Markup {
    html! {
        b { (write(estimate.median)) }
        @if let Some(interval) = estimate.interval.filter(|[low, high]| low < high) {
            br; small { (phrase::range(interval, write)) }
        }
    }
}

/// What makes matters worse.
fn worse(avoid: &[Warning], integrator: &Integrator) -> Markup {
    let told = |warning: &Warning| {
        let what = match warning.factor {
            Factor::Position => "error",
            _ => "drift",
        };
        let on = warning
            .on
            .as_deref()
            .map_or("in the median".to_owned(), |p| format!("on {p}"));
        html! { (name(&warning.candidate)) " (" (what) " " b { (phrase::factor(warning.value)) } " " (on) ")" }
    };
    html! {
        @if !avoid.is_empty() {
            p.warning {
                b { "Worse than doing nothing" } " with " (integrator.name) " at this step: "
                @for (k, warning) in avoid.iter().enumerate() {
                    @if k > 0 { "; " }
                    (told(warning))
                }
                "."
            }
        }
    }
}

/// The rule behind an answer, and the way to one for the reader's own limits.
fn rule(evidence: &Evidence, integrator: &Integrator) -> Markup {
    let budget = phrase::setting(evidence.question.limits.budget);
    let step = phrase::step(evidence.question.step)
        .replace(' ', "")
        .replace('µ', "u");
    let command = format!(
        "cargo xtask advise --integrator {} --step {step}",
        integrator.id
    );
    html! {
        p.aside {
            "Best: the least drift among the variants that finish wherever " (integrator.name) " alone does, with a median error of at most "
            (phrase::factor(ERROR_FACTOR)) " and " (unit(evidence.cost)) " of at most × " (budget) ". |Φ| left is relative to the size of the mechanism. "
            "For your own problems and limits: " code { (command) } ". "
            a href=(link::href(&format!("explore?integrator={}", integrator.id))) { "All variants with " (integrator.name) }
        }
    }
}

fn unit(cost: Factor) -> &'static str {
    match cost {
        Factor::Time => "time",
        _ => "evaluations",
    }
}

fn capital(word: &str) -> String {
    let (first, rest) = word.split_at(1);
    first.to_uppercase() + rest
}

/// A missed condition in words.
fn missed(miss: &Miss) -> String {
    let number = |write: fn(f64) -> String| miss.value.map_or("unknown".to_owned(), write);
    match miss.condition {
        Condition::Survives => format!(
            "stops on {} that the integrator alone finishes",
            phrase::count(miss.value.unwrap_or_default() as usize, "problem")
        ),
        Condition::DriftsLess => format!("drifts {}", number(phrase::factor)),
        Condition::Drift => format!("leaves |Φ| {}", number(phrase::level)),
        Condition::Error => format!("leaves an error of {}", number(phrase::level)),
        Condition::ErrorFactor => format!("has an error of {}", number(phrase::factor)),
        Condition::Budget => format!("costs {}", number(phrase::factor)),
    }
}

#[cfg(test)]
mod tests {
    use super::super::ask::value;
    use super::*;

    #[test]
    fn a_step_of_the_list_is_one_that_the_command_takes() {
        assert_eq!(value(1.0 / 60.0), "0.0166667");
        assert_eq!(phrase::step(0.005).replace(' ', ""), "5ms");
    }
}
