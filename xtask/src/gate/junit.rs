//! What the gate found, as JUnit XML: one suite per problem, one for boards, one for claims and one for the run.

use quick_junit::{NonSuccessKind, TestCase, TestCaseStatus, TestSuite};
use results::{Status, Subject};
use runner::gate::{Entry, Report};

/// The report as XML. Everything that the gate does not pass is a failure; what is excused is skipped.
pub(super) fn render(report: &Report) -> String {
    let mut suites: Vec<TestSuite> = Vec::new();
    for entry in &report.entries {
        let name = suite(&entry.subject);
        let place = suites.iter().position(|suite| suite.name.as_str() == name);
        let place = place.unwrap_or_else(|| {
            suites.push(TestSuite::new(name));
            suites.len() - 1
        });
        suites[place].add_test_case(case(entry));
    }
    let mut page = quick_junit::Report::new("driftbench gate");
    page.add_test_suites(suites);
    page.to_string().expect("writing XML to memory cannot fail")
}

fn suite(subject: &Subject) -> &str {
    match subject {
        Subject::Cell { problem, .. } => problem,
        Subject::Board { .. } => "boards",
        Subject::Claim { .. } => "claims",
        Subject::Run => "run",
    }
}

fn case(entry: &Entry) -> TestCase {
    let status = entry.status();
    let mut outcome = match status {
        Status::Unchanged => TestCaseStatus::success(),
        Status::Acknowledged => TestCaseStatus::skipped(),
        _ => TestCaseStatus::non_success(NonSuccessKind::Failure),
    };
    if status != Status::Unchanged {
        let said = entry
            .findings
            .iter()
            .map(|f| format!("{}: {}", f.kind.id(), f.what));
        let excused = entry.acknowledged.iter();
        let excused = excused.map(|(f, reason)| format!("{}: {} ({reason})", f.kind.id(), f.what));
        let said: Vec<String> = said.chain(excused).collect();
        outcome.set_message(format!("{}; {}", said.join("; "), entry.subject.command()));
        outcome.set_type(status.words().words);
    }
    let name = match &entry.subject {
        Subject::Cell { variant, .. } => variant.clone(),
        other => other.to_string(),
    };
    let mut case = TestCase::new(name, outcome);
    case.set_classname(suite(&entry.subject));
    case
}
