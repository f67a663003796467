//! Reference trajectories as data: a table of decimal numbers with a heading that says how they were made.
//!
//! ```text
//! # problem: slider-crank
//! # made by: redundant coordinates, …; minimal coordinates, …
//! # digits: 24
//! t,q1,q2,…,v1,…,l1,…
//! 0.1,0.25…
//! ```

use super::{Flow, Precise};
use crate::Truth;
use solvers::consistent;
use std::fmt::Write;
use system::{DoubleDouble, System, widen};
use thiserror::Error;

/// Reasons why a stored trajectory cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RecordedError {
    /// There is no table.
    #[error("there is no table of states")]
    Empty,
    /// A line does not have the form it should have.
    #[error("line {line}: {what}")]
    Line {
        /// Number of the line, from one.
        line: usize,
        /// The mistake in words.
        what: String,
    },
}

/// A reference trajectory on an output grid.
#[derive(Clone, Debug)]
pub struct Recorded {
    /// The entries of the heading, `(key, value)`.
    pub heading: Vec<(String, String)>,
    /// States in ascending order of time, without the start.
    pub states: Vec<RecordedState>,
}

/// One line of a recorded trajectory.
#[derive(Clone, Debug)]
pub struct RecordedState {
    /// Time in seconds.
    pub t: f64,
    /// Coordinates q.
    pub q: Vec<DoubleDouble>,
    /// Velocities v.
    pub v: Vec<DoubleDouble>,
    /// Multipliers; absent where they are not unique.
    pub lambda: Option<Vec<DoubleDouble>>,
}

impl From<&Precise> for RecordedState {
    fn from(precise: &Precise) -> Self {
        Self {
            t: precise.t,
            q: precise.q.clone(),
            v: precise.v.clone(),
            lambda: precise.lambda.clone(),
        }
    }
}

impl From<&Truth> for RecordedState {
    fn from(truth: &Truth) -> Self {
        Self {
            t: truth.t,
            q: widen(&truth.q),
            v: widen(&truth.v),
            lambda: truth.lambda.as_ref().map(widen),
        }
    }
}

impl Recorded {
    /// Reads what [`Recorded::text`] wrote.
    ///
    /// # Errors
    /// When the text is not such a table.
    pub fn parse(text: &str) -> Result<Self, RecordedError> {
        let mut heading = Vec::new();
        let mut columns: Option<Vec<&str>> = None;
        let mut states = Vec::new();
        for (number, line) in text.lines().enumerate() {
            let wrong = |what: String| RecordedError::Line {
                line: number + 1,
                what,
            };
            if let Some(comment) = line.strip_prefix('#') {
                let (key, value) = comment
                    .split_once(':')
                    .ok_or_else(|| wrong("a heading needs `key: value`".to_owned()))?;
                heading.push((key.trim().to_owned(), value.trim().to_owned()));
            } else if let Some(columns) = &columns {
                states.push(state(columns, line).map_err(wrong)?);
            } else {
                columns = Some(line.split(',').collect());
            }
        }
        if states.is_empty() {
            return Err(RecordedError::Empty);
        }
        Ok(Self { heading, states })
    }

    /// The table as text, numbers with `digits` digits.
    pub fn text(&self, digits: usize) -> String {
        let mut text = String::new();
        for (key, value) in &self.heading {
            let _ = writeln!(text, "# {key}: {value}");
        }
        let Some(first) = self.states.first() else {
            return text;
        };
        text.push('t');
        let lambdas = first.lambda.as_ref().map_or(0, Vec::len);
        for (letter, count) in [("q", first.q.len()), ("v", first.v.len()), ("l", lambdas)] {
            for k in 1..=count {
                let _ = write!(text, ",{letter}{k}");
            }
        }
        text.push('\n');
        for state in &self.states {
            let _ = write!(text, "{}", state.t);
            let lambda = state.lambda.iter().flatten();
            for x in state.q.iter().chain(&state.v).chain(lambda) {
                let _ = write!(text, ",{}", x.decimal_digits(digits));
            }
            text.push('\n');
        }
        text
    }

    /// The motion at the given ascending times. Stored states are taken as they are; from one to a time that is not
    /// stored the equations of motion of `system` are followed.
    ///
    /// # Panics
    /// When the equations cannot be followed from one stored state to the next, or a time lies before the start.
    pub fn truth(&self, system: &dyn System, times: &[f64]) -> Vec<Truth> {
        let mut flow = Flow::new(system);
        // A start that violates the constraints is projected; another one is left as it is.
        let start = consistent(system).unwrap_or_else(|_| system.initial());
        times
            .iter()
            .map(|&t| {
                let before = self.states.iter().rev().find(|s| s.t <= t);
                if let Some(state) = before
                    && state.t == t
                {
                    return state.rounded();
                }
                let from = before.map(RecordedState::rounded);
                let (from_t, q, v) = match &from {
                    Some(state) => (state.t, &state.q[..], &state.v[..]),
                    None => (start.t, start.q(), start.v()),
                };
                let (q, v) = if from_t == t {
                    (q.to_vec(), v.to_vec())
                } else {
                    flow.advance(from_t, q, v, t)
                        .expect("the motion is smooth between stored states")
                };
                let mut truth = Truth {
                    t,
                    q,
                    v,
                    lambda: None,
                };
                if self.states[0].lambda.is_some() {
                    truth.lambda = flow.multipliers(&truth);
                }
                truth
            })
            .collect()
    }

    /// A number of the heading.
    pub fn number(&self, key: &str) -> Option<f64> {
        let (_, value) = self.heading.iter().find(|(k, _)| k == key)?;
        value.split_whitespace().next()?.parse().ok()
    }
}

impl RecordedState {
    pub(crate) fn rounded(&self) -> Truth {
        let round = |x: &[DoubleDouble]| x.iter().map(|x| system::Scalar::value(*x)).collect();
        Truth {
            t: self.t,
            q: round(&self.q),
            v: round(&self.v),
            lambda: self.lambda.as_deref().map(round),
        }
    }
}

fn state(columns: &[&str], line: &str) -> Result<RecordedState, String> {
    let cells: Vec<&str> = line.split(',').collect();
    if cells.len() != columns.len() {
        return Err(format!(
            "{} values for {} columns",
            cells.len(),
            columns.len()
        ));
    }
    let (mut q, mut v, mut lambda) = (Vec::new(), Vec::new(), Vec::new());
    let mut t = None;
    for (&column, &cell) in columns.iter().zip(&cells) {
        if column == "t" {
            t = cell.parse().ok();
            continue;
        }
        let value = DoubleDouble::parse(cell).ok_or_else(|| format!("{cell:?} is not a number"))?;
        match column.as_bytes().first() {
            Some(b'q') => q.push(value),
            Some(b'v') => v.push(value),
            Some(b'l') => lambda.push(value),
            _ => return Err(format!("column {column:?} is neither t nor q, v or l")),
        }
    }
    Ok(RecordedState {
        t: t.ok_or_else(|| "there is no time".to_owned())?,
        q,
        v,
        lambda: (!lambda.is_empty()).then_some(lambda),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_comes_back_digit_for_digit() {
        let digits = |text: &str| DoubleDouble::parse(text).unwrap();
        let recorded = Recorded {
            heading: vec![("digits".to_owned(), "22 hold".to_owned())],
            states: vec![RecordedState {
                t: 0.25,
                q: vec![digits("1.234567890123456789012"), digits("-3e-5")],
                v: vec![digits("2.5"), DoubleDouble::ZERO],
                lambda: Some(vec![digits("98.76543210987654321098")]),
            }],
        };
        let text = recorded.text(22);
        let again = Recorded::parse(&text).unwrap();
        assert_eq!(again.text(22), text);
        assert_eq!(again.number("digits"), Some(22.0));
        assert_eq!(again.states[0].rounded().q, [1.2345678901234567, -3e-5]);
    }

    #[test]
    fn tables_that_are_none_are_refused_with_their_line() {
        let says = |text: &str| Recorded::parse(text).unwrap_err().to_string();
        let neither = "line 2: column \"z1\" is neither t nor q, v or l";
        let heading = "line 1: a heading needs `key: value`";
        assert_eq!(says(""), "there is no table of states");
        assert_eq!(says("t,q1\n0.1,x"), "line 2: \"x\" is not a number");
        assert_eq!(says("t,q1\n0.1"), "line 2: 1 values for 2 columns");
        assert_eq!(says("t,z1\n0.1,1"), neither);
        assert_eq!(says("# no key\nt,q1\n0,1"), heading);
    }
}
