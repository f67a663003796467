//! The hand-written kernels, ready to be timed.

use super::race::Contender;
use problem::LimitKernel;
use std::time::Instant;

/// A kernel as a contender, with one unit per step.
pub fn by_hand(mut kernel: LimitKernel) -> Contender<'static> {
    Box::new(move |steps| {
        let begin = Instant::now();
        kernel(steps);
        Some(begin.elapsed())
    })
}

/// The kernel in whose time every other time is measured: one step of the pendulum, the shortest one.
pub fn yardstick() -> Contender<'static> {
    by_hand(limits::steps::pendulum())
}
