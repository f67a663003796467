//! `cargo xtask test`: every test of the workspace.

use crate::cargo;
use clap::Args;
use std::env;
use std::process::ExitCode;

/// Run every test: with nextest where it is installed, with `cargo test` otherwise
#[derive(Args)]
#[command(after_help = "\
Examples:
  cargo xtask test
  cargo xtask test -- order               only tests with `order` in their name
  cargo xtask test -- --no-fail-fast

Documentation tests run too, unless ARGS are given. Where the environment variable CI is set, nextest \
uses its profile `ci`. The exit code is that of the first runner that is not content.")]
pub(crate) struct Test {
    /// Arguments for the test runner
    #[arg(last = true, value_name = "ARGS")]
    arguments: Vec<String>,
}

impl Test {
    pub(crate) fn run(self) -> anyhow::Result<ExitCode> {
        let nextest = cargo::has("nextest");
        eprintln!(
            "test runner: {}",
            if nextest {
                "cargo-nextest"
            } else {
                "cargo test (cargo-nextest is not installed)"
            }
        );
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

/// The calls of cargo, in order. Plain `cargo test` brings the documentation tests along.
fn commands(nextest: bool, ci: bool, arguments: &[String]) -> Vec<Vec<String>> {
    let words = |line: &str| -> Vec<String> { line.split(' ').map(str::to_owned).collect() };
    let mut first = match (nextest, ci) {
        (true, true) => words("nextest run --workspace --profile ci"),
        (true, false) => words("nextest run --workspace"),
        (false, _) => words("test --workspace"),
    };
    first.extend_from_slice(arguments);
    let mut commands = vec![first];
    if nextest && arguments.is_empty() {
        commands.push(words("test --doc --workspace"));
    }
    commands
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(nextest: bool, ci: bool, arguments: &[&str]) -> Vec<String> {
        let arguments: Vec<String> = arguments.iter().map(|a| (*a).to_owned()).collect();
        commands(nextest, ci, &arguments)
            .iter()
            .map(|c| c.join(" "))
            .collect()
    }

    #[test]
    fn nextest_is_followed_by_documentation_tests() {
        let doc = "test --doc --workspace";
        assert_eq!(lines(true, false, &[]), ["nextest run --workspace", doc]);
        let ci = "nextest run --workspace --profile ci";
        assert_eq!(lines(true, true, &[]), [ci, doc]);
    }

    #[test]
    fn cargo_test_does_both_at_once() {
        assert_eq!(lines(false, true, &[]), ["test --workspace"]);
    }

    #[test]
    fn arguments_go_to_the_one_runner_that_understands_them() {
        let expected = ["nextest run --workspace --no-fail-fast order"];
        assert_eq!(lines(true, false, &["--no-fail-fast", "order"]), expected);
    }
}
