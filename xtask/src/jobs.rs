//! The option `--jobs`.

use crate::say::say;
use clap::Args;
use std::num::NonZeroUsize;
use std::thread;

/// The most threads for each processor: more of them only take memory.
const PER_PROCESSOR: usize = 4;

/// The most threads on any machine.
const MOST: usize = 256;

/// The number of threads that were asked for.
#[derive(Args, Clone, Copy, Debug, Default)]
pub(crate) struct Jobs {
    /// Threads for everything but timing, at most four per processor and 256 [default: one per processor]
    #[arg(long, value_name = "N")]
    pub(crate) jobs: Option<NonZeroUsize>,
}

impl Jobs {
    /// The number of threads to use, if one was given; more than are sensible are reduced with a message.
    pub(crate) fn get(self) -> Option<usize> {
        let asked = self.jobs?.get();
        let processors = thread::available_parallelism().map_or(1, NonZeroUsize::get);
        let most = most(processors);
        if asked > most {
            say!("jobs      {asked} are too many for {processors} processors; {most} are used");
        }
        Some(asked.min(most))
    }
}

fn most(processors: usize) -> usize {
    processors.saturating_mul(PER_PROCESSOR).min(MOST)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_machine_starts_more_threads_than_are_sensible() {
        assert_eq!([1, 2, 64, usize::MAX].map(most), [4, 8, 256, 256]);
        let jobs = |n| Jobs {
            jobs: NonZeroUsize::new(n),
        };
        assert_eq!(jobs(0).get(), None);
        assert_eq!(jobs(1).get(), Some(1));
        assert!(jobs(100_000).get().is_some_and(|n| n <= MOST));
    }
}
