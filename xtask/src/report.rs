//! `cargo xtask report`: the matrix, and every file of its report.

use crate::choice::Choice;
use crate::files;
use crate::instructions;
use crate::progress::Progress;
use crate::provenance;
use crate::stored;
use crate::summary::Summary;
use clap::Args;
use results::Results;
use runner::{Effort, Matrix, Settings};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

/// Run methods on problems and write the report: index.html, results.json, results.csv, summary.md, junit.xml
#[derive(Args, Clone)]
#[command(after_help = "\
Examples:
  cargo xtask report --quick
  cargo xtask report --method baumgarte/rk4 --method unstabilized --problem pendulum
  cargo xtask report --problem pendulum --instructions
  cargo xtask report --method 'baumgarte/rk4/*' --tag closed-form --out /tmp/report

Papers that `cargo xtask replicate` has put into the folder stay in it if they were run at the same commit.

A cell that was refused or failed is a result: the exit code is 0. It is 2 when a name is unknown or a \
file cannot be written. With the same SOURCE_DATE_EPOCH and --no-speed, results.json has the same bytes \
for any number of jobs.")]
pub(crate) struct Report {
    #[command(flatten)]
    choice: Choice,
    /// Folder of the report [default: target/report in the workspace]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Threads for the accuracy phase [default: one per processor]
    #[arg(long, value_name = "N")]
    jobs: Option<NonZeroUsize>,
    /// Do not measure speed
    #[arg(long)]
    no_speed: bool,
    /// Count the instructions of a step as well, with valgrind; takes minutes
    #[arg(long, conflicts_with = "no_speed")]
    instructions: bool,
}

impl Report {
    pub(crate) fn run(self) -> anyhow::Result<ExitCode> {
        let begin = Instant::now();
        let command = self.command();
        let settings = Settings {
            selection: self.choice.selection(),
            scope: self.choice.scope(),
            jobs: self.jobs.map(NonZeroUsize::get),
            speed: match (self.no_speed, self.choice.quick) {
                (true, _) => Effort::Off,
                (false, true) => Effort::Quick,
                (false, false) => Effort::Full,
            },
        };
        let matrix = Matrix::plan(settings, catalog::catalog())?;
        let root = files::workspace_root()?;
        let out = self.out.unwrap_or_else(|| root.join("target/report"));
        // Better to find out now than after the run.
        files::make_folder(&out)?;

        let provenance = provenance::gather(&root, command, self.choice.quick)?;
        let mut results = matrix.run(provenance, &Progress::new())?;
        if self.instructions {
            count_instructions(&self.choice, &mut results, &out);
        }
        if let Some(said) = stored::keep_papers(&out, &mut results) {
            eprintln!("{said}");
        }
        stored::write(&out, &results)?;
        let summary = Summary {
            results: &results,
            elapsed: begin.elapsed(),
            page: &files::readable(&out.join("index.html")),
        };
        eprintln!("{summary}");
        Ok(ExitCode::SUCCESS)
    }

    /// The command that reproduces the results, without options that do not change them.
    fn command(&self) -> String {
        let mut words = vec!["cargo xtask report".to_owned()];
        let mut flag = |given: bool, name: &str| words.extend(given.then(|| name.to_owned()));
        flag(self.choice.quick, "--quick");
        flag(self.no_speed, "--no-speed");
        flag(self.instructions, "--instructions");
        let named = self.choice.named();
        words.extend(named.map(|(option, id)| format!("{option} {}", quoted(id))));
        words.join(" ")
    }
}

/// Counts instructions if valgrind works; the report is made in any case.
fn count_instructions(choice: &Choice, results: &mut Results, out: &Path) {
    if !instructions::available() {
        eprintln!("instructions are not counted: `valgrind --version` cannot be run here");
        return;
    }
    let begin = Instant::now();
    match instructions::count(choice, results, out) {
        Ok(cells) => {
            let seconds = begin.elapsed().as_secs_f64();
            eprintln!("instructions: {cells} cells counted in {seconds:.1} s");
        }
        Err(error) => eprintln!("instructions are not counted: {error:#}"),
    }
}

/// An id quoted for a shell if it has a star, as `pendulum/*` does.
fn quoted(id: &str) -> String {
    if id.contains('*') {
        format!("'{id}'")
    } else {
        id.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_in_the_results_leaves_out_what_does_not_change_them() {
        let report = Report {
            choice: Choice {
                quick: true,
                methods: vec!["baumgarte/rk4/*".into(), "unstabilized".into()],
                problems: vec!["circle".into()],
                tags: vec!["closed-form".into()],
            },
            out: Some("somewhere".into()),
            jobs: NonZeroUsize::new(3),
            no_speed: true,
            instructions: false,
        };
        assert_eq!(
            report.command(),
            "cargo xtask report --quick --no-speed --method 'baumgarte/rk4/*' \
             --method unstabilized --problem circle --tag closed-form"
        );
    }
}
