//! Counting instructions: this program once more, under callgrind.

use crate::choice::Choice;
use anyhow::Context;
use clap::Args;
use results::Results;
use runner::speed::instructions::{self, Performed};
use runner::{Matrix, Settings};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

/// Name of callgrind's files before the numbers it appends.
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
        let lines: Vec<String> = instructions::perform(plan(&self.choice)?)
            .iter()
            .map(|done| format!("{} {} {}\n", done.variant, done.problem, done.steps))
            .collect();
        fs::write(&self.list, lines.concat())
            .with_context(|| format!("{}", self.list.display()))?;
        Ok(ExitCode::SUCCESS)
    }
}

fn plan(choice: &Choice) -> anyhow::Result<Matrix> {
    let settings = Settings {
        selection: choice.selection(),
        scope: choice.scope(),
        ..Settings::default()
    };
    Ok(Matrix::plan(settings, catalog::catalog())?)
}

/// Whether valgrind can be started.
pub(crate) fn available() -> bool {
    Command::new("valgrind")
        .arg("--version")
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success())
}

/// Counts the instructions of a step in every cell of `choice` and writes them into the results; the number of cells
/// counted.
pub(crate) fn count(
    choice: &Choice,
    results: &mut Results,
    scratch: &Path,
) -> anyhow::Result<usize> {
    let folder = scratch.join(format!(".instructions-{}", std::process::id()));
    fs::create_dir_all(&folder).with_context(|| format!("{}", folder.display()))?;
    let counted = count_in(&folder, choice, results);
    // Whatever happened, thousands of small files are nobody's wish.
    let removed = fs::remove_dir_all(&folder).with_context(|| format!("{}", folder.display()));
    let counted = counted?;
    removed?;
    Ok(counted)
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
    let cells = results.cells.iter();
    Ok(cells
        .filter(|cell| {
            cell.speed
                .is_some_and(|s| s.instructions_per_step.is_some())
        })
        .count())
}

/// One line of the list; ids have no spaces.
fn performed(line: &str) -> Option<Performed> {
    let mut words = line.split(' ');
    Some(Performed {
        variant: words.next()?.to_owned(),
        problem: words.next()?.to_owned(),
        steps: words.next()?.parse().ok()?,
    })
}
