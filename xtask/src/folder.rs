//! The folder of a report: one run at a time writes to it, and all its files change together.

use crate::exchange;
use crate::files;
use crate::staging::{Staging, Step};
use anyhow::{Context, bail};
use reports::{Artifact, FILES};
use std::fs;
use std::path::{Path, PathBuf};

#[cfg(test)]
mod tests;

/// The prefix of folders in which instructions are counted; the number of a process follows.
pub(crate) const COUNTING: &str = ".instructions-";

/// A folder that this process may write a report to, and no other as long as this lives.
pub(crate) struct ReportFolder {
    path: PathBuf,
    staging: Staging,
}

impl ReportFolder {
    /// Makes the folder, takes its lock and brings it into order after a call that was killed.
    ///
    /// # Errors
    /// When it cannot be written, another run is writing to it, or a file in it that a report would replace is none of a
    /// report.
    pub(crate) fn open(path: &Path) -> anyhow::Result<Self> {
        files::make_folder(path)?;
        let name = files::readable(path);
        let root = fs::canonicalize(path).with_context(|| format!("folder {name}"))?;
        let folder = Self {
            path: path.to_path_buf(),
            staging: Staging::open(&root, &format!("writing to {name}"))?,
        };
        // What cannot be cleared is in the way of an exchange only, and files are then renamed one by one.
        let _ = exchange::clear(&root, &FILES);
        folder.remove_stale();
        folder.refuse_foreign()?;
        Ok(folder)
    }

    /// The path as it was given.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Replaces the report: these files instead of those that are there, all at once.
    ///
    /// Where the folder cannot be exchanged for a new one, files are renamed one by one, and what a kill interrupts is
    /// finished when the folder is opened again.
    ///
    /// # Errors
    /// When a file cannot be written; the old report is then unchanged.
    pub(crate) fn replace(&self, report: &[Artifact]) -> anyhow::Result<()> {
        let root = self.staging.root();
        let new: Vec<(&str, &str)> = report.iter().map(|f| (f.name, &*f.content)).collect();
        if exchange::replace(root, &FILES, &new).is_ok() {
            return Ok(());
        }
        let is_old = |name: &&str| new.iter().all(|(n, _)| n != name) && root.join(name).exists();
        let old = FILES.into_iter().filter(is_old).map(|name| Step::Take {
            path: name.to_owned(),
        });
        let put = |(name, content): &(&str, &str)| Step::file(*name, (*content).to_owned());
        let steps: Vec<Step> = old.chain(new.iter().map(put)).collect();
        self.staging.apply(&steps)
    }

    /// Removes temporary files of killed calls; that they are dead is known from the lock.
    fn remove_stale(&self) {
        let entries = fs::read_dir(self.staging.root()).into_iter().flatten();
        for entry in entries.flatten() {
            let Ok(name) = entry.file_name().into_string() else {
                continue;
            };
            // What cannot be removed does no harm.
            let _ = match stale(&name) {
                Some(Stale::File) => fs::remove_file(entry.path()),
                Some(Stale::Folder) => fs::remove_dir_all(entry.path()),
                None => Ok(()),
            };
        }
    }

    /// Refuses a folder in which a report would replace a file of somebody else.
    fn refuse_foreign(&self) -> anyhow::Result<()> {
        for name in FILES {
            let path = self.staging.root().join(name);
            let there = path.symlink_metadata().is_ok();
            let text = || fs::read_to_string(&path);
            if there && !text().is_ok_and(|text| reports::is_ours(name, &text)) {
                bail!(
                    "{} is not a file of a Driftbench report and would be replaced; remove it or choose another folder",
                    files::readable(&self.path.join(name))
                );
            }
        }
        Ok(())
    }
}

#[derive(Debug, PartialEq, Eq)]
enum Stale {
    File,
    Folder,
}

/// What a name says about a temporary file of ours: `.results.json.123.tmp`, `.instructions-123`.
fn stale(name: &str) -> Option<Stale> {
    let is_process = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    if name.strip_prefix(COUNTING).is_some_and(is_process) {
        return Some(Stale::Folder);
    }
    let inner = name.strip_prefix('.')?.strip_suffix(".tmp")?;
    let (file, process) = inner.rsplit_once('.')?;
    (FILES.contains(&file) && is_process(process)).then_some(Stale::File)
}
