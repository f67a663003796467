//! What the gate found as plain data, for the page, the summary and the terminal.

use super::{Entry, Finding, Report};
use results::{Change, ComparedWith, Difference, Status, StatusCounts, Subject};

/// The most findings of an entry that are told.
const OF_ONE: usize = 3;

impl Report {
    /// The report as plain data.
    pub fn difference(&self, baseline: ComparedWith) -> Difference {
        let of = |wanted: fn(&Subject) -> bool| {
            let entries = self.entries.iter();
            entries.filter(|entry| wanted(&entry.subject)).count()
        };
        let changed = |entry: &&Entry| entry.status() != Status::Unchanged;
        // What is compared of the run as a whole is no cell, board or claim; it counts where it differs.
        let counted = |entry: &&Entry| entry.subject != Subject::Run || changed(entry);
        Difference {
            baseline,
            cells: of(|subject| matches!(subject, Subject::Cell { .. })),
            boards: of(|subject| matches!(subject, Subject::Board { .. })),
            claims: of(|subject| matches!(subject, Subject::Claim { .. })),
            counts: StatusCounts::of(self.entries.iter().filter(counted).map(Entry::status)),
            not_run: self.not_run,
            not_in_baseline: self.not_in_baseline,
            changes: self.entries.iter().filter(changed).map(change).collect(),
            notes: self.notes.clone(),
        }
    }
}

fn change(entry: &Entry) -> Change {
    let said = |finding: &Finding| format!("{}: {}", finding.kind.id(), finding.what);
    let excused = entry.acknowledged.iter();
    let excused = excused.map(|(finding, reason)| format!("{} ({reason})", said(finding)));
    let all: Vec<String> = entry.findings.iter().map(said).chain(excused).collect();
    Change {
        subject: entry.subject.clone(),
        status: entry.status(),
        more: all.len().saturating_sub(OF_ONE),
        what: all.into_iter().take(OF_ONE).collect(),
        factor: entry.factor(),
        command: entry.subject.command(),
    }
}
