//! `junit.xml` for continuous integration: one test suite per problem with one case per cell, one suite for steady
//! states with one case per variant and choice of gains, and one suite per replicated paper with one case per claim.
//!
//! A missed claim, a failed run, a steady state that does not agree and a published claim that is lost are failures, unless
//! they are expected for a known reason: these are skipped with it, as are undecided cells. A cell that is known to fail and
//! does not is a failure too, so that what is known stays true.

mod replicated;

use crate::failure::{Failure, in_words};
use crate::mark::{Mark, in_brackets};
use crate::matrix::Matrix;
use crate::number;
use crate::replicated::papers;
use crate::steady::{Group, Standing, groups, letter};
use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus, TestSuite};
use results::{Cell, Results, SteadyState};

/// The report as XML.
pub(crate) fn render(results: &Results) -> String {
    let matrix = Matrix::new(results);
    let mut report = Report::new("driftbench");
    for problem in &results.problems {
        let cells = matrix.column(problem).into_iter();
        let mut suite = TestSuite::new(problem.id.as_str());
        suite.add_test_cases(cells.map(|(_, _, cell)| case(results, cell)));
        report.add_test_suite(suite);
    }
    if !results.steady_state.is_empty() {
        let mut suite = TestSuite::new("steady-state");
        suite.add_test_cases(groups(&results.steady_state).iter().map(steady_case));
        report.add_test_suite(suite);
    }
    report.add_test_suites(papers(results).iter().map(replicated::suite));
    report
        .to_string()
        .expect("writing XML to memory cannot fail")
}

fn case(results: &Results, cell: &Cell) -> TestCase {
    let mark = Mark::of(cell);
    let mut status = match (Failure::of(results, cell), mark) {
        (Failure::Unexpected | Failure::Stale(_), _) => {
            TestCaseStatus::non_success(NonSuccessKind::Failure)
        }
        (Failure::None, Mark::Confirmed | Mark::Above) => TestCaseStatus::success(),
        _ => TestCaseStatus::skipped(),
    };
    status.set_message(in_words(results, cell));
    status.set_type(mark.look().word);
    let mut case = TestCase::new(cell.variant.as_str(), status);
    case.set_classname(cell.problem.as_str());
    case
}

fn steady_case(group: &Group) -> TestCase {
    let rows = group.rows.iter();
    let missed = rows.filter(|row| Standing::of(row) == Standing::Misses);
    let missed: Vec<String> = missed.map(|row| miss(row)).collect();
    // A success keeps no message in the file.
    let mut status = TestCaseStatus::success();
    if !missed.is_empty() {
        status = TestCaseStatus::non_success(NonSuccessKind::Failure);
        status.set_message(missed.join("; "));
    }
    let mut case = TestCase::new(format!("{}, {}", group.variant, group.gains()), status);
    case.set_classname("steady-state");
    case
}

/// A steady state that does not agree, in words.
fn miss(row: &SteadyState) -> String {
    format!(
        "{} at h = {}: exact {}, measured {}{}",
        letter(row.quantity),
        number::setting(row.h),
        number::scientific_or_dash(row.exact),
        number::scientific_or_dash(row.measured),
        in_brackets(row.why.as_deref()),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::captured;
    use results::{Outcome, ReplicatedClaim, ReplicationVerdict, Verdict};

    #[test]
    fn counts_follow_the_marks() {
        let results = captured::planted();
        let text = render(&results);
        let having = |marks: &[Mark]| {
            let cells = results.cells.iter();
            cells.filter(|cell| marks.contains(&Mark::of(cell))).count()
        };
        let steady = groups(&results.steady_state);
        let unsteady = steady.iter();
        let unsteady = unsteady.filter(|group| group.rows.iter().any(|row| !row.pass));
        let unsteady = unsteady.count();
        assert!((1..steady.len()).contains(&unsteady));
        let (papers, claims) = (&results.replicated_papers, &results.replications);
        let lost = claims.iter().filter(|claim| claim.is_lost()).count();
        let failed = having(&[Mark::Below, Mark::Failed]) + unsteady + lost;
        use Mark::{NoClaim, OverBudget, Refused, Undecided};
        let known = |claim: &&ReplicatedClaim| claim.verdict == claim.expected;
        let known = claims.iter().filter(known);
        let known = known.filter(|claim| claim.verdict != ReplicationVerdict::Reproduced);
        let skipped = having(&[Undecided, NoClaim, Refused, OverBudget]) + known.count();
        for (tag, count) in [
            ("testsuite", results.problems.len() + 1 + papers.len()),
            (
                "testcase",
                results.cells.len() + steady.len() + claims.len(),
            ),
            ("failure", failed),
            ("skipped", skipped),
        ] {
            assert_eq!(text.matches(&format!("<{tag} ")).count(), count, "{tag}");
        }
    }

    #[test]
    fn a_healthy_report_has_no_failures_and_says_why_cells_are_skipped() {
        let results = captured::healthy();
        let text = render(&results);
        assert!(!text.contains("<failure "), "{text}");
        assert!(results.expected_failures.len() > 3);
        let skipped = text.matches("expected: known in the test").count();
        assert_eq!(skipped, results.expected_failures.len());
    }

    #[test]
    fn a_failure_that_is_not_known_and_one_that_is_gone_are_failures() {
        let failures = |results: &Results| render(results).matches("<failure ").count();
        let mut results = captured::healthy();
        let gone = results.expected_failures.remove(0);
        assert_eq!(failures(&results), 1);
        results.expected_failures.push(gone.clone());
        let cell = captured::cell(&mut results, &gone.variant, &gone.problem);
        (cell.outcome, cell.verdict) = (Outcome::Ran, Verdict::Confirmed);
        assert_eq!(failures(&results), 1);
        assert!(render(&results).contains("what is known is out of date"));
    }

    #[test]
    fn a_failure_carries_its_reason_escaped() {
        let mut results = captured::planted();
        let failed = captured::marked(&mut results, Mark::Failed);
        failed.why = Some("pivot < 1e-12 & \"singular\"".into());
        assert!(render(&results).contains("pivot &lt; 1e-12 &amp; &quot;singular&quot;"));
    }

    #[test]
    fn a_steady_state_that_does_not_agree_says_what_it_did() {
        let mut results = captured::planted();
        let rows = results.steady_state.iter_mut();
        rows.for_each(|row| row.pass = true);
        assert!(!render(&results).contains("it went elsewhere"));
        results.steady_state[0].pass = false;
        results.steady_state[0].why = Some("it went elsewhere".into());
        assert!(render(&results).contains("(it went elsewhere)"));
        results.steady_state.clear();
        assert!(!render(&results).contains("steady-state"));
    }

    #[test]
    fn no_clock_reaches_the_file() {
        assert!(!render(&captured::planted()).contains("timestamp"));
    }
}
