//! The five-link chain of the benchmark.

use crate::{FiveLinkChain, FiveLinkKernel, Parameters};
use mechanics::{
    Known, Ladder, Preset, Problem, ProblemCard, Reference, ReferenceKind, Route, Rungs, Settings,
    Start,
};

/// First step of the references.
const FIRST_STEP: f64 = 0.02;

const CARD: ProblemCard = ProblemCard {
    id: "five-link-chain",
    name: "Spatial chain of five links",
    summary: "Five hinged bars fall and whip in space: 30 natural coordinates, 25 quadratic rows, a constant mass that couples neighbours.",
    tags: &["stored-digits", "spatial", "sparse", "chain"],
    origin: "Bayo and Ledesma 1996, example 4, with data of our own",
    end_time: 1.0,
    start: Start::Consistent,
    reference: Reference {
        kind: ReferenceKind::StoredDigits,
        digits: 15,
    },
    sensitivity: 0.893,
    caveat: None,
    ladder: Ladder::new(10, RUNGS),
};

fn routes(preset: &Preset<FiveLinkChain>) -> Vec<Route> {
    let chain = preset.mechanism;
    vec![
        Route::embedded(chain, chain, Settings::fine(FIRST_STEP)),
        Route::redundant(chain, Settings::coarse(FIRST_STEP)),
    ]
}

/// Grid of 0.1 s. Each line gives the finest slopes of the rms errors of q and v, first without feedback, then with
/// poles at 10 1/s (α = 20, β = 100). With that feedback the sixth-order terms of Dormand-Prince are as large as those of
/// fifth order; steps that follow closely on one another show a slope that settles before rounding is met.
const RUNGS: Rungs = &[
    // Euler 1.00, 1.00 and 1.01.
    (1, &[50, 100, 200, 400]),
    // AB-2 and midpoint 2.00, 2.00; Heun 2.01 and 1.99, 2.00.
    (2, &[25, 50, 100, 200]),
    // AB-3 3.00, 3.00.
    (3, &[25, 50, 100, 200]),
    // AB-4 4.00 and 3.99, 3.99 and 4.00; RK-4 4.00 and 3.99, 4.01 and 3.99.
    (4, &[20, 40, 80, 160]),
    // AB-5 4.99 and 4.95, 5.00 and 4.94; Dormand-Prince 5.01, 5.24 and 5.20.
    (5, &[32, 40, 50, 62, 77]),
    // DOP853 7.97 and 7.72, 7.82 and 8.23. Without feedback the slope of v stays near 7.7 until λ meets rounding, from
    // seventy steps on.
    (8, &[3, 4, 5, 6]),
];

/// Every preset of this crate.
pub fn problems() -> Vec<Box<dyn Problem>> {
    vec![Box::new(Preset {
        mechanism: FiveLinkChain::new(Parameters::default())
            .expect("the preset has valid parameters"),
        kernel: |chain| Box::new(FiveLinkKernel::new(chain)),
        known: Known::Stored(include_str!("../data/default.csv")),
        routes,
        published: include_str!("../data/default.published.csv"),
        card: CARD,
    })]
}
