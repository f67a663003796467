//! The words of a paper, from `data/<paper>.claims.toml`.

use crate::Rule;
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
    /// How the statement is judged; absent if the claim is about a number.
    pub(super) judged: Option<String>,
    /// The text of our result; without it our number is written in the style of the printed one.
    pub(super) ours: Option<String>,
    /// The reason why the claim is known to differ, if it is.
    pub(super) differs: Option<String>,
    /// A remark on a claim that is reproduced.
    pub(super) remark: Option<String>,
    /// Whether the claim is a check of ours that the paper does not make.
    #[serde(default)]
    pub(super) of_ours: bool,
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
    #[error("{0}: neither a number nor a statement with place, printed, judged and ours")]
    Kind(String),
    #[error("{0}: known to differ, and a remark as if it were not")]
    Why(String),
}

impl Words {
    /// Reads and checks the text of a file.
    pub(super) fn parse(text: &str) -> Result<Self, FileError> {
        let words: Self = toml::from_str(text)?;
        for (id, claim) in &words.claim {
            let statement = [&claim.place, &claim.printed, &claim.judged, &claim.ours];
            let kind = match claim.number {
                Some(_) => statement[..3].iter().all(|text| text.is_none()),
                None => claim.rule.is_none() && statement.iter().all(|text| text.is_some()),
            };
            if !kind {
                return Err(FileError::Kind(id.clone()));
            }
            if claim.differs.is_some() && claim.remark.is_some() {
                return Err(FileError::Why(id.clone()));
            }
        }
        Ok(words)
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// A valid file with a table of numbers, a group of statements, and one statement that has an entry of its own.
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
        of_ours = true";

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
                "of_ours = true",
                "remark = ''",
                "table-2/last: known to differ, and",
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
