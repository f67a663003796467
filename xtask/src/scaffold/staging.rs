//! Several changes to the tree as one, even when the process is killed in between.
//!
//! Everything new is written into a folder of its own first, then a journal of the moves that are left, and only then
//! anything is moved. The next call finds what a killed one left behind: without a journal nothing was moved and
//! the folder is dropped, with one the moves are finished.

use crate::files;
use anyhow::{Context, bail};
use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};

/// What is being prepared, in the root of the workspace. Git ignores `*.tmp`.
const FOLDER: &str = ".xtask-scaffold.tmp";
const JOURNAL: &str = "journal";
/// A removed folder, until all the rest is done.
const TAKEN: &str = "taken";

/// One change to the tree; paths are relative to the root, with `/`.
pub(crate) enum Step {
    /// A file gets new content, or a new folder its files.
    Put {
        path: String,
        files: Vec<(&'static str, String)>,
    },
    /// A folder goes.
    Take { path: String },
}

impl Step {
    pub(crate) fn file(path: &str, content: String) -> Self {
        Self::folder(path.to_owned(), vec![("", content)])
    }

    pub(crate) fn folder(path: String, files: Vec<(&'static str, String)>) -> Self {
        Self::Put { path, files }
    }

    pub(crate) fn take(path: String) -> Self {
        Self::Take { path }
    }
}

/// The right to change the tree, held by one process at a time.
pub(crate) struct Staging {
    root: PathBuf,
    /// Released when it is closed, however the process ends.
    _lock: Option<File>,
}

impl Staging {
    /// Finishes or drops what a killed call has left.
    ///
    /// # Errors
    /// When another call is at work, or what was left cannot be finished.
    pub(crate) fn open(root: &Path) -> anyhow::Result<Self> {
        // Not every system can lock a folder; where it cannot, calls at the same time are not told apart.
        let lock = File::open(root).ok();
        if let Some(Err(TryLockError::WouldBlock)) = lock.as_ref().map(File::try_lock) {
            bail!("another `cargo xtask` adds or removes a crate at this moment");
        }
        let staging = Self {
            root: root.to_path_buf(),
            _lock: lock,
        };
        if staging.folder().exists() {
            let moves = staging.moves()?;
            let unfinished = !moves.is_empty();
            let finished = moves.iter().try_for_each(|m| m.make(&staging));
            finished.with_context(|| {
                format!("an interrupted call cannot be finished; remove {FOLDER} to give it up")
            })?;
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
    /// When one is impossible; the tree is then as it was.
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

    /// Writes everything new, and what it will replace, beside the tree.
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
                files::make_folder(staged.parent().unwrap_or(&folder))?;
                fs::write(&staged, content).with_context(|| staged.display().to_string())?;
            }
            let target = self.root.join(path);
            if target.is_file() {
                fs::copy(&target, folder.join(format!("{number}.old")))
                    .with_context(|| target.display().to_string())?;
            }
        }
        Ok(())
    }

    /// From here on the changes are certain: a killed call is finished by the next one.
    fn commit(&self, steps: &[Step]) -> anyhow::Result<()> {
        let line = |(number, step): (usize, &Step)| match step {
            Step::Put { path, .. } => format!("put {number} {path}\n"),
            Step::Take { path } => format!("take {number} {path}\n"),
        };
        let journal: String = steps.iter().enumerate().map(line).collect();
        files::write(&self.folder().join(JOURNAL), &journal)
    }

    /// What the journal lists; nothing where there is none.
    fn moves(&self) -> anyhow::Result<Vec<Move>> {
        let path = self.folder().join(JOURNAL);
        if !path.exists() {
            return Ok(Vec::new());
        }
        let text = fs::read_to_string(&path).with_context(|| path.display().to_string())?;
        let parse = |line: &str| Move::parse(line).with_context(|| format!("{JOURNAL}: {line}"));
        text.lines().map(parse).collect()
    }

    /// The journal goes first: what is left without it has no meaning.
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

    /// From where to where.
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

    /// Makes the move, unless it was made already.
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

    /// Takes the move back. There is an error to report already; one more would only hide it.
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
            Step::folder(
                "new".to_owned(),
                vec![("a", "1".to_owned()), ("deep/b", "2".to_owned())],
            ),
            Step::file("file", "after".to_owned()),
            Step::take("old".to_owned()),
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
        assert!(error.to_string().contains("missing/file"), "{error:#}");
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
        let said = format!("{error:#}");
        assert!(said.contains(FOLDER), "{said}");
        assert!(said.contains("has changed meanwhile"), "{said}");
        assert_eq!(file(&root), "mine");
    }

    #[test]
    fn two_calls_at_the_same_time_are_told_apart() {
        let (_scratch, root) = tree("twice");
        let first = Staging::open(&root).unwrap();
        assert!(Staging::open(&root).is_err());
        drop(first);
        assert!(Staging::open(&root).is_ok());
    }
}
