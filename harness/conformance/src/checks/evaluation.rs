//! An evaluation writes everything, allocates nothing and gives the same bits every time.

use super::allocations::warm_up;
use crate::evaluated::Evaluated;
use crate::sampling::{Sample, every_sample};
use crate::verdict::{Verdict, collect, ensure};
use allocations::{count, is_installed};
use problem::Problem;
use system::System;

/// Number of states evaluated, and the number for large systems.
const STATES: (usize, usize) = (20, 4);

/// The functions of a system overwrite their buffers, do not allocate and are deterministic.
///
/// # Errors
/// What is left unwritten, allocated or different, or that the counting allocator is not installed.
pub fn evaluations_are_clean(problems: &[Box<dyn Problem>]) -> Verdict {
    ensure(
        is_installed(),
        "the counting allocator is not installed: a count of zero would prove nothing",
    )?;
    every_sample(problems, STATES, clean)
}

fn clean(system: &dyn System, at: &Sample) -> Verdict {
    warm_up(system);
    let (mut once, mut again) = (Evaluated::blank(system), Evaluated::blank(system));
    let ((), allocations) = count(|| once.fill(system, at.t, &at.q, &at.v));
    again.fill(system, at.t, &at.q, &at.v);
    let unwritten = once.bits().iter().any(|x| f64::from_bits(*x).is_nan());
    let t = at.t;
    collect([
        ensure(allocations == 0, || {
            format!("an evaluation allocates {allocations} times")
        }),
        ensure(!unwritten, || {
            format!("an evaluation leaves a buffer unwritten near t = {t:.3}")
        }),
        ensure(once.bits() == again.bits(), || {
            format!("two evaluations differ near t = {t:.3}")
        }),
    ])
}
