//! Copies of the workspace.

#![allow(dead_code, reason = "each test uses its own part")]

use std::fs;
use std::path::{Path, PathBuf};

/// Everything but builds and history.
pub(crate) fn copy_tree(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let (kind, target) = (entry.file_type().unwrap(), to.join(entry.file_name()));
        if kind.is_dir() {
            if entry.file_name() != "target" && entry.file_name() != ".git" {
                copy_tree(&entry.path(), &target);
            }
        } else if kind.is_file() && entry.file_name() != ".git" {
            fs::copy(entry.path(), target).unwrap();
        }
    }
}

/// Every file and folder below a folder, files with their content.
pub(crate) fn snapshot(folder: &Path) -> Vec<(PathBuf, Option<Vec<u8>>)> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                if !path.ends_with(".git") {
                    folders.push(path.clone());
                    found.push((path, None));
                }
            } else {
                found.push((path.clone(), Some(fs::read(&path).unwrap())));
            }
        }
    }
    found.sort();
    found
}
