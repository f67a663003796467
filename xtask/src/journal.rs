//! The journal in the folder of a report: finished work that a later run can use.

use crate::say::say;
use crate::{USAGE, files, sources};
use anyhow::{Context, bail};
use runner::journal::{self, HEADING, Record};
use runner::{Answer, Key, Kind, Store};
use std::collections::{HashMap, HashSet};
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::process;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Mutex, PoisonError};
use std::thread::{self, JoinHandle};

/// The name of the file.
pub(crate) const NAME: &str = "journal.jsonl";

/// Finished work by name, and the file to which more is added.
pub(crate) struct FileStore {
    /// The answer for each name, with the sources that gave it. Later ones replace earlier ones.
    known: HashMap<Key, (String, Answer)>,
    /// Whether times are measured again.
    time_again: bool,
    machine: String,
    reused: AtomicUsize,
    computed: AtomicUsize,
    lines: Mutex<Sender<Line>>,
    writer: Option<JoinHandle<()>>,
}

/// What the writer is told.
enum Line {
    Text(String),
    /// Answered when everything before it is on the disk.
    Settle(Sender<()>),
}

/// What a folder knows of the run before.
pub(crate) struct Before {
    path: PathBuf,
    journal: journal::Journal,
    file: File,
}

impl Before {
    /// Opens the journal of a folder, or begins one.
    ///
    /// # Errors
    /// When the file cannot be opened, or is not a journal.
    pub(crate) fn open(folder: &Path) -> anyhow::Result<Self> {
        let path = folder.join(NAME);
        let what = || path.display().to_string();
        let mut file = open(&path).with_context(what)?;
        let mut text = Vec::new();
        file.read_to_end(&mut text).with_context(what)?;
        let heading = format!("{HEADING}\n");
        let journal = match journal::read(&text) {
            Some(journal) => journal,
            // A kill may have left a part of the heading.
            None if heading.as_bytes().starts_with(&text) => journal::Journal::default(),
            None => bail!(
                "{} is not a journal of ours; remove it or choose another folder",
                what()
            ),
        };
        Ok(Self {
            path,
            journal,
            file,
        })
    }

    /// Forgets all finished work.
    pub(crate) fn forget(&mut self) {
        self.journal = journal::Journal::default();
    }

    /// Drops a torn end and begins a run with these arguments.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub(crate) fn begin(
        self,
        arguments: Vec<String>,
        machine: String,
        time_again: bool,
    ) -> anyhow::Result<FileStore> {
        let Self {
            path,
            mut journal,
            mut file,
        } = self;
        if let Some(text) = without_older_answers(&journal.records) {
            journal.whole = text.len();
            files::write(&path, &text)?;
            file = open(&path).with_context(|| NAME.to_owned())?;
        }
        let mut begin = String::new();
        if journal.whole == 0 {
            begin = format!("{HEADING}\n");
        }
        begin += &Record::Begin(arguments).to_line();
        file.set_len(journal.whole as u64)
            .and_then(|()| file.seek(SeekFrom::End(0)))
            .and_then(|_| file.write_all(begin.as_bytes()))
            .and_then(|()| file.sync_data())
            .with_context(|| NAME.to_owned())?;
        let mut known = HashMap::new();
        for record in journal.records {
            if let Record::Work {
                source,
                key,
                answer,
            } = record
            {
                known.insert(key, (source, *answer));
            }
        }
        let (lines, orders) = mpsc::channel();
        Ok(FileStore {
            known,
            time_again,
            machine,
            reused: AtomicUsize::new(0),
            computed: AtomicUsize::new(0),
            lines: Mutex::new(lines),
            writer: Some(thread::spawn(move || {
                write(file, &orders).unwrap_or_else(|error| give_up(&error));
            })),
        })
    }
}

/// Opens a journal for reading and writing, or makes an empty one.
fn open(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    let options = options.read(true).write(true).create(true).truncate(false);
    options.open(path)
}

/// The text of a journal without answers that later ones replace, if those are the greater part of it: every change of a
/// method leaves some behind.
fn without_older_answers(records: &[Record]) -> Option<String> {
    let (mut keys, mut kept) = (HashSet::new(), Vec::new());
    for record in records.iter().rev() {
        let is_last = match record {
            Record::Work { key, .. } => keys.insert(key),
            Record::Begin(_) | Record::End => true,
        };
        if is_last {
            kept.push(record);
        }
    }
    if records.len() - kept.len() <= keys.len() {
        return None;
    }
    kept.reverse();
    let lines: String = kept.into_iter().map(Record::to_line).collect();
    Some(format!("{HEADING}\n{lines}"))
}

/// The arguments of the run that began last in a folder, and whether it came to its end; `None` where there was none.
///
/// # Errors
/// When the journal cannot be read.
pub(crate) fn last_run(folder: &Path) -> anyhow::Result<Option<(Vec<String>, bool)>> {
    if !folder.join(NAME).exists() {
        return Ok(None);
    }
    let mut ended = false;
    for record in Before::open(folder)?.journal.records.into_iter().rev() {
        match record {
            Record::End => ended = true,
            Record::Begin(arguments) => return Ok(Some((arguments, ended))),
            Record::Work { .. } => {}
        }
    }
    Ok(None)
}

/// Adds lines to the file and syncs it, as many at once as have come meanwhile: a disk takes milliseconds for each sync.
fn write(mut file: File, orders: &Receiver<Line>) -> io::Result<()> {
    while let Ok(first) = orders.recv() {
        let mut text = String::new();
        let mut waiting = Vec::new();
        let more = std::iter::from_fn(|| orders.try_recv().ok());
        for line in std::iter::once(first).chain(more) {
            match line {
                Line::Text(line) => text += &line,
                Line::Settle(answer) => waiting.push(answer),
            }
        }
        if !text.is_empty() {
            file.write_all(text.as_bytes())?;
            file.sync_data()?;
        }
        for answer in waiting {
            let _ = answer.send(());
        }
    }
    Ok(())
}

/// Ends the program: what cannot be kept, on a disk that is full for example, would be lost with the next interruption.
fn give_up(error: &io::Error) -> ! {
    say!("error: {NAME} cannot be written: {error}");
    say!("what was finished before is in it; `cargo xtask report --resume` goes on from there");
    process::exit(i32::from(USAGE));
}

impl FileStore {
    /// Numbers of cells that were found in the journal, and that were run.
    pub(crate) fn counts(&self) -> (usize, usize) {
        let load = |count: &AtomicUsize| count.load(Ordering::Relaxed);
        (load(&self.reused), load(&self.computed))
    }

    fn send(&self, line: Line) {
        let lines = self.lines.lock().unwrap_or_else(PoisonError::into_inner);
        // A writer that is gone has met an error and is ending the program.
        let _ = lines.send(line);
    }

    /// Marks the run as ended and waits until the file is complete.
    pub(crate) fn finish(mut self) {
        self.send(Line::Text(Record::End.to_line()));
        let (closed, _) = mpsc::channel();
        drop(std::mem::replace(&mut self.lines, Mutex::new(closed)));
        if let Some(writer) = self.writer.take() {
            let _ = writer.join();
        }
    }
}

impl Store for FileStore {
    fn find(&self, key: &Key) -> Option<Answer> {
        let times = matches!(key.what, Kind::QuickSpeed | Kind::FullSpeed);
        if times && self.time_again {
            return None;
        }
        let (source, answer) = self.known.get(key)?;
        if *source != sources::of(key, &self.machine) {
            return None;
        }
        if key.what == Kind::Cell {
            self.reused.fetch_add(1, Ordering::Relaxed);
        }
        Some(answer.clone())
    }

    fn keep(&self, key: &Key, answer: &Answer) {
        if key.what == Kind::Cell {
            self.computed.fetch_add(1, Ordering::Relaxed);
        }
        let record = Record::Work {
            source: sources::of(key, &self.machine),
            key: key.clone(),
            answer: Box::new(answer.clone()),
        };
        self.send(Line::Text(record.to_line()));
    }

    fn settle(&self) {
        let (answer, settled) = mpsc::channel();
        self.send(Line::Settle(answer));
        let _ = settled.recv();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::tests::Scratch;
    use runner::{Named, Scope};
    use std::fs;

    fn answer(problem: &str, source: usize) -> Record {
        Record::Work {
            source: source.to_string(),
            key: Key {
                what: Kind::Problem,
                scope: Scope::Full,
                method: String::new(),
                variant: String::new(),
                problem: problem.to_owned(),
            },
            answer: Box::new(Answer::Name(Named {
                id: problem.to_owned(),
                tags: Vec::new(),
            })),
        }
    }

    #[test]
    fn a_journal_does_not_grow_with_every_change() {
        let scratch = Scratch::new("journal");
        let path = scratch.0.join(NAME);
        let run = |records: &[Record]| {
            let lines: String = records.iter().map(Record::to_line).collect();
            fs::write(&path, format!("{HEADING}\n{lines}torn")).unwrap();
            let before = Before::open(&scratch.0).unwrap();
            let store = before
                .begin(Vec::new(), "machine".to_owned(), false)
                .unwrap();
            store.finish();
            journal::read(&fs::read(&path).unwrap()).unwrap().records
        };
        let (begin, end) = (|| Record::Begin(Vec::new()), || Record::End);
        let few = [answer("a", 1), answer("b", 1), answer("a", 2)];
        let mut expected = few.to_vec();
        expected.extend([begin(), end()]);
        assert_eq!(run(&few), expected);
        let many = [1, 2, 3].map(|source| [answer("a", source), answer("b", source)]);
        let last = [answer("a", 3), answer("b", 3), begin(), end()];
        assert_eq!(run(&many.concat()), last);
        assert_eq!(scratch.names(), [NAME]);
    }
}
