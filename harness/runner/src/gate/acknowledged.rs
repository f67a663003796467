//! Findings that are known and excused, each with a reason and a last day.
//!
//! ```toml
//! [[acknowledged]]
//! variant = "baumgarte/rk4"
//! problem = "pendulum"
//! what = "order"
//! reason = "issue 12: the reference is being computed again"
//! expires = "2026-12-31"
//! ```
//!
//! In place of `variant` and `problem` an entry may name a `board` or a `claim`. `what` is the id of a kind of finding.

use super::{Entry, Finding, Kind, Report};
use results::Subject;
use serde::Deserialize;
use std::fmt;
use std::str::FromStr;
use thiserror::Error;
use toml::Spanned;

/// A day of the calendar.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Date {
    year: u16,
    month: u8,
    day: u8,
}

impl FromStr for Date {
    type Err = ();

    /// Reads `YYYY-MM-DD`, also at the beginning of a date with a time.
    fn from_str(text: &str) -> Result<Self, ()> {
        let text = text.get(..10).ok_or(())?;
        let mut parts = text.split('-');
        let mut number = |digits: usize| {
            let part = parts.next().filter(|part| part.len() == digits);
            let part = part.filter(|part| part.bytes().all(|b| b.is_ascii_digit()));
            part.and_then(|part| part.parse::<u16>().ok()).ok_or(())
        };
        let (year, month, day) = (number(4)?, number(2)?, number(2)?);
        let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
        let days = match month {
            2 => 28 + u16::from(leap),
            4 | 6 | 9 | 11 => 30,
            1..=12 => 31,
            _ => return Err(()),
        };
        if !(1..=days).contains(&day) {
            return Err(());
        }
        Ok(Self {
            year,
            month: month as u8,
            day: day as u8,
        })
    }
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}-{:02}", self.year, self.month, self.day)
    }
}

/// A file of acknowledgements that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {why}")]
pub struct AcknowledgementError {
    /// The line, counted from one.
    pub line: usize,
    /// What is wrong.
    pub why: String,
}

/// Excused findings.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Acknowledgements {
    entries: Vec<Acknowledgement>,
}

#[derive(Clone, Debug, PartialEq)]
struct Acknowledgement {
    subject: Subject,
    what: Kind,
    reason: String,
    expires: Date,
    line: usize,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default)]
    acknowledged: Vec<Spanned<Written>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    variant: Option<String>,
    problem: Option<String>,
    board: Option<String>,
    claim: Option<String>,
    what: String,
    reason: String,
    expires: String,
}

impl Acknowledgements {
    /// Reads a file of acknowledgements.
    ///
    /// # Errors
    /// With the line, when the text is not as described above.
    pub fn parse(text: &str) -> Result<Self, AcknowledgementError> {
        let file: File = toml::from_str(text).map_err(|error| AcknowledgementError {
            line: error.span().map_or(1, |span| line_at(text, span.start)),
            why: error.message().to_owned(),
        })?;
        let read = |written: Spanned<Written>| {
            let line = line_at(text, written.span().start);
            let entry = written.into_inner();
            entry
                .read(line)
                .map_err(|why| AcknowledgementError { line, why })
        };
        let entries = file.acknowledged.into_iter().map(read);
        Ok(Self {
            entries: entries.collect::<Result<_, _>>()?,
        })
    }

    /// Those that are about something which a report compares, for runs of a part of the matrix.
    pub fn compared_in(&self, report: &Report) -> Self {
        let compared = |known: &&Acknowledgement| {
            let mut entries = report.entries.iter();
            entries.any(|entry| entry.subject == known.subject)
        };
        Self {
            entries: self.entries.iter().filter(compared).cloned().collect(),
        }
    }

    /// Excuses what is acknowledged on this day, and notes what is not excused any more or was not found.
    pub fn apply(&self, report: &mut Report, today: Date) {
        for known in &self.entries {
            let mut found = false;
            let same = |entry: &&mut Entry| entry.subject == known.subject;
            for entry in report.entries.iter_mut().filter(same) {
                let (matching, others): (Vec<Finding>, Vec<Finding>) =
                    std::mem::take(&mut entry.findings)
                        .into_iter()
                        .partition(|finding| finding.kind == known.what);
                found |= !matching.is_empty();
                entry.findings = others;
                if known.expires < today {
                    entry.findings.extend(matching);
                } else {
                    let reason = || known.reason.clone();
                    let excused = matching.into_iter().map(|finding| (finding, reason()));
                    entry.acknowledged.extend(excused);
                }
            }
            let (line, what, subject) = (known.line, known.what.id(), &known.subject);
            if !found {
                let note = "excuses nothing and can be removed";
                report.notes.push(format!(
                    "acknowledgement in line {line} ({what}, {subject}) {note}"
                ));
            } else if known.expires < today {
                let note = format!("expired on {}", known.expires);
                report.notes.push(format!(
                    "acknowledgement in line {line} ({what}, {subject}) {note}"
                ));
            }
        }
        report.sort();
    }
}

impl Written {
    fn read(self, line: usize) -> Result<Acknowledgement, String> {
        let subject = match (self.variant, self.problem, self.board, self.claim) {
            (Some(variant), Some(problem), None, None) => Subject::Cell { variant, problem },
            (None, None, Some(board), None) => Subject::Board { id: board },
            (None, None, None, Some(claim)) => Subject::Claim { id: claim },
            _ => return Err("it needs a variant and a problem, or a board, or a claim".to_owned()),
        };
        let known = || {
            Kind::ALL
                .iter()
                .map(|k| k.id())
                .collect::<Vec<_>>()
                .join(", ")
        };
        let what = Kind::ALL.iter().find(|kind| kind.id() == self.what);
        let what = *what.ok_or_else(|| {
            format!(
                "`{}` is no kind of finding; there are {}",
                self.what,
                known()
            )
        })?;
        if self.reason.trim().is_empty() {
            return Err("the reason is empty".to_owned());
        }
        let expires = Some(self.expires.as_str()).filter(|text| text.len() == 10);
        let expires = expires.and_then(|text| text.parse().ok());
        let expires =
            expires.ok_or_else(|| format!("`{}` is no date like 2026-12-31", self.expires))?;
        Ok(Acknowledgement {
            subject,
            what,
            reason: self.reason,
            expires,
            line,
        })
    }
}

/// The line, counted from one, of a place in a text.
fn line_at(text: &str, place: usize) -> usize {
    let before = text.bytes().take(place);
    1 + before.filter(|byte| *byte == b'\n').count()
}

#[cfg(test)]
mod tests;
