//! `cargo xtask test`: every test of the workspace.

use crate::cargo;
use crate::say::say;
use clap::Args;
use std::env;
use std::process::{Command, ExitCode};

/// Run every test: with nextest where it is installed, with `cargo test` otherwise
#[derive(Args)]
#[command(after_help = "\
Examples:
  cargo xtask test
  cargo xtask test -- order               only tests with `order` in their name
  cargo xtask test -- --no-fail-fast

Tests of the page in a real browser need Chromium and its driver, and those of its accessibility axe-core as well, whose \
axe.min.js DRIFTBENCH_AXE names; without them they are skipped. They look at a quick report, or at the one in the folder \
that DRIFTBENCH_REPORT names.

Documentation tests run too, unless ARGS are given. Where the environment variable CI is set, nextest \
uses its profile `ci`. The exit code is that of the first runner that fails.")]
pub(crate) struct Test {
    /// Arguments for the test runner
    #[arg(last = true, value_name = "ARGS")]
    arguments: Vec<String>,
}

impl Test {
    pub(crate) fn run(self) -> anyhow::Result<ExitCode> {
        let nextest = cargo::has("nextest");
        let runner = match nextest {
            true => "cargo-nextest",
            false => "cargo test (cargo-nextest is not installed)",
        };
        say!("test runner: {runner}");
        say!("browser:     {}", browser());
        let ci = env::var("CI").is_ok_and(|value| !matches!(value.as_str(), "" | "0" | "false"));
        for command in commands(nextest, ci, &self.arguments) {
            let status = cargo::stream(&command)?;
            if !status.success() {
                return Ok(cargo::exit_code(status));
            }
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// What becomes of the tests of the page in a real browser, which pass without looking where there is none.
fn browser() -> String {
    let version = Command::new("chromedriver").arg("--version").output();
    let Ok(version) = version else {
        return "tests of the page in a real browser are skipped: there is no chromedriver here (Debian: chromium and \
                chromium-driver)"
            .to_owned();
    };
    let version = String::from_utf8_lossy(&version.stdout);
    // "ChromeDriver 156.0.8078.73 (a hash)".
    let words: Vec<&str> = version.split_whitespace().take(2).collect();
    words.join(" ")
}

/// The calls of cargo in order. Unlike nextest, `cargo test` runs the documentation tests too.
fn commands(nextest: bool, ci: bool, arguments: &[String]) -> Vec<Vec<&str>> {
    let first = match (nextest, ci) {
        (true, true) => "nextest run --workspace --profile ci",
        (true, false) => "nextest run --workspace",
        (false, _) => "test --workspace",
    };
    let arguments = arguments.iter().map(String::as_str);
    let mut commands = vec![first.split(' ').chain(arguments.clone()).collect()];
    if nextest && arguments.len() == 0 {
        commands.push(vec!["test", "--doc", "--workspace"]);
    }
    commands
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nextest_is_followed_by_documentation_tests_and_cargo_test_does_both_at_once() {
        let doc = "test --doc --workspace";
        for (nextest, ci, arguments, expected) in [
            (true, false, &[][..], &["nextest run --workspace", doc][..]),
            (
                true,
                true,
                &[],
                &["nextest run --workspace --profile ci", doc],
            ),
            (false, true, &[], &["test --workspace"]),
            // Arguments go to the one runner that understands them.
            (true, false, &["-x", "y"], &["nextest run --workspace -x y"]),
        ] {
            let arguments: Vec<String> = arguments.iter().copied().map(String::from).collect();
            let commands = commands(nextest, ci, &arguments);
            let lines: Vec<String> = commands.iter().map(|words| words.join(" ")).collect();
            assert_eq!(lines, expected);
        }
    }
}
