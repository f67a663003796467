//! `junit.xml`: one test suite per problem, one test case per cell, for continuous integration.
//!
//! A missed claim and a failed run are failures. What could not be decided is skipped, never passed.

use crate::mark::{Mark, reason};
use crate::matrix::Matrix;
use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus, TestSuite};
use results::{Cell, Results};

/// The report as XML.
pub(crate) fn render(results: &Results) -> String {
    let matrix = Matrix::new(results);
    let mut report = Report::new("driftbench");
    for problem in &results.problems {
        let mut suite = TestSuite::new(problem.id.as_str());
        suite.add_test_cases(
            matrix
                .column(problem)
                .into_iter()
                .map(|(_, _, cell)| case(cell)),
        );
        report.add_test_suite(suite);
    }
    report
        .to_string()
        .expect("writing XML to memory cannot fail")
}

fn case(cell: &Cell) -> TestCase {
    let mark = Mark::of(cell);
    let mut status = match mark {
        Mark::Confirmed | Mark::Above => TestCaseStatus::success(),
        Mark::Below | Mark::Failed => TestCaseStatus::non_success(NonSuccessKind::Failure),
        Mark::Undecided | Mark::NoClaim | Mark::Refused | Mark::OverBudget => {
            TestCaseStatus::skipped()
        }
    };
    status.set_message(format!("{}: {}", mark.word(), reason(cell)));
    status.set_type(mark.word());
    let mut case = TestCase::new(cell.variant.as_str(), status);
    case.set_classname(cell.problem.as_str());
    case
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture;

    #[test]
    fn counts_follow_the_marks() {
        let results = fixture::small();
        let text = render(&results);
        let having = |marks: &[Mark]| {
            results
                .cells
                .iter()
                .filter(|cell| marks.contains(&Mark::of(cell)))
                .count()
        };
        assert_eq!(text.matches("<testsuite ").count(), results.problems.len());
        assert_eq!(text.matches("<testcase ").count(), results.cells.len());
        assert_eq!(
            text.matches("<failure ").count(),
            having(&[Mark::Below, Mark::Failed])
        );
        let skipped = having(&[
            Mark::Undecided,
            Mark::NoClaim,
            Mark::Refused,
            Mark::OverBudget,
        ]);
        assert_eq!(text.matches("<skipped ").count(), skipped);
    }

    #[test]
    fn a_failure_carries_its_reason_escaped() {
        let mut results = fixture::small();
        let failed = results
            .cells
            .iter_mut()
            .find(|cell| Mark::of(cell) == Mark::Failed)
            .unwrap();
        failed.why = Some("pivot < 1e-12 & \"singular\"".into());
        assert!(render(&results).contains("pivot &lt; 1e-12 &amp; &quot;singular&quot;"));
    }

    #[test]
    fn no_clock_reaches_the_file() {
        assert!(!render(&fixture::small()).contains("timestamp"));
    }
}
