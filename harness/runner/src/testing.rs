//! Made-up cells for tests.

use results::{Cell, LadderKind, Measured, PerCounter, PerQuantity, Run, Speed, Verdict, Work};

/// A cell whose runs have these position errors and evaluations, and two factorizations for each of the latter.
pub(crate) fn cell(variant: &str, problem: &str, runs: &[(f64, u64)]) -> Cell {
    let run = |&(position, evaluations): &(f64, u64)| Run {
        h: 1.0 / evaluations as f64,
        tolerance: None,
        ladder: LadderKind::Order,
        steps: evaluations,
        measured: Measured(PerQuantity {
            position: Some(position),
            velocity: Some(position),
            multiplier: None,
            ..PerQuantity::from_fn(|_| Some(0.0))
        }),
        predicted_drift: None,
        work: Work {
            evaluations,
            factorizations: 2 * evaluations,
            ..Work::default()
        },
        growth: None,
        stopped: None,
    };
    Cell {
        runs: runs.iter().map(run).collect(),
        verdict: Verdict::NoClaim,
        ..Cell::blank(variant, variant, problem)
    }
}

/// The same cell with a time for each evaluation, four of them in a step, known to two percent.
pub(crate) fn timed(cell: Cell, ns_per_evaluation: f64) -> Cell {
    let ns = 4.0 * ns_per_evaluation;
    Cell {
        speed: Some(Speed {
            ns_per_step: ns,
            ns_interval: [0.98 * ns, 1.02 * ns],
            ns_per_evaluation: Some(ns_per_evaluation),
            relative_to_limit: None,
            relative_interval: None,
            allocations_per_step: 0.0,
            work_per_step: PerCounter {
                evaluations: 4.0,
                ..PerCounter::default()
            },
            instructions_per_step: None,
        }),
        ..cell
    }
}
