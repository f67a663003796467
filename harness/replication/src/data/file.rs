//! The words of a paper, from `data/<paper>.claims.toml`.

use crate::Rule;
use results::ReplicationVerdict;
use serde::Deserialize;
use std::collections::BTreeMap;
use thiserror::Error;

/// The content of a file of words.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Words {
    pub(super) summary: String,
    pub(super) experiment: BTreeMap<String, ExperimentWords>,
    pub(super) claim: BTreeMap<String, ClaimWords>,
    #[serde(default)]
    pub(super) figure: BTreeMap<String, FigureWords>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ExperimentWords {
    pub(super) title: String,
    /// Whether a quick run leaves the experiment out.
    #[serde(default)]
    pub(super) long: bool,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ClaimWords {
    pub(super) says: String,
    /// Place, row and column of the printed number that the claim is about.
    pub(super) number: Option<[String; 3]>,
    /// The rule by which our number counts as the printed one; without it our number must round to the printed digits.
    pub(super) rule: Option<Rule>,
    /// Whether the bounds of the rule are multiples of the printed number.
    #[serde(default)]
    pub(super) relative: bool,
    /// Where the paper makes the statement; absent if the claim is about a number.
    pub(super) place: Option<String>,
    /// What the paper prints; absent if the claim is about a number.
    pub(super) printed: Option<String>,
    /// How the statement is judged; absent if the claim is about a number, or is never judged.
    pub(super) judged: Option<String>,
    /// The text of our result; without it our number is written in the style of the printed one.
    pub(super) ours: Option<String>,
    /// The reason why the claim is known to differ, if it is.
    pub(super) differs: Option<String>,
    /// What the paper would have to say for the claim to be compared, if it cannot be.
    pub(super) missing: Option<String>,
    /// A remark on a claim that is reproduced.
    pub(super) remark: Option<String>,
    /// Whether the claim is a check of ours that the paper does not make.
    #[serde(default)]
    pub(super) of_ours: bool,
}

impl ClaimWords {
    /// The verdict that is known before a run.
    pub(super) fn expected(&self) -> ReplicationVerdict {
        match (&self.differs, &self.missing) {
            (None, None) => ReplicationVerdict::Reproduced,
            (Some(_), _) => ReplicationVerdict::NotReproduced,
            (None, Some(_)) => ReplicationVerdict::CannotBeCompared,
        }
    }

    /// Checks that the parts of a claim fit together.
    fn check(&self, id: &str) -> Result<(), FileError> {
        let stated = [&self.place, &self.printed, &self.ours];
        let kind = match self.number {
            Some(_) => {
                let no_statement = [&self.place, &self.printed, &self.judged];
                let judged_once = self.missing.is_none() || self.rule.is_none();
                no_statement.iter().all(|text| text.is_none()) && judged_once
            }
            None => {
                let judged = self.judged.is_some() || self.missing.is_some();
                self.rule.is_none() && judged && stated.iter().all(|text| text.is_some())
            }
        };
        let whys = [&self.differs, &self.missing, &self.remark];
        let id = || id.to_owned();
        if !kind {
            return Err(FileError::Kind(id()));
        }
        if whys.iter().filter(|why| why.is_some()).count() > 1 {
            return Err(FileError::Why(id()));
        }
        if whys.into_iter().flatten().any(|why| why.trim().is_empty()) {
            return Err(FileError::Empty(id()));
        }
        if self.of_ours && self.expected() != ReplicationVerdict::Reproduced {
            return Err(FileError::Check(id()));
        }
        Ok(())
    }
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct FigureWords {
    pub(super) title: String,
    pub(super) reading: String,
    /// Name of the horizontal axis of all panels, with its unit.
    pub(super) across: String,
    pub(super) panels: Vec<PanelWords>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PanelWords {
    pub(super) name: String,
    /// Name of the vertical axis, with its unit.
    pub(super) up: String,
    /// Whether the vertical axis is logarithmic.
    #[serde(default)]
    pub(super) log: bool,
}

/// The reason why a text is not a valid file of words.
#[derive(Debug, Error)]
pub(super) enum FileError {
    #[error(transparent)]
    Toml(#[from] toml::de::Error),
    #[error(
        "{0}: neither a number nor a statement with place, printed, ours and judged or missing"
    )]
    Kind(String),
    #[error("{0}: more than one of differs, missing and remark")]
    Why(String),
    #[error("{0}: says that there is a reason, and not which")]
    Empty(String),
    #[error("{0}: a check of ours that does not hold; it should state what does")]
    Check(String),
}

impl Words {
    /// Reads and checks the text of a file.
    pub(super) fn parse(text: &str) -> Result<Self, FileError> {
        let words: Self = toml::from_str(text)?;
        for (id, claim) in &words.claim {
            claim.check(id)?;
        }
        Ok(words)
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// A valid file with a table of numbers, a group of statements, and claims that have entries of their own: one that
    /// differs, one of ours, two that cannot be compared, and one whose rule is too wide.
    pub(in crate::data) const GOOD: &str = "
        summary = 'B'
        [experiment.table-2]
        title = 'Table 2'
        [claim.'table-2/{row}/{column}']
        says = '{row} with {column}'
        number = ['Table 2', '{row}', '{column}']
        rule.digits = 3
        [claim.'table-2/{row}']
        says = 'all of {row}'
        place = 'Section {n}'
        printed = 'small'
        judged = 'below {bound:.0e}'
        ours = '{gap:.1e}'
        [claim.'table-2/last']
        says = 'all'
        place = 'Table 2'
        printed = 'a'
        judged = 'b'
        ours = 'c'
        differs = 'misprint'
        [claim.'table-2/repaired']
        says = 'all'
        place = 'Table 2'
        printed = 'a'
        judged = 'b'
        ours = 'd'
        of_ours = true
        [claim.'table-2/unknown']
        says = 'all'
        place = 'Table 2'
        printed = 'a'
        ours = 'c'
        missing = 'masses are not printed'
        [claim.'table-2/first/missing']
        says = 'peak'
        number = ['Table 2', 'first', 'missing']
        missing = 'masses are not printed'
        [claim.'table-2/first/wide']
        says = 'size'
        number = ['Table 2', 'first', 'wide']
        relative = true
        rule.between = { low = 0.3, high = 3.0, why = 'sizes' }";

    #[test]
    fn words_that_fit_together_badly_are_named() {
        for (from, to, expected) in [
            ("judged = 'b'", "", "table-2/last: neither a number nor"),
            (
                "rule.digits = 3",
                "ours = ''\nplace = ''",
                "{column}: neither a number",
            ),
            (
                "differs = 'misprint'",
                "differs = 'a'\nremark = 'b'",
                "table-2/last: more than one of differs, missing and remark",
            ),
            (
                "ours = 'c'\n        missing = 'masses are not printed'",
                "ours = 'c'\n        missing = ' '",
                "table-2/unknown: says that there is a reason, and not which",
            ),
            (
                "of_ours = true",
                "of_ours = true\ndiffers = 'misprint'",
                "table-2/repaired: a check of ours that does not hold",
            ),
            (
                "rule.between = { low = 0.3, high = 3.0, why = 'sizes' }",
                "rule.digits = 3\nmissing = 'masses'",
                "table-2/first/wide: neither a number",
            ),
            ("title = ", "name = ", "unknown field `name`"),
            ("digits = 3", "figures = 3", "unknown variant `figures`"),
        ] {
            let said = Words::parse(&GOOD.replace(from, to))
                .unwrap_err()
                .to_string();
            assert!(said.contains(expected), "{said}");
        }
    }
}
