//! Made-up results for tests.

use results::{
    BASELINE, Cell, ClaimedOrders, LadderKind, Measured, Method, PerCounter, PerQuantity, Problem,
    Provenance, Reference, ReferenceKind, Results, Run, Speed, Variant, Verdict, Work,
};

/// A run of the order ladder in which every quantity has the same value, four evaluations to a step.
pub(crate) fn run(h: f64, value: f64) -> Run {
    let steps = (1.0 / h).round() as u64;
    Run {
        h,
        tolerance: None,
        ladder: LadderKind::Order,
        steps,
        measured: Measured(PerQuantity::from_fn(|_| Some(value))),
        predicted_drift: None,
        work: Work {
            evaluations: 4 * steps,
            factorizations: 8 * steps,
            ..Work::default()
        },
        growth: None,
        stopped: None,
    }
}

/// A run that stopped early.
pub(crate) fn stopped(h: f64) -> Run {
    Run {
        measured: Measured::default(),
        stopped: Some("stopped".into()),
        ..run(h, 0.0)
    }
}

/// A run of the practice ladder.
pub(crate) fn practice(run: Run) -> Run {
    Run {
        ladder: LadderKind::Practice,
        ..run
    }
}

/// A cell with these runs; its method stands before the first slash of the variant.
pub(crate) fn cell(variant: &str, problem: &str, runs: Vec<Run>) -> Cell {
    Cell {
        runs,
        verdict: Verdict::NoClaim,
        ..Cell::blank(
            variant.split('/').next().unwrap_or_default(),
            variant,
            problem,
        )
    }
}

/// The same cell with a time for each evaluation, known to two percent.
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
            work_per_step: PerCounter::default(),
            instructions_per_step: None,
        }),
        ..cell
    }
}

/// A variant with the integrator that stands after the first slash of its id.
pub(crate) fn variant(id: &str) -> Variant {
    Variant {
        id: id.to_owned(),
        integrator: id.split('/').nth(1).unwrap_or_default().to_owned(),
        name: String::new(),
        gains: String::new(),
        parameters: Vec::new(),
        adaptive: id.ends_with("/adaptive"),
        claimed_order: ClaimedOrders::default(),
        breaks: Vec::new(),
    }
}

/// A problem of size one.
pub(crate) fn problem(id: &str) -> Problem {
    Problem {
        id: id.to_owned(),
        name: id.to_owned(),
        summary: String::new(),
        tags: Vec::new(),
        coordinates: 2,
        constraints: 1,
        end_time: 1.0,
        time_scale: 1.0,
        scales: PerQuantity::from_fn(|_| 1.0),
        predictable: true,
        consistent_start: true,
        reference: Reference {
            kind: ReferenceKind::ClosedForm,
            digits: 15,
        },
        sensitivity: 1.0,
        energy_coupling: 0.0,
        caveat: None,
        motion: None,
    }
}

/// Results with these cells: methods, variants and problems in the order in which they appear, the method `nothing`
/// stabilizes nothing.
pub(crate) fn results(cells: Vec<Cell>) -> Results {
    let mut methods: Vec<Method> = Vec::new();
    let mut problems: Vec<Problem> = Vec::new();
    for cell in &cells {
        if !methods.iter().any(|m| m.id == cell.method) {
            methods.push(Method {
                id: cell.method.clone(),
                name: cell.method.clone(),
                kind: if cell.method == "nothing" {
                    BASELINE.to_owned()
                } else {
                    "feedback".to_owned()
                },
                summary: String::new(),
                citation: String::new(),
                variants: Vec::new(),
            });
        }
        let own = methods.iter_mut().filter(|m| m.id == cell.method);
        for method in own {
            if !method.variants.iter().any(|v| v.id == cell.variant) {
                method.variants.push(variant(&cell.variant));
            }
        }
        if !problems.iter().any(|p| p.id == cell.problem) {
            problems.push(problem(&cell.problem));
        }
    }
    Results {
        methods,
        problems,
        cells,
        ..Results::empty(Provenance::default())
    }
}
