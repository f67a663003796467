//! `cargo xtask gate`: compares the present figures with the committed baseline.

use crate::files;
use crate::progress::Progress;
use crate::provenance;
use anyhow::{Context, anyhow};
use clap::Args;
use runner::gate::{Finding, Findings, compare};
use runner::{Baseline, Effort, Matrix, Scope, Settings};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// The command that makes a baseline.
const BLESS: &str = "cargo xtask gate --bless";

/// The most findings of a kind that are listed, since a broken kernel changes every cell.
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

/// Replaces the baseline, even if the old one is missing or broken.
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
            eprintln!("gate: against the old baseline {}", counts(&findings));
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

/// The baseline, if there is a file.
fn read(path: &Path) -> anyhow::Result<Option<Baseline>> {
    let parse = |text: String| Baseline::parse(&text).map_err(|error| anyhow!(error));
    let baseline = files::read_if_there(path)?.map(parse).transpose();
    baseline.with_context(|| format!("baseline {}", path.display()))
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
    for (name, group) in groups(findings) {
        if !group.is_empty() {
            eprintln!("{}", listing(name, group));
        }
    }
}

fn groups(findings: &Findings) -> [(&'static str, &[Finding]); 3] {
    [
        ("lost", &findings.lost),
        ("worse", &findings.worse),
        ("better", &findings.better),
    ]
}

fn listing(name: &str, group: &[Finding]) -> String {
    let mut lines = vec![format!("{name} ({}):", group.len())];
    let listed = group.iter().take(LISTED);
    lines.extend(listed.map(|finding| format!("  {finding}")));
    if group.len() > LISTED {
        lines.push(format!("  and {} more", group.len() - LISTED));
    }
    lines.join("\n")
}

fn counts(findings: &Findings) -> String {
    let counts = groups(findings).map(|(name, group)| format!("{} {name}", group.len()));
    counts.join(", ")
}

fn closing(findings: &Findings) -> String {
    let (compared, counts) = (findings.compared, counts(findings));
    let (verdict, advice) = match (findings.pass(), findings.better.len()) {
        (true, 0) => ("pass", String::new()),
        (true, _) => ("pass", format!("; `{BLESS}` records what became better")),
        (false, _) => (
            "regression",
            format!("; if this was meant, `{BLESS}` records it"),
        ),
    };
    format!("gate: {verdict}: {compared} cells compared, {counts}{advice}")
}

/// The exit code: lost cells take precedence over worse figures.
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
        let counted = "gate: pass: 10 cells compared, 0 lost, 0 worse";
        assert_eq!(closing(&findings(0, 0, 0)), format!("{counted}, 0 better"));
        assert_eq!(
            closing(&findings(0, 0, 2)),
            format!("{counted}, 2 better; `{BLESS}` records what became better")
        );
    }
}
