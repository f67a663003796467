//! Progress on standard error: a bar on a terminal, lines otherwise.

use crate::say::say;
use indicatif::{ProgressBar, ProgressStyle};
use runner::{Observer, Phase};
use std::io::{self, IsTerminal};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

/// Shows the progress of a run.
pub(crate) struct Progress {
    bar: Option<ProgressBar>,
    present: Mutex<Present>,
}

/// The current phase.
struct Present {
    begin: Instant,
    total: usize,
    done: usize,
}

impl Present {
    fn new(total: usize) -> Self {
        Self {
            begin: Instant::now(),
            total,
            done: 0,
        }
    }
}

impl Progress {
    /// Progress with a bar if standard error is a terminal.
    pub(crate) fn new() -> Self {
        Self {
            bar: io::stderr().is_terminal().then(|| {
                let template = "{prefix:>10} [{bar:30}] {pos}/{len} {msg}";
                let style = ProgressStyle::with_template(template).expect("the template is right");
                ProgressBar::new(0).with_style(style.progress_chars("=> "))
            }),
            present: Mutex::new(Present::new(0)),
        }
    }

    fn present(&self) -> MutexGuard<'_, Present> {
        self.present.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Begins a phase with a name and a number of pieces of work.
    pub(crate) fn begin(&self, name: &'static str, total: usize) {
        *self.present() = Present::new(total);
        if let Some(bar) = &self.bar {
            bar.reset();
            bar.set_length(total as u64);
            bar.set_prefix(name);
            bar.set_message("");
        }
    }

    /// Counts one piece of work as done.
    pub(crate) fn piece(&self, name: &str, words: &str) {
        if let Some(bar) = &self.bar {
            bar.set_message(words.to_owned());
            bar.inc(1);
        }
        let mut present = self.present();
        present.done += 1;
        if present.done == present.total {
            let seconds = present.begin.elapsed().as_secs_f64();
            let line = format!("{name}: {} done in {seconds:.1} s", present.total);
            self.say(&line);
        }
    }

    fn say(&self, line: &str) {
        match &self.bar {
            Some(bar) => bar.suspend(|| say!("{line}")),
            None => say!("{line}"),
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

impl Observer for Progress {
    fn phase(&self, phase: Phase, total: usize) {
        self.begin(name(phase), total);
    }

    fn trouble(&self, message: &str) {
        self.say(message);
    }

    fn done(&self, phase: Phase, label: &str, status: &str) {
        self.piece(name(phase), &format!("{label}: {status}"));
    }
}

fn name(phase: Phase) -> &'static str {
    match phase {
        Phase::References => "references",
        Phase::Cells => "cells",
        Phase::Motions => "motions",
        Phase::Speed => "speed",
    }
}
