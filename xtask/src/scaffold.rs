//! `cargo xtask new-method`, `new-problem`, `remove-method` and `remove-problem`: a crate that compiles, passes
//! conformance and is in the next report, and the way back.

mod edits;
mod kind;
mod name;
mod staging;
mod template;
mod uses;

use crate::files;
use anyhow::{Context, bail};
use clap::Args;
use kind::Kind;
use name::Name;
use staging::{Staging, Step};
use std::fs;
use std::path::Path;
use std::process::ExitCode;

/// The manifest of the workspace.
const WORKSPACE: &str = "Cargo.toml";
/// The manifest of the catalogue,
const MANIFEST: &str = "harness/catalog/Cargo.toml";
/// and its list.
const LIST: &str = "harness/catalog/src/lib.rs";
/// Versions of everything; a workspace that was never built has none.
const LOCK: &str = "Cargo.lock";

/// Start a method of your own: a crate that compiles, passes conformance and is in the next report
#[derive(Args)]
#[command(after_help = "\
Examples:
  cargo xtask new-method my-feedback

Makes methods/my-feedback with a working method to start from, and registers it: in the manifest of the \
workspace, in that of the catalogue and in the catalogue's list. Either all of this happens or nothing. \
`cargo xtask remove-method my-feedback` undoes it.")]
pub(crate) struct NewMethod {
    /// Identifier of the method: lowercase letters, digits and single hyphens, for example `my-feedback`
    #[arg(value_name = "NAME")]
    name: String,
}

/// Start a problem of your own: a crate that compiles, passes conformance and is in the next report
#[derive(Args)]
#[command(after_help = "\
Examples:
  cargo xtask new-problem my-mechanism

Makes problems/my-mechanism with a bead on a wire to start from, and registers it: in the manifest of the \
workspace, in that of the catalogue and in the catalogue's list. Either all of this happens or nothing. \
`cargo xtask remove-problem my-mechanism` undoes it.")]
pub(crate) struct NewProblem {
    /// Identifier of the problem: lowercase letters, digits and single hyphens, for example `my-mechanism`
    #[arg(value_name = "NAME")]
    name: String,
}

/// Remove a method with its crate and its three registrations
#[derive(Args)]
#[command(after_help = "\
Examples:
  cargo xtask remove-method my-feedback           # a crate that is committed, so that git can bring it back
  cargo xtask remove-method my-feedback --force   # whatever is in it

A crate that other crates use is not removed. Either all of this happens or nothing.")]
pub(crate) struct RemoveMethod {
    #[command(flatten)]
    removal: Removal,
}

/// Remove a problem with its crate and its three registrations
#[derive(Args)]
#[command(after_help = "\
Examples:
  cargo xtask remove-problem my-mechanism           # a crate that is committed, so that git can bring it back
  cargo xtask remove-problem my-mechanism --force   # whatever is in it

A crate that other crates use is not removed. Either all of this happens or nothing.")]
pub(crate) struct RemoveProblem {
    #[command(flatten)]
    removal: Removal,
}

#[derive(Args)]
struct Removal {
    /// Identifier of what to remove
    #[arg(value_name = "NAME")]
    name: String,
    /// Remove it even if git could not bring it back
    #[arg(long)]
    force: bool,
}

impl NewMethod {
    pub(crate) fn run(self) -> anyhow::Result<ExitCode> {
        add(Kind::Method, &self.name)
    }
}

impl NewProblem {
    pub(crate) fn run(self) -> anyhow::Result<ExitCode> {
        add(Kind::Problem, &self.name)
    }
}

impl RemoveMethod {
    pub(crate) fn run(self) -> anyhow::Result<ExitCode> {
        remove(Kind::Method, &self.removal)
    }
}

impl RemoveProblem {
    pub(crate) fn run(self) -> anyhow::Result<ExitCode> {
        remove(Kind::Problem, &self.removal)
    }
}

fn add(kind: Kind, name: &str) -> anyhow::Result<ExitCode> {
    let root = files::workspace_root()?;
    let staging = Staging::open(&root)?;
    let name = Name::parse(name)?;
    staging.apply(&addition(&root, kind, &name)?)?;
    eprintln!("{}", next_steps(kind, &name));
    Ok(ExitCode::SUCCESS)
}

fn remove(kind: Kind, removal: &Removal) -> anyhow::Result<ExitCode> {
    let root = files::workspace_root()?;
    let staging = Staging::open(&root)?;
    let name = known(&root, kind, &removal.name)?;
    uses::refuse_used(&root, kind, &name)?;
    let folder = format!("{}/{}", kind.folder(), name.id());
    if !removal.force {
        uses::refuse_uncommitted(&root, &folder)?;
    }
    staging.apply(&subtraction(&root, kind, &name)?)?;
    eprintln!("{folder} is gone, and its three registrations with it.");
    Ok(ExitCode::SUCCESS)
}

fn read(root: &Path, path: &str) -> anyhow::Result<String> {
    fs::read_to_string(root.join(path)).with_context(|| format!("reading {path}"))
}

/// The name of a crate that is there.
fn known(root: &Path, kind: Kind, name: &str) -> anyhow::Result<Name> {
    let names = kind.crates(root)?;
    if names.iter().any(|known| known == name) {
        return Name::parse(name);
    }
    let nearest = runner::nearest(name, &names).join(", ");
    bail!("unknown {} `{name}`; nearest: {nearest}", kind.word())
}

/// Everything that a new crate changes, before anything is written; the list, which registers it, comes last.
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
        Step::folder(
            format!("{}/{}", kind.folder(), name.id()),
            template::render(kind, name),
        ),
        Step::file(WORKSPACE, new_workspace),
        Step::file(MANIFEST, manifest.context(MANIFEST)?),
        Step::file(LIST, list.context(LIST)?),
    ])
}

/// Everything that a removal changes, in the opposite order.
fn subtraction(root: &Path, kind: Kind, name: &Name) -> anyhow::Result<Vec<Step>> {
    let without = |path: &str, line: String| -> anyhow::Result<Step> {
        let text = edits::remove_line(&read(root, path)?, &line).context(path.to_owned())?;
        Ok(Step::file(path, text))
    };
    let mut steps = vec![
        without(LIST, edits::list_line(kind, name))?,
        without(MANIFEST, edits::manifest_line(name))?,
        without(WORKSPACE, edits::workspace_line(kind, name))?,
    ];
    let lock = read(root, LOCK).unwrap_or_default();
    let unlocked = edits::remove_from_lock(&lock, name);
    if unlocked != lock {
        steps.push(Step::file(LOCK, unlocked));
    }
    steps.push(Step::take(format!("{}/{}", kind.folder(), name.id())));
    Ok(steps)
}

fn next_steps(kind: Kind, name: &Name) -> String {
    let (id, folder, word) = (name.id(), kind.folder(), kind.word());
    let package = name.package();
    let edit = match kind {
        Kind::Method => "equations, claimed orders, what it refuses",
        Kind::Problem => "constraints, mass, forces, truth and card",
    };
    format!(
        "{folder}/{id} is there and registered. Next:\n  \
           1. edit {folder}/{id}/src/lib.rs: {edit}\n  \
           2. cargo test -p {package}\n  \
           3. cargo xtask report --{word} {id}"
    )
}
