//! Steps along a motion, ready to be timed.

use super::race::Contender;
use std::cell::Cell;
use std::hint::black_box;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;
use std::time::{Duration, Instant};
use stepping::{Resolution, StepControl, Stepper, Variant};
use system::{State, System};

/// One variant on one system, stepped repeatedly from the start of a motion to its end.
#[derive(Clone, Copy)]
pub struct Walk<'a> {
    /// The variant that steps.
    pub variant: &'a dyn Variant,
    /// The system that moves.
    pub system: &'a dyn System,
    /// The start of the motion.
    pub start: &'a State,
    /// The step size or the tolerance.
    pub resolution: Resolution,
    /// Number of intervals of the resolution until the motion ends.
    pub intervals: u64,
}

/// Counts of a timed walk.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Number of intervals of the resolution.
    pub intervals: u64,
    /// Number of steps; an adaptive integrator takes several within one interval.
    pub steps: u64,
    /// Number of evaluations of the system.
    pub evaluations: u64,
    /// Number of heap allocations.
    pub allocations: u64,
}

impl<'a> Walk<'a> {
    /// The walk as a contender whose unit is one interval of the resolution; counts are added to `counts`.
    pub fn contender(self, counts: Rc<Cell<Counts>>) -> Contender<'a> {
        Box::new(move |intervals| {
            // A method that panics cannot be timed; the others can.
            let ran = catch_unwind(AssertUnwindSafe(|| self.run(intervals)));
            let (elapsed, more) = ran.ok().flatten()?;
            let sum = counts.get();
            counts.set(Counts {
                intervals: sum.intervals + more.intervals,
                steps: sum.steps + more.steps,
                evaluations: sum.evaluations + more.evaluations,
                allocations: sum.allocations + more.allocations,
            });
            Some(elapsed)
        })
    }

    fn run(self, intervals: u64) -> Option<(Duration, Counts)> {
        let mut state = self.start.clone();
        let mut stepper = self.variant.prepare(self.system, self.resolution).ok()?;
        // The first evaluation of a thread may grow its scratch.
        stepper.multipliers(&state).ok()?;
        let mut elapsed = Duration::ZERO;
        let mut counts = Counts {
            intervals,
            ..Counts::default()
        };
        let mut left = intervals;
        while left > 0 {
            let now = left.min(self.intervals);
            let before = stepper.work();
            let (took, allocations) = allocations::count(|| {
                let begin = Instant::now();
                for _ in 0..now {
                    stepper.step(&mut state).ok()?;
                }
                Some(begin.elapsed())
            });
            let after = stepper.work();
            elapsed += took?;
            // Counts that fall are those of a method that cannot be timed.
            counts.steps += after.steps.checked_sub(before.steps)?;
            counts.evaluations += after.evaluations.checked_sub(before.evaluations)?;
            counts.allocations += allocations;
            left -= now;
            if left > 0 {
                // The same motion once more, without memories of its end.
                state.t = self.start.t;
                state.y_mut().copy_from_slice(self.start.y());
                if self.remembers() {
                    stepper = self.variant.prepare(self.system, self.resolution).ok()?;
                }
            }
        }
        black_box(&state);
        Some((elapsed, counts))
    }

    /// Whether a step depends on those before it: by old rates, by a step size that was found, or by something of the
    /// method's own.
    fn remembers(&self) -> bool {
        let card = self.variant.card();
        let by_integrator = card.integrator.is_none_or(|i| i.history() > 0);
        by_integrator || card.step_control == StepControl::Adaptive
    }

    /// Takes `intervals` intervals twice, the second time between two calls of `mark`, and returns the number of steps in
    /// between: zero when they failed, or `None` when there were no marks.
    pub(super) fn between_marks(self, intervals: u64, mark: fn()) -> Option<u64> {
        let mut state = self.start.clone();
        let mut stepper = self.variant.prepare(self.system, self.resolution).ok()?;
        // A panic between the marks must not keep the second one from being set.
        let mut walk = |stepper: &mut dyn Stepper| {
            let steps = || (0..intervals).try_for_each(|_| stepper.step(&mut state));
            catch_unwind(AssertUnwindSafe(steps)).ok()?.ok()
        };
        walk(stepper.as_mut())?;
        let before = stepper.work().steps;
        mark();
        let walked = walk(stepper.as_mut());
        mark();
        Some(walked.map_or(0, |()| stepper.work().steps.saturating_sub(before)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use solvers::consistent;
    use stepping::StepSize;

    #[test]
    fn a_motion_that_begins_again_is_the_same_motion() {
        let system = pendulum::problems()[0].system();
        let start = consistent(system.as_ref()).unwrap();
        let method = baumgarte::method();
        for id in [
            "baumgarte/ab5",
            "baumgarte/rk4",
            "baumgarte/dopri5/adaptive",
        ] {
            let mut variants = method.variants.iter();
            let variant = variants.find(|v| v.card().id == id).unwrap().as_ref();
            let h = StepSize::new(0.01).unwrap();
            let resolution = match variant.card().step_control {
                StepControl::Fixed => Resolution::Fixed(h),
                StepControl::Adaptive => Resolution::Adaptive {
                    tolerance: stepping::Tolerance::new(1e-6).unwrap(),
                    interval: h,
                },
            };
            let walk = Walk {
                variant,
                system: system.as_ref(),
                start: &start,
                resolution,
                intervals: 10,
            };
            let evaluations = |intervals| walk.run(intervals).unwrap().1.evaluations;
            // Starting steps of a multistep method and the search for a first step are made again.
            let in_parts = 2 * evaluations(10) + evaluations(5);
            assert_eq!(evaluations(25), in_parts, "{id}");
        }
    }
}
