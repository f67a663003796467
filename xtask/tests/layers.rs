//! Arrows between crates point one way.
//!
//! Each crate names the crates of the workspace that it may depend on; everything else is an arrow that nobody decided
//! to draw. Tests and benches may look up: `dev-dependencies` are not arrows.

use serde_json::Value;
use std::collections::BTreeSet;
use std::process::Command;

/// Every crate of the harness with what it may use, bottom layer first. `methods` and `problems` stand for the crates
/// of those folders.
const ALLOWED: [(&str, &[&str]); 22] = [
    // Words and numbers.
    ("vocabulary", &[]),
    ("results", &["vocabulary"]),
    ("numerics", &[]),
    ("verification", &["numerics", "vocabulary"]),
    ("allocations", &[]),
    ("limits", &[]),
    // Mechanics.
    ("system", &["numerics"]),
    ("solvers", &["numerics", "system", "vocabulary"]),
    ("problem", &["numerics", "solvers", "system", "vocabulary"]),
    // Methods and problems, which do not know each other.
    ("stepping", &["solvers", "system", "vocabulary"]),
    ("methods", &["solvers", "stepping", "system"]),
    ("problems", &["limits", "problem", "solvers", "system"]),
    // Measuring.
    (
        "trial",
        &[
            "problem",
            "results",
            "solvers",
            "stepping",
            "system",
            "verification",
            "vocabulary",
        ],
    ),
    (
        "theory",
        &[
            "numerics",
            "problem",
            "results",
            "solvers",
            "stepping",
            "system",
            "trial",
            "verification",
        ],
    ),
    (
        "conformance",
        &[
            "allocations",
            "numerics",
            "problem",
            "solvers",
            "stepping",
            "system",
            "trial",
            "verification",
            "vocabulary",
        ],
    ),
    // Running: the runner is given a catalogue and knows none.
    (
        "runner",
        &[
            "allocations",
            "limits",
            "problem",
            "results",
            "solvers",
            "stepping",
            "system",
            "theory",
            "trial",
            "verification",
        ],
    ),
    (
        "catalog",
        &[
            "methods", "problem", "problems", "runner", "stepping", "theory",
        ],
    ),
    (
        "replication",
        &[
            "methods",
            "numerics",
            "problem",
            "problems",
            "results",
            "solvers",
            "stepping",
            "system",
            "theory",
            "trial",
            "verification",
        ],
    ),
    (
        "benchmarks",
        &[
            "allocations",
            "limits",
            "methods",
            "problem",
            "problems",
            "runner",
            "solvers",
            "stepping",
            "system",
            "trial",
            "verification",
        ],
    ),
    // The way in from other workspaces.
    (
        "driftbench",
        &[
            "conformance",
            "problem",
            "results",
            "runner",
            "solvers",
            "stepping",
            "system",
            "theory",
            "trial",
            "verification",
            "vocabulary",
        ],
    ),
    // Output.
    ("reports", &["results"]),
    (
        "xtask",
        &[
            "allocations",
            "benchmarks",
            "catalog",
            "problem",
            "replication",
            "reports",
            "results",
            "runner",
            "system",
        ],
    ),
];

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
    packages
        .iter()
        .map(|package| {
            let dependencies = package["dependencies"].as_array().unwrap();
            Member {
                name: package["name"].as_str().unwrap().to_owned(),
                stands_for: folder_of(package),
                uses: dependencies
                    .iter()
                    .filter(|d| d["kind"].is_null())
                    .filter_map(|d| stands_for(d["name"].as_str()?))
                    .collect(),
            }
        })
        .collect()
}

#[test]
fn no_crate_depends_on_one_that_it_may_not_know() {
    let members = members();
    assert!(
        members.len() > 30,
        "the workspace has {} crates",
        members.len()
    );
    let mut wrong = Vec::new();
    for member in &members {
        let Some((_, allowed)) = ALLOWED.iter().find(|(name, _)| *name == member.stands_for) else {
            wrong.push(format!("{} has no line in {}", member.name, file!()));
            continue;
        };
        let others = member
            .uses
            .iter()
            .filter(|used| !allowed.contains(&used.as_str()));
        wrong.extend(others.map(|used| format!("{} depends on {used}", member.name)));
    }
    assert!(
        wrong.is_empty(),
        "arrows that are not allowed:\n{}",
        wrong.join("\n")
    );
}

#[test]
fn the_list_itself_points_one_way() {
    for (k, (name, allowed)) in ALLOWED.iter().enumerate() {
        let below: Vec<&str> = ALLOWED[..k].iter().map(|(name, _)| *name).collect();
        for used in *allowed {
            assert!(below.contains(used), "{name} looks up to {used}");
        }
    }
}
