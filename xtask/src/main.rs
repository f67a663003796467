//! The commands people type: `cargo xtask report`, `advise`, `gate`, `replicate`, `reference`, `figures`, `test`, `bench`,
//! and `new-method`, `new-problem`, `remove-method`, `remove-problem`.
//!
//! This crate only connects: every number comes from `runner`, every answer from `answers`, every page from `reports`. Data
//! goes to files, messages go to standard error, and progress is drawn only on a terminal. Only the answer of `advise` goes to
//! standard output.

#![deny(clippy::print_stderr, clippy::print_stdout)]

mod advise;
mod against;
mod bench;
mod cargo;
mod choice;
mod date;
mod exchange;
mod figures;
mod files;
mod folder;
mod gate;
mod instructions;
mod jobs;
mod journal;
mod lock;
mod progress;
mod provenance;
mod reference;
mod replicate;
mod report;
mod say;
mod scaffold;
mod sources;
mod staging;
mod stored;
mod summary;
mod table;
mod test;
mod worker;

use clap::{Parser, Subcommand};
use say::say;
use scaffold::Kind;
use std::process::ExitCode;

/// Counts allocations, so that the speed phase can tell how many a step makes.
#[global_allocator]
static ALLOCATOR: allocations::CountingAllocator = allocations::CountingAllocator;

/// The exit code of a command that could not be carried out; the same that `clap` uses.
const USAGE: u8 = 2;

#[derive(Parser)]
#[command(
    name = "xtask",
    bin_name = "cargo xtask",
    about = "Verify, benchmark and compare constraint stabilization methods",
    after_help = "Exit code 2: the command could not be carried out, and the message says why.\n\
        `cargo xtask gate --help` lists the exit codes of the gate."
)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Report(report::Report),
    Advise(advise::Advise),
    Gate(gate::Gate),
    Replicate(replicate::Replicate),
    Reference(reference::ExamineReferences),
    Figures(figures::DrawFigures),
    Test(test::Test),
    Bench(bench::Bench),
    /// Start a method of your own: a crate that compiles, passes conformance and is in the next report
    #[command(after_help = scaffold::new_help(Kind::Method))]
    NewMethod(scaffold::NewCrate),
    /// Start a problem of your own: a crate that compiles, passes conformance and is in the next report
    #[command(after_help = scaffold::new_help(Kind::Problem))]
    NewProblem(scaffold::NewCrate),
    /// Remove a method with its crate and its three registrations
    #[command(after_help = scaffold::remove_help(Kind::Method))]
    RemoveMethod(scaffold::Removal),
    /// Remove a problem with its crate and its three registrations
    #[command(after_help = scaffold::remove_help(Kind::Problem))]
    RemoveProblem(scaffold::Removal),
    #[command(hide = true)]
    CountSteps(instructions::CountSteps),
    #[command(hide = true)]
    Worker(worker::Worker),
}

fn main() -> ExitCode {
    let done = match Cli::parse().command {
        Command::Report(command) => command.run(),
        Command::Advise(command) => command.run(),
        Command::Gate(command) => command.run(),
        Command::Replicate(command) => command.run(),
        Command::Reference(command) => command.run(),
        Command::Figures(command) => command.run(),
        Command::Test(command) => command.run(),
        Command::Bench(command) => command.run(),
        Command::NewMethod(command) => command.run(Kind::Method),
        Command::NewProblem(command) => command.run(Kind::Problem),
        Command::RemoveMethod(command) => command.run(Kind::Method),
        Command::RemoveProblem(command) => command.run(Kind::Problem),
        Command::CountSteps(command) => command.run(),
        Command::Worker(command) => command.run(),
    };
    done.unwrap_or_else(|error| {
        say!("error: {error:#}");
        ExitCode::from(USAGE)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_consistent() {
        Cli::command().debug_assert();
    }

    #[test]
    fn every_command_shows_an_example() {
        for command in Cli::command().get_subcommands() {
            let help = command.get_after_help().map(ToString::to_string);
            let example = format!("cargo xtask {}", command.get_name());
            assert!(
                help.is_some_and(|help| help.contains(&example)),
                "{example}"
            );
        }
    }
}
