//! Counts instructions by running this program again under callgrind.

use crate::cargo;
use crate::choice::Choice;
use crate::files;
use anyhow::Context;
use clap::Args;
use results::Results;
use runner::speed::instructions::{self, Performed};
use runner::{Matrix, Settings};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

/// Prefix of callgrind's output files, to which it appends numbers.
const DUMP: &str = "counts";

/// Make a few steps of every cell for callgrind, and list them in a file
#[derive(Args)]
#[command(after_help = "\
Used by `cargo xtask report --instructions`, which starts it under valgrind.

Example:
  cargo xtask count-steps --problem pendulum --list steps.txt")]
pub(crate) struct CountSteps {
    #[command(flatten)]
    choice: Choice,
    /// File for the cells, one a line
    #[arg(long, value_name = "FILE")]
    list: PathBuf,
}

impl CountSteps {
    pub(crate) fn run(self) -> anyhow::Result<ExitCode> {
        let settings = Settings {
            selection: self.choice.selection(),
            scope: self.choice.scope(),
            ..Settings::default()
        };
        let performed = instructions::perform(Matrix::plan(settings, catalog::catalog())?);
        let line = |done: &Performed| format!("{} {} {}\n", done.variant, done.problem, done.steps);
        let lines: String = performed.iter().map(line).collect();
        files::write(&self.list, &lines)?;
        Ok(ExitCode::SUCCESS)
    }
}

/// Whether valgrind can be started.
pub(crate) fn available() -> bool {
    cargo::succeeds(Command::new("valgrind").arg("--version"))
}

/// Counts the instructions per step in every cell of `choice`, writes them into the results, and returns the number of
/// cells counted.
pub(crate) fn count(
    choice: &Choice,
    results: &mut Results,
    scratch: &Path,
) -> anyhow::Result<usize> {
    let folder = scratch.join(format!(".instructions-{}", std::process::id()));
    files::make_folder(&folder)?;
    let counted = count_in(&folder, choice, results);
    // Always remove the dump files, thousands of small ones.
    let removed = fs::remove_dir_all(&folder).with_context(|| format!("{}", folder.display()));
    counted.and_then(|counted| removed.map(|()| counted))
}

fn count_in(folder: &Path, choice: &Choice, results: &mut Results) -> anyhow::Result<usize> {
    let list = folder.join("steps.txt");
    let ended = Command::new("valgrind")
        .arg("--tool=callgrind")
        .arg("--quiet")
        .arg(format!("--dump-before={}", instructions::MARK))
        .arg(format!(
            "--callgrind-out-file={}",
            folder.join(DUMP).display()
        ))
        .arg(std::env::current_exe()?)
        .arg("count-steps")
        .args(choice.arguments())
        .arg("--list")
        .arg(&list)
        .stdin(Stdio::null())
        .output()
        .context("valgrind")?;
    if !ended.status.success() {
        let said = String::from_utf8_lossy(&ended.stderr);
        let last = said.lines().last().unwrap_or("it said nothing");
        anyhow::bail!("valgrind ended with {}: {last}", ended.status);
    }
    let listed = fs::read_to_string(&list).with_context(|| format!("{}", list.display()))?;
    let performed: Vec<Performed> = listed.lines().filter_map(performed).collect();
    let mut totals = Vec::with_capacity(2 * performed.len());
    for part in 1..=2 * performed.len() {
        let file = folder.join(format!("{DUMP}.{part}"));
        let text = fs::read_to_string(&file).with_context(|| format!("{}", file.display()))?;
        let total =
            instructions::total(&text).with_context(|| format!("{}: no total", file.display()))?;
        totals.push(total);
    }
    instructions::fill(results, &performed, &totals);
    let speeds = results.cells.iter().filter_map(|cell| cell.speed);
    Ok(speeds
        .filter_map(|speed| speed.instructions_per_step)
        .count())
}

/// Parses one line of the list; ids have no spaces.
fn performed(line: &str) -> Option<Performed> {
    let mut words = line.split(' ');
    Some(Performed {
        variant: words.next()?.to_owned(),
        problem: words.next()?.to_owned(),
        steps: words.next()?.parse().ok()?,
    })
}
