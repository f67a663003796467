//! Several workers that share the tasks.

use crate::process::Process;
use crate::queue::Queue;
use results::FailureKind;
use runner::{Crew, Event, Failure, Scope, Task};
use std::process::Command;
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

/// A card, a name or a list takes no time worth mentioning.
const WORDS: Duration = Duration::from_secs(20);

/// The limits of a worker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Longest time without a finished run.
    pub time: Duration,
    /// Bytes that a worker may have allocated at a time; zero for no limit.
    pub memory: u64,
}

impl Default for Limits {
    /// Five minutes, where the budget of a run is about one on a machine of today, and 4 GiB.
    fn default() -> Self {
        Self {
            time: Duration::from_secs(300),
            memory: 4 << 30,
        }
    }
}

/// Workers that are started when they are needed and used while they behave.
pub struct Processes {
    command: Box<dyn Fn() -> Command + Send + Sync>,
    scope: Scope,
    limits: Limits,
    /// A place for each worker.
    workers: Vec<Mutex<Option<Process>>>,
}

impl Processes {
    /// As many workers as `jobs`. `command` starts one: a program that calls [`crate::serve`].
    pub fn new(
        command: impl Fn() -> Command + Send + Sync + 'static,
        scope: Scope,
        jobs: usize,
        limits: Limits,
    ) -> Self {
        Self {
            command: Box::new(command),
            scope,
            limits,
            workers: (0..jobs.max(1)).map(|_| Mutex::new(None)).collect(),
        }
    }

    /// Takes tasks until there are none.
    fn serve(
        &self,
        number: usize,
        queue: &Mutex<Queue<'_>>,
        tasks: &[Task],
        hear: &(dyn Fn(usize, Event) + Sync),
    ) {
        let mut worker = locked(&self.workers[number]);
        loop {
            let prepared = worker.as_ref().and_then(|worker| worker.problem);
            let Some(place) = locked(queue).take(number, prepared) else {
                return;
            };
            let hear = |event| hear(place, event);
            if let Err(failure) = self.try_task(&mut worker, &tasks[place], &hear) {
                hear(Event::Done(Box::new(Err(failure))));
            }
        }
    }

    /// Does a task in a worker, and once more in a fresh one if a used one dies.
    fn try_task(
        &self,
        worker: &mut Option<Process>,
        task: &Task,
        hear: &dyn Fn(Event),
    ) -> Result<(), Failure> {
        let limit = match task {
            Task::List | Task::Variant { .. } | Task::Name { .. } => WORDS.min(self.limits.time),
            _ => self.limits.time,
        };
        loop {
            let mut present = match worker.take() {
                Some(present) => present,
                None => self.start()?,
            };
            let fresh = present.fresh;
            match present.carry_out(task, limit, hear) {
                Ok(()) => {
                    *worker = Some(present);
                    return Ok(());
                }
                Err(failure) if fresh => return Err(failure),
                Err(_) => {}
            }
        }
    }

    fn start(&self) -> Result<Process, Failure> {
        Process::start(&mut (self.command)(), self.scope, self.limits).map_err(|error| {
            let why = format!("no worker could be started: {error}");
            Failure::new(FailureKind::Exit, why)
        })
    }
}

impl Crew for Processes {
    fn carry_out(&self, tasks: &[Task], hear: &(dyn Fn(usize, Event) + Sync)) {
        let queue = Mutex::new(Queue::new(tasks, self.workers.len()));
        thread::scope(|scope| {
            for number in 0..self.workers.len().min(tasks.len()) {
                let queue = &queue;
                scope.spawn(move || self.serve(number, queue, tasks, hear));
            }
        });
    }
}

fn locked<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
