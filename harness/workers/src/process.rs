//! One worker: a process with a pipe in and a pipe out.

use crate::line::{Hello, event, told};
use crate::{Limits, death};
use results::FailureKind;
use runner::{Event, Failure, Scope, Task};
use std::collections::VecDeque;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

/// Characters of standard error that are kept.
const LAST_WORDS: usize = 4096;

/// Time that an exit status and the last words may take after a pipe was closed.
const GRACE: Duration = Duration::from_millis(2000);

/// A worker process.
pub(crate) struct Process {
    child: Child,
    input: ChildStdin,
    events: Receiver<Event>,
    last_words: Arc<Mutex<VecDeque<u8>>>,
    /// Closed when standard error is.
    silent: Receiver<()>,
    /// The problem it prepared last.
    pub(crate) problem: Option<usize>,
    /// Whether it has done no task yet.
    pub(crate) fresh: bool,
}

impl Process {
    /// Starts a worker.
    pub(crate) fn start(command: &mut Command, scope: Scope, limits: Limits) -> io::Result<Self> {
        let command = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            // One task at a time, on one processor: the tasks are what is done in parallel.
            .env("RAYON_NUM_THREADS", "1")
            // The last line of standard error is then the message of a panic.
            .env("RUST_BACKTRACE", "0");
        let mut child = command.spawn()?;
        let pipes = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (Some(mut input), Some(output), Some(errors)) = pipes else {
            return Err(io::Error::other("a worker without pipes"));
        };
        let (send, events) = mpsc::channel();
        thread::spawn(move || {
            let mut output = BufReader::new(output);
            let mut line = Vec::new();
            // Bytes that are no text are what a method printed.
            while output.read_until(b'\n', &mut line).is_ok_and(|n| n > 0) {
                let text = String::from_utf8_lossy(&line);
                if let Some(event) = event(text.trim_end())
                    && send.send(event).is_err()
                {
                    break;
                }
                line.clear();
            }
        });
        let last_words = Arc::new(Mutex::new(VecDeque::new()));
        let (closes, silent) = mpsc::channel();
        let kept = Arc::clone(&last_words);
        thread::spawn(move || {
            keep_last(errors, &kept);
            drop(closes);
        });
        let memory = limits.memory;
        input.write_all(told(&Hello { scope, memory }).as_bytes())?;
        Ok(Self {
            child,
            input,
            events,
            last_words,
            silent,
            problem: None,
            fresh: true,
        })
    }

    /// Does a task. A worker that returns an error is gone.
    pub(crate) fn carry_out(
        &mut self,
        task: &Task,
        limit: Duration,
        hear: &dyn Fn(Event),
    ) -> Result<(), Failure> {
        // A worker that cannot be written to is dying; its events say no more.
        let _ = self.input.write_all(told(task).as_bytes());
        loop {
            match self.events.recv_timeout(limit) {
                Ok(event) => {
                    let done = matches!(event, Event::Done(_));
                    if done {
                        self.fresh = false;
                        self.problem = task.problem().or(self.problem);
                    }
                    hear(event);
                    if done {
                        return Ok(());
                    }
                }
                Err(RecvTimeoutError::Timeout) => {
                    self.end();
                    let seconds = limit.as_secs_f64();
                    let why = format!("no run was finished within {seconds} s");
                    return Err(Failure::new(FailureKind::TimeLimit, why));
                }
                Err(RecvTimeoutError::Disconnected) => return Err(self.post_mortem()),
            }
        }
    }

    fn post_mortem(&mut self) -> Failure {
        // A method may have closed standard output and still run.
        let _ = self.silent.recv_timeout(GRACE);
        let status = match self.child.try_wait() {
            Ok(Some(status)) => Some(status),
            _ => {
                self.end();
                self.child.try_wait().ok().flatten()
            }
        };
        let words = self
            .last_words
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        let bytes: Vec<u8> = words.iter().copied().collect();
        death::failure(status, &String::from_utf8_lossy(&bytes))
    }

    fn end(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.end();
    }
}

/// Reads everything and keeps the end of it.
fn keep_last(mut errors: impl Read, kept: &Mutex<VecDeque<u8>>) {
    let mut block = [0; 1024];
    while let Ok(n) = errors.read(&mut block)
        && n > 0
    {
        let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.extend(&block[..n]);
        let over = kept.len().saturating_sub(LAST_WORDS);
        kept.drain(..over);
    }
}
