//! One claim: what is printed, what we get, and by which rule the two are compared.

use crate::PrintedNumber;
use results::{Replication, ReplicationVerdict};

/// When a number of ours counts as the printed one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Rule {
    /// Rounded to the printed digits it is the printed number; `floor` is what rounding errors may add.
    AsPrinted {
        /// What rounding errors of double precision may add, absolutely.
        floor: f64,
    },
    /// So many significant digits agree.
    Digits(u32),
    /// They differ by no more than this.
    Within {
        /// The largest difference.
        gap: f64,
        /// Why no digits are asked for.
        why: &'static str,
    },
    /// Ours lies in a range around what is printed.
    Between {
        /// At least.
        low: f64,
        /// At most.
        high: f64,
        /// Why no digits are asked for.
        why: &'static str,
    },
}

impl Rule {
    fn holds(self, printed: &PrintedNumber, ours: f64) -> bool {
        let gap = (ours - printed.value).abs();
        match self {
            // The largest size of a rounding of the numbers themselves, so that a tie counts as agreement.
            Self::AsPrinted { floor } => {
                gap <= 0.5 * printed.unit() + floor + f64::EPSILON * printed.value.abs()
            }
            Self::Digits(digits) => printed.agreeing(ours) >= digits,
            Self::Within { gap: most, .. } => gap <= most,
            Self::Between { low, high, .. } => (low..=high).contains(&ours),
        }
    }

    fn words(self) -> String {
        match self {
            Self::AsPrinted { floor: 0.0 } => "rounds to the printed digits".to_owned(),
            Self::AsPrinted { floor } => {
                format!("rounds to the printed digits, rounding errors of {floor:.0e} allowed")
            }
            Self::Digits(digits) => format!("at least {digits} digits"),
            Self::Within { gap, why } => format!("within {}: {why}", plain(gap)),
            Self::Between { low, high, why } => {
                format!("between {} and {}: {why}", plain(low), plain(high))
            }
        }
    }
}

/// A bound as people write it: few digits, and powers of ten where there would be many zeros. Products of decimals have
/// a last digit that nobody wrote.
fn plain(x: f64) -> String {
    let rounded: f64 = format!("{x:.5e}").parse().unwrap_or(x);
    if rounded == 0.0 || (1e-3..1e5).contains(&rounded.abs()) {
        rounded.to_string()
    } else {
        format!("{rounded:e}")
    }
}

/// A claim that was run. It is expected to be reproduced unless it says why not.
#[derive(Clone, Debug, PartialEq)]
pub struct Claim {
    id: String,
    place: String,
    words: String,
    printed: String,
    ours: String,
    published: bool,
    digits: Option<u32>,
    judged: String,
    holds: bool,
    expected: bool,
    why: Option<String>,
}

impl Claim {
    /// A printed number against ours. The id is the part behind the paper, `table-1/x1/0.005`.
    pub fn number(
        id: impl Into<String>,
        words: impl Into<String>,
        printed: PrintedNumber,
        ours: f64,
        rule: Rule,
    ) -> Self {
        Self {
            id: id.into(),
            place: printed.place.to_owned(),
            words: words.into(),
            printed: printed.text.to_owned(),
            ours: printed.in_its_style(ours),
            published: true,
            digits: Some(printed.agreeing(ours)),
            judged: rule.words(),
            holds: rule.holds(&printed, ours),
            expected: true,
            why: None,
        }
    }

    /// A statement in words: whether it `holds` was found by the rule `judged`, from the numbers in `ours`.
    pub fn statement(
        [id, place]: [&str; 2],
        words: impl Into<String>,
        printed: impl Into<String>,
        ours: impl Into<String>,
        holds: bool,
        judged: impl Into<String>,
    ) -> Self {
        Self {
            id: id.to_owned(),
            place: place.to_owned(),
            words: words.into(),
            printed: printed.into(),
            ours: ours.into(),
            published: true,
            digits: None,
            judged: judged.into(),
            holds,
            expected: true,
            why: None,
        }
    }

    /// The same with other words for what we get.
    pub fn showing(mut self, ours: impl Into<String>) -> Self {
        self.ours = ours.into();
        self
    }

    /// The paper does not make this claim; it is a check of ours beside one that it makes.
    pub fn of_ours(mut self) -> Self {
        self.published = false;
        self
    }

    /// What one has to know of a claim that is reproduced.
    pub fn remark(mut self, why: impl Into<String>) -> Self {
        self.why = Some(why.into());
        self
    }

    /// The claim is known to be wrong, or cannot be reproduced, for this reason.
    pub fn known_to_differ(mut self, why: impl Into<String>) -> Self {
        self.expected = false;
        self.why = Some(why.into());
        self
    }

    /// Whether it was reproduced.
    pub fn holds(&self) -> bool {
        self.holds
    }

    /// Whether it is expected to be reproduced.
    pub fn is_expected(&self) -> bool {
        self.expected
    }

    /// The part of the id behind the paper.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// As a result.
    pub(crate) fn result(self, paper: &str) -> Replication {
        let verdict = |holds| match holds {
            true => ReplicationVerdict::Reproduced,
            false => ReplicationVerdict::NotReproduced,
        };
        // A difference that nobody knew of says at least how it was found.
        let why = match (self.holds, self.expected) {
            (false, true) => Some(format!("New. The rule does not hold: {}.", self.judged)),
            (true, false) => Some("New. It was known to differ, and now agrees.".to_owned()),
            _ => self.why,
        };
        Replication {
            id: format!("{paper}/{}", self.id),
            paper: paper.to_owned(),
            place: self.place,
            claim: self.words,
            published: self.published,
            printed: self.printed,
            ours: self.ours,
            digits: self.digits,
            judged: self.judged,
            verdict: verdict(self.holds),
            expected: verdict(self.expected),
            why,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn printed() -> PrintedNumber {
        PrintedNumber::parse("Table 2", "1.0856e-4").unwrap()
    }

    fn verdict(ours: f64, rule: Rule) -> bool {
        Claim::number("table-2/x", "x", printed(), ours, rule).holds()
    }

    #[test]
    fn every_rule_can_hold_and_can_fail() {
        let why = "the motion is chaotic";
        for (rule, good, bad) in [
            (Rule::AsPrinted { floor: 0.0 }, 1.08564e-4, 1.08566e-4),
            (Rule::AsPrinted { floor: 1e-9 }, 1.08566e-4, 1.0858e-4),
            (Rule::Digits(3), 1.0861e-4, 1.09e-4),
            (Rule::Within { gap: 1e-6, why }, 1.09e-4, 1.10e-4),
            (
                Rule::Between {
                    low: 1e-4,
                    high: 2e-4,
                    why,
                },
                1.5e-4,
                2.1e-4,
            ),
        ] {
            assert!(verdict(good, rule), "{rule:?}");
            for bad in [bad, f64::NAN, f64::INFINITY] {
                assert!(!verdict(bad, rule), "{rule:?} {bad}");
            }
        }
    }

    #[test]
    fn bounds_are_written_as_people_write_them() {
        let written = [0.0, 0.2, 0.15 * 0.0377, 1e-14, 2.0 * 1.3712e-8, 120.0, 1e6].map(plain);
        let expected = ["0", "0.2", "0.005655", "1e-14", "2.7424e-8", "120", "1e6"];
        assert_eq!(written, expected);
    }

    #[test]
    fn a_new_difference_is_lost_and_a_known_one_is_not() {
        let claim = |ours| {
            let rule = Rule::AsPrinted { floor: 0.0 };
            Claim::number("table-2/x", "x", printed(), ours, rule)
        };
        let lost = claim(2e-4).result("paper");
        assert!(lost.is_lost());
        assert_eq!(
            lost.why.as_deref(),
            Some("New. The rule does not hold: rounds to the printed digits.")
        );
        let known = claim(2e-4).known_to_differ("misprint").result("paper");
        assert!(!known.is_lost());
        assert_eq!(known.why.as_deref(), Some("misprint"));
        let surprise = claim(1.0856e-4).known_to_differ("misprint").result("paper");
        assert!(surprise.why.unwrap().starts_with("New. "));
        assert_eq!(lost.id, "paper/table-2/x");
        assert_eq!(lost.digits, Some(0));
    }
}
