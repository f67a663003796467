//! The answer of a check: everything that is wrong, not only the first finding.

use crate::checklist;
use problem::Problem;
use stepping::{Method, Variant};

/// The result of a check: nothing, or one line for each finding.
pub type Verdict = Result<(), String>;

/// Runs `check` on every variant and names the variant in what it finds.
pub(crate) fn every_variant(
    method: &Method,
    mut check: impl FnMut(&dyn Variant) -> Verdict,
) -> Verdict {
    collect(method.variants.iter().map(|variant| {
        let id = variant.card().id;
        checklist::line(&id, || check(variant.as_ref())).map_err(|found| prefixed(&id, &found))
    }))
}

/// Runs `check` on every problem and names the problem in what it finds.
pub(crate) fn every_problem(
    problems: &[Box<dyn Problem>],
    mut check: impl FnMut(&dyn Problem) -> Verdict,
) -> Verdict {
    collect(problems.iter().map(|problem| {
        let id = problem.card().id;
        checklist::line(id, || check(problem.as_ref())).map_err(|found| prefixed(id, &found))
    }))
}

/// Joins the findings of several checks.
pub(crate) fn collect(verdicts: impl IntoIterator<Item = Verdict>) -> Verdict {
    let findings: Vec<String> = verdicts.into_iter().filter_map(Result::err).collect();
    if findings.is_empty() {
        Ok(())
    } else {
        Err(findings.join("\n"))
    }
}

/// The message of a finding: fixed words, or words that are made only when needed.
pub(crate) trait Message {
    fn say(self) -> String;
}

impl Message for &str {
    fn say(self) -> String {
        self.to_owned()
    }
}

impl<F: FnOnce() -> String> Message for F {
    fn say(self) -> String {
        self()
    }
}

/// The message as an error unless `holds`.
pub(crate) fn ensure(holds: bool, message: impl Message) -> Verdict {
    checklist::look(None);
    if holds { Ok(()) } else { Err(message.say()) }
}

/// The message as an error unless `value` is a number of at most `bound`.
pub(crate) fn at_most(value: f64, bound: f64, message: impl Message) -> Verdict {
    measured(value <= bound, value, bound, message)
}

/// The message as an error unless `holds`, which a number and its bound decide.
pub(crate) fn measured(holds: bool, value: f64, bound: f64, message: impl Message) -> Verdict {
    checklist::look(Some((value, bound)));
    if holds { Ok(()) } else { Err(message.say()) }
}

/// Puts `who` in front of every line.
fn prefixed(who: &str, findings: &str) -> String {
    let lines: Vec<String> = findings
        .lines()
        .map(|line| format!("{who}: {line}"))
        .collect();
    lines.join("\n")
}
