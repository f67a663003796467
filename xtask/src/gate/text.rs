//! What the gate found, for the terminal: worst first, each with the command that shows it again.

use super::BLESS;
use runner::gate::{Entry, Report, Status, Subject};

/// The most entries that are listed, since a broken kernel changes every cell.
const LISTED: usize = 30;

/// The most findings of an entry that are listed.
const OF_ONE: usize = 3;

/// Everything that has to be looked at, and the notes.
pub(super) fn listing(report: &Report) -> String {
    let mut lines = Vec::new();
    let failing = || {
        report
            .entries
            .iter()
            .filter(|entry| !entry.status().passes())
    };
    for entry in failing().take(LISTED) {
        lines.extend(entry_lines(entry));
    }
    let more = failing().count().saturating_sub(LISTED);
    if more > 0 {
        lines.push(format!("and {more} more"));
    }
    for entry in &report.entries {
        for (finding, reason) in &entry.acknowledged {
            lines.push(format!(
                "acknowledged {}: {} ({reason})",
                entry.subject, finding.what
            ));
        }
    }
    lines.extend(report.notes.iter().map(|note| format!("note: {note}")));
    lines.join("\n")
}

fn entry_lines(entry: &Entry) -> Vec<String> {
    let mut lines = vec![format!("{} {}", entry.status().word(), entry.subject)];
    let listed = entry.findings.iter().take(OF_ONE);
    lines.extend(listed.map(|f| format!("    {}: {}", f.kind.id(), f.what)));
    let more = entry.findings.len().saturating_sub(OF_ONE);
    if more > 0 {
        lines.push(format!("    and {more} more"));
    }
    lines.push(format!("    $ {}", entry.subject.command()));
    lines
}

/// The number of entries of each status but the last two.
pub(super) fn counts(report: &Report) -> String {
    let states = Status::ALL
        .into_iter()
        .filter(|state| *state != Status::Pass);
    let counts = states.map(|state| format!("{} {}", report.count(state), state.word()));
    counts.collect::<Vec<_>>().join(", ")
}

/// The last line.
pub(super) fn closing(report: &Report) -> String {
    let of =
        |wanted: fn(&Subject) -> bool| report.entries.iter().filter(|e| wanted(&e.subject)).count();
    let cells = of(|s| matches!(s, Subject::Cell { .. }));
    let boards = of(|s| matches!(s, Subject::Board(_)));
    let claims = of(|s| matches!(s, Subject::Claim(_)));
    let compared = format!("{cells} cells, {boards} boards and {claims} claims compared");
    let counts = counts(report);
    let only_better = || {
        let mut failing = report.entries.iter().filter(|e| !e.status().passes());
        failing.all(|e| matches!(e.status(), Status::Improved | Status::New))
    };
    match report.pass() {
        true => format!("gate: pass: {compared}, {counts}"),
        false if only_better() => {
            format!("gate: improved beyond its room: {compared}, {counts}; `{BLESS}` records it")
        }
        false => format!(
            "gate: regression: {compared}, {counts}; if this was meant, `{BLESS}` records it"
        ),
    }
}
