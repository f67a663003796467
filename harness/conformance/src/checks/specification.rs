//! A hand-written kernel computes the same as its readable specification.

use crate::evaluated::Evaluated;
use crate::sampling::{gap, samples};
use crate::verdict::{Verdict, at_most, ensure, every_problem};
use problem::Problem;
use system::System;

/// Largest difference, relative to the size of the quantity or to one: a few hundred roundings.
const TOLERANCE: f64 = 1e-12;

/// Number of states compared, and the number for large systems.
const STATES: (usize, usize) = (1000, 20);

/// Everything that the kernel computes agrees with the specification, at states around the motion.
///
/// # Errors
/// The first quantity that differs, for each problem.
pub fn kernels_match_specifications(problems: &[Box<dyn Problem>]) -> Verdict {
    every_problem(problems, |problem| {
        let Some(specification) = problem.specification() else {
            return Ok(());
        };
        let kernel = problem.system();
        matches(problem, &*kernel, &*specification)
    })
}

fn matches(problem: &dyn Problem, kernel: &dyn System, specification: &dyn System) -> Verdict {
    ensure(
        kernel.shape() == specification.shape(),
        "kernel and specification differ in their shape",
    )?;
    let (a, b) = (kernel.initial(), specification.initial());
    ensure(a == b, "kernel and specification start differently")?;
    for at in samples(problem, kernel.shape(), STATES) {
        let [ours, theirs] = [kernel, specification].map(|system| {
            let mut evaluated = Evaluated::blank(system);
            evaluated.fill(system, at.t, &at.q, &at.v);
            evaluated
        });
        for ((what, a), (_, b)) in ours.named().iter().zip(theirs.named()) {
            let (difference, t) = (gap(a, b), at.t);
            at_most(difference, TOLERANCE, || {
                format!("{what} differs from the specification by {difference:.1e} near t = {t:.3}")
            })?;
        }
    }
    Ok(())
}
