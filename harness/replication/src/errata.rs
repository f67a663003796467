//! Errata of the papers, from `data/*.errata.toml`.
//!
//! The papers were read as text copies, never in print. A copy loses dots, accents, indices and signs, so that every
//! erratum says which of three kinds it is ([`ErratumKind`]), and the two kinds that blame a paper say what shows it.
//! What a paper does not state is no erratum: the claims that had to choose say so.

use results::ErratumKind;
use serde::Deserialize;
use thiserror::Error;

/// A place of a paper, as our text copy has it, that cannot be what was meant or what was run.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Erratum {
    /// What kind of error it is.
    pub kind: ErratumKind,
    /// The equation, table or section with the error.
    pub place: String,
    /// What our copy has there, in the words and letters of the paper.
    pub printed: String,
    /// What it should be.
    pub correct: String,
    /// How the error is known.
    pub evidence: String,
    /// The other place of the same paper that disagrees, if two do.
    pub against: Option<String>,
    /// The test or derivation that shows the error, if no claim does.
    pub computation: Option<String>,
    /// The id within the paper of the claim whose run shows the error, if there is one.
    pub claim: Option<String>,
}

/// The content of a file of errata.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    erratum: Vec<Erratum>,
}

/// The reason why a text is not a valid file of errata.
#[derive(Debug, Error)]
pub(crate) enum ErrataError {
    #[error(transparent)]
    Toml(#[from] toml::de::Error),
    #[error("{0}: mathematics, and neither a claim nor a computation that shows it")]
    NotShown(String),
    #[error("{0}: inconsistent, and not with which other place")]
    NotAgainst(String),
    #[error("{0}: another place that disagrees, and yet not inconsistent")]
    NotInconsistent(String),
}

/// Reads the errata from the text of a data file, in its order.
pub(crate) fn errata(text: &str) -> Result<Vec<Erratum>, ErrataError> {
    let errata = toml::from_str::<File>(text)?.erratum;
    for erratum in &errata {
        let place = || erratum.place.clone();
        let shown = erratum.claim.is_some() || erratum.computation.is_some();
        match (erratum.kind, &erratum.against) {
            (ErratumKind::Mathematics, None) if !shown => {
                return Err(ErrataError::NotShown(place()));
            }
            (ErratumKind::Inconsistent, None) => return Err(ErrataError::NotAgainst(place())),
            (ErratumKind::Mathematics | ErratumKind::PerhapsTheCopy, Some(_)) => {
                return Err(ErrataError::NotInconsistent(place()));
            }
            _ => {}
        }
    }
    Ok(errata)
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: &str = "[[erratum]]\nkind = 'perhaps_the_copy'\nplace = 'Eq. 1'\nprinted = 'a'\ncorrect = 'b'\n\
                        evidence = 'c'\n";

    fn refused(text: &str) -> String {
        errata(text).unwrap_err().to_string()
    }

    #[test]
    fn a_claim_may_be_missing_and_what_an_erratum_is_may_not() {
        assert_eq!(errata(GOOD).unwrap()[0].claim, None);
        let claimed = errata(&format!("{GOOD}claim = 'eq-1/x'")).unwrap();
        assert_eq!(claimed[0].claim.as_deref(), Some("eq-1/x"));
        for (line, field) in [
            ("correct = 'b'", "correct"),
            ("kind = 'perhaps_the_copy'", "kind"),
        ] {
            let said = refused(&GOOD.replace(&format!("{line}\n"), ""));
            assert!(said.contains(&format!("missing field `{field}`")), "{said}");
        }
    }

    #[test]
    fn what_is_misspelt_is_named_with_its_line() {
        let said = refused(&GOOD.replace("evidence", "evidense"));
        assert!(
            said.contains("line 6") && said.contains("unknown field `evidense`"),
            "{said}"
        );
    }

    #[test]
    fn every_kind_is_read_and_unknown_ones_are_refused() {
        for (lines, kind) in [
            ("mathematics'\nclaim = 'eq-1/x", ErratumKind::Mathematics),
            (
                "mathematics'\ncomputation = 'derived again",
                ErratumKind::Mathematics,
            ),
            ("inconsistent'\nagainst = 'Eq. 2", ErratumKind::Inconsistent),
            ("perhaps_the_copy", ErratumKind::PerhapsTheCopy),
        ] {
            let read = errata(&GOOD.replace("perhaps_the_copy", lines)).unwrap();
            assert_eq!(read[0].kind, kind);
        }
        let said = refused(&GOOD.replace("perhaps_the_copy", "typography"));
        assert!(said.contains("unknown variant `typography`"), "{said}");
    }

    #[test]
    fn a_paper_is_not_blamed_without_saying_what_shows_it() {
        for (lines, expected) in [
            (
                "mathematics",
                "Eq. 1: mathematics, and neither a claim nor a computation",
            ),
            (
                "mathematics'\nagainst = 'Eq. 2",
                "Eq. 1: another place that disagrees",
            ),
            (
                "inconsistent'\nclaim = 'eq-1/x",
                "Eq. 1: inconsistent, and not with which",
            ),
            (
                "perhaps_the_copy'\nagainst = 'Eq. 2",
                "Eq. 1: another place that disagrees",
            ),
        ] {
            let said = refused(&GOOD.replace("perhaps_the_copy", lines));
            assert!(said.starts_with(expected), "{said}");
        }
    }
}
