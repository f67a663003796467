//! Several changes to the workspace as one transaction, even if the process is killed.
//!
//! New files are first written into a staging folder, then a journal of moves is written, and only then are files
//! moved. If a call is killed, the next one finishes its moves if there is a journal, and drops the folder otherwise.

use crate::files;
use anyhow::{Context, bail};
use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};

/// The folder for staged changes, in the root of the workspace. Git ignores `*.tmp`.
const FOLDER: &str = ".xtask-staging.tmp";
const JOURNAL: &str = "journal";
/// The name of a removed folder until all changes are made.
const TAKEN: &str = "taken";

/// A change to the workspace; paths are relative to its root, with `/`.
pub(crate) enum Step {
    /// Writes a file, or a new folder with its files.
    Put {
        path: String,
        files: Vec<(&'static str, String)>,
    },
    /// Removes a folder.
    Take { path: String },
}

impl Step {
    pub(crate) fn file(path: impl Into<String>, content: String) -> Self {
        let (path, files) = (path.into(), vec![("", content)]);
        Self::Put { path, files }
    }
}

/// The lock for changing the workspace, held by one process at a time.
pub(crate) struct Staging {
    root: PathBuf,
    /// Released when the file is closed, which the system does if the process is killed.
    _lock: Option<File>,
}

impl Staging {
    /// Takes the lock, and finishes or drops what a killed call has left.
    ///
    /// # Errors
    /// When another call holds the lock, or the changes of a killed call cannot be finished.
    pub(crate) fn open(root: &Path) -> anyhow::Result<Self> {
        // Not every system can lock a folder; where it cannot, calls at the same time are not told apart.
        let lock = File::open(root).ok();
        if let Some(Err(TryLockError::WouldBlock)) = lock.as_ref().map(File::try_lock) {
            bail!("another `cargo xtask` is changing the workspace");
        }
        let staging = Self {
            root: root.to_path_buf(),
            _lock: lock,
        };
        if staging.folder().exists() {
            let moves = staging.moves()?;
            let unfinished = !moves.is_empty();
            let finished = moves.iter().try_for_each(|m| m.make(&staging));
            let advice = format!("remove {FOLDER} to give it up");
            finished
                .with_context(|| format!("an interrupted call cannot be finished; {advice}"))?;
            staging.clean_up()?;
            if unfinished {
                eprintln!("finished what an interrupted call had begun");
            }
        }
        Ok(staging)
    }

    /// Makes all changes, in this order, or none.
    ///
    /// # Errors
    /// When one is impossible; the workspace is then unchanged.
    pub(crate) fn apply(&self, steps: &[Step]) -> anyhow::Result<()> {
        if let Err(error) = self.stage(steps).and_then(|()| self.commit(steps)) {
            let _ = self.clean_up();
            return Err(error);
        }
        let moves = self.moves()?;
        for (done, step) in moves.iter().enumerate() {
            if let Err(error) = step.make(self) {
                moves[..done].iter().rev().for_each(|m| m.undo(self));
                let _ = self.clean_up();
                return Err(error);
            }
        }
        self.clean_up()
    }

    fn folder(&self) -> PathBuf {
        self.root.join(FOLDER)
    }

    /// Writes all new files, and copies of those they replace, into the staging folder.
    fn stage(&self, steps: &[Step]) -> anyhow::Result<()> {
        let folder = self.folder();
        files::make_folder(&folder)?;
        for (number, step) in steps.iter().enumerate() {
            let Step::Put { path, files } = step else {
                continue;
            };
            for (inner, content) in files {
                let mut staged = folder.join(number.to_string());
                if !inner.is_empty() {
                    staged.push(inner);
                }
                files::write(&staged, content)?;
            }
            let target = self.root.join(path);
            if target.is_file() {
                let copied = fs::copy(&target, folder.join(format!("{number}.old")));
                copied.with_context(|| target.display().to_string())?;
            }
        }
        Ok(())
    }

    /// Writes the journal. From here on the next call finishes the changes if this one is killed.
    fn commit(&self, steps: &[Step]) -> anyhow::Result<()> {
        let line = |(number, step): (usize, &Step)| match step {
            Step::Put { path, .. } => format!("put {number} {path}\n"),
            Step::Take { path } => format!("take {number} {path}\n"),
        };
        let journal: String = steps.iter().enumerate().map(line).collect();
        files::write(&self.folder().join(JOURNAL), &journal)
    }

    /// The moves in the journal, none if there is no journal.
    fn moves(&self) -> anyhow::Result<Vec<Move>> {
        let text = files::read_if_there(&self.folder().join(JOURNAL))?.unwrap_or_default();
        let parse = |line: &str| Move::parse(line).with_context(|| format!("{JOURNAL}: {line}"));
        text.lines().map(parse).collect()
    }

    /// Removes the staging folder. The journal goes first, since without it the rest is dropped.
    fn clean_up(&self) -> anyhow::Result<()> {
        let folder = self.folder();
        let _ = fs::remove_file(folder.join(JOURNAL));
        fs::remove_dir_all(&folder).with_context(|| folder.display().to_string())
    }
}

/// A line of the journal.
struct Move {
    takes: bool,
    number: String,
    path: String,
}

impl Move {
    fn parse(line: &str) -> Option<Self> {
        let (verb, rest) = line.split_once(' ')?;
        let (number, path) = rest.split_once(' ')?;
        Some(Self {
            takes: verb == "take",
            number: number.to_owned(),
            path: path.to_owned(),
        })
    }

    /// Source and target of the move.
    fn ends(&self, staging: &Staging) -> (PathBuf, PathBuf) {
        let target = staging.root.join(&self.path);
        if self.takes {
            (target, staging.folder().join(TAKEN))
        } else {
            (staging.folder().join(&self.number), target)
        }
    }

    fn old(&self, staging: &Staging) -> PathBuf {
        staging.folder().join(format!("{}.old", self.number))
    }

    /// Makes the move unless it was made before.
    fn make(&self, staging: &Staging) -> anyhow::Result<()> {
        let (from, to) = self.ends(staging);
        if !from.exists() {
            return Ok(());
        }
        let old = self.old(staging);
        if old.exists() && fs::read(&old).ok() != fs::read(&to).ok() {
            bail!("{} has changed meanwhile", self.path);
        }
        fs::rename(&from, &to).with_context(|| format!("writing {}", self.path))
    }

    /// Undoes the move. Errors are ignored, since the one that led here is reported.
    fn undo(&self, staging: &Staging) {
        let (from, to) = self.ends(staging);
        let old = self.old(staging);
        let _ = if old.exists() {
            fs::rename(old, to)
        } else {
            fs::rename(to, from)
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::tests::Scratch;

    /// Three changes: a new folder, a replaced file, a folder that goes.
    fn steps() -> Vec<Step> {
        vec![
            Step::Put {
                path: "new".into(),
                files: vec![("a", "1".into()), ("deep/b", "2".into())],
            },
            Step::file("file", "after".into()),
            Step::Take { path: "old".into() },
        ]
    }

    fn tree(name: &str) -> (Scratch, PathBuf) {
        let scratch = Scratch::new(name);
        let root = scratch.0.clone();
        fs::write(root.join("file"), "before").unwrap();
        fs::create_dir(root.join("old")).unwrap();
        fs::write(root.join("old/x"), "x").unwrap();
        (scratch, root)
    }

    fn file(root: &Path) -> String {
        fs::read_to_string(root.join("file")).unwrap()
    }

    fn is_complete(scratch: &Scratch) {
        assert_eq!(scratch.names(), ["file", "new"]);
        assert_eq!(file(&scratch.0), "after");
        let deep = fs::read_to_string(scratch.0.join("new/deep/b"));
        assert_eq!(deep.unwrap(), "2");
    }

    fn is_untouched(scratch: &Scratch) {
        assert_eq!(scratch.names(), ["file", "old"]);
        assert_eq!(file(&scratch.0), "before");
    }

    #[test]
    fn all_changes_are_made() {
        let (scratch, root) = tree("all");
        Staging::open(&root).unwrap().apply(&steps()).unwrap();
        is_complete(&scratch);
    }

    #[test]
    fn killed_before_the_journal_nothing_has_changed() {
        let (scratch, root) = tree("early");
        Staging::open(&root).unwrap().stage(&steps()).unwrap();
        drop(Staging::open(&root).unwrap());
        is_untouched(&scratch);
    }

    #[test]
    fn killed_after_any_move_the_next_call_finishes() {
        for moved in 0..=3 {
            let (scratch, root) = tree(&format!("late-{moved}"));
            let staging = Staging::open(&root).unwrap();
            staging.stage(&steps()).unwrap();
            staging.commit(&steps()).unwrap();
            for step in &staging.moves().unwrap()[..moved] {
                step.make(&staging).unwrap();
            }
            drop(staging);
            drop(Staging::open(&root).unwrap());
            is_complete(&scratch);
        }
    }

    #[test]
    fn an_impossible_move_takes_the_others_back() {
        let (scratch, root) = tree("blocked");
        let mut steps = steps();
        steps.push(Step::file("missing/file", "x".to_owned()));
        let staging = Staging::open(&root).unwrap();
        let error = staging.apply(&steps).unwrap_err();
        assert_eq!(error.to_string(), "writing missing/file");
        is_untouched(&scratch);
    }

    #[test]
    fn what_was_edited_after_a_kill_is_not_overwritten() {
        let (scratch, root) = tree("edited");
        let staging = Staging::open(&root).unwrap();
        staging.stage(&steps()).unwrap();
        staging.commit(&steps()).unwrap();
        drop(staging);
        fs::write(scratch.0.join("file"), "mine").unwrap();
        let error = Staging::open(&root).err().unwrap();
        let advice = format!("remove {FOLDER} to give it up");
        assert_eq!(
            format!("{error:#}"),
            format!("an interrupted call cannot be finished; {advice}: file has changed meanwhile")
        );
        assert_eq!(file(&root), "mine");
    }

    #[test]
    fn two_calls_at_the_same_time_are_told_apart() {
        let (_scratch, root) = tree("twice");
        let first = Staging::open(&root).unwrap();
        let refused = Staging::open(&root).err().unwrap().to_string();
        let message = "another `cargo xtask` is changing the workspace";
        assert_eq!(refused, message);
        drop(first);
        assert!(Staging::open(&root).is_ok());
    }
}
