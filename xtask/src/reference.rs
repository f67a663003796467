//! `cargo xtask reference`: computes the reference solutions again and compares them with everything known.

use crate::files::{self, Change};
use anyhow::bail;
use clap::Args;
use problem::Problem;
use runner::Selection;
use runner::reference::{Digits, Examination, examine};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

/// The exit code for references that differ.
const DIFFERENT: u8 = 1;

/// Compute the reference solutions again and compare them with the stored digits
#[derive(Args)]
#[command(after_help = "\
Examples:
  cargo xtask reference                        every problem
  cargo xtask reference slider-crank           one of them
  cargo xtask reference 'andrews-squeezer/*'   one with all its presets
  cargo xtask reference --write slider-crank   store the digits

Each motion is computed in double-double precision by independent routes. They are compared with each other, with \
the stored trajectory (problems/NAME/data), with the truth that runs are judged by, and with values that were \
found elsewhere. Numbers are digits of agreement, relative to the largest coordinate, velocity or multiplier.

Exit code 0: all agree. 1: something differs. 2: the command could not be carried out.")]
pub(crate) struct Reference {
    /// Problems to examine, all of them by default
    #[arg(value_name = "PROBLEM")]
    problems: Vec<String>,

    /// Store the computed trajectories where two routes agree; they count after the next build
    #[arg(long)]
    write: bool,
}

impl Reference {
    pub(crate) fn run(self) -> anyhow::Result<ExitCode> {
        let selection = Selection {
            problems: self.problems,
            ..Selection::default()
        };
        let problems = selection.pick_problems(catalog::problems())?;
        let root = files::workspace_root()?;
        let began = Instant::now();
        eprintln!("{}", heading());
        let found = examine(&problems, |e| eprintln!("{}", line(e)));
        for examination in &found {
            for difference in &examination.differences {
                eprintln!("{}: {difference}", examination.id);
            }
        }
        let seconds = began.elapsed().as_secs_f64();
        if self.write {
            return store(&root, &problems, &found);
        }
        let different = found.iter().filter(|e| !e.differences.is_empty()).count();
        let examined = match found.len() {
            1 => "1 reference".to_owned(),
            n => format!("{n} references"),
        };
        eprintln!("{examined}, {different} with differences, {seconds:.1} s");
        Ok(if different == 0 {
            ExitCode::SUCCESS
        } else {
            ExitCode::from(DIFFERENT)
        })
    }
}

/// Where the trajectory of a problem is stored: `problems/NAME/data/PRESET.csv`.
fn data_file(root: &Path, id: &str) -> PathBuf {
    let (name, preset) = id.split_once('/').unwrap_or((id, "default"));
    let folder = root.join("problems").join(name).join("data");
    folder.join(format!("{preset}.csv"))
}

fn store(
    root: &Path,
    problems: &[Box<dyn Problem>],
    found: &[Examination],
) -> anyhow::Result<ExitCode> {
    let mut changes = Vec::new();
    for (problem, examination) in problems.iter().zip(found) {
        let Some(record) = &examination.record else {
            continue;
        };
        let disagree = examination
            .between_routes
            .is_none_or(|d| d.least() < f64::from(problem.card().reference.digits));
        if disagree {
            bail!(
                "{}: the routes do not agree, nothing is stored",
                examination.id
            );
        }
        let path = data_file(root, examination.id);
        eprintln!("storing {}", files::readable(&path));
        changes.push(Change::new(path, record.clone()));
    }
    if changes.is_empty() {
        bail!("none of these problems stores a trajectory");
    }
    files::write_all(&changes)?;
    Ok(ExitCode::SUCCESS)
}

fn heading() -> String {
    format!(
        "{:<40} {:>14} {:>14} {:>14} {:>6} {:>9}",
        "problem", "routes q v λ", "stored q v λ", "truth q v λ", "energy", "published"
    )
}

fn line(e: &Examination) -> String {
    let published = match e.published.compared {
        0 => "-".to_owned(),
        compared => format!("{}/{compared}", e.published.agree),
    };
    format!(
        "{:<40} {:>14} {:>14} {:>14} {:>6} {:>9}  {}",
        e.id,
        digits(e.between_routes),
        digits(e.stored),
        digits(e.truth),
        e.energy.map_or("-".to_owned(), |d| format!("{d:.0}")),
        published,
        if e.differences.is_empty() {
            "ok"
        } else {
            "DIFFERS"
        },
    )
}

fn digits(digits: Option<Digits>) -> String {
    digits.map_or("-".to_owned(), |d| {
        let lambda = d.lambda.map_or("-".to_owned(), |x| format!("{x:.0}"));
        format!("{:.0} {:.0} {lambda}", d.q, d.v)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use runner::reference::Published;

    #[test]
    fn digits_on_which_the_routes_disagree_are_not_stored() {
        let problems: Vec<_> = catalog::problems().into_iter().take(1).collect();
        let few = Digits {
            q: 9.0,
            v: 9.0,
            lambda: None,
        };
        let found = Examination {
            id: "circle",
            routes: vec![],
            between_routes: Some(few),
            stored: None,
            truth: None,
            published: Published::default(),
            energy: None,
            differences: vec![],
            record: Some("t,q1\n1,1\n".to_owned()),
        };
        let root = std::env::temp_dir().join(format!("xtask-reference-{}", std::process::id()));
        let error = store(&root, &problems, &[found]).unwrap_err();
        assert!(error.to_string().contains("the routes do not agree"));
        assert!(!root.exists());
    }

    #[test]
    fn each_preset_has_its_file() {
        let file = |id| data_file(Path::new("."), id).display().to_string();
        assert_eq!(
            file("slider-crank"),
            "./problems/slider-crank/data/default.csv"
        );
        assert_eq!(
            file("chain/links-100"),
            "./problems/chain/data/links-100.csv"
        );
    }
}
