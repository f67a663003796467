//! The report that the tests look at.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::SystemTime;

/// Names the folder of a report to test instead of a quick one.
const GIVEN: &str = "DRIFTBENCH_REPORT";

/// The folder of the report: the one that is named, or a quick one, which is made once for each build.
pub(crate) fn folder() -> PathBuf {
    if let Some(given) = std::env::var_os(GIVEN) {
        let given = PathBuf::from(given);
        // Tests run in the folder of their package.
        let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
        return workspace.join(given);
    }
    let scratch = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let folder = scratch.join("browser-report");
    // Each test is a process of its own: one of them makes the report, the others wait.
    let lock = File::create(scratch.join("browser-report.lock")).unwrap();
    lock.lock().unwrap();
    let program = env!("CARGO_BIN_EXE_xtask");
    let changed = |path: &Path| fs::metadata(path).and_then(|m| m.modified());
    let page = changed(&folder.join("index.html"));
    let built = changed(Path::new(program)).unwrap_or(SystemTime::UNIX_EPOCH);
    if !page.is_ok_and(|page| page > built) {
        let mut report = Command::new(program);
        report.args(["report", "--quick", "--no-speed", "--out"]);
        let output = report.arg(&folder).output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{said}");
    }
    folder
}

/// The address of the page at a fragment.
pub(crate) fn at(fragment: &str) -> String {
    format!("file://{}{fragment}", folder().join("index.html").display())
}

#[test]
fn a_healthy_report_has_no_failures_in_its_junit_file() {
    let text = fs::read_to_string(folder().join("junit.xml")).unwrap();
    let failures: Vec<&str> = text
        .lines()
        .filter(|line| line.contains("<failure"))
        .collect();
    assert_eq!(failures, Vec::<&str>::new());
    assert!(text.matches("expected: ").count() > 50);
}
