//! The squeezers of the benchmark.

use crate::closure::{CrankAngle, LooseJoint};
use crate::{Crank, Parameters, Squeezer, SqueezerKernel};
use mechanics::{
    Known, Ladder, Preset, Problem, ProblemCard, Reference, ReferenceKind, Route, Rungs, Settings,
    Start,
};

fn squeezer(parameters: Parameters) -> Squeezer {
    Squeezer::new(parameters).expect("presets have valid parameters")
}

fn routes(preset: &Preset<Squeezer>) -> Vec<Route> {
    let squeezer = preset.mechanism;
    // Finer settings find no more digits: 24 of them are what rounding in double-double arithmetic leaves.
    let settings = Settings::coarse(1e-3 * preset.card.end_time);
    let minimal = match squeezer.parameters().joint_stiffness {
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

// Each line of a ladder gives the finest slopes of the rms errors of q and v, first without feedback, then with poles at
// 10 1/s (α = 20, β = 100).

/// Grid of 3 ms.
const TEST_SET_RUNGS: Rungs = &[
    // Euler 0.999, 0.999.
    (1, &[2500, 5000, 10000, 20000]),
    // AB-2 1.994 and 1.998, 1.997; midpoint and Heun 1.99, 1.99.
    (2, &[500, 1000, 2000, 4000]),
    // AB-3 3.000, 3.000.
    (3, &[300, 600, 1200, 2400]),
    // AB-4 4.005, 4.020; RK-4 4.009, 4.011. With gains tied to the step RK-4 shows 4.5: its fifth-order terms are still
    // large where rounding begins. Slopes fall steadily, which short strides keep apart from not settling.
    (4, &[200, 240, 290, 350, 420]),
    // AB-5 4.98 and 4.95, 4.97; Dormand-Prince 5.19, 5.23.
    (5, &[80, 100, 130, 160, 200]),
    // DOP853 8.51 and 8.48, 8.55 and 8.50: finer steps meet rounding before the slope has settled.
    (8, &[16, 18, 20, 22]),
];

/// Grid of 5 ms.
const IFTOMM_RUNGS: Rungs = &[
    // Euler 1.000, 1.000.
    (1, &[5000, 10000, 20000]),
    // AB-2 1.99, 2.02; midpoint 1.98, 2.02; Heun 1.98, 2.01.
    (2, &[1000, 2000, 4000, 8000]),
    // AB-3 3.000, 3.000.
    (3, &[500, 1000, 2000, 4000]),
    // AB-4 4.16 and 4.00, 4.21 and 4.02; RK-4 4.006, 4.007. With gains tied to the step 4.7, as above.
    (4, &[300, 360, 430, 520, 620]),
    // AB-5 4.99, 4.98; Dormand-Prince 5.35, 5.32.
    (5, &[150, 170, 195, 225]),
    // DOP853 8.26 and 8.35, 8.37 and 8.45.
    (8, &[25, 30, 36, 43]),
];

/// Grid of 0.1 ms. The fast oscillation has a period of 69 µs: coarser steps than these do not resolve it, and RK-4 is
/// unstable above 31 µs.
const STIFF_RUNGS: Rungs = &[
    // Euler 1.012, 1.012.
    (1, &[2500, 5000, 10000, 20000]),
    // AB-2, midpoint and Heun 2.00, 2.00.
    (2, &[200, 400, 800, 1600]),
    // AB-3 3.00, 3.00.
    (3, &[100, 200, 400, 800]),
    // AB-4 3.97 and 4.00, with feedback the same; RK-4 3.98 and 4.01, the same.
    (4, &[28, 40, 56, 80, 112]),
    // AB-5 4.99, 4.99, unstable with 300 steps; Dormand-Prince 5.02, 5.02.
    (5, &[44, 54, 66, 80]),
    // DOP853 8.26 and 8.05, the same.
    (8, &[4, 5, 6, 7, 8]),
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
    let parameters = Parameters::default();
    let test_set = Preset {
        mechanism: squeezer(parameters),
        kernel: |squeezer| Box::new(SqueezerKernel::new(squeezer)),
        known: Known::Stored(include_str!("../data/default.csv")),
        routes,
        published: include_str!("../data/default.published.csv"),
        card: TEST_SET,
    };
    vec![
        Box::new(test_set),
        Box::new(Preset {
            mechanism: squeezer(Parameters {
                crank: Crank::At(-0.062),
                ..parameters
            }),
            known: Known::Stored(include_str!("../data/iftomm-a03.csv")),
            published: include_str!("../data/iftomm-a03.published.csv"),
            card: ProblemCard {
                id: "andrews-squeezer/iftomm-a03",
                name: "IFToMM A03 squeezer",
                summary: "The squeezer of the benchmark library, started a little off the dead point and driven through five turns.",
                origin: "IFToMM library of computational benchmark problems, A03",
                tags: &["planar", "driven", "stored-digits", "long-run"],
                end_time: 0.05,
                ladder: Ladder::new(10, IFTOMM_RUNGS),
                ..TEST_SET
            },
            ..test_set
        }),
        Box::new(Preset {
            mechanism: squeezer(Parameters {
                joint_stiffness: Some(1e8),
                ..parameters
            }),
            known: Known::Stored(include_str!("../data/stiff-spring.csv")),
            published: "",
            card: ProblemCard {
                id: "andrews-squeezer/stiff-spring",
                name: "Squeezer with a stiff spring",
                summary: "A spring of 10⁸ N/m in place of the joint between K2 and K3: two fast oscillations on top of the motion of the first millisecond.",
                tags: &["planar", "driven", "stored-digits", "stiff"],
                origin: "Bayo and Ledesma 1996, example 5, second part",
                end_time: 0.001,
                // Between stored times: in double precision the spring turns the rounding of lengths, 1e-17 m, into 1e-9 N.
                reference: Reference {
                    digits: 11,
                    ..TEST_SET.reference
                },
                sensitivity: 0.00114,
                caveat: Some(
                    "steps must resolve oscillations with 91000 rad/s, and with gains tied to such short steps the \
                     rounding of Φ, divided by the step, is what is left of Φ'",
                ),
                ladder: Ladder::new(10, STIFF_RUNGS),
                ..TEST_SET
            },
            ..test_set
        }),
    ]
}
