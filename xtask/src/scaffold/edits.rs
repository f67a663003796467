//! Text edits of the three files in which a crate is registered.

use super::kind::Kind;
use super::name::Name;
use anyhow::{Context, bail};

/// Refuses the name of a package that the workspace already uses, including dependencies.
///
/// # Errors
/// When the lock file has the name.
pub(crate) fn refuse_locked(lock: &str, name: &Name) -> anyhow::Result<()> {
    let is_taken = |line: &str| {
        let package = line.strip_prefix("name = \"");
        package.is_some_and(|p| name.is_same(p.trim_end().trim_end_matches('"')))
    };
    if lock.lines().any(is_taken) {
        let id = name.id();
        bail!("`{id}` is taken: a package in Cargo.lock has this name");
    }
    Ok(())
}

/// The crates of a kind that the manifest of the workspace lists.
pub(crate) fn listed(workspace: &str, kind: Kind) -> Vec<String> {
    let key = |line: &str| is_of(kind, line).then(|| key(line).to_owned());
    workspace.lines().filter_map(key).collect()
}

/// The line of the workspace's manifest.
pub(crate) fn workspace_line(kind: Kind, name: &Name) -> String {
    let (id, package, path) = (name.id(), name.package(), kind.path(name));
    format!("{id} = {{ package = \"{package}\", path = \"{path}\" }}")
}

/// The line of the catalogue's manifest.
pub(crate) fn manifest_line(name: &Name) -> String {
    format!("{}.workspace = true", name.id())
}

/// The line of the catalogue's list.
pub(crate) fn list_line(kind: Kind, name: &Name) -> String {
    format!("{}::{}(),", name.identifier(), kind.function())
}

/// The manifest of the workspace with one more crate.
///
/// # Errors
/// When the name is taken, or there is no block of crates to add it to.
pub(crate) fn add_to_workspace(text: &str, kind: Kind, name: &Name) -> anyhow::Result<String> {
    refuse_key(text, "[workspace.dependencies]", name)?;
    insert_sorted(text, &workspace_line(kind, name), |line| is_of(kind, line))
        .with_context(|| format!("no line with `path = \"{}/...\"`", kind.folder()))
}

/// The manifest of the catalogue with one more crate beside the `others` of its kind.
///
/// # Errors
/// When the name is taken, or none of the others is there.
pub(crate) fn add_to_manifest(
    text: &str,
    name: &Name,
    others: &[String],
) -> anyhow::Result<String> {
    refuse_key(text, "[dependencies]", name)?;
    let is_other = |line: &str| line.contains('=') && others.iter().any(|o| o == key(line));
    insert_sorted(text, &manifest_line(name), is_other)
        .context("none of the others among the dependencies")
}

/// The catalogue with one more line in a list.
///
/// # Errors
/// When the crate is listed, its identifier means something else there, or the marker is gone.
pub(crate) fn add_to_list(text: &str, kind: Kind, name: &Name) -> anyhow::Result<String> {
    let identifier = name.identifier();
    let entry = list_line(kind, name);
    if text.lines().any(|line| line.trim() == entry) {
        bail!("`{}` is listed already", name.id());
    }
    let module = format!("mod {identifier};");
    if text.lines().any(|line| line.trim().ends_with(&module)) {
        bail!("`{identifier}` is a module there");
    }
    let wanted = kind.marker();
    let is_marker = |line: &&str| line.trim() == wanted;
    let marker = text.split_inclusive('\n').find(is_marker);
    let marker = marker.with_context(|| format!("the line `{wanted}` is gone"))?;
    let indent = &marker[..marker.len() - marker.trim_start().len()];
    Ok(text.replacen(marker, &format!("{indent}{entry}\n{marker}"), 1))
}

/// Removes a line.
///
/// # Errors
/// When there is no such line.
pub(crate) fn remove_line(text: &str, line: &str) -> anyhow::Result<String> {
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let at = lines.iter().position(|l| l.trim() == line);
    let at = at.with_context(|| format!("there is no line `{line}`"))?;
    Ok([&lines[..at], &lines[at + 1..]].concat().concat())
}

/// Removes a package that only the catalogue depends on from the lock file, as cargo would.
pub(crate) fn remove_from_lock(lock: &str, name: &Name) -> String {
    let named = format!("name = \"{}\"", name.package());
    let dependency = format!("\"{}\",", name.package());
    let packages = lock.split_inclusive("\n\n");
    let kept = packages.filter(|package| !package.lines().any(|line| line == named));
    let lines = kept.flat_map(|package| package.split_inclusive('\n'));
    let text: String = lines.filter(|line| line.trim() != dependency).collect();
    // The last package has no empty line behind it.
    if text.ends_with("\n\n") && !lock.ends_with("\n\n") {
        text[..text.len() - 1].to_owned()
    } else {
        text
    }
}

fn is_of(kind: Kind, line: &str) -> bool {
    line.contains(&format!("path = \"{}/", kind.folder()))
}

/// The key of a line `key = value` or `key.workspace = true`.
pub(crate) fn key(line: &str) -> &str {
    line.split(['=', '.']).next().unwrap_or_default().trim()
}

fn refuse_key(text: &str, table: &str, name: &Name) -> anyhow::Result<()> {
    let inside = text.lines().skip_while(|line| line.trim() != table).skip(1);
    let mut entries = inside.take_while(|line| !line.starts_with('['));
    if entries.any(|line| name.is_same(key(line))) {
        bail!("`{}` is taken: it is in {table}", name.id());
    }
    Ok(())
}

/// Inserts `new` in order among the lines of its `kind`.
fn insert_sorted(text: &str, new: &str, kind: impl Fn(&str) -> bool) -> Option<String> {
    let mut lines: Vec<&str> = text.split_inclusive('\n').collect();
    let is_behind = |line: &&str| kind(line) && key(line) > key(new);
    let behind = lines.iter().position(is_behind);
    let at = match behind {
        Some(at) => at,
        None => lines.iter().rposition(|line| kind(line))? + 1,
    };
    let new = format!("{new}\n");
    lines.insert(at, &new);
    Some(lines.concat())
}

#[cfg(test)]
mod tests;
