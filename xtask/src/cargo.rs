//! Calls of cargo.

use crate::say::say;
use anyhow::Context;
use std::env;
use std::ffi::OsString;
use std::process::{Command, ExitCode, ExitStatus, Stdio};

/// The cargo that runs us, or the one in the search path.
fn program() -> OsString {
    env::var_os("CARGO").unwrap_or_else(|| "cargo".into())
}

/// Runs cargo with inherited output, and announces it.
///
/// # Errors
/// When cargo cannot be started.
pub(crate) fn stream(arguments: &[&str]) -> anyhow::Result<ExitStatus> {
    say!("running cargo {}", arguments.join(" "));
    Command::new(program())
        .args(arguments)
        .status()
        .context("cargo did not start")
}

/// Whether cargo knows this subcommand.
pub(crate) fn has(subcommand: &str) -> bool {
    succeeds(Command::new(program()).args([subcommand, "--version"]))
}

/// Whether a command can be started and succeeds; its output is dropped.
pub(crate) fn succeeds(command: &mut Command) -> bool {
    command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success())
}

/// The exit code to pass on, which is 1 for a killed process.
pub(crate) fn exit_code(status: ExitStatus) -> ExitCode {
    let code = status.code().and_then(|code| u8::try_from(code).ok());
    ExitCode::from(code.unwrap_or(1))
}
