//! What every module asks of its findings: verdicts as known, and verdicts that turn when the set-up is changed.

use crate::{Claim, Finding};

/// The claim with this id.
///
/// # Panics
/// When there is none.
pub(crate) fn claim<'a>(finding: &'a Finding, id: &str) -> &'a Claim {
    let found = finding.claims.iter().find(|claim| claim.id() == id);
    found.unwrap_or_else(|| panic!("no claim {id} in {:#?}", finding.claims))
}

/// Every claim has the verdict that is known.
pub(crate) fn assert_as_known(finding: &Finding) {
    assert!(!finding.claims.is_empty());
    for claim in &finding.claims {
        assert!(claim.holds() == claim.is_expected(), "{claim:#?}");
    }
}

/// Under a changed set-up these claims have the other verdict.
pub(crate) fn assert_turned(finding: &Finding, ids: &[&str]) {
    for id in ids {
        let claim = claim(finding, id);
        assert!(claim.holds() != claim.is_expected(), "{claim:#?}");
    }
}
