//! `cargo xtask gate`: compares the present figures with the committed baseline.

mod figures;
mod junit;
mod self_test;
mod speed;
mod text;

use crate::folder::ReportFolder;
use crate::say::say;
use crate::{against, date, files, report, stored};
use anyhow::{Context, anyhow, bail};
use clap::Args;
use figures::Thoroughness;
use results::{ComparedWith, Difference, Results, Status, Subject};
use runner::gate::{
    Acknowledgements, Baseline, Date, Kind, Report, compare, is_ours, slower_by_ratio,
};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// The committed baseline, in the workspace.
const BASELINE: &str = "harness/runner/baseline.json";

/// Findings that are known and excused, in the workspace.
pub(crate) const ACKNOWLEDGED: &str = "harness/runner/acknowledged.toml";

/// The command that makes a baseline.
const BLESS: &str = "cargo xtask gate --bless";

/// The most cells that are run a second time, the worst first.
const RUN_AGAIN: usize = 60;

const REGRESSION: u8 = 1;
const NO_BASELINE: u8 = 3;
const LOST: u8 = 4;

/// Compare everything that a run gives with the committed baseline
#[derive(Args)]
#[command(after_help = "\
Examples:
  cargo xtask gate
  cargo xtask gate --bless                after a change that was meant
  cargo xtask gate --markdown \"$GITHUB_STEP_SUMMARY\" --junit gate.xml
  cargo xtask gate --out target/gate      with a report that shows what changed
  cargo xtask gate --self-test            plants defects and requires that the gate finds each

Exit codes:
  0  pass: nothing differs by more than rounding explains
  1  something is worse, better, new or unstable; what was meant is recorded with --bless
  2  usage: wrong arguments, a baseline that is empty or cannot be read, or a run that could not be started
  3  there is no baseline file
  4  lost cells: they are gone or no longer run

The gate runs every method on every problem that is not tagged `large` or `long-run`, one variant on each of those, and \
the papers without their long runs. With --out it writes a report of the matrix and the papers, without times. It counts instructions of a few steps where valgrind is installed, and compares \
times with hand-written kernels elsewhere. Known findings can be excused in harness/runner/acknowledged.toml; see \
docs/gate.md.")]
pub(crate) struct Gate {
    /// The baseline [default: harness/runner/baseline.json in the workspace]
    #[arg(long, value_name = "FILE")]
    baseline: Option<PathBuf>,
    /// Findings that are known and excused [default: harness/runner/acknowledged.toml in the workspace]
    #[arg(long, value_name = "FILE")]
    acknowledged: Option<PathBuf>,
    /// Write the present figures as the new baseline, and say what changed
    #[arg(long)]
    bless: bool,
    /// Write a report of what was run to this folder, with what changed on its page and in summary.md
    #[arg(long, value_name = "DIR", conflicts_with = "bless")]
    out: Option<PathBuf>,
    /// Append what changed to this file, as Markdown of fewer than 100 lines
    #[arg(long, value_name = "FILE")]
    markdown: Option<PathBuf>,
    /// Write what was found to this file, as JUnit XML
    #[arg(long, value_name = "FILE")]
    junit: Option<PathBuf>,
    /// Do not compare speed
    #[arg(long)]
    no_speed: bool,
    /// Test the gate itself: each planted defect must turn it red for the right reason
    #[arg(long, conflicts_with_all = ["bless", "baseline", "acknowledged", "out", "markdown", "junit", "no_speed"])]
    self_test: bool,
    /// With --self-test, only this defect
    #[arg(long, value_name = "DEFECT", requires = "self_test")]
    defect: Vec<String>,
}

impl Gate {
    pub(crate) fn run(self) -> anyhow::Result<ExitCode> {
        if self.self_test {
            return self_test::run(&self.defect);
        }
        let root = files::workspace_root()?;
        let at = |given: Option<PathBuf>, name: &str| given.unwrap_or_else(|| root.join(name));
        let path = at(self.baseline, BASELINE);
        let excuses = at(self.acknowledged, ACKNOWLEDGED);
        // Whatever cannot be used is found before anything is run.
        let old = read(&path)?;
        let known = acknowledged(&excuses)?;
        let today = today()?;
        let speed = match (self.no_speed, self.bless) {
            (true, _) => Thoroughness::Skip,
            (false, true) => Thoroughness::Everything,
            (false, false) => Thoroughness::Enough,
        };
        if self.bless {
            return bless(&path, old, speed);
        }
        let Some(old) = old else {
            let shown = files::readable(&path);
            say!("gate: no baseline at {shown}; `{BLESS}` makes one");
            return Ok(ExitCode::from(NO_BASELINE));
        };
        let old = old.map_err(|error| anyhow!(error));
        let old = old.with_context(|| format!("baseline {}", path.display()))?;
        let folder = self.out.as_deref().map(ReportFolder::open).transpose()?;
        let figures::Present {
            figures: present,
            results,
        } = figures::all(speed)?;
        let mut report = compare(&old, &present, None);
        if let Some(again) = again(&report, &old, &present)? {
            report = compare(&old, &present, Some(&again));
        }
        known.apply(&mut report, today);
        let difference = report.difference(ComparedWith {
            name: against::name(&path),
            ..ComparedWith::default()
        });
        let listing = text::listing(&difference);
        if !listing.is_empty() {
            say!("{listing}");
        }
        if let Some(path) = &self.markdown {
            append(path, &reports::difference_in_markdown(&difference))?;
        }
        if let Some(path) = &self.junit {
            files::write(path, junit::render(&report))?;
        }
        let closing = text::closing(&difference);
        if let Some(folder) = &folder {
            write_report(folder, results, difference)?;
        }
        say!("{closing}");
        Ok(ExitCode::from(exit_code(&report)))
    }
}

/// Writes the report of what the gate ran; one round of timing says nothing about speed and is left out.
fn write_report(
    folder: &ReportFolder,
    mut results: Results,
    difference: Difference,
) -> anyhow::Result<()> {
    results.timing = None;
    results.cells.iter_mut().for_each(|cell| cell.speed = None);
    answers::answer(&mut results);
    report::expect_failures(&mut results);
    results.difference = Some(difference);
    stored::write(folder, &results)?;
    let page = folder.path().join("index.html");
    say!("gate: report at {}", files::readable(&page));
    Ok(())
}

/// The day from which acknowledgements count as expired.
pub(crate) fn today() -> anyhow::Result<Date> {
    let now = date::now()?;
    now.parse().map_err(|()| anyhow!("`{now}` is no date"))
}

/// What a file of acknowledgements excuses; nothing without one.
pub(crate) fn acknowledged(path: &Path) -> anyhow::Result<Acknowledgements> {
    let text = files::read_if_there(path)?.unwrap_or_default();
    Acknowledgements::parse(&text).with_context(|| format!("{}", path.display()))
}

type Read = Result<Baseline, runner::gate::BaselineError>;

/// The baseline, if there is a file; what is not a file of ours is refused.
fn read(path: &Path) -> anyhow::Result<Option<Read>> {
    if path.exists() && !path.is_file() {
        bail!("{} is not a file", path.display());
    }
    Ok(files::read_if_there(path)?.map(|text| Baseline::parse(&text)))
}

/// Replaces the baseline, even if the old one is missing or damaged, but no file that is something else.
fn bless(path: &Path, old: Option<Read>, speed: Thoroughness) -> anyhow::Result<ExitCode> {
    if let Some(Err(_)) = &old
        && !is_ours(&fs::read_to_string(path)?)
    {
        bail!(
            "{} is not a baseline of the gate and is not replaced; remove it, or name another file with --baseline",
            path.display()
        );
    }
    let new = figures::all(speed)?.figures;
    match old {
        Some(Ok(old)) => {
            let difference = compare(&old, &new, None).difference(ComparedWith::default());
            say!("{}", text::listing(&difference));
            let counts = reports::difference::counts(&difference);
            say!("gate: compared with the old baseline: {counts}");
        }
        Some(Err(error)) => {
            say!("gate: the old baseline could not be compared and is replaced: {error}")
        }
        None => say!("gate: there was no baseline"),
    }
    files::write(path, new.to_text())?;
    let (cells, shown) = (new.cells.len(), files::readable(path));
    say!("gate: {cells} cells written to {shown}");
    Ok(ExitCode::SUCCESS)
}

/// A second run of what differs: a finding that does not repeat is another kind of finding.
fn again(report: &Report, old: &Baseline, present: &Baseline) -> anyhow::Result<Option<Baseline>> {
    let cells = report.entries.iter().filter_map(|entry| {
        let measured = |kind: Kind| !matches!(kind, Kind::Gone | Kind::New | Kind::Instructions);
        let differs = entry.findings.iter().any(|finding| measured(finding.kind));
        match &entry.subject {
            Subject::Cell { variant, problem } if differs => present.cell(variant, problem),
            _ => None,
        }
    });
    let cells: Vec<_> = cells.take(RUN_AGAIN).collect();
    let slower = match (&old.speed, &present.speed) {
        (Some(old), Some(new)) if new.instructions.is_empty() => slower_by_ratio(old, new).len(),
        _ => 0,
    };
    if cells.is_empty() && slower == 0 {
        return Ok(None);
    }
    let mut again = figures::cells(&cells)?;
    if slower > 0 {
        again.speed = speed::measure(Thoroughness::Enough)?;
    }
    Ok(Some(again))
}

/// Adds text to a file, as the summary of a continuous integration run collects it.
fn append(path: &Path, text: &str) -> anyhow::Result<()> {
    let before = files::read_if_there(path)?.unwrap_or_default();
    files::write(path, format!("{before}{text}"))
}

/// The exit code: lost cells take precedence over everything else.
fn exit_code(report: &Report) -> u8 {
    if report.count(Status::Lost) > 0 {
        LOST
    } else if report.pass() {
        0
    } else {
        REGRESSION
    }
}

#[cfg(test)]
mod tests;
