//! What a run is compared with: a baseline of the gate, or the results of another report.

use crate::choice::Choice;
use crate::files;
use crate::gate;
use crate::stored;
use anyhow::{Context, anyhow, bail};
use clap::{Args, FromArgMatches};
use results::{ComparedWith, Difference, Results};
use runner::gate::{Acknowledgements, Baseline, Coverage, Date, Side, compare_shared, is_ours};
use runner::{Matrix, Scope, Selection};
use std::path::Path;

/// The variant that the gate runs on problems which are too large or too long for all of them.
pub(crate) const ON_SLOW_PROBLEMS: &str = "baumgarte/rk4";

/// The command of a report, before its options.
const REPORT: &str = "cargo xtask report";

/// The command of the gate.
pub(crate) const GATE: &str = "cargo xtask gate";

/// A baseline that was read.
pub(crate) struct Against {
    side: Side,
    from: ComparedWith,
    known: Acknowledgements,
    today: Date,
}

impl Against {
    /// Reads a baseline of the gate, a `results.json`, or the folder of a report, and the findings that are excused.
    ///
    /// # Errors
    /// When there is no such file, or it is none of these, damaged, of another version or without cells.
    pub(crate) fn read(path: &Path, acknowledged: &Path) -> anyhow::Result<Self> {
        let (side, from) = baseline(path)?;
        Ok(Self {
            side,
            from,
            known: gate::acknowledged(acknowledged)?,
            today: gate::today()?,
        })
    }

    /// Refuses a matrix that has no cell in common with the baseline.
    ///
    /// # Errors
    /// When nothing could be compared.
    pub(crate) fn check(&self, matrix: &Matrix) -> anyhow::Result<()> {
        let mut cells = matrix.cells().into_iter();
        match cells.any(|(variant, problem)| self.side.has(&variant, &problem)) {
            true => Ok(()),
            false => bail!(
                "no cell of this run is in the baseline {}; select other methods or problems, or compare with another baseline",
                self.from
            ),
        }
    }

    /// What differs from it.
    pub(crate) fn difference(&self, results: &Results) -> Difference {
        let mut report = compare_shared(&self.side, &side(results));
        let known = self.known.compared_in(&report);
        known.apply(&mut report, self.today);
        report.difference(self.from.clone())
    }
}

/// The figures in a file or folder, with where they come from.
fn baseline(path: &Path) -> anyhow::Result<(Side, ComparedWith)> {
    let what = || format!("the baseline {}", files::readable(path));
    let file = stored::file_in(path);
    let Some(text) = files::read_if_there(&file).with_context(what)? else {
        match path.is_dir() {
            true => bail!(
                "{} has no results.json; name the folder of a report, or a file",
                files::readable(path)
            ),
            false => bail!("{} does not exist", what()),
        }
    };
    if text.trim().is_empty() {
        bail!("{} is empty", what());
    }
    if is_ours(&text) {
        let figures = Baseline::parse(&text).with_context(what)?;
        let from = ComparedWith {
            name: name(path),
            ..ComparedWith::default()
        };
        let coverage = Coverage::of_gate(ON_SLOW_PROBLEMS);
        return Ok((Side::of_gate(figures, coverage), from));
    }
    let results = stored::parse(&file, &text).with_context(|| {
        format!(
            "{} is neither a baseline of the gate nor results of this version",
            what()
        )
    })?;
    if results.cells.is_empty() {
        bail!(
            "{} has no cells to compare with; `{REPORT}` makes a report with some",
            what()
        );
    }
    let from = ComparedWith {
        name: name(path),
        commit: Some(results.provenance.commit.clone()),
        date: Some(results.provenance.date.clone()),
    };
    Ok((side(&results), from))
}

/// Results as one side of a comparison.
fn side(results: &Results) -> Side {
    let command = &results.provenance.command;
    Side::of_results(results, coverage(command))
}

/// What a command that stands in results asked for; nothing that is known where it is none of ours.
fn coverage(command: &str) -> Coverage {
    if command == GATE {
        return Coverage::of(Selection::default(), Scope::Gate);
    }
    match choice(command) {
        Ok(choice) => Coverage::of(choice.selection(), choice.scope()),
        Err(_) => Coverage::default(),
    }
}

/// The methods, problems and tags that a report was made for.
fn choice(command: &str) -> anyhow::Result<Choice> {
    let options = command.strip_prefix(REPORT);
    let options = options.ok_or_else(|| anyhow!("`{command}` makes no report"))?;
    // Ids hold neither spaces nor quotes; those with a star are quoted for the shell.
    let words = options
        .split_whitespace()
        .map(|word| word.trim_matches('\''));
    let words = words.filter(|word| !["--no-speed", "--instructions"].contains(word));
    let parser = Choice::augment_args(clap::Command::new("report").no_binary_name(true));
    Ok(Choice::from_arg_matches(
        &parser.try_get_matches_from(words)?,
    )?)
}

/// The name of a file or folder without the folders above it.
pub(crate) fn name(path: &Path) -> String {
    let resolved = path.canonicalize();
    let path = resolved.as_deref().unwrap_or(path);
    let name = path.file_name().unwrap_or(path.as_os_str());
    name.to_string_lossy().into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::tests::Scratch;
    use std::fs;

    fn refused(text: &str) -> String {
        let scratch = Scratch::new("against");
        let path = scratch.0.join("results.json");
        fs::write(&path, text).unwrap();
        let error = baseline(&path).expect_err("it cannot be used");
        format!("{error:#}")
    }

    #[test]
    fn what_cannot_be_compared_with_is_refused_with_the_reason() {
        for (text, why) in [
            ("", "is empty"),
            (" \n", "is empty"),
            ("my thesis", "neither a baseline of the gate nor results"),
            ("{\"schema\": 1}", "its schema is 1"),
            ("{\"schema\": 99, \"cells\": []}", "its schema is 99"),
            (
                "{\"version\":99,\"command\":\"cargo xtask gate --bless\",\n",
                "version 99",
            ),
        ] {
            let said = refused(text);
            assert!(said.contains(why), "{said}");
        }
        let scratch = Scratch::new("against-folder");
        for path in [scratch.0.clone(), scratch.0.join("missing.json")] {
            let error = baseline(&path).err().unwrap().to_string();
            assert!(error.contains("has no results.json") || error.contains("does not exist"));
        }
    }

    #[test]
    fn a_command_tells_what_it_asked_for() {
        let selected = |command: &str| choice(command).unwrap();
        let all = selected("cargo xtask report --no-speed");
        assert_eq!(all.selection(), Selection::default());
        assert_eq!(all.scope(), Scope::Full);
        let some = "cargo xtask report --quick --no-speed --method 'baumgarte/rk4/*' --tag planar";
        let some = selected(some);
        assert_eq!(some.methods, ["baumgarte/rk4/*"]);
        assert_eq!(some.tags, ["planar"]);
        assert_eq!(some.scope(), Scope::Quick);
        assert_eq!(coverage("make report"), Coverage::default());
        assert_eq!(
            coverage("cargo xtask report --surprise"),
            Coverage::default()
        );
    }

    #[test]
    fn folders_above_a_baseline_are_not_told() {
        assert_eq!(
            name(Path::new("/somewhere/secret/baseline.json")),
            "baseline.json"
        );
    }
}
