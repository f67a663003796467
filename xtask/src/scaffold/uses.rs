//! Reasons not to remove a crate.

use super::edits::{self, key};
use super::kind::Kind;
use super::name::Name;
use super::{LIST, MANIFEST, read};
use anyhow::{Context, bail};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Refuses to remove a crate that is used outside the list of the catalogue.
///
/// # Errors
/// When it is used; the message lists the files.
pub(crate) fn refuse_used(root: &Path, kind: Kind, name: &Name) -> anyhow::Result<()> {
    let own = format!("{}/Cargo.toml", kind.path(name));
    let mut users = Vec::new();
    for path in manifests(root)? {
        let depends = read(root, &path)?.lines().any(|l| key(l) == name.id());
        if depends && path != own && path != MANIFEST {
            users.push(path);
        }
    }
    let entry = edits::list_line(kind, name);
    let sources = Path::new(LIST).parent().unwrap_or(Path::new(""));
    for path in below(root, sources)? {
        let text = read(root, &path)?;
        if text.lines().any(|l| l.trim() != entry && names(l, name)) {
            users.push(path);
        }
    }
    if !users.is_empty() {
        bail!("`{}` is in use: see {}", name.id(), users.join(", "));
    }
    Ok(())
}

/// Whether a line of code names the crate or its id.
fn names(line: &str, name: &Name) -> bool {
    let identifier = name.identifier();
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let path = line.split_inclusive("::").any(|part| {
        let before = part.strip_suffix("::").unwrap_or_default();
        before
            .strip_suffix(&identifier)
            .is_some_and(|rest| !rest.ends_with(is_part))
    });
    let id = format!("\"{}", name.id());
    path || line.contains(&format!("{id}\"")) || line.contains(&format!("{id}/"))
}

/// The manifest of every member of the workspace.
fn manifests(root: &Path) -> anyhow::Result<Vec<String>> {
    let mut members = vec!["reports".to_owned(), "xtask".to_owned()];
    for folder in ["harness", "methods", "problems"] {
        members.extend(below(root, Path::new(folder))?);
    }
    let manifests = members.iter().map(|path| format!("{path}/Cargo.toml"));
    Ok(manifests.filter(|path| root.join(path).is_file()).collect())
}

/// Everything directly in a folder, as paths from the root.
fn below(root: &Path, folder: &Path) -> anyhow::Result<Vec<String>> {
    let entries = fs::read_dir(root.join(folder)).with_context(|| folder.display().to_string())?;
    let paths = entries.filter_map(Result::ok).map(|e| e.file_name());
    let mut paths: Vec<PathBuf> = paths.map(|name| folder.join(name)).collect();
    paths.sort();
    Ok(paths.iter().map(|p| p.display().to_string()).collect())
}

/// Refuses to remove files that git could not restore.
///
/// # Errors
/// When files are not committed, or git does not work here.
pub(crate) fn refuse_uncommitted(root: &Path, folder: &str) -> anyhow::Result<()> {
    let status = Command::new("git")
        .args(["status", "--porcelain", "--ignored", "--", folder])
        .current_dir(root)
        .output();
    match status {
        Ok(output) if output.status.success() && output.stdout.is_empty() => Ok(()),
        Ok(output) if output.status.success() => {
            let listed = String::from_utf8_lossy(&output.stdout);
            let files: Vec<&str> = listed.lines().filter_map(|line| line.get(3..)).collect();
            bail!(
                "not committed: {}; commit it first, or give --force to remove it for good",
                files.join(", ")
            )
        }
        _ => bail!(
            "git cannot say whether {folder} is committed; give --force to remove it for good"
        ),
    }
}
