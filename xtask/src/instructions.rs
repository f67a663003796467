//! Counts instructions by running this program again under callgrind.

use crate::cargo;
use crate::choice::Choice;
use crate::files;
use crate::folder::COUNTING;
use anyhow::Context;
use clap::Args;
use results::Results;
use results::planted::{self, Defect};
use runner::speed::instructions;
pub(crate) use runner::speed::instructions::Performed;
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
    /// A defect to plant, in a build that has them
    #[arg(long, value_name = "DEFECT", hide = true)]
    plant: Option<String>,
}

impl CountSteps {
    pub(crate) fn run(self) -> anyhow::Result<ExitCode> {
        let settings = Settings {
            selection: self.choice.selection(),
            scope: self.choice.scope(),
            ..Settings::default()
        };
        let asked = self.plant.as_deref();
        let defect = Defect::ALL.iter().find(|defect| asked == Some(defect.id()));
        planted::plant(defect.copied());
        let scope = settings.scope;
        let wanted = Matrix::plan(settings, catalog::catalog())?.cells();
        let performed = instructions::perform(catalog::catalog(), scope, &wanted);
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
    let (performed, totals) = counted(choice, None, scratch)?;
    instructions::fill(results, &performed, &totals);
    let speeds = results.cells.iter().filter_map(|cell| cell.speed);
    Ok(speeds
        .filter_map(|speed| speed.instructions_per_step)
        .count())
}

/// The instructions per step of every cell of `choice` that can make its steps, with a planted defect where one is named.
pub(crate) fn per_step(
    choice: &Choice,
    defect: Option<&str>,
    scratch: &Path,
) -> anyhow::Result<Vec<(Performed, f64)>> {
    let (performed, totals) = counted(choice, defect, scratch)?;
    // Before the first mark, between it and the second, and so on: every second total belongs to a cell.
    let of_cells = totals.into_iter().skip(1).step_by(2);
    let made = performed.into_iter().zip(of_cells);
    let made = made.filter(|(done, _)| done.steps > 0);
    Ok(made
        .map(|(done, total)| {
            let per_step = total as f64 / done.steps as f64;
            (done, per_step)
        })
        .collect())
}

/// The cells that made their steps, and the instructions between all marks.
type Counted = (Vec<Performed>, Vec<u64>);

fn counted(choice: &Choice, defect: Option<&str>, scratch: &Path) -> anyhow::Result<Counted> {
    let folder = scratch.join(format!("{COUNTING}{}", std::process::id()));
    files::make_folder(&folder)?;
    let counted = count_in(&folder, choice, defect);
    // Always remove the dump files, thousands of small ones.
    let removed = fs::remove_dir_all(&folder).with_context(|| format!("{}", folder.display()));
    counted.and_then(|counted| removed.map(|()| counted))
}

fn count_in(folder: &Path, choice: &Choice, defect: Option<&str>) -> anyhow::Result<Counted> {
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
        .args(defect.map(|id| format!("--plant={id}")))
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
    Ok((performed, totals))
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
