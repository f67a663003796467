//! Progress on standard error: a bar on a terminal, plain lines elsewhere.

use indicatif::{ProgressBar, ProgressStyle};
use runner::{Observer, Phase};
use std::io::{self, IsTerminal};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

/// Follows a run. Cells that did not run are named in the summary and on the page.
pub(crate) struct Progress {
    bar: Option<ProgressBar>,
    present: Mutex<Present>,
}

/// The phase that is going on.
struct Present {
    begin: Instant,
    total: usize,
    done: usize,
}

impl Progress {
    /// Draws a bar when standard error is a terminal.
    pub(crate) fn new() -> Self {
        Self {
            bar: io::stderr().is_terminal().then(|| {
                let bar = ProgressBar::new(0);
                let template = "{prefix:>10} [{bar:30}] {pos}/{len} {msg}";
                let style = ProgressStyle::with_template(template).expect("the template is right");
                bar.set_style(style.progress_chars("=> "));
                bar
            }),
            present: Mutex::new(Present {
                begin: Instant::now(),
                total: 0,
                done: 0,
            }),
        }
    }

    fn say(&self, line: &str) {
        match &self.bar {
            Some(bar) => bar.suspend(|| eprintln!("{line}")),
            None => eprintln!("{line}"),
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

impl Progress {
    /// A phase of this name begins, with so many pieces of work.
    pub(crate) fn begin(&self, name: &'static str, total: usize) {
        let mut present = self.present.lock().unwrap_or_else(PoisonError::into_inner);
        *present = Present {
            begin: Instant::now(),
            total,
            done: 0,
        };
        if let Some(bar) = &self.bar {
            bar.reset();
            bar.set_length(total as u64);
            bar.set_prefix(name);
            bar.set_message("");
        }
    }

    /// One piece of the phase is done.
    pub(crate) fn piece(&self, name: &str, words: &str) {
        if let Some(bar) = &self.bar {
            bar.set_message(words.to_owned());
            bar.inc(1);
        }
        let mut present = self.present.lock().unwrap_or_else(PoisonError::into_inner);
        present.done += 1;
        if present.done == present.total {
            let seconds = present.begin.elapsed().as_secs_f64();
            self.say(&format!("{name}: {} done in {seconds:.1} s", present.total));
        }
    }
}

impl Observer for Progress {
    fn phase(&self, phase: Phase, total: usize) {
        self.begin(name(phase), total);
    }

    fn done(&self, phase: Phase, label: &str, status: &str) {
        self.piece(name(phase), &format!("{label}: {status}"));
    }
}

fn name(phase: Phase) -> &'static str {
    match phase {
        Phase::References => "references",
        Phase::Cells => "cells",
        Phase::Predictions => "predictions",
        Phase::Speed => "speed",
    }
}
