//! The root of the workspace, and files that are written completely or not at all.

use anyhow::{Context, bail};
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::process;

/// The root of the workspace: the nearest folder, from the current one upwards, whose manifest has a
/// `[workspace]` table.
///
/// # Errors
/// When there is none.
pub(crate) fn workspace_root() -> anyhow::Result<PathBuf> {
    let here = std::env::current_dir().context("the current folder")?;
    let is_root = |folder: &Path| {
        fs::read_to_string(folder.join("Cargo.toml"))
            .is_ok_and(|text| text.lines().any(|line| line.trim() == "[workspace]"))
    };
    match here.ancestors().find(|folder| is_root(folder)) {
        Some(root) => Ok(root.to_path_buf()),
        None => bail!("no Cargo workspace in {} or above it", here.display()),
    }
}

/// A path for messages: relative to the current folder if it lies below it.
pub(crate) fn readable(path: &Path) -> String {
    let here = std::env::current_dir().unwrap_or_default();
    path.strip_prefix(here)
        .unwrap_or(path)
        .display()
        .to_string()
}

/// The text of a file, if it exists.
///
/// # Errors
/// When the file exists but cannot be read.
pub(crate) fn read_if_there(path: &Path) -> anyhow::Result<Option<String>> {
    match fs::read_to_string(path) {
        Ok(text) => Ok(Some(text)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error).with_context(|| format!("reading {}", path.display())),
    }
}

/// Makes a folder and its parents.
///
/// # Errors
/// When it cannot be made, for example because a file has its name.
pub(crate) fn make_folder(folder: &Path) -> anyhow::Result<()> {
    if folder.exists() && !folder.is_dir() {
        bail!("{} is a file, a folder is needed", folder.display());
    }
    fs::create_dir_all(folder).with_context(|| format!("folder {}", folder.display()))
}

/// Writes a file under a temporary name and renames it, making missing folders.
///
/// # Errors
/// When it cannot be written; the old content is then unchanged.
pub(crate) fn write(path: &Path, content: &str) -> anyhow::Result<()> {
    make_folder(path.parent().unwrap_or(Path::new("")))?;
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let temporary = path.with_file_name(format!(".{name}.{}.tmp", process::id()));
    let written = fs::write(&temporary, content).and_then(|()| fs::rename(&temporary, path));
    if written.is_err() {
        // The error that brought us here is the one to report.
        let _ = fs::remove_file(&temporary);
    }
    written.with_context(|| format!("writing {}", path.display()))
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// A fresh folder that goes away with the test.
    pub(crate) struct Scratch(pub(crate) PathBuf);

    impl Scratch {
        pub(crate) fn new(name: &str) -> Self {
            let folder = std::env::temp_dir().join(format!("xtask-{name}-{}", process::id()));
            let _ = fs::remove_dir_all(&folder);
            fs::create_dir_all(&folder).unwrap();
            Self(folder)
        }

        pub(crate) fn names(&self) -> Vec<String> {
            let entry =
                |e: std::io::Result<fs::DirEntry>| e.unwrap().file_name().into_string().unwrap();
            let mut names: Vec<_> = fs::read_dir(&self.0).unwrap().map(entry).collect();
            names.sort();
            names
        }
    }

    impl Drop for Scratch {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    #[test]
    fn written_files_leave_no_temporary_ones() {
        let scratch = Scratch::new("plain");
        let path = scratch.0.join("a.txt");
        write(&path, "one").unwrap();
        write(&path, "two").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "two");
        assert_eq!(scratch.names(), ["a.txt"]);
    }

    #[test]
    fn a_file_that_cannot_be_written_leaves_nothing() {
        let scratch = Scratch::new("blocked");
        let blocked = scratch.0.join("blocked");
        write(&scratch.0.join("new/deep/file"), "x").unwrap();
        fs::create_dir(&blocked).unwrap();
        let error = write(&blocked, "a folder is in the way").unwrap_err();
        let message = format!("writing {}", blocked.display());
        assert_eq!(error.to_string(), message);
        assert_eq!(scratch.names(), ["blocked", "new"]);
    }

    #[test]
    fn a_file_in_the_way_of_a_folder_is_named() {
        let scratch = Scratch::new("folder");
        let file = scratch.0.join("file");
        fs::write(&file, "").unwrap();
        let said = make_folder(&file).unwrap_err().to_string();
        let message = format!("{} is a file, a folder is needed", file.display());
        assert_eq!(said, message);
    }
}
