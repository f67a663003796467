//! Calling cargo again.

use anyhow::Context;
use std::env;
use std::ffi::OsString;
use std::process::{Command, ExitCode, ExitStatus, Stdio};

/// The cargo that runs us, or the one in the search path.
fn program() -> OsString {
    env::var_os("CARGO").unwrap_or_else(|| "cargo".into())
}

/// Runs cargo with its output going where ours goes, and says so.
///
/// # Errors
/// When cargo cannot be started.
pub(crate) fn stream(arguments: &[String]) -> anyhow::Result<ExitStatus> {
    eprintln!("running cargo {}", arguments.join(" "));
    Command::new(program())
        .args(arguments)
        .status()
        .context("cargo did not start")
}

/// Whether cargo knows this subcommand.
pub(crate) fn has(subcommand: &str) -> bool {
    Command::new(program())
        .args([subcommand, "--version"])
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success())
}

/// The exit code to pass on; a process that was killed has none and counts as 1.
pub(crate) fn exit_code(status: ExitStatus) -> ExitCode {
    ExitCode::from(
        status
            .code()
            .and_then(|code| u8::try_from(code).ok())
            .unwrap_or(1),
    )
}
