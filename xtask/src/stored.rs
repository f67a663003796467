//! Reading and writing the report in a folder.

use crate::files;
use crate::folder::ReportFolder;
use anyhow::{Context, bail};
use reports::END_STATES;
use results::{EndStates, Results, SCHEMA};
use serde::Deserialize;
use std::path::{Path, PathBuf};

/// The file with the results.
const RESULTS: &str = "results.json";

/// The stored results of a folder with the states in which their runs ended, if there are any.
///
/// # Errors
/// When a file cannot be read, has another version, or belongs to other results.
pub(crate) fn read(folder: &ReportFolder) -> anyhow::Result<Option<Results>> {
    let Some(mut results) = read_file(&folder.path().join(RESULTS))? else {
        return Ok(None);
    };
    let path = folder.path().join(END_STATES);
    if let Some(text) = files::read_if_there(&path)? {
        let what = || format!("{} does not belong to {RESULTS}", files::readable(&path));
        let ends: EndStates = serde_json::from_str(&text).with_context(what)?;
        if !ends.belong_to(&results) {
            bail!("{} beside it; remove one of them", what());
        }
        results.end_states = ends.end_states;
    }
    Ok(Some(results))
}

/// The file with the results: the path itself, or in the folder it names.
pub(crate) fn file_in(path: &Path) -> PathBuf {
    if path.is_file() {
        path.to_path_buf()
    } else {
        path.join(RESULTS)
    }
}

/// The stored results of a file without the states in which their runs ended, if it is there.
///
/// # Errors
/// When the file cannot be read or has another version.
pub(crate) fn read_file(path: &Path) -> anyhow::Result<Option<Results>> {
    let Some(text) = files::read_if_there(path)? else {
        return Ok(None);
    };
    parse(path, &text).map(Some)
}

/// The results that the text of a file holds.
///
/// # Errors
/// When it is damaged or has another version.
pub(crate) fn parse(path: &Path, text: &str) -> anyhow::Result<Results> {
    let what = || format!("{} is not a report of this version", files::readable(path));
    // Another version has other fields, and the number says more than the first of them that is missing.
    let head: Head = serde_json::from_str(text).with_context(what)?;
    if head.schema != SCHEMA {
        bail!(
            "{}: its schema is {}, not {SCHEMA}; make it again with `cargo xtask report`",
            what(),
            head.schema
        );
    }
    serde_json::from_str(text).with_context(what)
}

/// What every version of the results begins with.
#[derive(Deserialize)]
struct Head {
    schema: u32,
}

/// Replaces the report in the folder by that of these results.
///
/// # Errors
/// When a file cannot be written; the old report is then unchanged.
pub(crate) fn write(folder: &ReportFolder, results: &Results) -> anyhow::Result<()> {
    folder.replace(&reports::render(results))
}

/// Copies the papers of the report in the folder into the results if they were run by the same sources, and returns a
/// message about those that were not.
pub(crate) fn keep_papers(folder: &ReportFolder, results: &mut Results) -> Option<String> {
    let before = match read_file(&folder.path().join(RESULTS)) {
        Ok(before) => before?,
        Err(error) => return Some(format!("papers    not kept: {error:#}")),
    };
    let source = results.provenance.source.as_str();
    let papers = before.replicated_papers.into_iter();
    let (kept, left): (Vec<_>, Vec<_>) = papers.partition(|paper| paper.run.source == source);
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
            "papers    of other sources left out: {}; `cargo xtask replicate` runs them again",
            names.join(", ")
        )
    })
}
