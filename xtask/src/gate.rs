//! `cargo xtask gate`: has anything become worse than the committed baseline?

use crate::files;
use crate::progress::Progress;
use crate::provenance;
use anyhow::{Context, anyhow};
use clap::Args;
use runner::gate::{Finding, Findings, compare};
use runner::{Baseline, Effort, Matrix, Scope, Settings};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// The command that makes a baseline.
const BLESS: &str = "cargo xtask gate --bless";

/// Findings of one kind are listed up to this number: a broken kernel changes every cell.
const LISTED: usize = 60;

const REGRESSION: u8 = 1;
const NO_BASELINE: u8 = 3;
const LOST: u8 = 4;

/// Compare orders, errors, drifts, work and allocations with the committed baseline
#[derive(Args)]
#[command(after_help = "\
Examples:
  cargo xtask gate
  cargo xtask gate --bless                after a change that was meant

Exit codes:
  0  pass: nothing lost, nothing worse
  1  regression: a figure became worse than the baseline
  2  usage: wrong arguments, a baseline that cannot be read, or a run that could not be started
  3  there is no baseline file
  4  lost cells: they are gone or no longer run (also when figures became worse)

The gate runs every method on every problem that is not tagged `large` or `long-run`. It compares only \
deterministic figures, never times.")]
pub(crate) struct Gate {
    /// The baseline [default: harness/runner/baseline.json in the workspace]
    #[arg(long, value_name = "FILE")]
    baseline: Option<PathBuf>,
    /// Write the present figures as the new baseline, and say what changed
    #[arg(long)]
    bless: bool,
}

impl Gate {
    pub(crate) fn run(self) -> anyhow::Result<ExitCode> {
        let root = files::workspace_root()?;
        let path = self
            .baseline
            .unwrap_or_else(|| root.join("harness/runner/baseline.json"));
        // A baseline that is missing or broken is found before anything is run.
        let old = read(&path);
        if self.bless {
            return bless(&root, &path, old);
        }
        let Some(old) = old? else {
            eprintln!(
                "gate: no baseline at {}; `{BLESS}` makes one",
                files::readable(&path)
            );
            return Ok(ExitCode::from(NO_BASELINE));
        };
        let findings = compare(&old, &present(&root)?);
        show(&findings);
        eprintln!("{}", closing(&findings));
        Ok(ExitCode::from(exit_code(&findings)))
    }
}

/// Replaces the baseline, whatever state the old one is in.
fn bless(
    root: &Path,
    path: &Path,
    old: anyhow::Result<Option<Baseline>>,
) -> anyhow::Result<ExitCode> {
    let new = present(root)?;
    match old {
        Ok(Some(old)) => {
            let findings = compare(&old, &new);
            show(&findings);
            let (lost, worse, better) = counts(&findings);
            eprintln!("gate: against the old baseline {lost} lost, {worse} worse, {better} better");
        }
        Ok(None) => eprintln!("gate: there was no baseline"),
        Err(error) => eprintln!("gate: the old baseline is replaced unseen: {error:#}"),
    }
    files::write(path, &new.to_text())?;
    eprintln!(
        "gate: {} cells written to {}",
        new.cells.len(),
        files::readable(path)
    );
    Ok(ExitCode::SUCCESS)
}

/// The baseline, or nothing where there is no file.
fn read(path: &Path) -> anyhow::Result<Option<Baseline>> {
    let context = || format!("baseline {}", path.display());
    match fs::read_to_string(path) {
        Ok(text) => Baseline::parse(&text)
            .map(Some)
            .map_err(|e| anyhow!(e))
            .with_context(context),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error).with_context(context),
    }
}

/// The figures of the present code. Speed is measured only to count allocations.
fn present(root: &Path) -> anyhow::Result<Baseline> {
    let settings = Settings {
        scope: Scope::Gate,
        speed: Effort::Once,
        ..Settings::default()
    };
    let matrix = Matrix::plan(settings, catalog::catalog())?;
    let provenance = provenance::gather(root, BLESS.to_owned(), true)?;
    let results = matrix.run(provenance, &Progress::new())?;
    Ok(Baseline::of(&results, BLESS))
}

fn show(findings: &Findings) {
    let groups = [
        ("lost", &findings.lost),
        ("worse", &findings.worse),
        ("better", &findings.better),
    ];
    for (name, group) in groups {
        if !group.is_empty() {
            eprintln!("{}", listing(name, group));
        }
    }
}

fn listing(name: &str, group: &[Finding]) -> String {
    let mut lines = vec![format!("{name} ({}):", group.len())];
    lines.extend(
        group
            .iter()
            .take(LISTED)
            .map(|finding| format!("  {finding}")),
    );
    if group.len() > LISTED {
        lines.push(format!("  and {} more", group.len() - LISTED));
    }
    lines.join("\n")
}

fn counts(findings: &Findings) -> (usize, usize, usize) {
    (
        findings.lost.len(),
        findings.worse.len(),
        findings.better.len(),
    )
}

fn closing(findings: &Findings) -> String {
    let (lost, worse, better) = counts(findings);
    let compared = findings.compared;
    let verdict = if findings.pass() {
        "pass"
    } else {
        "regression"
    };
    let advice = match (findings.pass(), better) {
        (true, 0) => String::new(),
        (true, _) => format!("; `{BLESS}` records what became better"),
        (false, _) => format!("; if this was meant, `{BLESS}` records it"),
    };
    format!(
        "gate: {verdict}: {compared} cells compared, {lost} lost, {worse} worse, {better} better{advice}"
    )
}

/// Lost cells weigh more than worse figures.
fn exit_code(findings: &Findings) -> u8 {
    if !findings.lost.is_empty() {
        LOST
    } else if !findings.worse.is_empty() {
        REGRESSION
    } else {
        0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn findings(lost: usize, worse: usize, better: usize) -> Findings {
        let finding = Finding {
            variant: "baumgarte/rk4".into(),
            problem: "circle".into(),
            what: "order of q fell from 4.00 to 1.00".into(),
        };
        Findings {
            lost: vec![finding.clone(); lost],
            worse: vec![finding.clone(); worse],
            better: vec![finding; better],
            compared: 10,
        }
    }

    #[test]
    fn lost_cells_take_precedence() {
        assert_eq!(exit_code(&findings(0, 0, 0)), 0);
        assert_eq!(exit_code(&findings(0, 0, 5)), 0);
        assert_eq!(exit_code(&findings(0, 1, 5)), REGRESSION);
        assert_eq!(exit_code(&findings(1, 0, 0)), LOST);
        assert_eq!(exit_code(&findings(1, 1, 0)), LOST);
    }

    #[test]
    fn long_lists_are_cut_and_say_so() {
        let text = listing("worse", &findings(0, LISTED + 2, 0).worse);
        assert!(text.starts_with("worse (62):\n  baumgarte/rk4 on circle: order of q fell"));
        assert!(text.ends_with("  and 2 more"), "{text}");
    }

    #[test]
    fn a_pass_with_gains_advises_to_record_them() {
        assert!(closing(&findings(0, 0, 2)).contains("records what became better"));
        assert!(closing(&findings(0, 0, 0)).ends_with("0 better"));
    }
}
