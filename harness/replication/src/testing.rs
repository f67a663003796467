//! Assertions for the tests of all modules: verdicts are as known, and change when the set-up is changed.

use crate::{Claim, Finding, Result};

/// The claim with this id.
///
/// # Panics
/// When there is no claim with this id.
pub(crate) fn claim<'a>(finding: &'a Finding, id: &str) -> &'a Claim {
    let found = finding.claims.iter().find(|claim| claim.id() == id);
    found.unwrap_or_else(|| panic!("no claim {id} in {:#?}", finding.claims))
}

/// Asserts that every claim has the known verdict, as the test of all papers does for the set-ups of the papers.
pub(crate) fn assert_as_known(finding: &Finding) {
    assert!(!finding.claims.is_empty());
    for claim in &finding.claims {
        assert!(claim.is_as_known(), "{claim:#?}");
    }
}

/// Asserts that these claims of an experiment do not have the known verdict.
pub(crate) fn assert_turned(found: Result<Finding>, experiment: &str, ids: &[&str]) {
    assert_turned_by("the change", found, experiment, ids);
}

fn assert_turned_by(what: &str, found: Result<Finding>, experiment: &str, ids: &[&str]) {
    let finding = found.unwrap();
    for id in ids {
        let claim = claim(&finding, &format!("{experiment}/{id}"));
        assert!(!claim.is_as_known(), "{what} does not turn {claim:#?}");
    }
}

/// A change of a set-up: its name, the change itself, and the claims whose verdicts it turns.
type Change<'a, S> = (&'a str, fn(&mut S), &'a [&'a str]);

/// An experiment whose set-up is changed by tests.
pub(crate) struct Changes<S> {
    experiment: &'static str,
    run: fn(&S) -> Result<Finding>,
}

/// Prepares changes of the set-up of an experiment.
pub(crate) fn changes<S>(experiment: &'static str, run: fn(&S) -> Result<Finding>) -> Changes<S> {
    Changes { experiment, run }
}

impl<S: Default> Changes<S> {
    /// Asserts that each change turns the verdicts of its claims.
    pub(crate) fn turn(&self, changes: &[Change<'_, S>]) {
        for (what, change, ids) in changes {
            let mut setup = S::default();
            change(&mut setup);
            assert_turned_by(what, (self.run)(&setup), self.experiment, ids);
        }
    }
}
