//! Finding the workspace, and writing files so that nobody ever sees half of one.

use anyhow::{Context, bail};
use std::fs;
use std::io;
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

/// A path as people like to read it: relative to the current folder where it lies below.
pub(crate) fn readable(path: &Path) -> String {
    let here = std::env::current_dir().unwrap_or_default();
    path.strip_prefix(here)
        .unwrap_or(path)
        .display()
        .to_string()
}

/// Makes a folder, with a clear message when a file is in the way.
///
/// # Errors
/// When it cannot be made.
pub(crate) fn make_folder(folder: &Path) -> anyhow::Result<()> {
    if folder.exists() && !folder.is_dir() {
        bail!("{} is a file, a folder is needed", folder.display());
    }
    fs::create_dir_all(folder).with_context(|| format!("folder {}", folder.display()))
}

/// Writes one file: under a temporary name beside it, then renamed.
///
/// # Errors
/// When it cannot be written; what was there before is still there then.
pub(crate) fn write(path: &Path, content: &str) -> anyhow::Result<()> {
    write_all(&[Change::new(path, content)])
}

/// A file with its new content.
pub(crate) struct Change {
    path: PathBuf,
    content: String,
}

impl Change {
    pub(crate) fn new(path: impl Into<PathBuf>, content: impl Into<String>) -> Self {
        Self {
            path: path.into(),
            content: content.into(),
        }
    }

    fn temporary(&self) -> PathBuf {
        let name = self.path.file_name().unwrap_or_default().to_string_lossy();
        self.path
            .with_file_name(format!(".{name}.{}.tmp", process::id()))
    }
}

/// Writes all files or none, in order, making folders where they are missing.
///
/// # Errors
/// When one cannot be written; files and folders are then as they were before.
pub(crate) fn write_all(changes: &[Change]) -> anyhow::Result<()> {
    let mut undo = Undo::default();
    for change in changes {
        let context = || format!("writing {}", change.path.display());
        undo.make_parents(&change.path).with_context(context)?;
        let temporary = change.temporary();
        undo.steps.push(Step::Remove(temporary.clone()));
        fs::write(&temporary, &change.content).with_context(context)?;
    }
    for change in changes {
        let context = || format!("writing {}", change.path.display());
        let back = match fs::read(&change.path) {
            Ok(old) => Step::Restore(change.path.clone(), old),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                Step::Remove(change.path.clone())
            }
            Err(error) => return Err(error).with_context(context),
        };
        fs::rename(change.temporary(), &change.path).with_context(context)?;
        undo.steps.push(back);
    }
    undo.steps.clear();
    Ok(())
}

/// What has to be done, last first, to be where we were. Dropping it does so.
#[derive(Default)]
struct Undo {
    steps: Vec<Step>,
}

enum Step {
    Remove(PathBuf),
    RemoveFolder(PathBuf),
    Restore(PathBuf, Vec<u8>),
}

impl Undo {
    fn make_parents(&mut self, path: &Path) -> io::Result<()> {
        let missing = |folder: &&Path| !folder.as_os_str().is_empty() && !folder.exists();
        let mut folders: Vec<&Path> = path.ancestors().skip(1).take_while(missing).collect();
        folders.reverse();
        for folder in folders {
            fs::create_dir(folder)?;
            self.steps.push(Step::RemoveFolder(folder.to_path_buf()));
        }
        Ok(())
    }
}

impl Drop for Undo {
    fn drop(&mut self) {
        for step in self.steps.iter().rev() {
            // The error that brought us here is the one to report; one more would only hide it.
            let _ = match step {
                Step::Remove(path) => fs::remove_file(path),
                Step::RemoveFolder(path) => fs::remove_dir(path),
                Step::Restore(path, old) => fs::write(path, old),
            };
        }
    }
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
            let entry = |e: io::Result<fs::DirEntry>| e.unwrap().file_name().into_string().unwrap();
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
    fn when_one_file_cannot_be_written_nothing_changes() {
        let scratch = Scratch::new("undo");
        let (old, blocked) = (scratch.0.join("old"), scratch.0.join("blocked"));
        fs::write(&old, "before").unwrap();
        fs::create_dir(&blocked).unwrap();
        let changes = [
            Change::new(scratch.0.join("new/deep/file"), "x"),
            Change::new(&old, "after"),
            Change::new(&blocked, "a folder is in the way"),
        ];
        let error = write_all(&changes).unwrap_err();
        assert!(format!("{error:#}").contains("blocked"), "{error:#}");
        assert_eq!(scratch.names(), ["blocked", "old"]);
        assert_eq!(fs::read_to_string(&old).unwrap(), "before");
    }

    #[test]
    fn a_file_in_the_way_of_a_folder_is_named() {
        let scratch = Scratch::new("folder");
        let file = scratch.0.join("file");
        fs::write(&file, "").unwrap();
        let message = make_folder(&file).unwrap_err().to_string();
        assert!(
            message.ends_with("file is a file, a folder is needed"),
            "{message}"
        );
    }
}
