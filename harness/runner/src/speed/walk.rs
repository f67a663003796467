//! Steps along a motion, ready to be timed.

use super::race::Contender;
use mechanics::{State, System};
use std::cell::Cell;
use std::hint::black_box;
use std::rc::Rc;
use std::time::{Duration, Instant};
use stepping::{Method, Resolution, Stepper};

/// One method on one system, from the start of a motion to its end and again.
#[derive(Clone, Copy)]
pub struct Walk<'a> {
    /// The method.
    pub method: &'a dyn Method,
    /// The system.
    pub system: &'a dyn System,
    /// Where the motion starts.
    pub start: &'a State,
    /// The step or the tolerance.
    pub resolution: Resolution,
    /// Intervals of the resolution until the motion ends.
    pub intervals: u64,
}

/// What was counted while a walk was timed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Intervals of the resolution.
    pub intervals: u64,
    /// Steps, of which an adaptive integrator makes several within one interval.
    pub steps: u64,
    /// Heap allocations.
    pub allocations: u64,
}

impl<'a> Walk<'a> {
    /// A unit is one interval of the resolution; what happens is added to `counts`.
    pub fn contender(self, counts: Rc<Cell<Counts>>) -> Contender<'a> {
        Box::new(move |intervals| {
            let (elapsed, more) = self.run(intervals)?;
            let sum = counts.get();
            counts.set(Counts {
                intervals: sum.intervals + more.intervals,
                steps: sum.steps + more.steps,
                allocations: sum.allocations + more.allocations,
            });
            Some(elapsed)
        })
    }

    fn run(self, intervals: u64) -> Option<(Duration, Counts)> {
        let mut state = self.start.clone();
        let mut stepper = self.method.prepare(self.system, self.resolution).ok()?;
        // The first evaluation of a thread may grow its scratch.
        stepper.multipliers(&state).ok()?;
        let before = stepper.work().steps;
        let (elapsed, allocations) = allocation_counter::count(|| {
            let begin = Instant::now();
            let mut left = intervals;
            while left > 0 {
                state.t = self.start.t;
                state.y_mut().copy_from_slice(self.start.y());
                for _ in 0..left.min(self.intervals) {
                    stepper.step(&mut state).ok()?;
                }
                left -= left.min(self.intervals);
            }
            Some(begin.elapsed())
        });
        black_box(&state);
        let counts = Counts {
            intervals,
            steps: stepper.work().steps - before,
            allocations,
        };
        Some((elapsed?, counts))
    }

    /// Makes so many intervals twice, the second time between two calls of `mark`; the number of steps in between, none
    /// when they came to no end, or `None` when there were no marks at all.
    pub(super) fn between_marks(self, intervals: u64, mark: fn()) -> Option<u64> {
        let mut state = self.start.clone();
        let mut stepper = self.method.prepare(self.system, self.resolution).ok()?;
        let mut walk =
            |stepper: &mut dyn Stepper| (0..intervals).try_for_each(|_| stepper.step(&mut state));
        walk(stepper.as_mut()).ok()?;
        let before = stepper.work().steps;
        mark();
        let walked = walk(stepper.as_mut());
        mark();
        Some(walked.map_or(0, |()| stepper.work().steps - before))
    }
}
