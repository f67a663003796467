//! Several changes below a folder as one transaction, even if the process is killed.
//!
//! New files are first written into a staging folder, then a journal of moves is written, and only then are files
//! moved. If a call is killed, the next one finishes its moves if there is a journal, and drops the folder otherwise.

use crate::files;
use crate::lock::Lock;
use crate::say::say;
use anyhow::{Context, bail};
use std::fs;
use std::path::{Path, PathBuf};

/// The folder for staged changes, in the folder that is changed. Git ignores `*.tmp`.
const FOLDER: &str = ".xtask-staging.tmp";
const JOURNAL: &str = "journal";

/// A change; paths are relative to the root, with `/`.
pub(crate) enum Step {
    /// Writes a file, or a new folder with its files.
    Put {
        path: String,
        files: Vec<(&'static str, String)>,
    },
    /// Removes a file or a folder.
    Take { path: String },
}

impl Step {
    pub(crate) fn file(path: impl Into<String>, content: String) -> Self {
        let (path, files) = (path.into(), vec![("", content)]);
        Self::Put { path, files }
    }
}

/// Changes below a root, made by one process at a time.
pub(crate) struct Staging {
    root: PathBuf,
    _lock: Lock,
}

impl Staging {
    /// Takes the lock of the root, and finishes or drops what a killed call has left.
    ///
    /// # Errors
    /// When another call holds the lock, which is `doing` something there, or the changes of a killed call cannot be
    /// finished.
    pub(crate) fn open(root: &Path, doing: &str) -> anyhow::Result<Self> {
        let staging = Self {
            root: root.to_path_buf(),
            _lock: Lock::take(root, doing)?,
        };
        if staging.folder().exists() {
            let moves = staging.moves()?;
            let unfinished = !moves.is_empty();
            let finished = moves.iter().try_for_each(|m| m.make(&staging));
            let advice = format!(
                "remove {} to give it up",
                files::readable(&staging.folder())
            );
            finished
                .with_context(|| format!("an interrupted call cannot be finished; {advice}"))?;
            staging.settle(&moves);
            staging.clean_up()?;
            if unfinished {
                say!("finished what an interrupted call had begun");
            }
        }
        Ok(staging)
    }

    /// Takes the lock of a workspace.
    ///
    /// # Errors
    /// As for [`Staging::open`].
    pub(crate) fn of_workspace(root: &Path) -> anyhow::Result<Self> {
        Self::open(root, "changing the workspace")
    }

    /// The folder below which changes are made.
    pub(crate) fn root(&self) -> &Path {
        &self.root
    }

    /// Makes all changes, in this order, or none.
    ///
    /// # Errors
    /// When one is impossible; nothing is then changed.
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
        self.settle(&moves);
        self.clean_up()
    }

    /// Makes the first changes, as a call that is killed after them would.
    #[cfg(test)]
    pub(crate) fn apply_some(&self, steps: &[Step], made: usize) -> anyhow::Result<()> {
        self.stage(steps).and_then(|()| self.commit(steps))?;
        let moves = self.moves()?;
        moves[..made].iter().try_for_each(|step| step.make(self))
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

    /// Makes the moves last before their journal goes.
    fn settle(&self, moves: &[Move]) {
        for step in moves {
            let target = self.root.join(&step.path);
            files::sync_folder(target.parent().unwrap_or(&self.root));
        }
    }

    /// Removes the staging folder. The journal goes first, since without it the rest is dropped.
    fn clean_up(&self) -> anyhow::Result<()> {
        let folder = self.folder();
        let _ = files::remove(&folder.join(JOURNAL));
        files::moment();
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
            let taken = format!("{}.taken", self.number);
            (target, staging.folder().join(taken))
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
        if old.exists() && to.exists() && fs::read(&old).ok() != fs::read(&to).ok() {
            bail!("{} has changed meanwhile", self.path);
        }
        files::rename(&from, &to).with_context(|| format!("writing {}", self.path))
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
        Staging::of_workspace(&root)
            .unwrap()
            .apply(&steps())
            .unwrap();
        is_complete(&scratch);
    }

    #[test]
    fn killed_before_the_journal_nothing_has_changed() {
        let (scratch, root) = tree("early");
        Staging::of_workspace(&root)
            .unwrap()
            .stage(&steps())
            .unwrap();
        drop(Staging::of_workspace(&root).unwrap());
        is_untouched(&scratch);
    }

    #[test]
    fn killed_after_any_move_the_next_call_finishes() {
        for moved in 0..=3 {
            let (scratch, root) = tree(&format!("late-{moved}"));
            let staging = Staging::of_workspace(&root).unwrap();
            staging.apply_some(&steps(), moved).unwrap();
            drop(staging);
            drop(Staging::of_workspace(&root).unwrap());
            is_complete(&scratch);
        }
    }

    #[test]
    fn an_impossible_move_takes_the_others_back() {
        let (scratch, root) = tree("blocked");
        let mut steps = steps();
        steps.push(Step::file("missing/file", "x".to_owned()));
        let staging = Staging::of_workspace(&root).unwrap();
        let error = staging.apply(&steps).unwrap_err();
        assert_eq!(error.to_string(), "writing missing/file");
        drop(staging);
        is_untouched(&scratch);
    }

    #[test]
    fn what_was_edited_after_a_kill_is_not_overwritten() {
        let (scratch, root) = tree("edited");
        let staging = Staging::of_workspace(&root).unwrap();
        staging.stage(&steps()).unwrap();
        staging.commit(&steps()).unwrap();
        drop(staging);
        fs::write(scratch.0.join("file"), "mine").unwrap();
        let error = Staging::of_workspace(&root).err().unwrap();
        let advice = format!("remove {} to give it up", root.join(FOLDER).display());
        assert_eq!(
            format!("{error:#}"),
            format!("an interrupted call cannot be finished; {advice}: file has changed meanwhile")
        );
        assert_eq!(file(&root), "mine");
    }

    #[test]
    fn two_calls_at_the_same_time_are_told_apart() {
        let (_scratch, root) = tree("twice");
        let first = Staging::of_workspace(&root).unwrap();
        let refused = Staging::of_workspace(&root).err().unwrap().to_string();
        let me = std::process::id();
        let message = format!("another `cargo xtask` is changing the workspace (process {me})");
        assert_eq!(refused, message);
        drop(first);
        assert!(Staging::of_workspace(&root).is_ok());
    }
}
