//! Who does the work: threads of this process, or something else that does tasks.

use crate::bench::Bench;
use crate::{Catalog, Event, Scope, Task};
use rayon::prelude::*;

/// Does tasks on one catalogue.
pub trait Crew: Sync {
    /// Does all tasks, in any order, and tells what happens to each by its place. [`Event::Done`] comes once for each of
    /// them. Events may come from several threads.
    fn carry_out(&self, tasks: &[Task], hear: &(dyn Fn(usize, Event) + Sync));
}

/// Threads of this process. A panic costs its own task; whatever ends a process ends them all.
pub struct Threads {
    bench: Bench,
    pool: rayon::ThreadPool,
}

impl Threads {
    /// As many threads as asked for, or one per processor.
    ///
    /// # Errors
    /// When they cannot be started.
    pub fn new(
        catalog: Catalog,
        scope: Scope,
        jobs: Option<usize>,
    ) -> Result<Self, rayon::ThreadPoolBuildError> {
        let threads = rayon::ThreadPoolBuilder::new().num_threads(jobs.unwrap_or(0));
        Ok(Self {
            bench: Bench::new(catalog, scope),
            pool: threads.build()?,
        })
    }
}

impl Crew for Threads {
    fn carry_out(&self, tasks: &[Task], hear: &(dyn Fn(usize, Event) + Sync)) {
        let one = |(place, task): (usize, &Task)| {
            let done = self.bench.carry_out(task, &|event| hear(place, event));
            hear(place, Event::Done(Box::new(done)));
        };
        match tasks {
            // Timing has the process to itself, in the thread of the caller.
            [task @ Task::Speed { .. }] => one((0, task)),
            _ => self.pool.install(|| {
                let tasks = tasks.par_iter().enumerate().with_max_len(1);
                tasks.for_each(one);
            }),
        }
    }
}

/// What becomes of each task, when nothing else is of interest.
pub(crate) fn ask(crew: &dyn Crew, tasks: &[Task]) -> Vec<Result<crate::Answer, crate::Failure>> {
    let slots: Vec<std::sync::OnceLock<_>> = tasks.iter().map(|_| Default::default()).collect();
    crew.carry_out(tasks, &|place, event| {
        if let Event::Done(done) = event {
            let _ = slots[place].set(*done);
        }
    });
    let answer = |slot: std::sync::OnceLock<_>| slot.into_inner().unwrap_or_else(unanswered);
    slots.into_iter().map(answer).collect()
}

fn unanswered() -> Result<crate::Answer, crate::Failure> {
    let why = "there was no answer";
    Err(crate::Failure::new(results::FailureKind::Exit, why))
}
