//! The hand-written kernels, ready to be timed.

use super::race::Contender;
use problem::LimitKernel;
use std::time::Instant;

/// A kernel, one unit for each of its steps.
pub fn by_hand(mut kernel: LimitKernel) -> Contender<'static> {
    Box::new(move |steps| {
        let begin = Instant::now();
        kernel(steps);
        Some(begin.elapsed())
    })
}

/// The kernel that every time is measured in: one step of the pendulum, the shortest there is.
pub fn yardstick() -> Contender<'static> {
    by_hand(limits::steps::pendulum())
}
