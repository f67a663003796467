//! One process at a time in a folder.

use anyhow::{Context, bail};
use std::fs::{self, File, TryLockError};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process;

/// The file that is locked. Git ignores `*.tmp`.
pub(crate) const NAME: &str = ".driftbench-lock.tmp";

/// How often to begin again when the file goes away between opening and locking it.
const TRIES: usize = 100;

/// A lock file in a folder, with the number of the process that holds it.
///
/// The system releases the lock when the process ends, however it ends. A file that a killed process leaves is taken by the
/// next one.
#[derive(Debug)]
pub(crate) struct Lock {
    path: PathBuf,
    file: File,
}

impl Lock {
    /// Takes the lock of a folder, which shows that the folder can be written.
    ///
    /// # Errors
    /// When another process holds it, which is `doing` something there, or the folder cannot be written.
    pub(crate) fn take(folder: &Path, doing: &str) -> anyhow::Result<Self> {
        let path = folder.join(NAME);
        let unwritable = || format!("folder {} cannot be written", folder.display());
        for _ in 0..TRIES {
            let mut options = File::options();
            let options = options.read(true).write(true).create(true).truncate(false);
            let mut file = options.open(&path).with_context(unwritable)?;
            // Not every file system has locks; where there are none, calls at the same time are not told apart.
            if let Err(TryLockError::WouldBlock) = file.try_lock() {
                bail!("another `cargo xtask` is {doing}{}", holder(&mut file));
            }
            if is_at(&file, &path) {
                let written = file
                    .set_len(0)
                    .and_then(|()| write!(file, "{}", process::id()))
                    .and_then(|()| file.sync_all());
                let lock = Self { path, file };
                return written.map(|()| lock).with_context(unwritable);
            }
        }
        bail!("others keep {doing}")
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        // Still locked: whoever has opened the file meanwhile finds that it is gone, and makes a new one.
        if is_at(&self.file, &self.path) {
            let _ = fs::remove_file(&self.path);
        }
    }
}

/// The process in a lock file, for a message.
fn holder(file: &mut File) -> String {
    let mut text = String::new();
    match file.read_to_string(&mut text).map(|_| text.parse::<u32>()) {
        Ok(Ok(process)) => format!(" (process {process})"),
        _ => String::new(),
    }
}

/// Whether an open file is still the one at its path.
#[cfg(unix)]
fn is_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let inode = |data: fs::Metadata| (data.dev(), data.ino());
    let (open, there) = (file.metadata().map(inode), fs::metadata(path).map(inode));
    matches!((open, there), (Ok(open), Ok(there)) if open == there)
}

/// Elsewhere a file that is open cannot go away.
#[cfg(not(unix))]
fn is_at(_file: &File, _path: &Path) -> bool {
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::tests::Scratch;

    #[test]
    fn the_second_one_learns_who_is_first() {
        let scratch = Scratch::new("lock");
        let first = Lock::take(&scratch.0, "writing").unwrap();
        let refused = Lock::take(&scratch.0, "writing").unwrap_err().to_string();
        let me = process::id();
        let message = format!("another `cargo xtask` is writing (process {me})");
        assert_eq!(refused, message);
        drop(first);
        assert!(scratch.names().is_empty());
        assert!(Lock::take(&scratch.0, "writing").is_ok());
    }

    #[test]
    fn the_file_of_a_killed_process_is_taken() {
        let scratch = Scratch::new("dead-lock");
        fs::write(scratch.0.join(NAME), "4000000000 and more").unwrap();
        let lock = Lock::take(&scratch.0, "writing").unwrap();
        let text = fs::read_to_string(scratch.0.join(NAME)).unwrap();
        assert_eq!(text, process::id().to_string());
        drop(lock);
        assert!(scratch.names().is_empty());
    }

    #[test]
    fn of_many_at_once_only_one_has_it() {
        let scratch = Scratch::new("race");
        let inside = std::sync::atomic::AtomicUsize::new(0);
        let order = std::sync::atomic::Ordering::SeqCst;
        std::thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(|| {
                    for _ in 0..200 {
                        if let Ok(lock) = Lock::take(&scratch.0, "writing") {
                            assert_eq!(inside.fetch_add(1, order), 0);
                            inside.fetch_sub(1, order);
                            drop(lock);
                        }
                    }
                });
            }
        });
        assert!(scratch.names().is_empty());
    }
}
