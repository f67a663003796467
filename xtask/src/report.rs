//! `cargo xtask report`: the matrix, and every file of its report.

use crate::against::Against;
use crate::choice::Choice;
use crate::files;
use crate::folder::ReportFolder;
use crate::gate;
use crate::instructions;
use crate::jobs::Jobs;
use crate::journal::{self, Before};
use crate::progress::Progress;
use crate::provenance;
use crate::say::say;
use crate::stored;
use crate::summary::Summary;
use crate::worker::{self, WorkerLimits};
use anyhow::{Context, bail};
use clap::{Args, FromArgMatches};
use results::Results;
use runner::{Effort, Matrix, Settings};
use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

/// Run methods on problems and write the report: index.html, results.json, end-states.json, results.csv, summary.md, junit.xml
#[derive(Args, Clone)]
#[command(after_help = "\
Examples:
  cargo xtask report --quick
  cargo xtask report --method baumgarte/rk4 --method unstabilized --problem pendulum
  cargo xtask report --problem pendulum --instructions
  cargo xtask report --method 'baumgarte/rk4/*' --tag closed-form --out /tmp/report
  cargo xtask report --against harness/runner/baseline.json --no-speed
  cargo xtask report --against main/report --out target/report
  cargo xtask report --resume                 after Ctrl-C, a crash or a full disk

Every finished cell is added to journal.jsonl in the folder. A later run uses what the same sources have found before: \
after a change to one method only that method runs, and times are measured once for each machine. Methods run in \
processes of their own, so that one that crashes or never ends costs its own cells only.

Papers that `cargo xtask replicate` has put into the folder stay in it if they were run by the same sources.

With --against the page and summary.md begin with what improved, regressed, is new or lost, the worst first. Only what both \
runs selected is compared; times are not. Findings in harness/runner/acknowledged.toml are excused, and the exit code is 0 \
whatever differs: `cargo xtask gate` is the command that fails.

One run at a time writes to a folder, and all files of a report are replaced together: whoever kills a run finds the \
old report or the new one. A folder in which a file of somebody else has the name of one of ours is refused.

A cell that was refused or failed is a result: the exit code is 0. It is 2 when a name is unknown, a file cannot be \
written, or the baseline cannot be used, which is found before anything is run. With the same SOURCE_DATE_EPOCH and --no-speed, results.json has the same bytes \
for any number of jobs.")]
pub(crate) struct Report {
    #[command(flatten)]
    choice: Choice,
    /// Folder of the report [default: target/report in the workspace]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    #[command(flatten)]
    jobs: Jobs,
    /// Do not measure speed
    #[arg(long)]
    no_speed: bool,
    /// Count the instructions of a step as well, with valgrind; takes minutes
    #[arg(long, conflicts_with = "no_speed")]
    instructions: bool,
    /// Go on with the run that was interrupted in this folder, with its options
    #[arg(long, conflicts_with = "fresh")]
    resume: bool,
    /// Run every cell, whatever the journal in the folder knows
    #[arg(long)]
    fresh: bool,
    /// Measure all speeds, whatever the journal in the folder knows
    #[arg(long)]
    time_again: bool,
    /// Compare with a baseline: a file of the gate, the results.json of another report, or its folder
    #[arg(long, value_name = "FILE")]
    against: Option<PathBuf>,
    #[command(flatten)]
    limits: WorkerLimits,
}

impl Report {
    pub(crate) fn run(mut self) -> anyhow::Result<ExitCode> {
        let begin = Instant::now();
        let root = files::workspace_root()?;
        let out = self
            .out
            .take()
            .unwrap_or_else(|| root.join("target/report"));
        if self.resume {
            self.take_up(&out)?;
        }
        let command = self.command();
        // Whatever cannot be used is found before anything is run.
        let read = |path: &Path| Against::read(path, &root.join(gate::ACKNOWLEDGED));
        let against = self.against.as_deref().map(read).transpose()?;
        let settings = Settings {
            selection: self.choice.selection(),
            scope: self.choice.scope(),
            speed: match (self.no_speed, self.choice.quick) {
                (true, _) => Effort::Off,
                (false, true) => Effort::Quick,
                (false, false) => Effort::Full,
            },
            ..Settings::default()
        };
        let crew = worker::crew(settings.scope, self.jobs, self.limits)?;
        let matrix = Matrix::with_crew(settings, crew)?;
        if let Some(against) = &against {
            against.check(&matrix)?;
        }
        let folder = ReportFolder::open(&out)?;
        let mut before = Before::open(&out)?;
        if self.fresh {
            before.forget();
        }
        let provenance = provenance::gather(command, self.choice.quick)?;
        let store = before.begin(self.arguments(), provenance.cpu.clone(), self.time_again)?;
        let mut results = matrix.run_with(provenance, &Progress::new(), &store);
        if self.instructions {
            count_instructions(&self.choice, &mut results, &out);
        }
        let left_out = stored::keep_papers(&folder, &mut results);
        expect_failures(&mut results);
        results.difference = against.map(|against| against.difference(&results));
        stored::write(&folder, &results)?;
        let (reused, computed) = store.counts();
        store.finish();
        if let Some(said) = left_out {
            say!("{said}");
        }
        let summary = Summary {
            results: &results,
            elapsed: begin.elapsed(),
            page: &files::readable(&out.join("index.html")),
        };
        if reused > 0 {
            say!("journal   {reused} cells were known, {computed} were run; --fresh runs all");
        }
        say!("{summary}");
        Ok(ExitCode::SUCCESS)
    }

    /// Takes the choice of the run that the journal tells of, unless there is one on the command line.
    fn take_up(&mut self, out: &Path) -> anyhow::Result<()> {
        let folder = files::readable(out);
        let Some((arguments, ended)) = journal::last_run(out)? else {
            bail!("there is no run to resume in {folder}");
        };
        if ended {
            say!("the last run in {folder} was complete; its results are reused");
        }
        if self.arguments().is_empty() {
            let words = ["report".to_owned()]
                .into_iter()
                .chain(arguments.iter().cloned());
            let command = Report::augment_args(clap::Command::new("report"));
            let matches = command.try_get_matches_from(words);
            let told = matches.and_then(|matches| Report::from_arg_matches(&matches));
            let told = told.context("the arguments in the journal")?;
            self.choice = told.choice;
            self.no_speed = told.no_speed;
            self.instructions = told.instructions;
        }
        Ok(())
    }

    /// The arguments that decide what is run.
    fn arguments(&self) -> Vec<String> {
        let mut words = self.choice.arguments();
        words.extend(self.no_speed.then(|| "--no-speed".to_owned()));
        words.extend(self.instructions.then(|| "--instructions".to_owned()));
        words
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

/// Adds what is known about failures of cells in these results.
pub(crate) fn expect_failures(results: &mut Results) {
    let mut known = catalog::expected_failures(results.provenance.quick);
    let cells = results.cells.iter();
    let run: HashSet<(&str, &str)> = cells.map(|c| (&*c.variant, &*c.problem)).collect();
    known.retain(|known| run.contains(&(&*known.variant, &*known.problem)));
    results.expected_failures = known;
}

/// Counts instructions if valgrind works; the report is made in any case.
fn count_instructions(choice: &Choice, results: &mut Results, out: &Path) {
    if !instructions::available() {
        say!("instructions are not counted: `valgrind --version` cannot be run here");
        return;
    }
    let begin = Instant::now();
    match instructions::count(choice, results, out) {
        Ok(cells) => {
            let seconds = begin.elapsed().as_secs_f64();
            say!("instructions: {cells} cells counted in {seconds:.1} s");
        }
        Err(error) => say!("instructions are not counted: {error:#}"),
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
    use std::num::NonZeroUsize;

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
            jobs: Jobs {
                jobs: NonZeroUsize::new(3),
            },
            no_speed: true,
            instructions: false,
            resume: false,
            fresh: true,
            time_again: true,
            against: Some("baseline.json".into()),
            limits: WorkerLimits::default(),
        };
        assert_eq!(
            report.command(),
            "cargo xtask report --quick --no-speed --method 'baumgarte/rk4/*' \
             --method unstabilized --problem circle --tag closed-form"
        );
    }
}
