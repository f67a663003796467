//! Reference trajectories as data: a table of decimal numbers with a heading that says how they were made.
//!
//! ```text
//! # problem: slider-crank
//! # route 1, stored: minimal coordinates, …
//! # digits: 24 hold: …
//! t,u1,u2,…,w1,…
//! 0,0.25…
//! ```
//!
//! Coordinates `u` and velocities `w` are those of the route: minimal ones where it has them, since everything else
//! follows from them to all their digits.

use super::between::Between;
use super::{Moving, Precise, Route, Wide};
use std::fmt::Write;
use system::{DoubleDouble, Scalar};
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

/// A reference trajectory of one route.
#[derive(Clone, Debug)]
pub struct Recorded {
    /// The entries of the heading, `(key, value)`.
    pub heading: Vec<(String, String)>,
    states: Vec<RecordedState>,
    /// Times of the states, to all digits.
    times: Vec<Wide>,
}

/// One line of a recorded trajectory.
#[derive(Clone, Debug)]
pub struct RecordedState {
    /// Time in seconds.
    pub t: f64,
    /// Coordinates u.
    pub u: Vec<DoubleDouble>,
    /// Velocities w.
    pub w: Vec<DoubleDouble>,
}

impl From<&Precise> for RecordedState {
    fn from(precise: &Precise) -> Self {
        Self {
            t: precise.t,
            u: precise.u.clone(),
            w: precise.w.clone(),
        }
    }
}

impl Recorded {
    /// A trajectory of states in ascending order of time, from the start to the end.
    pub fn new(heading: Vec<(String, String)>, states: Vec<RecordedState>) -> Self {
        let times = states.iter().map(|s| Wide::decimal(s.t)).collect();
        Self {
            heading,
            states,
            times,
        }
    }

    /// Reads what [`Recorded::text`] wrote.
    ///
    /// # Errors
    /// When the text is not such a table.
    pub fn parse(text: &str) -> Result<Self, RecordedError> {
        let mut heading = Vec::new();
        let mut columns: Option<Vec<&str>> = None;
        let mut states: Vec<RecordedState> = Vec::new();
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
                let next = state(columns, line).map_err(wrong)?;
                if states.last().is_some_and(|last| !(last.t < next.t)) {
                    return Err(wrong(format!(
                        "t = {} is not after the line before",
                        next.t
                    )));
                }
                states.push(next);
            } else {
                columns = Some(line.split(',').collect());
            }
        }
        if states.is_empty() {
            return Err(RecordedError::Empty);
        }
        Ok(Self::new(heading, states))
    }

    /// The states, in ascending order of time.
    pub fn states(&self) -> &[RecordedState] {
        &self.states
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
        for (letter, count) in [("u", first.u.len()), ("w", first.w.len())] {
            for k in 1..=count {
                let _ = write!(text, ",{letter}{k}");
            }
        }
        text.push('\n');
        for state in &self.states {
            let _ = write!(text, "{}", state.t);
            for x in state.u.iter().chain(&state.w) {
                let _ = write!(text, ",{}", x.decimal_digits(digits));
            }
            text.push('\n');
        }
        text
    }

    /// Everything that moves at time `t`: `u` and `w` are interpolated, and `route` knows what follows from them. `None`
    /// where its equations are singular.
    pub fn at(&self, route: &Route, t: f64) -> Option<Moving> {
        let computation = &*route.computation;
        let t = Wide::decimal(t);
        let between = Between::new(&self.times, t);
        let window = &self.states[between.nodes.clone()];
        let rates: Vec<Vec<Wide>> = window
            .iter()
            .map(|s| computation.rates(&s.u, &s.w))
            .collect();
        let (u, u_dot): (Vec<Wide>, Vec<Wide>) = (0..window[0].u.len())
            .map(|k| {
                let nodes = window.iter().zip(&rates);
                let [u, rate] = between.of(nodes.map(|(state, rate)| [state.u[k], rate[k]]));
                (u, rate)
            })
            .unzip();
        computation.state(t, &u, &computation.velocities(&u, &u_dot))
    }

    /// A number of the heading.
    pub fn number(&self, key: &str) -> Option<f64> {
        let (_, value) = self.heading.iter().find(|(k, _)| k == key)?;
        value.split_whitespace().next()?.parse().ok()
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
    let (mut u, mut w) = (Vec::new(), Vec::new());
    let mut t = None;
    for (&column, &cell) in columns.iter().zip(&cells) {
        if column == "t" {
            t = cell.parse().ok();
            continue;
        }
        let value = DoubleDouble::parse(cell).ok_or_else(|| format!("{cell:?} is not a number"))?;
        match column.as_bytes().first() {
            Some(b'u') => u.push(value),
            Some(b'w') => w.push(value),
            _ => return Err(format!("column {column:?} is neither t nor u or w")),
        }
    }
    let t = t.ok_or_else(|| "there is no time".to_owned())?;
    Ok(RecordedState { t, u, w })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_comes_back_digit_for_digit() {
        let digits = |text: &str| DoubleDouble::parse(text).unwrap();
        let heading = vec![("digits".to_owned(), "22 hold".to_owned())];
        let state = RecordedState {
            t: 0.25,
            u: vec![digits("1.234567890123456789012"), digits("-3e-5")],
            w: vec![digits("2.5"), DoubleDouble::ZERO],
        };
        let text = Recorded::new(heading, vec![state]).text(22);
        let again = Recorded::parse(&text).unwrap();
        assert_eq!(again.text(22), text);
        assert_eq!(again.number("digits"), Some(22.0));
        let u = &again.states()[0].u;
        assert_eq!([u[0].value(), u[1].value()], [1.2345678901234567, -3e-5]);
    }

    #[test]
    fn tables_that_are_none_are_refused_with_their_line() {
        let says = |text: &str| Recorded::parse(text).unwrap_err().to_string();
        let neither = "line 2: column \"z1\" is neither t nor u or w";
        let heading = "line 1: a heading needs `key: value`";
        let order = "line 3: t = 1 is not after the line before";
        assert_eq!(says(""), "there is no table of states");
        assert_eq!(says("t,u1\n0.1,x"), "line 2: \"x\" is not a number");
        assert_eq!(says("t,u1\n0.1"), "line 2: 1 values for 2 columns");
        assert_eq!(says("t,z1\n0.1,1"), neither);
        assert_eq!(says("# no key\nt,u1\n0,1"), heading);
        assert_eq!(says("t,u1\n1,1\n1,1"), order);
    }
}
