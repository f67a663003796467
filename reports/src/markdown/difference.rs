//! The difference from a baseline as Markdown, for the top of the summary and for the gate.

use super::{code, plain, table};
use crate::difference::{compared, counts, left_out};
use results::{Change, Difference, Subject};

/// The most changes that are listed, so that the text fits the summary of a CI step.
const LISTED: usize = 25;

/// The most notes that are listed.
const NOTES: usize = 5;

/// The section.
pub fn section(difference: &Difference) -> String {
    let mut text = format!(
        "## Compared with {}\n\n",
        plain(&difference.baseline.to_string())
    );
    text += &match difference.changes.is_empty() {
        true => format!("Nothing changed: {}.", compared(difference)),
        false => format!("**{}**; {}.", counts(difference), compared(difference)),
    };
    if let Some(left_out) = left_out(difference) {
        text += &format!(" {left_out}.");
    }
    text += "\n";
    let changes = &difference.changes;
    if !changes.is_empty() {
        text += "\n";
        let head = ["Status", "What", "Change", "Reproduce"];
        text += &table(head, changes.iter().take(LISTED).map(line));
    }
    text += &more(changes.len(), LISTED, "change");
    if !difference.notes.is_empty() {
        text += "\n";
    }
    for note in difference.notes.iter().take(NOTES) {
        text += &format!("- Note: {}\n", plain(note));
    }
    text + &more(difference.notes.len(), NOTES, "note")
}

fn line(change: &Change) -> [String; 4] {
    let subject = match &change.subject {
        Subject::Cell { variant, problem } => format!("{} on {}", code(variant), code(problem)),
        other => plain(&other.to_string()),
    };
    [
        change.status.words().words.to_owned(),
        subject,
        plain(&findings(change)),
        code(&change.command),
    ]
}

/// The findings of a change in one line.
fn findings(change: &Change) -> String {
    let more = (change.more > 0).then(|| format!("and {} more", change.more));
    let said: Vec<String> = change.what.iter().cloned().chain(more).collect();
    said.join("; ")
}

/// How many entries are not listed, if there are any.
fn more(all: usize, listed: usize, noun: &str) -> String {
    match all.saturating_sub(listed) {
        0 => String::new(),
        n => format!("\nand {} more.\n", crate::number::count(n, noun)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::captured;

    #[test]
    fn the_worst_comes_first_and_the_rest_is_counted() {
        let mut difference = captured::difference();
        let text = section(&difference);
        let [lost, improved] = ["| lost |", "| improved |"].map(|row| text.find(row));
        assert!(lost.is_some() && lost < improved, "{text}");
        assert!(!text.contains(" more"), "{text}");
        let change = difference.changes[0].clone();
        difference.changes = vec![change; 3000];
        difference.notes = vec!["a note".to_owned(); 3000];
        let text = section(&difference);
        assert!(text.contains("and 2975 changes more."), "{text}");
        assert!(text.lines().count() < 80, "{text}");
    }

    #[test]
    fn what_is_said_cannot_break_the_table() {
        let mut difference = captured::difference();
        difference.changes[0].what = vec!["a | b\n<script>".to_owned()];
        difference.baseline.name = "a<b".to_owned();
        let text = section(&difference);
        assert!(text.contains("a \\| b &lt;script> |"), "{text}");
        assert!(text.contains("Compared with a&lt;b"), "{text}");
    }

    #[test]
    fn no_change_is_one_line() {
        let text = section(&Difference::default());
        assert_eq!(text.lines().count(), 3, "{text}");
        assert!(text.contains("Nothing changed: 0 cells"), "{text}");
    }
}
