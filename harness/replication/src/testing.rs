//! Assertions for the tests of all modules: verdicts are as known, and change when the set-up is changed.

use crate::{Claim, Finding, Result};

/// The claim with this id.
///
/// # Panics
/// When there is none.
pub(crate) fn claim<'a>(finding: &'a Finding, id: &str) -> &'a Claim {
    let found = finding.claims.iter().find(|claim| claim.id() == id);
    found.unwrap_or_else(|| panic!("no claim {id} in {:#?}", finding.claims))
}

/// Every claim has the verdict that is known. The test of all papers asks this of the set-ups of the papers.
pub(crate) fn assert_as_known(finding: &Finding) {
    assert!(!finding.claims.is_empty());
    for claim in &finding.claims {
        assert!(claim.holds() == claim.is_expected(), "{claim:#?}");
    }
}

/// These claims of an experiment do not have the verdict that is known.
pub(crate) fn assert_turned(found: Result<Finding>, experiment: &str, ids: &[&str]) {
    assert_turned_by("the change", found, experiment, ids);
}

fn assert_turned_by(what: &str, found: Result<Finding>, experiment: &str, ids: &[&str]) {
    let finding = found.unwrap();
    for id in ids {
        let claim = claim(&finding, &format!("{experiment}/{id}"));
        let turned = claim.holds() != claim.is_expected();
        assert!(turned, "{what} does not turn {claim:#?}");
    }
}

/// What is changed, the change of a set-up, and the claims whose verdicts it turns.
type Change<'a, S> = (&'a str, fn(&mut S), &'a [&'a str]);

/// An experiment whose set-up is changed.
pub(crate) struct Changes<S> {
    experiment: &'static str,
    run: fn(&S) -> Result<Finding>,
}

/// Changes of the set-up of an experiment.
pub(crate) fn changes<S>(experiment: &'static str, run: fn(&S) -> Result<Finding>) -> Changes<S> {
    Changes { experiment, run }
}

impl<S: Default> Changes<S> {
    /// Each of them turns the verdicts of its claims.
    pub(crate) fn turn(&self, changes: &[Change<'_, S>]) {
        for (what, change, ids) in changes {
            let mut setup = S::default();
            change(&mut setup);
            assert_turned_by(what, (self.run)(&setup), self.experiment, ids);
        }
    }
}
