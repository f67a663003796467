//! A crate that nobody registered would be left out in silence.

use std::fs;
use std::path::{Path, PathBuf};

/// Where a crate is registered, and the line for `id` in `folder`.
fn places(folder: &str, id: &str) -> [(&'static str, String); 3] {
    let function = if folder == "methods" {
        "method"
    } else {
        "problems"
    };
    let identifier = id.replace('-', "_");
    [
        (
            "Cargo.toml",
            format!("{id} = {{ package = \"driftbench-{id}\", path = \"{folder}/{id}\" }}"),
        ),
        (
            "harness/catalog/Cargo.toml",
            format!("{id}.workspace = true"),
        ),
        (
            "harness/catalog/src/lib.rs",
            format!("{identifier}::{function}(),"),
        ),
    ]
}

/// The lines that a crate lacks.
fn lacking(root: &Path, folder: &str, id: &str) -> Vec<String> {
    let is_there = |path: &str, line: &str| {
        let text = fs::read_to_string(root.join(path)).unwrap();
        text.lines().any(|l| l.trim() == line)
    };
    let places = places(folder, id).into_iter();
    let lacking = places.filter(|(path, line)| !is_there(path, line));
    lacking
        .map(|(path, line)| format!("{folder}/{id} is not registered: add `{line}` to {path}"))
        .collect()
}

fn root() -> PathBuf {
    let package = std::env::var_os("CARGO_MANIFEST_DIR").expect("cargo says where the package is");
    Path::new(&package).join("../..")
}

#[test]
fn every_crate_is_in_the_catalogue() {
    let root = root();
    let mut complaints = Vec::new();
    for folder in ["methods", "problems"] {
        for entry in fs::read_dir(root.join(folder)).unwrap() {
            let entry = entry.unwrap();
            let id = entry.file_name().into_string().unwrap();
            if entry.path().join("Cargo.toml").is_file() {
                complaints.extend(lacking(&root, folder, &id));
            }
        }
    }
    assert!(complaints.is_empty(), "\n{}\n", complaints.join("\n"));
}

#[test]
fn a_crate_that_is_not_registered_is_told_where() {
    let said = lacking(&root(), "problems", "no-such-problem").join("\n");
    for line in [
        "`no-such-problem = { package = \"driftbench-no-such-problem\", path = \"problems/no-such-problem\" }` to Cargo.toml",
        "`no-such-problem.workspace = true` to harness/catalog/Cargo.toml",
        "`no_such_problem::problems(),` to harness/catalog/src/lib.rs",
    ] {
        assert!(said.contains(line), "{said}");
    }
}
