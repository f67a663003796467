//! The five-link chain of the benchmark.

use crate::{FiveLinkChain, FiveLinkKernel, Parameters};
use problem::{Known, Ladder, Preset, Problem, ProblemCard, Reference, Route, Settings, Stored};

/// First step of the references.
const FIRST_STEP: f64 = 0.02;

const CARD: ProblemCard = ProblemCard {
    id: "five-link-chain",
    name: "Spatial chain of five links",
    summary: "Five hinged bars fall and whip in space: 30 natural coordinates, 25 quadratic rows, a constant mass that couples neighbours.",
    tags: &["stored-digits", "spatial", "sparse", "chain"],
    origin: "Bayo and Ledesma 1996, example 4, with data of our own",
    end_time: 1.0,
    reference: Reference::stored(15),
    sensitivity: 0.893,
    ladder: Some(
        Ladder::new(10, [50, 100, 25, 20])
            .with(5, &[32, 40, 50, 62, 77])
            .with(8, &[3, 4, 5, 6]),
    ),
    ..ProblemCard::BLANK
};

static DEFAULT: Stored = Stored::new(include_str!("../data/default.csv"));

fn routes(preset: &Preset<FiveLinkChain>) -> Vec<Route> {
    let chain = preset.mechanism;
    vec![
        Route::embedded(chain, chain, Settings::fine(FIRST_STEP)),
        Route::redundant(chain, Settings::coarse(FIRST_STEP)),
    ]
}

/// Every preset of this crate.
pub fn problems() -> Vec<Box<dyn Problem>> {
    vec![Box::new(Preset {
        mechanism: FiveLinkChain::new(Parameters::default())
            .expect("the preset has valid parameters"),
        kernel: |chain| Box::new(FiveLinkKernel::new(chain)),
        known: Known::Stored(&DEFAULT),
        routes,
        published: include_str!("../data/default.published.csv"),
        limit: None,
        card: CARD,
    })]
}
