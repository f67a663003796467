//! Errata of replicated papers, which were read as text copies and never in print.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A place of a paper, as our text copy has it, that cannot be what was meant or what was run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Erratum {
    /// Paper id.
    pub paper: String,
    /// What kind of error it is.
    pub kind: ErratumKind,
    /// Equation, table or section.
    pub place: String,
    /// What our copy has there, in the words and letters of the paper.
    pub printed: String,
    /// What it should be.
    pub correct: String,
    /// How that is known.
    pub evidence: String,
    /// The other place of the same paper that disagrees, where two do.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub against: Option<String>,
    /// The test or derivation that shows it, where no claim does.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub computation: Option<String>,
    /// The claim whose run shows it, where there is one.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub claim: Option<String>,
}

/// The kind of an erratum, by what would have to be wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ErratumKind {
    /// Wrong whatever the typography: a computation shows it.
    Mathematics,
    /// Two places of the same paper disagree.
    Inconsistent,
    /// A dot, an accent, an index, a sign, a bar or one letter, which a copy may lose or misread.
    PerhapsTheCopy,
}

impl ErratumKind {
    /// Every kind, the surest first.
    pub const ALL: [Self; 3] = [Self::Mathematics, Self::Inconsistent, Self::PerhapsTheCopy];

    /// The kind as it is counted, for people.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Mathematics => "wrong by a computation",
            Self::Inconsistent => "where two places disagree",
            Self::PerhapsTheCopy => "perhaps the fault of our copy",
        }
    }

    /// What the kind means, in one sentence for people.
    pub const fn meaning(self) -> &'static str {
        match self {
            Self::Mathematics => {
                "What is said is wrong however it was typeset: a run, a test or a derivation shows it."
            }
            Self::Inconsistent => {
                "Two places of the same paper disagree, so that at least one of them is wrong."
            }
            Self::PerhapsTheCopy => {
                "One mark is missing or misread, such as a dot, an index, a sign or a bar; the print may well have it."
            }
        }
    }
}

/// How many errata there are of each kind, in words: `2 wrong by a computation, 1 perhaps the fault of our copy`.
///
/// The kinds are never added up, since the last may be faults of ours; what does not occur is left out.
pub fn errata_in_words<'a>(errata: impl IntoIterator<Item = &'a Erratum>) -> String {
    let kinds: Vec<ErratumKind> = errata.into_iter().map(|erratum| erratum.kind).collect();
    let counts = ErratumKind::ALL.map(|kind| (kind, kinds.iter().filter(|k| **k == kind).count()));
    let counts = counts.iter().filter(|(_, count)| *count > 0);
    let words: Vec<String> = counts
        .map(|(kind, count)| format!("{count} {}", kind.words()))
        .collect();
    match words.is_empty() {
        true => "none".to_owned(),
        false => words.join(", "),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn erratum(kind: ErratumKind) -> Erratum {
        Erratum {
            paper: "paper".into(),
            kind,
            place: "Eq. 1".into(),
            printed: "a".into(),
            correct: "b".into(),
            evidence: "c".into(),
            against: None,
            computation: None,
            claim: None,
        }
    }

    #[test]
    fn kinds_have_the_ids_that_other_programs_read_and_no_others() {
        let written = ErratumKind::ALL.map(|kind| serde_json::to_string(&kind).unwrap());
        let expected = ["mathematics", "inconsistent", "perhaps_the_copy"];
        assert_eq!(written, expected.map(|id| format!("{id:?}")));
        let unknown = serde_json::from_str::<ErratumKind>("\"typography\"");
        assert!(unknown.unwrap_err().to_string().contains("unknown variant"));
        let mut unsorted = serde_json::to_value(erratum(ErratumKind::Inconsistent)).unwrap();
        unsorted.as_object_mut().unwrap().remove("kind");
        let refused = serde_json::from_value::<Erratum>(unsorted).unwrap_err();
        assert!(refused.to_string().contains("missing field `kind`"));
    }

    #[test]
    fn kinds_are_counted_apart_and_never_added_up() {
        use ErratumKind::{Inconsistent, Mathematics, PerhapsTheCopy};
        let errata = [PerhapsTheCopy, Mathematics, PerhapsTheCopy].map(erratum);
        assert_eq!(
            errata_in_words(&errata),
            "1 wrong by a computation, 2 perhaps the fault of our copy"
        );
        let one = erratum(Inconsistent);
        assert_eq!(errata_in_words([&one]), "1 where two places disagree");
        assert_eq!(errata_in_words([]), "none");
    }
}
