//! `cargo xtask new-method`, `new-problem`, `remove-method` and `remove-problem`: add a crate that compiles, passes
//! conformance and is part of the next report, or remove one.

mod edits;
mod kind;
mod name;
mod template;
#[cfg(test)]
mod tests;
mod uses;

use crate::files;
use crate::say::say;
use crate::staging::{Staging, Step};
use anyhow::{Context, bail};
use clap::Args;
pub(crate) use kind::Kind;
use name::Name;
use std::fs;
use std::path::Path;
use std::process::ExitCode;

/// The manifest of the workspace.
const WORKSPACE: &str = "Cargo.toml";
/// The manifest of the catalogue.
const MANIFEST: &str = "harness/catalog/Cargo.toml";
/// The source file in which the catalogue lists methods and problems.
const LIST: &str = "harness/catalog/src/lib.rs";
/// The lock file of the workspace; a workspace that was never built has none.
const LOCK: &str = "Cargo.lock";

#[derive(Args)]
pub(crate) struct NewCrate {
    /// Identifier: lowercase letters, digits and single hyphens, for example `my-own`
    #[arg(value_name = "NAME")]
    name: String,
}

#[derive(Args)]
pub(crate) struct Removal {
    /// Identifier of what to remove
    #[arg(value_name = "NAME")]
    name: String,
    /// Remove it even if git could not bring it back
    #[arg(long)]
    force: bool,
}

/// The help text below the options of `new-method` and `new-problem`.
pub(crate) fn new_help(kind: Kind) -> String {
    let (word, folder, example) = (kind.word(), kind.folder(), kind.example());
    let start = kind.of("a working method", "a bead on a wire");
    format!(
        "Examples:
  cargo xtask new-{word} {example}

Makes {folder}/{example} with {start} to start from, and registers it: in the manifest of the \
workspace, in that of the catalogue and in the catalogue's list. Either all of this happens or nothing. \
`cargo xtask remove-{word} {example}` undoes it."
    )
}

/// The help text below the options of `remove-method` and `remove-problem`.
pub(crate) fn remove_help(kind: Kind) -> String {
    let (word, example) = (kind.word(), kind.example());
    format!(
        "Examples:
  cargo xtask remove-{word} {example}           # a crate that is committed, so that git can bring it back
  cargo xtask remove-{word} {example} --force   # whatever is in it

A crate that other crates use is not removed. Either all of this happens or nothing."
    )
}

impl NewCrate {
    pub(crate) fn run(self, kind: Kind) -> anyhow::Result<ExitCode> {
        let root = files::workspace_root()?;
        let staging = Staging::of_workspace(&root)?;
        let name = Name::parse(&self.name)?;
        staging.apply(&addition(&root, kind, &name)?)?;
        say!("{}", next_steps(kind, &name));
        Ok(ExitCode::SUCCESS)
    }
}

impl Removal {
    pub(crate) fn run(self, kind: Kind) -> anyhow::Result<ExitCode> {
        let root = files::workspace_root()?;
        let staging = Staging::of_workspace(&root)?;
        let name = known(&root, kind, &self.name)?;
        uses::refuse_used(&root, kind, &name)?;
        let folder = kind.path(&name);
        if !self.force {
            uses::refuse_uncommitted(&root, &folder)?;
        }
        staging.apply(&subtraction(&root, kind, &name)?)?;
        unlock(&root, &name)?;
        say!("{folder} is gone, and its three registrations with it.");
        Ok(ExitCode::SUCCESS)
    }
}

fn read(root: &Path, path: &str) -> anyhow::Result<String> {
    fs::read_to_string(root.join(path)).with_context(|| format!("reading {path}"))
}

/// The name of an existing crate.
fn known(root: &Path, kind: Kind, name: &str) -> anyhow::Result<Name> {
    let names = kind.crates(root)?;
    if names.iter().any(|known| known == name) {
        return Name::parse(name);
    }
    let nearest = runner::nearest(name, &names).join(", ");
    bail!("unknown {} `{name}`; nearest: {nearest}", kind.word())
}

/// All changes for a new crate, in an order in which the workspace loads after each of them: the crate is there before a
/// manifest names it, and the list of the catalogue, which makes it part of the matrix, comes last.
fn addition(root: &Path, kind: Kind, name: &Name) -> anyhow::Result<Vec<Step>> {
    for folder in ["harness", "methods", "problems", "."] {
        let taken = Path::new(folder).join(name.id());
        if root.join(&taken).exists() {
            bail!("`{}` is taken: {} exists", name.id(), taken.display());
        }
    }
    edits::refuse_locked(&read(root, LOCK).unwrap_or_default(), name)?;
    let workspace = read(root, WORKSPACE)?;
    let others = edits::listed(&workspace, kind);
    let new_workspace = edits::add_to_workspace(&workspace, kind, name).context(WORKSPACE)?;
    let manifest = edits::add_to_manifest(&read(root, MANIFEST)?, name, &others);
    let list = edits::add_to_list(&read(root, LIST)?, kind, name);
    Ok(vec![
        Step::Put {
            path: kind.path(name),
            files: template::render(kind, name),
        },
        Step::file(WORKSPACE, new_workspace),
        Step::file(MANIFEST, manifest.context(MANIFEST)?),
        Step::file(LIST, list.context(LIST)?),
    ])
}

/// All changes for a removal, in the opposite order.
fn subtraction(root: &Path, kind: Kind, name: &Name) -> anyhow::Result<Vec<Step>> {
    let without = |path: &str, line: String| -> anyhow::Result<Step> {
        let text = edits::remove_line(&read(root, path)?, &line).context(path.to_owned())?;
        Ok(Step::file(path, text))
    };
    let path = kind.path(name);
    Ok(vec![
        without(LIST, edits::list_line(kind, name))?,
        without(MANIFEST, edits::manifest_line(name))?,
        without(WORKSPACE, edits::workspace_line(kind, name))?,
        Step::Take { path },
    ])
}

/// Removes a crate from the lock file, which is no part of the transaction: cargo does the same by itself, and does it
/// between a call that is killed and the next one.
fn unlock(root: &Path, name: &Name) -> anyhow::Result<()> {
    let lock = read(root, LOCK).unwrap_or_default();
    let unlocked = edits::remove_from_lock(&lock, name);
    if unlocked != lock {
        files::write(&root.join(LOCK), &unlocked)?;
    }
    Ok(())
}

fn next_steps(kind: Kind, name: &Name) -> String {
    let (id, package, word) = (name.id(), name.package(), kind.word());
    let path = kind.path(name);
    let edit = kind.of(
        "equations, claimed orders, what it refuses",
        "constraints, mass, forces, truth and card",
    );
    format!(
        "{path} is there and registered. Next:\n  \
           1. edit {path}/src/lib.rs: {edit}\n  \
           2. cargo test -p {package}\n  \
           3. cargo xtask report --{word} {id}"
    )
}
