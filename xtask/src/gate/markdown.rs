//! What the gate found, as Markdown for the summary of a continuous integration run.

use super::text;
use runner::gate::{Entry, Report, Status};
use std::fmt::Write;

/// The most entries that are listed.
const LISTED: usize = 50;

/// The report as Markdown.
pub(super) fn render(report: &Report) -> String {
    let mut page = format!(
        "## {}\n\n| status | number |\n| --- | ---: |\n",
        text::closing(report)
    );
    for status in Status::ALL {
        // Writing to a string cannot fail.
        let _ = writeln!(page, "| {} | {} |", status.word(), report.count(status));
    }
    let looked_at = |entry: &&Entry| entry.status() != Status::Pass;
    let entries: Vec<&Entry> = report.entries.iter().filter(looked_at).collect();
    if !entries.is_empty() {
        page.push_str("\n| status | what | finding | command |\n| --- | --- | --- | --- |\n");
    }
    for entry in entries.iter().take(LISTED) {
        let (status, subject, command) = (
            entry.status().word(),
            &entry.subject,
            entry.subject.command(),
        );
        let said =
            |finding: &runner::gate::Finding| format!("{}: {}", finding.kind.id(), finding.what);
        let excused = entry.acknowledged.iter();
        let excused = excused.map(|(f, reason)| format!("{}, acknowledged: {reason}", said(f)));
        let findings: Vec<String> = entry
            .findings
            .iter()
            .map(said)
            .chain(excused)
            .take(3)
            .collect();
        let findings = plain(&findings.join("; "));
        let _ = writeln!(
            page,
            "| {status} | {} | {findings} | `{command}` |",
            plain(&subject.to_string())
        );
    }
    if entries.len() > LISTED {
        let _ = writeln!(page, "\nand {} more", entries.len() - LISTED);
    }
    for note in &report.notes {
        let _ = writeln!(page, "\n> {}", plain(note));
    }
    page
}

/// A text without what would end a cell of a table.
fn plain(text: &str) -> String {
    text.replace('|', "\\|")
        .replace('\n', " ")
        .replace('<', "&lt;")
}
