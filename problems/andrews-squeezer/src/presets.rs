//! The squeezers of the benchmark.

use crate::closure::{CrankAngle, LooseJoint};
use crate::{Crank, Parameters, Squeezer, SqueezerKernel};
use mechanics::{
    Auto, Ladder, Problem, ProblemCard, Recorded, Reference, ReferenceKind, Route, Rungs, Settings,
    Start, System, Truth,
};

/// One squeezer with everything the report says about it.
struct Preset {
    parameters: Parameters,
    /// The stored trajectory.
    stored: &'static str,
    published: &'static str,
    card: ProblemCard,
}

impl Preset {
    fn squeezer(&self) -> Squeezer {
        Squeezer::new(self.parameters).expect("presets have valid parameters")
    }
}

impl Problem for Preset {
    fn card(&self) -> ProblemCard {
        self.card.clone()
    }

    fn system(&self) -> Box<dyn System> {
        Box::new(SqueezerKernel::new(self.squeezer()))
    }

    fn specification(&self) -> Option<Box<dyn System>> {
        Some(Box::new(Auto::new(self.squeezer())))
    }

    fn truth(&self, times: &[f64]) -> Vec<Truth> {
        let recorded = Recorded::parse(self.stored).expect("the stored trajectory is a table");
        recorded.truth(&*self.system(), times)
    }

    fn routes(&self) -> Vec<Route> {
        let squeezer = self.squeezer();
        // Finer settings find no more digits: 24 of them are what rounding in double-double arithmetic leaves.
        let settings = Settings::coarse(1e-3 * self.card.end_time);
        let minimal = match self.parameters.joint_stiffness {
            None => {
                let start = squeezer.start[0];
                Route::embedded(squeezer, CrankAngle { start }, settings)
            }
            Some(_) => {
                let start = std::array::from_fn(|k| squeezer.start[k]);
                Route::embedded(squeezer, LooseJoint { start }, settings)
            }
        };
        vec![Route::redundant(squeezer, settings), minimal]
    }

    fn stored(&self) -> Option<&'static str> {
        Some(self.stored)
    }

    fn published(&self) -> &'static str {
        self.published
    }
}

/// Grid of 3 ms.
const TEST_SET_RUNGS: Rungs = &[
    (1, &[2500, 5000, 10000, 20000]),
    (2, &[500, 1000, 2000, 4000]),
    (3, &[300, 600, 1200, 2400]),
    (4, &[200, 280, 400, 560, 800]),
    (5, &[100, 150, 200, 300]),
    (8, &[16, 18, 20, 22, 25]),
];

/// Grid of 5 ms.
const IFTOMM_RUNGS: Rungs = &[
    (1, &[5000, 10000, 20000]),
    (2, &[1000, 2000, 4000, 8000]),
    (3, &[500, 1000, 2000, 4000]),
    (4, &[200, 400, 800, 1600]),
    (5, &[150, 200, 300, 400]),
    (8, &[30, 33, 36, 40, 44]),
];

/// Grid of 0.1 ms.
const STIFF_RUNGS: Rungs = &[
    (1, &[2500, 5000, 10000, 20000]),
    (2, &[200, 400, 800, 1600]),
    (3, &[100, 200, 400, 800]),
    (4, &[10, 14, 20, 28, 40, 56]),
    (5, &[30, 40, 60, 80]),
    (8, &[8, 10, 12, 16]),
];

/// The default preset, and what the others have in common with it.
const TEST_SET: ProblemCard = ProblemCard {
    id: "andrews-squeezer",
    name: "Andrews' squeezer",
    summary: "Seven bodies in three loops, driven by a motor through two and a half turns of a crank in 0.03 s.",
    tags: &["planar", "driven", "stored-digits"],
    origin: "test set for IVP solvers; Bayo and Ledesma 1996, example 5",
    end_time: 0.03,
    start: Start::Consistent,
    reference: Reference {
        kind: ReferenceKind::StoredDigits,
        digits: 15,
    },
    sensitivity: 0.103,
    caveat: None,
    ladder: Ladder::new(10, TEST_SET_RUNGS),
};

/// Every preset of this crate, the default first.
pub fn problems() -> Vec<Box<dyn Problem>> {
    let test_set = Parameters::default();
    vec![
        Box::new(Preset {
            parameters: test_set,
            stored: include_str!("../data/default.csv"),
            published: include_str!("../data/default.published.csv"),
            card: TEST_SET,
        }),
        Box::new(Preset {
            parameters: Parameters {
                crank: Crank::At(-0.062),
                ..test_set
            },
            stored: include_str!("../data/iftomm-a03.csv"),
            published: include_str!("../data/iftomm-a03.published.csv"),
            card: ProblemCard {
                id: "andrews-squeezer/iftomm-a03",
                name: "IFToMM A03 squeezer",
                summary: "The squeezer of the benchmark library, started a little off the dead point and driven through five turns.",
                origin: "IFToMM library of computational benchmark problems, A03",
                end_time: 0.05,
                ladder: Ladder::new(10, IFTOMM_RUNGS),
                ..TEST_SET
            },
        }),
        Box::new(Preset {
            parameters: Parameters {
                joint_stiffness: Some(1e8),
                ..test_set
            },
            stored: include_str!("../data/stiff-spring.csv"),
            published: "",
            card: ProblemCard {
                id: "andrews-squeezer/stiff-spring",
                name: "Squeezer with a stiff spring",
                summary: "A spring of 10⁸ N/m in place of one joint.",
                tags: &["planar", "driven", "stored-digits", "stiff"],
                origin: "Bayo and Ledesma 1996, example 5, second part",
                end_time: 0.001,
                reference: Reference {
                    digits: 12,
                    ..TEST_SET.reference
                },
                sensitivity: 0.001,
                ladder: Ladder::new(10, STIFF_RUNGS),
                ..TEST_SET
            },
        }),
    ]
}
