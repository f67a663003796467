//! One claim: the printed value, our value, and the rule that compares the two.

use crate::PrintedNumber;
use results::{ReplicatedClaim, ReplicationVerdict};
use serde::Deserialize;

/// The rule by which our number counts as the printed one.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Rule {
    /// Our number rounds to the printed digits.
    AsPrinted {
        /// The additional error allowed for rounding in double precision.
        floor: f64,
    },
    /// At least this many significant digits agree.
    Digits(u32),
    /// The two numbers differ by at most a gap.
    Within {
        /// The largest allowed difference.
        gap: f64,
        /// The reason why no agreement of digits is required.
        why: String,
    },
    /// Our number lies in a range around the printed one.
    Between {
        /// The lower end of the range.
        low: f64,
        /// The upper end of the range.
        high: f64,
        /// The reason why no agreement of digits is required.
        why: String,
    },
}

impl Rule {
    /// Our number rounds to the printed digits, without an additional error.
    pub(crate) const AS_PRINTED: Self = Self::AsPrinted { floor: 0.0 };

    /// The rule with its bounds multiplied by `unit`.
    pub(crate) fn times(self, unit: f64) -> Self {
        match self {
            Self::Within { gap, why } => Self::Within {
                gap: gap * unit,
                why,
            },
            Self::Between { low, high, why } => Self::Between {
                low: low * unit,
                high: high * unit,
                why,
            },
            without => without,
        }
    }

    /// Whether our number counts as the printed one.
    pub(crate) fn holds(&self, printed: &PrintedNumber, ours: f64) -> bool {
        let gap = (ours - printed.value).abs();
        match *self {
            // The largest size of a rounding of the numbers themselves, so that a tie counts as agreement.
            Self::AsPrinted { floor } => {
                gap <= 0.5 * printed.unit() + floor + f64::EPSILON * printed.value.abs()
            }
            Self::Digits(digits) => printed.agreeing(ours) >= digits,
            Self::Within { gap: most, .. } => gap <= most,
            Self::Between { low, high, .. } => (low..=high).contains(&ours),
        }
    }

    /// The rule in words.
    pub(crate) fn words(&self) -> String {
        match self {
            Self::AsPrinted { floor: 0.0 } => "rounds to the printed digits".to_owned(),
            Self::AsPrinted { floor } => {
                format!("rounds to the printed digits, rounding errors of {floor:.0e} allowed")
            }
            Self::Digits(digits) => format!("at least {digits} digits"),
            Self::Within { gap, why } => format!("within {}: {why}", plain(*gap)),
            Self::Between { low, high, why } => {
                format!("between {} and {}: {why}", plain(*low), plain(*high))
            }
        }
    }
}

/// Writes a bound as people do, with powers of ten where there would be many zeros, and with few digits because
/// products of decimals have rounding in the last ones.
fn plain(x: f64) -> String {
    let rounded: f64 = format!("{x:.5e}").parse().unwrap_or(x);
    if rounded == 0.0 || (1e-3..1e5).contains(&rounded.abs()) {
        rounded.to_string()
    } else {
        format!("{rounded:e}")
    }
}

/// The outcome of one claim, which is expected to be reproduced unless its data say why not.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Claim {
    pub(crate) id: String,
    pub(crate) place: String,
    pub(crate) words: String,
    pub(crate) printed: String,
    pub(crate) ours: String,
    pub(crate) published: bool,
    pub(crate) digits: Option<u32>,
    pub(crate) judged: String,
    pub(crate) holds: bool,
    pub(crate) expected: bool,
    pub(crate) why: Option<String>,
}

impl Claim {
    /// The claim with another text for our result.
    pub fn showing(mut self, ours: impl Into<String>) -> Self {
        self.ours = ours.into();
        self
    }

    /// Whether the claim was reproduced.
    pub fn holds(&self) -> bool {
        self.holds
    }

    /// Whether the claim is expected to be reproduced.
    pub fn is_expected(&self) -> bool {
        self.expected
    }

    /// The id of the claim within its paper.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// The claim in the form of the results.
    pub(crate) fn result(self, paper: &str) -> ReplicatedClaim {
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
        ReplicatedClaim {
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

    #[test]
    fn every_rule_can_hold_and_can_fail() {
        let why = || "the motion is chaotic".to_owned();
        let between = |low, high| Rule::Between {
            low,
            high,
            why: why(),
        };
        let within = |gap| Rule::Within { gap, why: why() };
        for (rule, good, bad) in [
            (Rule::AS_PRINTED, 1.08564e-4, 1.08566e-4),
            (Rule::AsPrinted { floor: 1e-9 }, 1.08566e-4, 1.0858e-4),
            (Rule::Digits(3), 1.0861e-4, 1.09e-4),
            (within(1e-6), 1.09e-4, 1.10e-4),
            (within(0.01).times(1e-4), 1.09e-4, 1.10e-4),
            (between(1e-4, 2e-4), 1.5e-4, 2.1e-4),
            (between(1.0, 2.0).times(1e-4), 1.5e-4, 2.1e-4),
        ] {
            assert!(rule.holds(&printed(), good), "{rule:?}");
            for bad in [bad, f64::NAN, f64::INFINITY] {
                assert!(!rule.holds(&printed(), bad), "{rule:?} {bad}");
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
        let result = |holds, expected: bool| {
            let claim = Claim {
                id: "table-2/x".to_owned(),
                judged: "rounds".to_owned(),
                holds,
                expected,
                why: (!expected).then(|| "misprint".to_owned()),
                ..Claim::default()
            };
            claim.result("paper")
        };
        let lost = result(false, true);
        assert!(lost.is_lost());
        assert_eq!(lost.id, "paper/table-2/x");
        let said = "New. The rule does not hold: rounds.";
        assert_eq!(lost.why.as_deref(), Some(said));
        let known = result(false, false);
        assert!(!known.is_lost());
        assert_eq!(known.why.as_deref(), Some("misprint"));
        assert!(result(true, false).why.unwrap().starts_with("New. "));
    }
}
