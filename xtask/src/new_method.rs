//! `cargo xtask new-method`: a crate that compiles, passes conformance and is in the next report.

mod edits;
mod name;
mod template;

use crate::files::{self, Change};
use anyhow::{Context, bail};
use clap::Args;
use name::Name;
use std::fs;
use std::path::Path;
use std::process::ExitCode;

/// Start a method of your own: a crate that compiles, passes conformance and is in the next report
#[derive(Args)]
#[command(after_help = "\
Examples:
  cargo xtask new-method my-feedback

Makes methods/my-feedback with a working method to start from, and registers it: in the manifest of the \
workspace, in that of the catalogue and in the catalogue's list. Either all of this happens or nothing.")]
pub(crate) struct NewMethod {
    /// Identifier of the method: lowercase letters, digits and single hyphens, for example `my-feedback`
    #[arg(value_name = "NAME")]
    name: String,
}

impl NewMethod {
    pub(crate) fn run(self) -> anyhow::Result<ExitCode> {
        let root = files::workspace_root()?;
        let name = Name::parse(&self.name)?;
        files::write_all(&changes(&root, &name)?)?;
        eprintln!("{}", next_steps(&name));
        Ok(ExitCode::SUCCESS)
    }
}

/// Every new content, before anything is written.
fn changes(root: &Path, name: &Name) -> anyhow::Result<Vec<Change>> {
    let read =
        |path: &str| fs::read_to_string(root.join(path)).with_context(|| format!("reading {path}"));
    for folder in ["harness", "methods", "problems", "."] {
        let taken = Path::new(folder).join(name.id());
        if root.join(&taken).exists() {
            bail!("`{}` is taken: {} exists", name.id(), taken.display());
        }
    }
    let (workspace, manifest, list) = (
        "Cargo.toml",
        "harness/catalog/Cargo.toml",
        "harness/catalog/src/lib.rs",
    );
    // A workspace that was never built has no lock file, and then nothing to collide with in it.
    edits::refuse_locked(&read("Cargo.lock").unwrap_or_default(), name)?;
    let old_workspace = read(workspace)?;
    let methods = edits::methods(&old_workspace);
    let edited = [
        (workspace, edits::workspace(&old_workspace, name)),
        (
            manifest,
            edits::catalog_manifest(&read(manifest)?, name, &methods),
        ),
        (list, edits::catalog_list(&read(list)?, name)),
    ];
    let folder = root.join("methods").join(name.id());
    let mut changes: Vec<Change> = template::render(name)
        .into_iter()
        .map(|(path, content)| Change::new(folder.join(path), content))
        .collect();
    for (path, content) in edited {
        changes.push(Change::new(root.join(path), content.context(path)?));
    }
    Ok(changes)
}

fn next_steps(name: &Name) -> String {
    let id = name.id();
    format!(
        "methods/{id} is there and registered. Next:\n  \
           1. edit methods/{id}/src/lib.rs: equations, claimed orders, what it refuses\n  \
           2. cargo test -p {id}\n  \
           3. cargo xtask report --method {id}"
    )
}
