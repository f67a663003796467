//! The squeezers of the benchmark.

use crate::closure::{CrankAngle, LooseJoint};
use crate::{Crank, Parameters, Squeezer, SqueezerKernel};
use problem::{Known, Ladder, Preset, Problem, ProblemCard, Reference, Route, Settings, Stored};

fn squeezer(parameters: Parameters) -> Squeezer {
    Squeezer::new(parameters).expect("presets have valid parameters")
}

static DEFAULT: Stored = Stored::new(include_str!("../data/default.csv"));
static IFTOMM_A03: Stored = Stored::new(include_str!("../data/iftomm-a03.csv"));
static STIFF_SPRING: Stored = Stored::new(include_str!("../data/stiff-spring.csv"));

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
    vec![minimal, Route::redundant(squeezer, settings)]
}

/// The default preset; the others differ from it in what they state.
const TEST_SET: ProblemCard = ProblemCard {
    id: "andrews-squeezer",
    name: "Andrews' squeezer",
    summary: "Seven bodies in three loops, driven by a motor through two and a half turns of a crank in 0.03 s.",
    tags: &["planar", "closed-loop", "driven", "stored-digits"],
    origin: "test set for IVP solvers; Bayo and Ledesma 1996, example 5",
    end_time: 0.03,
    reference: Reference::stored(15),
    sensitivity: 0.103,
    // The crank turns two hundred times as fast as a pendulum of one metre swings.
    time_scale: 5e-3,
    ladder: Some(
        Ladder::new(10, [2500, 500, 300, 200])
            .with(4, &[200, 300, 440, 660, 1000])
            .with(5, &[60, 80, 110, 150, 200])
            .with(8, &[16, 18, 20, 22]),
    ),
    ..ProblemCard::BLANK
};

/// Every preset of this crate, the default first.
pub fn problems() -> Vec<Box<dyn Problem>> {
    let parameters = Parameters::default();
    let test_set = Preset {
        mechanism: squeezer(parameters),
        kernel: |squeezer| Box::new(SqueezerKernel::new(squeezer)),
        known: Known::Stored(&DEFAULT),
        routes,
        published: include_str!("../data/default.published.csv"),
        limit: Some(|_| limits::steps::andrews()),
        card: TEST_SET,
    };
    vec![
        Box::new(test_set),
        Box::new(Preset {
            mechanism: squeezer(Parameters {
                crank: Crank::At(-0.062),
                ..parameters
            }),
            known: Known::Stored(&IFTOMM_A03),
            published: include_str!("../data/iftomm-a03.published.csv"),
            card: ProblemCard {
                id: "andrews-squeezer/iftomm-a03",
                name: "IFToMM A03 squeezer",
                summary: "The squeezer of the benchmark library, started a little off the dead point and driven through five turns.",
                origin: "IFToMM library of computational benchmark problems, A03",
                tags: &[
                    "planar",
                    "closed-loop",
                    "driven",
                    "stored-digits",
                    "long-run",
                ],
                end_time: 0.05,
                ladder: Some(
                    Ladder::new(10, [5000, 1000, 500, 300])
                        .with(1, &[5000, 10000, 20000])
                        .with(4, &[300, 450, 660, 1000])
                        .with(5, &[100, 140, 190, 260, 340])
                        .with(8, &[25, 30, 36, 43]),
                ),
                ..TEST_SET
            },
            ..test_set
        }),
        Box::new(Preset {
            mechanism: squeezer(Parameters {
                joint_stiffness: Some(1e8),
                ..parameters
            }),
            known: Known::Stored(&STIFF_SPRING),
            limit: None,
            published: "",
            card: ProblemCard {
                id: "andrews-squeezer/stiff-spring",
                name: "Squeezer with a stiff spring",
                summary: "A spring of 10⁸ N/m in place of the joint between K2 and K3: two fast oscillations on top of the motion of the first millisecond.",
                tags: &["planar", "closed-loop", "driven", "stored-digits", "stiff"],
                origin: "Bayo and Ledesma 1996, example 5, second part",
                end_time: 0.001,
                // The truth holds 15 digits, but λ of a state that is rounded to doubles does not: the spring turns
                // the rounding of lengths, 1e-17 m, into 1e-9 N. More could not be told apart in a run.
                reference: Reference {
                    digits: 11,
                    ..TEST_SET.reference
                },
                sensitivity: 0.00114,
                time_scale: 1e-4,
                caveat: Some(
                    "steps must resolve oscillations with 91000 rad/s, and with gains tied to such short steps the \
                     rounding of Φ, divided by the step, is what is left of Φ'",
                ),
                // The fast oscillation has a period of 69 µs: coarser steps than these do not resolve it, and RK-4 is
                // unstable above 31 µs.
                ladder: Some(
                    Ladder::new(10, [2500, 200, 100, 28])
                        .with(4, &[28, 40, 56, 80, 112])
                        .with(5, &[44, 54, 66, 80])
                        .with(8, &[4, 5, 6, 7, 8]),
                ),
                ..TEST_SET
            },
            ..test_set
        }),
    ]
}
