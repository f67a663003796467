//! Replacing several files of a folder in one step, by exchanging the folder with a new one beside it.
//!
//! Files that stay are in both folders, as hard links, so that a process that is killed at any moment leaves the old files
//! or the new ones, and all others as they were. Where a folder cannot be exchanged, nothing is changed.

use crate::files;
use crate::lock;
use std::ffi::{OsStr, OsString};
use std::fs::{self, Metadata};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

/// The most other files that are carried over.
const CARRIED: usize = 1000;

/// Replaces the files with these `names` in a folder by new ones, all of them at once.
///
/// # Errors
/// When the folder cannot be exchanged; it is then unchanged.
pub(crate) fn replace(folder: &Path, names: &[&str], new: &[(&str, &str)]) -> io::Result<()> {
    let beside = beside(folder).ok_or(ErrorKind::InvalidInput)?;
    if is_stood_in(folder) {
        return Err(ErrorKind::ResourceBusy.into());
    }
    files::moment();
    fs::create_dir(&beside)?;
    let prepared = prepare(folder, &beside, names, new);
    let exchanged = prepared.and_then(|()| {
        files::moment();
        exchange(&beside, folder)
    });
    files::sync_folder(beside.parent().unwrap_or(folder));
    // What cannot be removed now is removed by the next call.
    let _ = clear(folder, names);
    exchanged
}

/// Fills the new folder with the new files and everything that stays.
fn prepare(folder: &Path, beside: &Path, names: &[&str], new: &[(&str, &str)]) -> io::Result<()> {
    let old = fs::metadata(folder)?;
    files::moment();
    fs::set_permissions(beside, old.permissions())?;
    if !is_alike(&old, &fs::metadata(beside)?) {
        return Err(ErrorKind::PermissionDenied.into());
    }
    let mut carried = 0;
    for entry in fs::read_dir(folder)? {
        let (name, kind) = entry.and_then(|e| Ok((e.file_name(), e.file_type()?)))?;
        if names.iter().any(|n| OsStr::new(n) == name) {
            continue;
        }
        carried += 1;
        // A folder has no hard links, and what is moved by someone who is killed is missing.
        if kind.is_dir() || carried > CARRIED {
            return Err(ErrorKind::Unsupported.into());
        }
        files::moment();
        fs::hard_link(folder.join(&name), beside.join(&name))?;
    }
    for (name, content) in new {
        files::create(&beside.join(name), content)?;
    }
    files::sync_folder(beside);
    Ok(())
}

/// Removes the folder beside this one that a call has left, complete or killed. Nothing that is not ours is lost: what
/// somebody wrote into the old folder at the last moment goes into the new one.
///
/// # Errors
/// When something in it can be neither removed nor moved.
pub(crate) fn clear(folder: &Path, names: &[&str]) -> io::Result<()> {
    let Some(beside) = beside(folder).filter(|beside| beside.is_dir()) else {
        return Ok(());
    };
    for entry in fs::read_dir(&beside)? {
        let entry = entry?;
        let (path, home) = (entry.path(), folder.join(entry.file_name()));
        let is_ours = |name: &&str| OsStr::new(name) == entry.file_name();
        let ours = names.iter().chain([&lock::NAME]).any(is_ours);
        if !ours && is_newer(&path, &home) {
            files::rename(&path, &home)?;
        } else {
            files::remove(&path)?;
        }
    }
    files::moment();
    fs::remove_dir(&beside)
}

/// The name of the folder that this one is exchanged with.
fn beside(folder: &Path) -> Option<PathBuf> {
    let mut name = OsString::from(".");
    name.push(folder.file_name()?);
    name.push(".driftbench.tmp");
    Some(folder.with_file_name(name))
}

/// Whether a file is not at home yet, or was changed after the one that is.
fn is_newer(path: &Path, home: &Path) -> bool {
    let changed = |path: &Path| fs::symlink_metadata(path).and_then(|data| data.modified());
    match (changed(path), changed(home)) {
        (Ok(here), Ok(there)) => here > there,
        (_, there) => there.is_err(),
    }
}

#[cfg(target_os = "linux")]
fn exchange(new: &Path, old: &Path) -> io::Result<()> {
    use rustix::fs::{CWD, RenameFlags, renameat_with};
    Ok(renameat_with(CWD, new, CWD, old, RenameFlags::EXCHANGE)?)
}

#[cfg(not(target_os = "linux"))]
fn exchange(_new: &Path, _old: &Path) -> io::Result<()> {
    Err(ErrorKind::Unsupported.into())
}

/// Whether two folders have the same owner, group and rights.
#[cfg(unix)]
fn is_alike(a: &Metadata, b: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    let key = |data: &Metadata| (data.uid(), data.gid(), data.mode());
    key(a) == key(b)
}

#[cfg(not(unix))]
fn is_alike(_a: &Metadata, _b: &Metadata) -> bool {
    true
}

/// Whether a process has this as its current folder, as a shell or a web server has: it would be left behind in the old one.
#[cfg(target_os = "linux")]
fn is_stood_in(folder: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let inode = |path: &Path| fs::metadata(path).ok().map(|data| (data.dev(), data.ino()));
    let wanted = inode(folder);
    let processes = fs::read_dir("/proc").into_iter().flatten().flatten();
    let mut places = processes.map(|process| inode(&process.path().join("cwd")));
    places.any(|place| place.is_some() && place == wanted)
}

#[cfg(not(target_os = "linux"))]
fn is_stood_in(_folder: &Path) -> bool {
    false
}
