//! What every module asks of its findings: verdicts as known, and verdicts that turn when the set-up is changed.

use crate::{Claim, Finding, Result};

/// The claim with this id.
///
/// # Panics
/// When there is none.
pub(crate) fn claim<'a>(finding: &'a Finding, id: &str) -> &'a Claim {
    let found = finding.claims.iter().find(|claim| claim.id() == id);
    found.unwrap_or_else(|| panic!("no claim {id} in {:#?}", finding.claims))
}

/// Every claim has the verdict that is known. Of experiments that are not long the tests of all papers ask this.
pub(crate) fn assert_as_known(finding: &Finding) {
    assert!(!finding.claims.is_empty());
    for claim in &finding.claims {
        assert!(claim.holds() == claim.is_expected(), "{claim:#?}");
    }
}

/// These claims of an experiment do not have the verdict that is known.
pub(crate) fn assert_turned(found: Result<Finding>, experiment: &str, ids: &[&str]) {
    let finding = found.unwrap();
    for id in ids {
        let claim = claim(&finding, &format!("{experiment}/{id}"));
        assert!(claim.holds() != claim.is_expected(), "{claim:#?}");
    }
}

/// A change of a set-up, what it is, and the claims whose verdicts it turns.
pub(crate) type Change<'a, S> = (&'a str, fn(&mut S), &'a [&'a str]);

/// Every change of the set-up of the paper turns the verdicts of its claims.
pub(crate) fn assert_changes_turn<S: Default>(
    run: fn(&S) -> Result<Finding>,
    experiment: &str,
    changes: &[Change<'_, S>],
) {
    for (what, change, ids) in changes {
        let mut setup = S::default();
        change(&mut setup);
        println!("{experiment}: {what}");
        assert_turned(run(&setup), experiment, ids);
    }
}
