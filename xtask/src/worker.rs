//! Workers: this program, started again to run the code of methods.

use crate::jobs::Jobs;
use clap::Args;
use runner::{Crew, Scope};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::process::{Command, ExitCode};
use std::thread;
use std::time::Duration;
use workers::{Limits, Processes};

/// Run cells for another process
#[derive(Args)]
#[command(after_help = "\
Used by all commands that run methods: tasks come on standard input, events go to standard output.

Example:
  cargo xtask worker < tasks.jsonl")]
pub(crate) struct Worker {}

impl Worker {
    pub(crate) fn run(self) -> anyhow::Result<ExitCode> {
        workers::serve(catalog::catalog);
        Ok(ExitCode::SUCCESS)
    }
}

/// Limits of the processes that run methods.
#[derive(Args, Clone, Copy, Default)]
pub(crate) struct WorkerLimits {
    /// Longest time without a finished run, after which a cell has failed, for example 30s [default: 5m]
    #[arg(long, value_name = "TIME", value_parser = humantime::parse_duration)]
    time_limit: Option<Duration>,
    /// Most memory of a process that runs cells, in MiB [default: 4096]
    #[arg(long, value_name = "MIB")]
    memory_limit: Option<u64>,
}

impl WorkerLimits {
    fn limits(self) -> Limits {
        let usual = Limits::default();
        Limits {
            time: self.time_limit.unwrap_or(usual.time),
            memory: self
                .memory_limit
                .map_or(usual.memory, |mib| mib.saturating_mul(1 << 20)),
        }
    }
}

/// Processes that run cells, one per processor unless `jobs` says otherwise.
pub(crate) fn crew(
    scope: Scope,
    jobs: Jobs,
    limits: WorkerLimits,
) -> anyhow::Result<Box<dyn Crew>> {
    let program = program()?;
    let command = move || {
        let mut command = Command::new(&program);
        command.arg("worker");
        command
    };
    let processors = || thread::available_parallelism().map_or(1, NonZeroUsize::get);
    let jobs = jobs.get().unwrap_or_else(processors);
    Ok(Box::new(Processes::new(
        command,
        scope,
        jobs,
        limits.limits(),
    )))
}

/// This program, even if a build has replaced its file meanwhile.
fn program() -> anyhow::Result<PathBuf> {
    let running = PathBuf::from("/proc/self/exe");
    if running.exists() {
        return Ok(running);
    }
    Ok(std::env::current_exe()?)
}
