//! Calling the commands as people do.

#![allow(dead_code, reason = "each test binary uses its own part")]

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

pub(crate) fn workspace() -> PathBuf {
    let package = std::env::var_os("CARGO_MANIFEST_DIR").expect("cargo says where the package is");
    Path::new(&package)
        .parent()
        .expect("the package lies in the workspace")
        .to_path_buf()
}

pub(crate) fn xtask_in(
    folder: &Path,
    arguments: impl IntoIterator<Item = impl AsRef<OsStr>>,
) -> Output {
    Command::new(env!("CARGO_BIN_EXE_xtask"))
        .args(arguments)
        .current_dir(folder)
        .env("SOURCE_DATE_EPOCH", "1000000000")
        .output()
        .unwrap()
}

pub(crate) fn xtask(arguments: impl IntoIterator<Item = impl AsRef<OsStr>>) -> Output {
    xtask_in(&workspace(), arguments)
}

pub(crate) fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// A path in the scratch folder of this test run, with nothing there yet.
pub(crate) fn fresh(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&path);
    let _ = fs::remove_file(&path);
    path
}
