//! One claim: the printed value, our value, and the rule that compares the two.

use crate::PrintedNumber;
use results::planted::{self, Defect};
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
    /// Our number is at most the printed one, because a bound is printed.
    AtMost {
        /// How the print says that it is a bound.
        why: String,
    },
}

/// The widest range that may judge a number, as the ratio of its ends: a wider one hardly fails.
const WIDEST: f64 = 3.0;

/// The largest probability with which a rule may hold by chance: the part of the alternatives that would pass.
pub(crate) const CHANCE: f64 = 0.05;

/// The verdict of a rule that `passing` of `all` alternatives would meet, which confirms nothing if they are many.
pub(crate) fn unless_by_chance(holds: bool, passing: usize, all: usize) -> ReplicationVerdict {
    match passing as f64 <= CHANCE * all as f64 {
        true => ReplicationVerdict::of(holds),
        false => ReplicationVerdict::CannotBeCompared,
    }
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
        let mut gap = (ours - printed.value).abs();
        if planted::is(Defect::LooseClaimRule) {
            gap /= 2e4;
        }
        match *self {
            // The largest size of a rounding of the numbers themselves, so that a tie counts as agreement.
            Self::AsPrinted { floor } => {
                gap <= 0.5 * printed.unit() + floor + f64::EPSILON * printed.value.abs()
            }
            Self::Digits(digits) => printed.agreeing(ours) >= digits,
            Self::Within { gap: most, .. } => gap <= most,
            Self::Between { low, high, .. } => (low..=high).contains(&ours),
            Self::AtMost { .. } => ours.abs() <= printed.value,
        }
    }

    /// Whether the rule is narrow enough to fail: the ends of its range differ by at most a factor of three.
    pub(crate) fn can_fail(&self, printed: &PrintedNumber) -> bool {
        let narrow = |low: f64, high: f64| low > 0.0 && high <= WIDEST * low;
        match *self {
            Self::AsPrinted { .. } | Self::AtMost { .. } => true,
            Self::Digits(digits) => digits > 0,
            Self::Within { gap, .. } => {
                let size = printed.value.abs();
                gap == 0.0 || narrow(size - gap, size + gap)
            }
            Self::Between { low, high, .. } => narrow(low, high),
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
            Self::AtMost { why } => format!("at most the printed number: {why}"),
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
#[derive(Clone, Debug, PartialEq)]
pub struct Claim {
    pub(crate) id: String,
    pub(crate) place: String,
    pub(crate) words: String,
    pub(crate) printed: String,
    pub(crate) ours: String,
    pub(crate) published: bool,
    pub(crate) digits: Option<u32>,
    pub(crate) judged: String,
    pub(crate) verdict: ReplicationVerdict,
    pub(crate) expected: ReplicationVerdict,
    pub(crate) why: Option<String>,
}

impl Default for Claim {
    fn default() -> Self {
        Self {
            id: String::new(),
            place: String::new(),
            words: String::new(),
            printed: String::new(),
            ours: String::new(),
            published: true,
            digits: None,
            judged: String::new(),
            verdict: ReplicationVerdict::NotReproduced,
            expected: ReplicationVerdict::Reproduced,
            why: None,
        }
    }
}

impl Claim {
    /// The claim with another text for our result.
    pub fn showing(mut self, ours: impl Into<String>) -> Self {
        self.ours = ours.into();
        self
    }

    /// Whether the claim was reproduced.
    pub fn holds(&self) -> bool {
        self.verdict == ReplicationVerdict::Reproduced
    }

    /// Whether the claim has the verdict that is known from before.
    pub fn is_as_known(&self) -> bool {
        self.verdict == self.expected
    }

    /// The id of the claim within its paper.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// The claim in the form of the results.
    pub(crate) fn result(self, paper: &str) -> ReplicatedClaim {
        let why = match self.is_as_known() {
            true => self.why,
            false => Some(changed(self.expected, self.verdict, &self.judged)),
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
            verdict: self.verdict,
            expected: self.expected,
            why,
        }
    }
}

/// What is said about a verdict that nobody knew of, which is at least how it was found.
fn changed(known: ReplicationVerdict, found: ReplicationVerdict, judged: &str) -> String {
    use ReplicationVerdict::{CannotBeCompared, NotReproduced, Reproduced};
    let before = match known {
        Reproduced => "",
        NotReproduced => " It was known to differ.",
        CannotBeCompared => " It could not be compared.",
    };
    let now = match found {
        Reproduced => "Now it agrees".to_owned(),
        NotReproduced => format!("The rule does not hold: {judged}"),
        CannotBeCompared => format!("Now it cannot be compared: {judged}"),
    };
    format!("New.{before} {now}.")
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
            (Rule::AtMost { why: why() }, -1e-4, -1.1e-4),
        ] {
            assert!(rule.can_fail(&printed()), "{rule:?}");
            assert!(rule.holds(&printed(), good), "{rule:?}");
            for bad in [bad, f64::NAN, f64::INFINITY] {
                assert!(!rule.holds(&printed(), bad), "{rule:?} {bad}");
            }
        }
    }

    #[test]
    fn a_range_of_more_than_a_factor_of_three_judges_nothing() {
        let why = || "curves are divided to fit into one frame".to_owned();
        for (low, high, can_fail) in [
            (1.0 / 3.0, 3.0, false),
            (0.5, 2.0, false),
            (0.0, 1.0, false),
            (0.75, 1.25, true),
        ] {
            let why = why();
            let rule = Rule::Between { low, high, why }.times(printed().value);
            assert_eq!(rule.can_fail(&printed()), can_fail, "{rule:?}");
        }
        for (gap, can_fail) in [(0.6, false), (0.15, true), (0.0, true)] {
            let why = why();
            let rule = Rule::Within { gap, why }.times(printed().value);
            assert_eq!(rule.can_fail(&printed()), can_fail, "{rule:?}");
        }
        assert!(!Rule::Digits(0).can_fail(&printed()));
    }

    #[test]
    fn what_more_than_one_in_twenty_alternatives_meet_is_not_judged() {
        use ReplicationVerdict::{CannotBeCompared, NotReproduced, Reproduced};
        for (passing, verdicts) in [
            (4, [Reproduced, NotReproduced]),
            (5, [Reproduced, NotReproduced]),
            (6, [CannotBeCompared; 2]),
            (38, [CannotBeCompared; 2]),
        ] {
            let found = [true, false].map(|holds| unless_by_chance(holds, passing, 101));
            assert_eq!(found, verdicts, "{passing}");
        }
    }

    #[test]
    fn bounds_are_written_as_people_write_them() {
        let written = [0.0, 0.2, 0.15 * 0.0377, 1e-14, 2.0 * 1.3712e-8, 120.0, 1e6].map(plain);
        let expected = ["0", "0.2", "0.005655", "1e-14", "2.7424e-8", "120", "1e6"];
        assert_eq!(written, expected);
    }

    #[test]
    fn a_change_is_said_and_lost_only_where_a_claim_was_reproduced() {
        use ReplicationVerdict::{CannotBeCompared, NotReproduced, Reproduced};
        let all = [Reproduced, NotReproduced, CannotBeCompared];
        for expected in all {
            for verdict in all {
                let claim = Claim {
                    id: "table-2/x".to_owned(),
                    judged: "rounds".to_owned(),
                    verdict,
                    expected,
                    why: Some("misprint".to_owned()),
                    ..Claim::default()
                };
                let (known, result) = (claim.is_as_known(), claim.result("paper"));
                assert_eq!(result.id, "paper/table-2/x");
                assert_eq!(known, verdict == expected);
                let lost = expected == Reproduced && verdict != Reproduced;
                assert_eq!(result.is_lost(), lost, "{result:?}");
                let said = result.why.unwrap();
                assert_eq!(said == "misprint", known, "{said}");
                assert_eq!(said.starts_with("New."), !known, "{said}");
                assert_eq!(said.ends_with(": rounds."), !known && verdict != Reproduced);
            }
        }
    }
}
