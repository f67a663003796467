//! Remembers what the harness was built from: compiler, commit, and a hash of the sources of every crate.
//!
//! Results name them, and finished work is only used again if it was done by the same sources. Standard output is how a
//! build script talks to cargo.

#![allow(clippy::print_stdout)]

use std::collections::{BTreeMap, BTreeSet};
use std::env;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Folders of crates.
const FOLDERS: [&str; 3] = ["harness", "methods", "problems"];

/// Parts of a crate that no result depends on.
const IDLE: [&str; 4] = ["tests", "benches", "examples", "target"];

fn main() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let rustc = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let version = said(Command::new(rustc).arg("--version")).unwrap_or_else(unknown);
    println!("cargo::rustc-env=DRIFTBENCH_RUSTC={version}");
    println!("cargo::rustc-env=DRIFTBENCH_COMMIT={}", commit(&root));
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=RUSTC");

    let mut surroundings = Hash::default();
    surroundings.add(version.as_bytes());
    for name in ["TARGET", "PROFILE", "CARGO_ENCODED_RUSTFLAGS"] {
        surroundings.add(env::var(name).unwrap_or_default().as_bytes());
        println!("cargo::rerun-if-env-changed={name}");
    }
    surroundings.add(profiles(&root).as_bytes());
    surroundings.add(foreign_packages(&root).as_bytes());

    let crates = crates(&root);
    let mut table = String::from("&[\n");
    for name in crates.keys() {
        let mut hash = Hash(surroundings.0);
        for needed in closure(name, &crates) {
            hash.add(needed.as_bytes());
            hash.add(&crates[needed].files.0.to_le_bytes());
        }
        let _ = writeln!(table, "    ({name:?}, \"{:016x}\"),", hash.0);
    }
    table.push(']');
    let out = env::var_os("OUT_DIR")
        .map(PathBuf::from)
        .expect("cargo sets it");
    fs::write(out.join("sources.rs"), table).expect("the folder of the build can be written");
}

/// The commit of the sources, followed by `-dirty` if any of them differs from it. New files count, since a new method
/// changes the results too.
fn commit(root: &Path) -> String {
    let git = |arguments: &[&str]| said(Command::new("git").args(arguments).current_dir(root));
    for file in ["HEAD", "logs/HEAD"] {
        if let Some(path) = git(&["rev-parse", "--git-path", file]) {
            watch(&root.join(path));
        }
    }
    let Some(head) = git(&["rev-parse", "HEAD"]) else {
        return unknown();
    };
    let sources = [
        "harness",
        "methods",
        "problems",
        "reports",
        "xtask",
        "Cargo.toml",
        "Cargo.lock",
    ];
    let status = [&["status", "--porcelain", "--"], &sources[..]].concat();
    match git(&status) {
        Some(changes) if changes.is_empty() => head,
        _ => format!("{head}-dirty"),
    }
}

/// What a command said, if it succeeded.
fn said(command: &mut Command) -> Option<String> {
    let output = command
        .output()
        .ok()
        .filter(|output| output.status.success())?;
    Some(String::from_utf8(output.stdout).ok()?.trim().to_owned())
}

fn unknown() -> String {
    "unknown".to_owned()
}

fn watch(path: &Path) {
    if path.exists() {
        println!("cargo::rerun-if-changed={}", path.display());
    }
}

/// The settings of the compiler: the manifest of the workspace without its lists of crates, which grow with every
/// method.
fn profiles(root: &Path) -> String {
    let path = root.join("Cargo.toml");
    watch(&path);
    let text = fs::read_to_string(path).unwrap_or_default();
    let kept = text.lines().filter(|line| !line.contains("path = "));
    kept.collect::<Vec<_>>().join("\n")
}

/// The versions of all packages from outside of the workspace.
fn foreign_packages(root: &Path) -> String {
    let path = root.join("Cargo.lock");
    watch(&path);
    let text = fs::read_to_string(path).unwrap_or_default();
    let packages = text.split("[[package]]");
    packages
        .filter(|package| package.contains("\nsource = "))
        .collect()
}

/// A crate of the workspace.
struct Crate {
    files: Hash,
    /// Names of the crates of the workspace that it depends on.
    needs: Vec<String>,
}

/// Every crate by the name of its folder.
fn crates(root: &Path) -> BTreeMap<String, Crate> {
    let mut crates = BTreeMap::new();
    for folder in FOLDERS {
        let folder = root.join(folder);
        watch(&folder);
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            let Ok(manifest) = fs::read_to_string(path.join("Cargo.toml")) else {
                continue;
            };
            let mut files = Hash::default();
            files.add_folder(&path, &path);
            let name = entry.file_name().to_string_lossy().into_owned();
            let needs = dependencies(&manifest);
            crates.insert(name, Crate { files, needs });
        }
    }
    crates
}

/// The names in the `[dependencies]` of a manifest, tests left out.
fn dependencies(manifest: &str) -> Vec<String> {
    let mut inside = false;
    let mut names = Vec::new();
    for line in manifest.lines() {
        if line.starts_with('[') {
            inside = line.trim() == "[dependencies]";
        } else if inside && let Some((name, _)) = line.split_once(['.', '=', ' ']) {
            names.push(name.trim().to_owned());
        }
    }
    names
}

/// A crate with everything in the workspace that it depends on.
fn closure<'a>(name: &'a str, crates: &'a BTreeMap<String, Crate>) -> BTreeSet<&'a str> {
    let mut found = BTreeSet::new();
    let mut open = vec![name];
    while let Some(name) = open.pop() {
        if let Some(member) = crates.get(name)
            && found.insert(name)
        {
            open.extend(member.needs.iter().map(String::as_str));
        }
    }
    found
}

/// FNV-1a.
#[derive(Clone, Copy)]
struct Hash(u64);

impl Default for Hash {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl Hash {
    fn add(&mut self, bytes: &[u8]) {
        for byte in bytes.iter().chain(&(bytes.len() as u64).to_le_bytes()) {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }

    /// Adds every file of a crate with its name, in the order of the names.
    fn add_folder(&mut self, folder: &Path, root: &Path) {
        let entries = fs::read_dir(folder).into_iter().flatten().flatten();
        let paths: BTreeSet<PathBuf> = entries.map(|entry| entry.path()).collect();
        for path in paths {
            let name = path.strip_prefix(root).unwrap_or(&path).to_string_lossy();
            if path.is_dir() {
                if !IDLE.contains(&&*name) {
                    self.add_folder(&path, root);
                }
            } else if let Ok(content) = fs::read(&path) {
                self.add(name.as_bytes());
                self.add(&content);
            }
        }
    }
}
