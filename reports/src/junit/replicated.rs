//! One test suite per paper, one test case per claim.

use crate::replicated::{Outcome, Paper, ours};
use quick_junit::{NonSuccessKind, TestCase, TestCaseStatus, TestSuite};
use results::ReplicatedClaim;

/// The suite of a paper.
pub(super) fn suite(paper: &Paper) -> TestSuite {
    let name = format!("replication/{}", paper.card.id);
    let mut suite = TestSuite::new(name.as_str());
    suite.add_test_cases(paper.claims.iter().map(|claim| case(claim, &name)));
    suite
}

/// A claim fails only where it is lost. One that is known to differ, or not to be comparable, is skipped with the reason.
fn case(claim: &ReplicatedClaim, suite: &str) -> TestCase {
    let outcome = Outcome::of(claim);
    let mut status = match outcome {
        Outcome::Reproduced | Outcome::Gained | Outcome::Changed => TestCaseStatus::success(),
        Outcome::Differs | Outcome::NotComparable => TestCaseStatus::skipped(),
        Outcome::Lost => TestCaseStatus::non_success(NonSuccessKind::Failure),
    };
    status.set_message(message(claim, outcome));
    status.set_type(Outcome::word_of(claim));
    let mut case = TestCase::new(claim.id.as_str(), status);
    case.set_classname(suite);
    // A success keeps no message of its own in the file, so that what has changed is told as output.
    if matches!(outcome, Outcome::Gained | Outcome::Changed) {
        case.set_system_out(message(claim, outcome));
    }
    case
}

fn message(claim: &ReplicatedClaim, outcome: Outcome) -> String {
    let known = match outcome {
        Outcome::Differs | Outcome::NotComparable => " as expected",
        _ => "",
    };
    let why = claim
        .why
        .as_ref()
        .map_or_else(String::new, |why| format!(" ({why})"));
    format!(
        "{}{known}: {}: printed {}, ours {}{why}",
        Outcome::word_of(claim),
        claim.claim,
        claim.printed,
        ours(claim),
    )
}

#[cfg(test)]
mod tests {
    use super::super::render;
    use crate::captured;
    use crate::replicated::Outcome;

    #[test]
    fn only_a_lost_claim_fails() {
        let results = captured::planted();
        let mut without = results.clone();
        without
            .replications
            .retain(|claim| Outcome::of(claim) != Outcome::Lost);
        let failures = |text: &str| text.matches("<failure ").count();
        let lost = results.replications.len() - without.replications.len();
        assert!(lost > 0);
        assert_eq!(
            failures(&render(&results)) - failures(&render(&without)),
            lost
        );
        let suites = render(&results)
            .matches("<testsuite name=\"replication/")
            .count();
        assert_eq!(suites, results.replicated_papers.len());
    }

    #[test]
    fn what_is_known_and_what_changed_says_so() {
        let text = render(&captured::planted());
        assert!(text.contains("not reproduced as expected: E4 is least at (α, β)"));
        assert!(text.contains("cannot be compared as expected: "));
        assert!(text.contains("verdict changed: "));
    }
}
