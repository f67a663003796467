//! The answer in a few lines of plain English.

use answers::advice::{
    Advice, Candidate, Condition, Estimate, Evidence, Excluded, Level, Miss, NoMatch, Setting,
    Warning,
};
use reports::phrase::{self, count};
use results::Factor;

/// Two steps differ by rounding only.
const SAME_STEP: f64 = 1e-6;

/// Up to so many families cannot give an interval of 95 % by any rule.
const FEW: usize = 5;

/// The lines of an answer.
pub(super) fn advice(advice: &Advice, source: &str) -> String {
    let Advice {
        evidence,
        recommended,
        runner_up,
        over_budget,
        alternative,
        avoid,
    } = advice;
    let mut lines = vec![format!("{}:", opening(evidence)), String::new()];
    let mut say = |topic: &str, text: String| lines.push(format!("{topic:<10}{text}"));
    say("use", label(recommended));
    match settings(recommended) {
        Some(settings) => say("", settings),
        None if recommended.gains.is_empty() => say("", "nothing to tune".to_owned()),
        None => {}
    }
    say("buys", bought(recommended));
    say("costs", costs(recommended, evidence.cost));
    say("leaves", leaves(recommended, &evidence.unstabilized));
    say("sure", sure(recommended, evidence));
    if let Some(second) = runner_up {
        say("runner-up", in_one_line(second, evidence.cost));
    }
    if let Some(expensive) = over_budget {
        say("slower", in_one_line(expensive, evidence.cost));
    }
    if let Some(own) = alternative {
        let text = in_one_line(own, evidence.cost);
        say(
            "instead",
            format!(
                "a scheme with its own steps in place of {}, {text}",
                evidence.integrator_name
            ),
        );
    }
    for warning in avoid {
        say("avoid", warned(warning));
    }
    show_evidence(&mut lines, evidence, source);
    lines.join("\n")
}

/// The lines when there is no answer.
pub(super) fn no_match(no_match: &NoMatch, source: &str) -> String {
    let (evidence, nearest) = match no_match {
        NoMatch::NoEvidence(why) => return format!("No answer from {source}: {why}."),
        NoMatch::TooFar { asked, nearest } => {
            return format!(
                "No answer: the nearest step that was run is {}, too far from {} to say anything about it.",
                phrase::step(*nearest),
                phrase::step(*asked)
            );
        }
        NoMatch::NothingFits { evidence, nearest } => (evidence, nearest),
    };
    let compared = count(evidence.compared, "variant");
    let mut lines = vec![
        format!(
            "{}, none of {compared} keeps every limit.",
            opening(evidence)
        ),
        String::new(),
    ];
    for Excluded {
        condition,
        variants,
        alone,
    } in &evidence.excluded
    {
        let limit = words_of(*condition, evidence);
        let alone = match alone {
            0 => String::new(),
            alone => format!(" ({alone} by this alone)"),
        };
        lines.push(format!("excluded  {variants} by {limit}{alone}"));
    }
    if let Some(nearest) = nearest {
        let misses: Vec<String> = nearest.misses.iter().map(missed).collect();
        lines.push(format!(
            "nearest   {}: {}",
            label(nearest),
            misses.join("; ")
        ));
        if let Some(settings) = settings(nearest) {
            lines.push(format!("          {settings}"));
        }
        lines.push(format!(
            "          it buys {}, {}",
            bought(nearest),
            costs(nearest, evidence.cost)
        ));
    }
    let without = leaves_alone(&evidence.unstabilized);
    lines.push(format!("without   no stabilization leaves {without}"));
    show_evidence(&mut lines, evidence, source);
    lines.join("\n")
}

fn opening(evidence: &Evidence) -> String {
    let step = phrase::step(evidence.question.step);
    let problems = match evidence.problems.as_slice() {
        [only] => only.clone(),
        many => format!("{} of {}", count(many.len(), "problem"), families(evidence)),
    };
    format!("With {} at {step} on {problems}", evidence.integrator_name)
}

fn families(evidence: &Evidence) -> String {
    match evidence.families {
        1 => "1 family".to_owned(),
        n => format!("{n} families"),
    }
}

/// The runs, and the command that shows them.
fn show_evidence(lines: &mut Vec<String>, evidence: &Evidence, source: &str) {
    let asked = evidence.question.step;
    let [low, high] = evidence.steps;
    let same = |h: f64| (h / asked - 1.0).abs() < SAME_STEP;
    let at = phrase::range(evidence.steps, phrase::step);
    let nearest = if same(low) && same(high) {
        ""
    } else {
        ", the nearest steps that were run"
    };
    lines.push(format!("evidence  runs at {at}{nearest} ({source})"));
    lines.push(format!("          {}", evidence.command));
}

/// A variant by its name, with its id.
fn label(candidate: &Candidate) -> String {
    let Candidate {
        method_name,
        variant,
        name,
        gains,
        ..
    } = candidate;
    format!("{} ({variant})", phrase::variant(method_name, name, gains))
}

/// The settings in numbers, where the name does not tell them: tied to the step, they are numbers only at a step.
fn settings(candidate: &Candidate) -> Option<String> {
    let all = &candidate.settings;
    if !candidate.name.is_empty() && !all.iter().any(|setting| setting.tied_to_step) {
        return None;
    }
    let told: Vec<String> = all.iter().map(setting).collect();
    (!told.is_empty()).then(|| told.join(", "))
}

fn setting(setting: &Setting) -> String {
    let Setting { name, unit, .. } = setting;
    let value = phrase::setting(setting.value);
    match unit.as_str() {
        "" => format!("{name} = {value}"),
        // A count of steps has words for a name: projected every 10 steps.
        "steps" => format!("{name} {value} steps"),
        unit => format!("{name} = {value} {unit}"),
    }
}

/// Drift and error as factors, with their intervals.
fn bought(candidate: &Candidate) -> String {
    let told = [
        ("drift", Factor::DriftPosition),
        ("error", Factor::Position),
    ];
    let told = told.into_iter().filter_map(|(name, factor)| {
        let estimate = candidate.factors[factor].as_ref()?;
        Some(format!(
            "{name} {}",
            with_interval(estimate, phrase::factor)
        ))
    });
    told.collect::<Vec<String>>().join(", ")
}

fn costs(candidate: &Candidate, cost: Factor) -> String {
    let unit = unit_of(cost);
    match &candidate.factors[cost] {
        Some(estimate) => {
            let text = with_interval(estimate, phrase::extra);
            match text.split_once(" (") {
                Some((value, interval)) => format!("{value} {unit} ({interval}"),
                None => format!("{text} {unit}"),
            }
        }
        None => format!("{unit} not known"),
    }
}

fn unit_of(cost: Factor) -> &'static str {
    match cost {
        Factor::Time => "time",
        _ => "evaluations",
    }
}

fn with_interval(estimate: &Estimate, write: fn(f64) -> String) -> String {
    let value = write(estimate.median);
    match estimate.interval {
        Some(interval) => format!("{value} ({})", phrase::range(interval, write)),
        None => value,
    }
}

/// The violation and the error that are left, beside those without stabilization.
fn leaves(candidate: &Candidate, without: &Candidate) -> String {
    let told = |of: fn(&Candidate) -> Option<&Level>, what: &str, size: &str| {
        let level = of(candidate)?;
        let before = of(without).map(|level| format!(" (without {})", phrase::level(level.median)));
        Some(format!(
            "{what} {} of {size}{}",
            phrase::level(level.median),
            before.unwrap_or_default()
        ))
    };
    let drift = told(|c| c.drift.as_ref(), "|Φ|", "the size of the mechanism");
    let error = told(
        |c| c.error.as_ref(),
        "an error of",
        "the size of the motion",
    );
    let told: Vec<String> = drift.into_iter().chain(error).collect();
    told.join(", ")
}

fn leaves_alone(candidate: &Candidate) -> String {
    let level = |level: &Option<Level>| match level {
        Some(level) => phrase::level(level.median),
        None => "an unknown part".to_owned(),
    };
    format!(
        "|Φ| {} of the size of the mechanism, an error of {} of the size of the motion",
        level(&candidate.drift),
        level(&candidate.error)
    )
}

/// Coverage and the worst problems.
fn sure(candidate: &Candidate, evidence: &Evidence) -> String {
    let of = |n: usize| format!("{n} of {}", count(evidence.problems.len(), "problem"));
    let mut text = format!(
        "finishes {} (unstabilized {})",
        of(candidate.survived.len()),
        evidence.unstabilized.survived.len()
    );
    let several = evidence.problems.len() > 1;
    let told = [
        ("drift", Factor::DriftPosition),
        ("error", Factor::Position),
    ];
    let worst = told.into_iter().filter_map(|(name, factor)| {
        let estimate = candidate.factors[factor].as_ref().filter(|_| several)?;
        Some(format!(
            "{name} {} on {}",
            phrase::factor(estimate.worst),
            estimate.worst_on
        ))
    });
    let worst: Vec<String> = worst.collect();
    if !worst.is_empty() {
        text += &format!("; worst: {}", worst.join(", "));
    }
    text += match evidence.families {
        0 | 1 => "; one mechanism, so no intervals",
        2..=FEW => "; in brackets: range over the mechanisms, too few for 95 % intervals",
        _ => "; in brackets: 95 % intervals for other mechanisms",
    };
    text
}

fn in_one_line(candidate: &Candidate, cost: Factor) -> String {
    let settings = settings(candidate).map(|settings| format!("{settings}; "));
    let plain = |name: &str, factor: Factor, write: fn(f64) -> String| {
        Some(format!("{name}{}", write(candidate.median(factor)?)))
    };
    let numbers = [
        plain("drift ", Factor::DriftPosition, phrase::factor),
        plain("error ", Factor::Position, phrase::factor),
        plain("", cost, phrase::extra).map(|text| format!("{text} {}", unit_of(cost))),
    ];
    let numbers: Vec<String> = numbers.into_iter().flatten().collect();
    format!(
        "{}: {}{}",
        label(candidate),
        settings.unwrap_or_default(),
        numbers.join(", ")
    )
}

fn warned(warning: &Warning) -> String {
    let name = match warning.factor {
        Factor::Position => "error",
        _ => "drift",
    };
    let settings = settings(&warning.candidate).map(|settings| format!(" with {settings}"));
    let place = match &warning.on {
        Some(problem) => format!("on {problem}"),
        None => "on the typical problem".to_owned(),
    };
    format!(
        "{}{}: {name} {} {place}, worse than no stabilization",
        label(&warning.candidate),
        settings.unwrap_or_default(),
        phrase::factor(warning.value)
    )
}

/// A condition in words, with its limit.
fn words_of(condition: Condition, evidence: &Evidence) -> String {
    let limits = evidence.question.limits;
    let level = |limit: Option<f64>| phrase::level(limit.unwrap_or_default());
    match condition {
        Condition::Survives => "problems that only the unstabilized run finishes".to_owned(),
        Condition::DriftsLess => "a drift that is not less than without stabilization".to_owned(),
        Condition::Drift => format!(
            "|Φ| above {} of the size of the mechanism",
            level(limits.drift)
        ),
        Condition::Error => format!(
            "an error above {} of the size of the motion",
            level(limits.error)
        ),
        Condition::ErrorFactor => format!(
            "an error above {}",
            phrase::factor(answers::advice::ERROR_FACTOR)
        ),
        Condition::Budget => format!(
            "{} above × {}",
            unit_of(evidence.cost),
            phrase::setting(limits.budget)
        ),
    }
}

/// A missed condition with its numbers.
fn missed(miss: &Miss) -> String {
    let number = |write: fn(f64) -> String| miss.value.map_or("unknown".to_owned(), write);
    match miss.condition {
        Condition::Survives => format!(
            "stops on {} that the unstabilized run finishes",
            count(miss.value.unwrap_or_default() as usize, "problem")
        ),
        Condition::DriftsLess => format!("drift {}", number(phrase::factor)),
        Condition::Drift => format!(
            "|Φ| {}, limit {}",
            number(phrase::level),
            phrase::level(miss.limit)
        ),
        Condition::Error => format!(
            "error {}, limit {}",
            number(phrase::level),
            phrase::level(miss.limit)
        ),
        Condition::ErrorFactor => format!(
            "error {}, limit {}",
            number(phrase::factor),
            phrase::factor(miss.limit)
        ),
        Condition::Budget => format!(
            "cost {}, limit × {}",
            number(phrase::factor),
            phrase::setting(miss.limit)
        ),
    }
}
