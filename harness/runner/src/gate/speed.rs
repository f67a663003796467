//! The speed tier: instructions of a step where they can be counted, else times relative to the limit kernels.
//!
//! Instructions do not depend on the load of the machine, so that a small change shows. Times do: a cell counts as slower
//! only where the lower end of its interval lies above the baseline by more than the cell's own noise, and a second
//! measurement agrees.

use super::{Direction, Entry, Finding, Kind, Report};
use results::Subject;
use serde::{Deserialize, Serialize};

/// Instructions of a step may change by this fraction.
const INSTRUCTIONS_ROOM: f64 = 0.03;

/// Ratios of times may grow by this fraction at least, however narrow their intervals are.
const RATIO_ROOM: f64 = 0.3;

/// The speed of a few cells.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BaselineSpeed {
    /// The compiler.
    pub rustc: String,
    /// The processor.
    pub cpu: String,
    /// Instructions of a step, empty where they cannot be counted.
    pub instructions: Vec<Instructions>,
    /// Times relative to the limit kernels.
    pub ratios: Vec<Ratio>,
}

/// The instructions of a step.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Instructions {
    /// Variant id.
    pub variant: String,
    /// Problem id.
    pub problem: String,
    /// Instructions per step.
    pub per_step: f64,
}

/// The time of a step, relative to the hand-written kernel of the problem.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ratio {
    /// Variant id.
    pub variant: String,
    /// Problem id.
    pub problem: String,
    /// Median of the paired ratios.
    pub ratio: f64,
    /// 95 % interval of the ratio.
    pub interval: [f64; 2],
}

impl Ratio {
    /// The largest ratio that is not slower than this one: its own noise, and 30 % at least.
    fn most(&self) -> f64 {
        let noise = (self.interval[1] - self.interval[0]) / self.ratio;
        let noise = if noise.is_finite() { noise } else { 0.0 };
        self.ratio * (1.0 + noise.max(RATIO_ROOM))
    }
}

/// Compares the speed of a run with that of the baseline; `again` are ratios that were measured a second time.
pub fn compare_speed(
    baseline: Option<&BaselineSpeed>,
    present: Option<&BaselineSpeed>,
    again: &[Ratio],
    report: &mut Report,
) {
    let Some(present) = present else {
        report.notes.push("speed was not measured".to_owned());
        return;
    };
    let Some(baseline) = baseline else {
        report
            .notes
            .push("the baseline has no speed to compare with".to_owned());
        return;
    };
    if !baseline.instructions.is_empty() && !present.instructions.is_empty() {
        if baseline.rustc == present.rustc {
            instructions(baseline, present, report);
        } else {
            let note = "instructions are not compared: the baseline was made by";
            report.notes.push(format!(
                "{note} {}, this is {}",
                baseline.rustc, present.rustc
            ));
        }
        return;
    }
    if baseline.cpu != present.cpu {
        let note = "times are not compared: the baseline was measured on";
        report
            .notes
            .push(format!("{note} {}, this is {}", baseline.cpu, present.cpu));
        return;
    }
    for (old, new) in slower_by_ratio(baseline, present) {
        let place = |r: &&Ratio| r.variant == old.variant && r.problem == old.problem;
        if again
            .iter()
            .find(place)
            .is_some_and(|again| is_slower(old, again))
        {
            let factor = new.ratio / old.ratio;
            let what = format!(
                "{:.2} times the limit kernel before, now {:.2} ({:.2} to {:.2}), confirmed by a second measurement",
                old.ratio, new.ratio, new.interval[0], new.interval[1]
            );
            let finding = Finding::of(Kind::Ratio, Direction::Worse, what, factor);
            let subject = Subject::cell(&old.variant, &old.problem);
            add(report, subject, finding);
        }
    }
}

/// The cells that seem slower, which have to be measured a second time.
pub fn slower_by_ratio<'a>(
    baseline: &'a BaselineSpeed,
    present: &'a BaselineSpeed,
) -> Vec<(&'a Ratio, &'a Ratio)> {
    let of = |old: &'a Ratio| {
        let mut all = present.ratios.iter();
        let new = all.find(|r| r.variant == old.variant && r.problem == old.problem)?;
        is_slower(old, new).then_some((old, new))
    };
    baseline.ratios.iter().filter_map(of).collect()
}

fn is_slower(old: &Ratio, new: &Ratio) -> bool {
    new.interval[0] > old.most()
}

fn instructions(baseline: &BaselineSpeed, present: &BaselineSpeed, report: &mut Report) {
    for old in &baseline.instructions {
        let subject = Subject::cell(&old.variant, &old.problem);
        let mut all = present.instructions.iter();
        let new = all.find(|new| new.variant == old.variant && new.problem == old.problem);
        let Some(new) = new else {
            let what = "its instructions are no longer counted".to_owned();
            add(report, subject, Finding::worse(Kind::Instructions, what));
            continue;
        };
        let change = new.per_step / old.per_step;
        let what = format!(
            "{:.0} instructions per step before, now {:.0}",
            old.per_step, new.per_step
        );
        if !(change <= 1.0 + INSTRUCTIONS_ROOM) {
            add(
                report,
                subject,
                Finding::of(Kind::Instructions, Direction::Worse, what, change),
            );
        } else if change < 1.0 - INSTRUCTIONS_ROOM {
            let finding = Finding::of(Kind::Instructions, Direction::Better, what, 1.0 / change);
            add(report, subject, finding);
        }
    }
}

/// Adds a finding to the entry of its subject, or makes one.
fn add(report: &mut Report, subject: Subject, finding: Finding) {
    match report
        .entries
        .iter_mut()
        .find(|entry| entry.subject == subject)
    {
        Some(entry) => entry.findings.push(finding),
        None => report.entries.push(Entry::new(subject, vec![finding])),
    }
}

#[cfg(test)]
mod tests;
