//! Errata of the papers, from `data/*.errata.toml`.

use serde::Deserialize;

/// An error in a printed paper.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Erratum {
    /// The equation, table or section with the error.
    pub place: String,
    /// What is printed.
    pub printed: String,
    /// What should be printed.
    pub correct: String,
    /// How the error is known.
    pub evidence: String,
    /// The id within the paper of the claim whose run shows the error, if there is one.
    pub claim: Option<String>,
}

/// The content of a file of errata.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    erratum: Vec<Erratum>,
}

/// Reads the errata from the text of a data file, in its order.
pub(crate) fn errata(text: &str) -> Result<Vec<Erratum>, toml::de::Error> {
    Ok(toml::from_str::<File>(text)?.erratum)
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: &str =
        "[[erratum]]\nplace = 'Eq. 1'\nprinted = 'a'\ncorrect = 'b'\nevidence = 'c'\n";

    #[test]
    fn a_claim_may_be_missing_and_nothing_else_may() {
        assert_eq!(errata(GOOD).unwrap()[0].claim, None);
        let claimed = errata(&format!("{GOOD}claim = 'eq-1/x'")).unwrap();
        assert_eq!(claimed[0].claim.as_deref(), Some("eq-1/x"));
        let said = errata(&GOOD.replace("correct = 'b'\n", "")).unwrap_err();
        assert!(
            said.to_string().contains("missing field `correct`"),
            "{said}"
        );
    }

    #[test]
    fn what_is_misspelt_is_named_with_its_line() {
        let said = errata(&GOOD.replace("evidence", "evidense")).unwrap_err();
        let said = said.to_string();
        assert!(
            said.contains("line 5") && said.contains("unknown field `evidense`"),
            "{said}"
        );
    }
}
