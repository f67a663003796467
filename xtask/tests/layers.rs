//! Dependencies between crates point one way.
//!
//! `layers.txt` lists for each crate the crates of the workspace that it may depend on; any other dependency is an
//! error. `dev-dependencies` are not restricted: tests and benches may use higher layers.

use serde_json::Value;
use std::collections::BTreeSet;
use std::process::Command;

/// The crates of the harness with what they may use, bottom layer first.
fn allowed() -> Vec<(&'static str, Vec<&'static str>)> {
    let lines = include_str!("layers.txt").lines();
    let entries = lines.filter(|line| !line.starts_with('#'));
    let entries = entries.filter_map(|line| line.split_once(':'));
    entries
        .map(|(name, uses)| (name, uses.split_whitespace().collect()))
        .collect()
}

/// A crate of the workspace: the folder it stands for, and the members it depends on.
struct Member {
    name: String,
    stands_for: String,
    uses: BTreeSet<String>,
}

fn members() -> Vec<Member> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(cargo)
        .args(["metadata", "--format-version=1", "--no-deps", "--offline"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("cargo can be started");
    let metadata: Value = serde_json::from_slice(&output.stdout).expect("cargo writes JSON");
    let packages = metadata["packages"].as_array().expect("a list of packages");
    let folder_of = |package: &Value| {
        let manifest = package["manifest_path"].as_str().expect("a path");
        let mut folders = manifest.rsplit(['/', '\\']).skip(1);
        let own = folders.next().expect("a folder").to_owned();
        match folders.next() {
            Some(group @ ("methods" | "problems")) => group.to_owned(),
            _ => own,
        }
    };
    let folders: Vec<(String, String)> = packages
        .iter()
        .map(|p| (p["name"].as_str().unwrap().to_owned(), folder_of(p)))
        .collect();
    let stands_for = |name: &str| {
        let found = folders.iter().find(|(package, _)| package == name);
        found.map(|(_, folder)| folder.clone())
    };
    let member = |package: &Value| {
        let dependencies = package["dependencies"].as_array().unwrap();
        let real = dependencies.iter().filter(|d| d["kind"].is_null());
        Member {
            name: package["name"].as_str().unwrap().to_owned(),
            stands_for: folder_of(package),
            uses: real
                .filter_map(|d| stands_for(d["name"].as_str()?))
                .collect(),
        }
    };
    packages.iter().map(member).collect()
}

#[test]
fn no_crate_depends_on_one_that_it_may_not_know() {
    let members = members();
    assert!(members.len() > 30, "only {} crates", members.len());
    let allowed = allowed();
    let mut wrong = Vec::new();
    for member in &members {
        let Some((_, allowed)) = allowed.iter().find(|(name, _)| *name == member.stands_for) else {
            wrong.push(format!("{} has no line in layers.txt", member.name));
            continue;
        };
        let uses = member.uses.iter();
        let others = uses.filter(|used| !allowed.contains(&used.as_str()));
        wrong.extend(others.map(|used| format!("{} depends on {used}", member.name)));
    }
    assert_eq!(wrong, [""; 0], "arrows that are not allowed");
}

#[test]
fn the_list_itself_points_one_way() {
    let mut below = BTreeSet::new();
    for (name, uses) in allowed() {
        for used in uses {
            assert!(below.contains(used), "{name} looks up to {used}");
        }
        below.insert(name);
    }
    assert!(below.len() > 20, "{below:?}");
}
