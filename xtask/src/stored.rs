//! The report in a folder: read again, completed, written.

use crate::files;
use anyhow::{Context, bail};
use results::{Results, SCHEMA};
use std::fs;
use std::io;
use std::path::Path;

/// The file that other programs read, and so do we.
const RESULTS: &str = "results.json";

/// The results in a folder, if there are any.
///
/// # Errors
/// When the file cannot be read, or is not of this version.
pub(crate) fn read(folder: &Path) -> anyhow::Result<Option<Results>> {
    let path = folder.join(RESULTS);
    let text = match fs::read_to_string(&path) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error).with_context(|| format!("reading {}", path.display())),
    };
    let what = || format!("{} is not a report of this version", files::readable(&path));
    let results: Results = serde_json::from_str(&text).with_context(what)?;
    if results.schema != SCHEMA {
        bail!("{}: its schema is {}, not {SCHEMA}", what(), results.schema);
    }
    Ok(Some(results))
}

/// Writes every file of the report, and takes away pages that it no longer has.
///
/// # Errors
/// When a file cannot be written.
pub(crate) fn write(folder: &Path, results: &Results) -> anyhow::Result<()> {
    let rendered = reports::render(results);
    for file in &rendered {
        files::write(&folder.join(file.name), &file.content)?;
    }
    for name in reports::OPTIONAL_PAGES {
        let path = folder.join(name);
        if path.exists() && rendered.iter().all(|file| file.name != name) {
            fs::remove_file(&path).with_context(|| format!("removing {}", path.display()))?;
        }
    }
    Ok(())
}

/// Takes the papers over that an earlier run has put into the folder, as long as they were run at the same commit; says
/// so where there were others.
pub(crate) fn keep_papers(folder: &Path, results: &mut Results) -> Option<String> {
    let before = match read(folder) {
        Ok(before) => before?,
        Err(error) => return Some(format!("papers    not kept: {error:#}")),
    };
    let commit = results.provenance.commit.as_str();
    let (kept, left): (Vec<_>, Vec<_>) = before
        .replicated_papers
        .into_iter()
        .partition(|paper| paper.run.commit == commit);
    let has = |id: &String| kept.iter().any(|paper| paper.id == *id);
    results.replications = before.replications;
    results.replications.retain(|claim| has(&claim.paper));
    results.replicated_figures = before.replicated_figures;
    results
        .replicated_figures
        .retain(|figure| has(&figure.paper));
    results.errata = before.errata;
    results.errata.retain(|erratum| has(&erratum.paper));
    results.replicated_papers = kept;
    (!left.is_empty()).then(|| {
        let names: Vec<String> = left.into_iter().map(|paper| paper.id).collect();
        format!(
            "papers    of another commit left out: {}; `cargo xtask replicate` runs them again",
            names.join(", ")
        )
    })
}
