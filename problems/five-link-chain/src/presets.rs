//! The five-link chain of the benchmark.

use crate::{FiveLinkChain, FiveLinkKernel, Parameters};
use mechanics::{
    Auto, Ladder, Problem, ProblemCard, Recorded, Reference, ReferenceKind, Route, Rungs, Settings,
    Start, System, Truth,
};

const STORED: &str = include_str!("../data/default.csv");
const PUBLISHED: &str = include_str!("../data/default.published.csv");

/// First step of the references.
const FIRST_STEP: f64 = 0.02;

/// The chain with everything the report says about it.
struct Preset;

fn chain() -> FiveLinkChain {
    FiveLinkChain::new(Parameters::default()).expect("the preset has valid parameters")
}

impl Problem for Preset {
    fn card(&self) -> ProblemCard {
        ProblemCard {
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
            ladder: const { Ladder::new(20, RUNGS) },
        }
    }

    fn system(&self) -> Box<dyn System> {
        Box::new(FiveLinkKernel::new(chain()))
    }

    fn specification(&self) -> Option<Box<dyn System>> {
        Some(Box::new(Auto::new(chain())))
    }

    fn truth(&self, times: &[f64]) -> Vec<Truth> {
        Recorded::parse(STORED)
            .expect("the stored trajectory is a table")
            .truth(&*self.system(), times)
    }

    fn routes(&self) -> Vec<Route> {
        vec![
            Route::embedded(chain(), chain(), Settings::fine(FIRST_STEP)),
            Route::redundant(chain(), Settings::coarse(FIRST_STEP)),
        ]
    }

    fn stored(&self) -> Option<&'static str> {
        Some(STORED)
    }

    fn published(&self) -> &'static str {
        PUBLISHED
    }
}

/// Grid of 0.05 s.
const RUNGS: Rungs = &[
    (1, &[100, 200, 400, 800]),
    (2, &[50, 100, 200, 400]),
    (3, &[25, 50, 100, 200]),
    (4, &[10, 20, 40, 80]),
    (5, &[8, 11, 15, 22, 33, 50]),
    (8, &[2, 3, 4, 6]),
];

/// Every preset of this crate.
pub fn problems() -> Vec<Box<dyn Problem>> {
    vec![Box::new(Preset)]
}
