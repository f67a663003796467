//! The root of the workspace, and files that are written completely or not at all.

use anyhow::{Context, bail};
use std::fs::{self, File};
use std::io::{self, ErrorKind, Write};
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
pub(crate) fn write(path: &Path, content: impl AsRef<[u8]>) -> anyhow::Result<()> {
    let folder = path.parent().unwrap_or(Path::new(""));
    make_folder(folder)?;
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let temporary = path.with_file_name(format!(".{name}.{}.tmp", process::id()));
    let written = create(&temporary, content).and_then(|()| rename(&temporary, path));
    if written.is_err() {
        // The error that brought us here is the one to report.
        let _ = fs::remove_file(&temporary);
    }
    sync_folder(folder);
    written.with_context(|| format!("writing {}", path.display()))
}

/// Writes a file at its place, down to the disk.
///
/// # Errors
/// When it cannot be written; a part of it may be there.
pub(crate) fn create(path: &Path, content: impl AsRef<[u8]>) -> io::Result<()> {
    moment();
    let mut file = File::create(path)?;
    moment();
    file.write_all(content.as_ref())?;
    moment();
    file.sync_all()
}

/// Renames a file or a folder.
///
/// # Errors
/// When it cannot be renamed.
pub(crate) fn rename(from: &Path, to: &Path) -> io::Result<()> {
    moment();
    fs::rename(from, to)
}

/// Removes a file.
///
/// # Errors
/// When it cannot be removed.
pub(crate) fn remove(path: &Path) -> io::Result<()> {
    moment();
    fs::remove_file(path)
}

/// Makes the names in a folder last through a power cut, where the system can do that.
pub(crate) fn sync_folder(folder: &Path) {
    moment();
    let here = Path::new(".");
    let folder = if folder.as_os_str().is_empty() {
        here
    } else {
        folder
    };
    let _ = File::open(folder).and_then(|folder| folder.sync_all());
}

/// A moment before a change of the file system; tests kill a process at every one of them.
#[cfg(not(test))]
pub(crate) fn moment() {}
#[cfg(test)]
pub(crate) use tests::moment;

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};

    /// The variable with the number of the moment at which a process is to be killed.
    pub(crate) const KILL_AT: &str = "XTASK_TEST_KILL_AT";

    /// Kills this process if this is the moment to do so.
    pub(crate) fn moment() {
        static PASSED: AtomicUsize = AtomicUsize::new(0);
        let Ok(at) = std::env::var(KILL_AT) else {
            return;
        };
        if at.parse() == Ok(PASSED.fetch_add(1, Ordering::Relaxed)) {
            process::abort();
        }
    }

    /// Runs a test as a process of its own that is killed at a moment, and returns whether it was.
    pub(crate) fn killed(test: &str, at: usize, variables: &[(&str, &Path)]) -> bool {
        let mut child = process::Command::new(std::env::current_exe().unwrap());
        child.args([test, "--exact", "--quiet"]);
        child.env(KILL_AT, at.to_string());
        child.envs(variables.iter().copied());
        let output = child.output().unwrap();
        let said = String::from_utf8_lossy(&output.stdout);
        assert!(
            !output.status.success() || said.contains("1 passed"),
            "{said}"
        );
        assert!(output.status.code().is_none_or(|code| code == 0), "{said}");
        !output.status.success()
    }

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
