//! Instructions of a step, a count that does not depend on the load of the machine.
//!
//! A program cannot count its own instructions, so it is run a second time under callgrind. That run makes
//! a few steps of every cell between two calls of [`mark`]; callgrind writes what it has counted, and begins again,
//! whenever it meets one. This module chooses the steps and uses the counts; the caller starts the other program.

use crate::speed::cell::Timed;
use crate::{Catalog, Scope};
use results::Results;
use std::hint::black_box;
use trial::PreparedProblem;

/// The argument of callgrind's `--dump-before`: matches [`mark`] whether or not its name is demangled.
pub const MARK: &str = "*instructions*mark*";

/// Steps of a cell that are counted: enough that multistep methods have made their starting steps by then.
const STEPS: u64 = 16;

/// A cell whose steps were counted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Performed {
    /// Variant id.
    pub variant: String,
    /// Problem id.
    pub problem: String,
    /// Number of steps between the marks, after as many that are not counted.
    pub steps: u64,
}

/// Callgrind writes its counts whenever this function is called.
#[inline(never)]
pub fn mark() {
    black_box(());
}

/// Makes the steps of the named cells, given as variant and problem, each between two marks. Cells that cannot make them
/// are left out.
pub fn perform(catalog: Catalog, scope: Scope, wanted: &[(String, String)]) -> Vec<Performed> {
    let methods = catalog.methods;
    let problems = catalog.problems.into_iter();
    let has = |id: &str| wanted.iter().any(|(_, problem)| problem == id);
    let problems: Vec<PreparedProblem> = problems
        .filter(|problem| has(problem.card().id))
        .map(|problem| scope.prepare(problem))
        .collect();
    let mut performed = Vec::new();
    for prepared in &problems {
        for variant in methods.iter().flat_map(|method| &method.variants) {
            let id = variant.card().id;
            let named = |(v, p): &(String, String)| *v == id && p == prepared.card.id;
            if !wanted.iter().any(named) {
                continue;
            }
            let Some(timed) = Timed::at_middle(variant.as_ref(), prepared) else {
                continue;
            };
            if let Some(steps) = timed.walk.between_marks(STEPS, mark) {
                performed.push(Performed {
                    variant: timed.variant(),
                    problem: timed.problem().to_owned(),
                    steps,
                });
            }
        }
    }
    performed
}

/// The number of instructions in one file of callgrind.
pub fn total(dump: &str) -> Option<u64> {
    let line = |name: &str| {
        dump.lines()
            .find_map(|l| l.strip_prefix(name)?.trim().parse().ok())
    };
    line("totals:").or_else(|| line("summary:"))
}

/// Writes the counts into the results. `totals` are those of all files in order: before the first mark, between it and
/// the second, and so on, so that every second one belongs to a cell.
pub fn fill(results: &mut Results, performed: &[Performed], totals: &[u64]) {
    for (k, done) in performed.iter().enumerate() {
        let cell = results
            .cells
            .iter_mut()
            .find(|cell| cell.variant == done.variant && cell.problem == done.problem);
        if let Some(speed) = cell.and_then(|cell| cell.speed.as_mut())
            && let Some(&total) = totals.get(2 * k + 1)
            && done.steps > 0
        {
            speed.instructions_per_step = Some(total as f64 / done.steps as f64);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_total_of_a_file_is_found_wherever_callgrind_puts_it() {
        for (dump, found) in [
            (
                "version: 1\nevents: Ir\nfn=(1)\n3 4\n\ntotals: 1234\n",
                Some(1234),
            ),
            ("summary: 77\n", Some(77)),
            ("totals: many\n", None),
            ("", None),
        ] {
            assert_eq!(total(dump), found);
        }
    }
}
