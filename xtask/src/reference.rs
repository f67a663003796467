//! `cargo xtask reference`: recomputes the reference solutions and compares them with all known values.

use crate::files;
use crate::say::say;
use crate::staging::{Staging, Step};
use anyhow::bail;
use clap::Args;
use problem::Problem;
use runner::Selection;
use runner::reference::{Digits, Examination, examine};
use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;

/// The exit code if references differ.
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
pub(crate) struct ExamineReferences {
    /// Problems to examine, all of them by default
    #[arg(value_name = "PROBLEM")]
    problems: Vec<String>,

    /// Store the computed trajectories where two routes agree; they count after the next build
    #[arg(long)]
    write: bool,
}

impl ExamineReferences {
    pub(crate) fn run(self) -> anyhow::Result<ExitCode> {
        let selection = Selection {
            problems: self.problems,
            ..Selection::default()
        };
        let problems = selection.pick_problems(catalog::problems())?;
        let root = files::workspace_root()?;
        let began = Instant::now();
        say!("{}", heading());
        let found = examine(&problems, |e| say!("{}", line(e)));
        for examination in &found {
            for difference in &examination.differences {
                say!("{}: {difference}", examination.id);
            }
        }
        let seconds = began.elapsed().as_secs_f64();
        if self.write {
            return store(&root, &problems, &found);
        }
        let different = found.iter().filter(|e| !e.differences.is_empty()).count();
        let (n, plural) = (found.len(), if found.len() == 1 { "" } else { "s" });
        say!("{n} reference{plural}, {different} with differences, {seconds:.1} s");
        Ok(ExitCode::from(if different == 0 { 0 } else { DIFFERENT }))
    }
}

/// The file with the trajectory of a problem: `problems/NAME/data/PRESET.csv`.
fn data_file(id: &str) -> String {
    let (name, preset) = id.split_once('/').unwrap_or((id, "default"));
    format!("problems/{name}/data/{preset}.csv")
}

fn store(
    root: &Path,
    problems: &[Box<dyn Problem>],
    found: &[Examination],
) -> anyhow::Result<ExitCode> {
    let mut steps = Vec::new();
    for (problem, examination) in problems.iter().zip(found) {
        let Some(record) = &examination.record else {
            continue;
        };
        let disagree = examination
            .between_routes
            .is_none_or(|d| d.least() < f64::from(problem.card().reference.digits));
        if disagree {
            let id = examination.id;
            bail!("{id}: the routes do not agree, nothing is stored");
        }
        steps.push((data_file(examination.id), record));
    }
    if steps.is_empty() {
        bail!("none of these problems stores a trajectory");
    }
    for (path, _) in &steps {
        say!("storing {path}");
        files::make_folder(root.join(path).parent().unwrap_or(root))?;
    }
    let steps = steps.into_iter();
    let steps: Vec<Step> = steps
        .map(|(path, record)| Step::file(path, record.clone()))
        .collect();
    Staging::of_workspace(root)?.apply(&steps)?;
    Ok(ExitCode::SUCCESS)
}

fn heading() -> String {
    format!(
        "{:<40} {:>14} {:>14} {:>14} {:>6} {:>9}",
        "problem", "routes q v λ", "stored q v λ", "truth q v λ", "energy", "published"
    )
}

fn line(e: &Examination) -> String {
    let digit = |digit: Option<f64>| digit.map_or("-".to_owned(), |d| format!("{d:.0}"));
    let digits = |digits: Option<Digits>| {
        let words = |d: Digits| format!("{:.0} {:.0} {}", d.q, d.v, digit(d.lambda));
        digits.map_or("-".to_owned(), words)
    };
    let published = match e.published.compared {
        0 => "-".to_owned(),
        compared => format!("{}/{compared}", e.published.agree),
    };
    format!(
        "{:<40} {:>14} {:>14} {:>14} {:>6} {published:>9}  {}",
        e.id,
        digits(e.between_routes),
        digits(e.stored),
        digits(e.truth),
        digit(e.energy),
        if e.differences.is_empty() {
            "ok"
        } else {
            "DIFFERS"
        },
    )
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
        let message = "circle: the routes do not agree, nothing is stored";
        assert_eq!(error.to_string(), message);
        assert!(!root.exists());
    }

    #[test]
    fn each_preset_has_its_file() {
        for (id, file) in [
            ("slider-crank", "problems/slider-crank/data/default.csv"),
            ("chain/links-100", "problems/chain/data/links-100.csv"),
        ] {
            assert_eq!(data_file(id), file);
        }
    }
}
