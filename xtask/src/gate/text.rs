//! What the gate found, for the terminal: worst first, each with the command that reproduces it.

use super::BLESS;
use reports::difference::{compared, counts};
use results::{Change, Difference, Status};

/// The most entries that are listed, since a broken kernel changes every cell.
const LISTED: usize = 30;

/// Everything that has to be looked at, what is acknowledged, and the notes.
pub(super) fn listing(difference: &Difference) -> String {
    let (excused, failing): (Vec<&Change>, Vec<&Change>) =
        (difference.changes.iter()).partition(|change| change.status.passes());
    let mut lines: Vec<String> = failing.iter().take(LISTED).flat_map(|c| told(c)).collect();
    let more = failing.len().saturating_sub(LISTED);
    if more > 0 {
        lines.push(format!("and {more} more"));
    }
    let excused = excused.into_iter();
    lines.extend(excused.map(|change| {
        let what = change.what.join("; ");
        format!("{} {}: {what}", change.status.words().words, change.subject)
    }));
    lines.extend(difference.notes.iter().map(|note| format!("note: {note}")));
    lines.join("\n")
}

fn told(change: &Change) -> Vec<String> {
    let mut lines = vec![format!(
        "{} {}",
        change.status.words().words,
        change.subject
    )];
    lines.extend(change.what.iter().map(|what| format!("    {what}")));
    if change.more > 0 {
        lines.push(format!("    and {} more", change.more));
    }
    lines.push(format!("    $ {}", change.command));
    lines
}

/// The last line.
pub(super) fn closing(difference: &Difference) -> String {
    let said = format!("{}: {}", compared(difference), counts(difference));
    let failing = Status::ALL.into_iter().filter(|status| !status.passes());
    let mut failing = failing.filter(|status| difference.counts.get(*status) > 0);
    let better = |status: Status| matches!(status, Status::Improved | Status::New);
    match difference.counts.pass() {
        true => format!("gate: pass: {said}"),
        false if failing.all(better) => {
            format!(
                "gate: better or new, which the baseline does not have: {said}; `{BLESS}` records it"
            )
        }
        false => format!("gate: regression: {said}; if this was meant, `{BLESS}` records it"),
    }
}
