//! `cargo xtask bench`: the criterion benches.

use crate::cargo;
use clap::Args;
use std::process::ExitCode;

/// Run the criterion benches
#[derive(Args)]
#[command(after_help = "\
Examples:
  cargo xtask bench
  cargo xtask bench pendulum              only benches with `pendulum` in their name

The speed figures of a report are measured by `cargo xtask report`; these benches look closer.")]
pub(crate) struct Bench {
    /// Run only benches whose name contains this
    #[arg(value_name = "FILTER")]
    filter: Option<String>,
}

impl Bench {
    pub(crate) fn run(self) -> anyhow::Result<ExitCode> {
        let mut command = vec!["bench".to_owned(), "--workspace".to_owned()];
        if let Some(filter) = self.filter {
            command.extend(["--".to_owned(), filter]);
        }
        Ok(cargo::exit_code(cargo::stream(&command)?))
    }
}
