//! Calling the commands as people do.

#![allow(dead_code, reason = "each test binary uses its own part")]

pub(crate) mod tree;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

pub(crate) fn workspace() -> PathBuf {
    let package = std::env::var_os("CARGO_MANIFEST_DIR").expect("cargo says where the package is");
    let workspace = Path::new(&package).parent();
    workspace.expect("the package lies in it").to_path_buf()
}

/// What a call in this folder says, which must end with this exit code and write nothing to standard output.
#[track_caller]
pub(crate) fn say_in(folder: &Path, arguments: &[&str], code: i32) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_xtask"))
        .args(arguments)
        .current_dir(folder)
        .env("SOURCE_DATE_EPOCH", "1000000000")
        .output()
        .unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(code), "{arguments:?}: {said}");
    assert!(output.stdout.is_empty() && !said.is_empty());
    said
}

/// What a call in the workspace says.
#[track_caller]
pub(crate) fn say(arguments: &[&str], code: i32) -> String {
    say_in(&workspace(), arguments, code)
}

#[track_caller]
pub(crate) fn assert_contains(text: &str, parts: &[&str]) {
    for part in parts {
        assert!(text.contains(part), "no `{part}` in {text}");
    }
}

/// A path in the scratch folder of this test run, with nothing there yet.
pub(crate) fn fresh(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&path);
    let _ = fs::remove_file(&path);
    path
}
