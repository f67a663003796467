//! The workspace loads after every part of a change.

#[path = "../../tests/common/tree.rs"]
mod tree;

use super::*;
use crate::files::tests::Scratch;
use std::process::Command;
use tree::copy_tree;

/// Whether a call of cargo works in a folder, without a network.
fn cargo(folder: &Path, arguments: &[&str]) -> bool {
    let program = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(program);
    let command = command.args(arguments).arg("--offline").current_dir(folder);
    command.output().is_ok_and(|output| output.status.success())
}

fn loads(folder: &Path) -> bool {
    cargo(folder, &["metadata", "--no-deps", "--format-version=1"])
}

/// All dependencies are found and written to the lock file, as every build does.
fn resolves(folder: &Path) -> bool {
    cargo(folder, &["update", "--workspace"])
}

/// Makes every part of a change, then lets the next call finish it.
fn interrupt(root: &Path, change: impl Fn() -> Vec<Step>, undo: impl Fn(), resolvable: bool) {
    let all = change().len();
    for made in 0..=all {
        let staging = Staging::of_workspace(root).unwrap();
        staging.apply_some(&change(), made).unwrap();
        drop(staging);
        assert!(loads(root), "after {made} of {all}");
        assert!(!resolvable || resolves(root), "after {made} of {all}");
        drop(Staging::of_workspace(root).unwrap());
        assert!(loads(root), "finished after {made} of {all}");
        assert!(!resolvable || resolves(root), "finished after {made}");
        undo();
    }
}

#[test]
fn the_workspace_loads_after_every_part_of_a_change() {
    let scratch = Scratch::new("prefixes");
    let root = scratch.0.as_path();
    let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    copy_tree(workspace, root);
    // Where cargo cannot look up dependencies without a network, loading is all that can be seen.
    let resolvable = resolves(root);
    for kind in [Kind::Method, Kind::Problem] {
        let name = Name::parse("trial-new").unwrap();
        let add = || addition(root, kind, &name).unwrap();
        let remove = || subtraction(root, kind, &name).unwrap();
        let apply = |steps: Vec<Step>| Staging::of_workspace(root).unwrap().apply(&steps);
        let forget = || {
            apply(remove()).unwrap();
            unlock(root, &name).unwrap();
        };
        interrupt(root, add, forget, resolvable);
        apply(add()).unwrap();
        interrupt(root, remove, || apply(add()).unwrap(), resolvable);
        forget();
    }
}
