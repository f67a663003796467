//! The journal: finished work as text, a line each, of which none is trusted without its checksum.
//!
//! A line is a checksum and a record as JSON. A process that is killed, or a disk that is full, leaves at most one torn line at
//! the end, which is dropped.

use crate::{Answer, Key};
use results::checksum;
use serde::{Deserialize, Serialize};

/// The first line of a journal.
pub const HEADING: &str = "driftbench journal 1";

/// One line of a journal.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Record {
    /// A run began with these arguments.
    Begin(Vec<String>),
    /// A piece of work was finished.
    Work {
        /// Hash of the sources that did it.
        source: String,
        /// Its name.
        key: Key,
        /// What it gave.
        answer: Box<Answer>,
    },
    /// The run that began last wrote its report.
    End,
}

impl Record {
    /// The record as a line, with its end.
    pub fn to_line(&self) -> String {
        let json = serde_json::to_string(self).expect("records hold nothing that JSON cannot");
        format!("{:016x} {json}\n", checksum(json.as_bytes()))
    }

    fn parse(line: &[u8]) -> Option<Self> {
        let (sum, json) = line.split_at_checked(16)?;
        let json = json.strip_prefix(b" ")?;
        let sum = std::str::from_utf8(sum).ok()?;
        if sum != format!("{:016x}", checksum(json)) {
            return None;
        }
        let mut record = serde_json::from_slice(json).ok()?;
        if let Self::Work { answer, .. } = &mut record {
            answer.complete();
        }
        Some(record)
    }
}

/// The content of a journal file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Journal {
    /// The records that can be trusted, in their order.
    pub records: Vec<Record>,
    /// Lines that cannot.
    pub dropped: usize,
    /// Bytes up to the end of the last whole line; whatever follows is torn.
    pub whole: usize,
}

/// Reads a journal; `None` when the text is something else.
pub fn read(text: &[u8]) -> Option<Journal> {
    let mut journal = Journal::default();
    let mut lines = text.split_inclusive(|byte| *byte == b'\n');
    let heading = lines.next()?;
    if heading.strip_suffix(b"\n")? != HEADING.as_bytes() {
        return None;
    }
    journal.whole = heading.len();
    for line in lines {
        let Some(line) = line.strip_suffix(b"\n") else {
            journal.dropped += 1;
            break;
        };
        journal.whole += line.len() + 1;
        match Record::parse(line) {
            Some(record) => journal.records.push(record),
            None => journal.dropped += 1,
        }
    }
    Some(journal)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::cell;
    use crate::{Kind, Scope};

    fn work(variant: &str) -> Record {
        let mut cell = cell(variant, "p", &[(1e-3, 10), (0.1 + 0.2, 20)]);
        cell.runs[0].work.steps = cell.runs[0].steps;
        cell.runs[1].work.steps = cell.runs[1].steps;
        Record::Work {
            source: "0123".to_owned(),
            key: Key {
                what: Kind::Cell,
                scope: Scope::Quick,
                method: variant.to_owned(),
                variant: variant.to_owned(),
                problem: "p".to_owned(),
            },
            answer: Box::new(Answer::Cell {
                cell: Box::new(cell),
                end_states: Vec::new(),
            }),
        }
    }

    fn text(records: &[Record]) -> String {
        let lines: String = records.iter().map(Record::to_line).collect();
        format!("{HEADING}\n{lines}")
    }

    #[test]
    fn every_number_comes_out_as_it_went_in() {
        let records = vec![
            Record::Begin(vec!["--quick".into()]),
            work("a"),
            Record::End,
        ];
        let text = text(&records);
        let read = read(text.as_bytes()).unwrap();
        assert_eq!(read.records, records);
        assert_eq!((read.dropped, read.whole), (0, text.len()));
    }

    #[test]
    fn a_torn_end_and_a_changed_byte_cost_their_line_only() {
        let records = [work("a"), work("b"), work("c")];
        let whole = text(&records);
        for cut in 1..records[2].to_line().len() {
            let read = read(&whole.as_bytes()[..whole.len() - cut]).unwrap();
            assert_eq!(read.records, records[..2]);
            assert_eq!(read.whole, whole.len() - records[2].to_line().len());
        }
        let second = HEADING.len() + 1 + records[0].to_line().len();
        for place in second..second + records[1].to_line().len() - 1 {
            let mut bytes = whole.clone().into_bytes();
            bytes[place] ^= 1;
            if bytes[place] != b'\n' {
                let read = read(&bytes).unwrap();
                assert_eq!(read.records, [records[0].clone(), records[2].clone()]);
                assert_eq!(read.dropped, 1);
            }
        }
    }

    #[test]
    fn other_files_are_no_journals() {
        for other in ["", "hello", "driftbench journal 2\n", HEADING, "{}\n"] {
            assert_eq!(read(other.as_bytes()), None, "{other}");
        }
        assert_eq!(read(format!("{HEADING}\n").as_bytes()).unwrap().records, []);
    }
}
