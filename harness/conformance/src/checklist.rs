//! The report of a check: its claim, and a line for every variant or problem.
//!
//! ```text
//! claim: an equilibrium stays put
//!   pass  sample/heun                  1 held, closest to its bound: 2.2e-16 of at most 1.0e-14
//!   FAIL  sample/rk4                   strays from rest by 3.1e-3
//!   -     sample/own                   does not apply
//! ```
//!
//! Checks do not pass it around: `ensure` and `at_most` count into a tally of their thread.

use crate::Verdict;
use std::cell::RefCell;
use std::mem::take;

thread_local! {
    static CHECKLIST: RefCell<Checklist> = RefCell::default();
}

/// The lines so far, and what belongs to the next one.
#[derive(Default)]
struct Checklist {
    lines: Vec<String>,
    tally: Tally,
}

/// The findings for one variant or problem.
#[derive(Default)]
struct Tally {
    count: usize,
    /// The value closest to its bound, or furthest above it, with the bound.
    closest: Option<(f64, f64)>,
}

impl Tally {
    fn line(&self, who: &str, found: &Verdict) -> String {
        match (found, self.closest) {
            (Err(why), _) => {
                let why = why.lines().collect::<Vec<_>>().join("\n        ");
                format!("  FAIL  {who:<28} {why}")
            }
            (Ok(()), _) if self.count == 0 => format!("  -     {who:<28} does not apply"),
            (Ok(()), None) => format!("  pass  {who:<28} {} held", self.count),
            (Ok(()), Some((value, bound))) => format!(
                "  pass  {who:<28} {} held, closest to its bound: {value:.1e} of at most {bound:.1e}",
                self.count
            ),
        }
    }
}

/// Counts one comparison of a check, with the number and its bound where there are any.
pub(crate) fn look(number: Option<(f64, f64)>) {
    // Nothing is as far from its bound as what is not a number.
    let share = |(value, bound): (f64, f64)| match value / bound {
        _ if value == 0.0 => 0.0,
        share if share.is_nan() => f64::INFINITY,
        share => share,
    };
    CHECKLIST.with_borrow_mut(|list| {
        let tally = &mut list.tally;
        tally.count += 1;
        if let Some(new) = number
            && tally.closest.is_none_or(|old| share(new) > share(old))
        {
            tally.closest = Some(new);
        }
    });
}

/// Runs a check on one variant or problem and writes its line.
pub(crate) fn line(who: &str, check: impl FnOnce() -> Verdict) -> Verdict {
    let outside = CHECKLIST.with_borrow_mut(|list| take(&mut list.tally));
    let found = check();
    CHECKLIST.with_borrow_mut(|list| {
        let tally = std::mem::replace(&mut list.tally, outside);
        list.lines.push(tally.line(who, &found));
    });
    found
}

/// Runs a whole check: its checklist, and what it found.
pub fn checklist(claim: &str, check: impl FnOnce() -> Verdict) -> (String, Verdict) {
    CHECKLIST.take();
    let found = check();
    let mut list = CHECKLIST.take();
    // What belongs to no variant or problem alone.
    if list.tally.count > 0 || list.lines.is_empty() {
        list.lines.push(list.tally.line("all together", &found));
    }
    let claim = claim.replace('_', " ");
    (format!("claim: {claim}\n{}", list.lines.join("\n")), found)
}

/// Runs a whole check as a test: prints its checklist, which shows with `--nocapture` and whenever the test fails.
///
/// # Panics
/// With everything that is wrong.
pub fn hold(claim: &str, check: impl FnOnce() -> Verdict) {
    let (list, found) = checklist(claim, check);
    eprintln!("{list}");
    if let Err(findings) = found {
        panic!("\n{findings}\n");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::verdict::{at_most, collect, ensure};

    #[test]
    fn every_line_says_what_was_found() {
        let no = || "no".to_owned();
        let (list, found) = checklist("numbers_are_small", || {
            collect([
                line("a", || {
                    collect([at_most(1.0, 4.0, no), at_most(3.0, 4.0, no)])
                }),
                line("b", || at_most(f64::NAN, 4.0, || "too\nlarge".to_owned())),
                line("c", || Ok(())),
                ensure(true, no),
            ])
        });
        assert_eq!(found, Err("too\nlarge".to_owned()));
        let expected = [
            "claim: numbers are small",
            "  pass  a                            2 held, closest to its bound: 3.0e0 of at most 4.0e0",
            "  FAIL  b                            too\n        large",
            "  -     c                            does not apply",
        ];
        assert!(list.starts_with(&expected.join("\n")), "{list}");
        // The next one starts anew.
        let (list, found) = checklist("next", || ensure(true, no));
        assert_eq!(found, Ok(()));
        let expected = "claim: next\n  pass  all together                 1 held";
        assert_eq!(list, expected);
    }

    #[test]
    #[should_panic(expected = "wrong")]
    fn a_claim_that_does_not_hold_is_a_failed_test() {
        hold("x", || Err("wrong".to_owned()));
    }
}
