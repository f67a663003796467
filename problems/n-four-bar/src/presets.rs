//! The loops of the benchmark.

use crate::{NFourBar, NFourBarKernel};
use problem::{
    Embedding, Known, Ladder, Preset, Problem, ProblemCard, Reference, Route, Settings, Stored,
};
use system::Scalar;

fn linkage(loops: usize) -> NFourBar {
    NFourBar::new(loops).expect("presets have loops")
}

fn routes(preset: &Preset<NFourBar>) -> Vec<Route> {
    let linkage = preset.mechanism;
    let minimal = |settings| Route::embedded(linkage, Angle(linkage), settings);
    // All coordinates are a route only up to the first flat position: the tolerance cannot be reached beside it. And
    // elimination without sparsity takes too long for many loops.
    let other = if preset.card.end_time < 0.7 && linkage.parameters().loops < 20 {
        Route::redundant(linkage, Settings::coarse(0.1))
    } else {
        minimal(Settings::coarse(0.1))
    };
    vec![minimal(Settings::fine(0.1)), other]
}

static DEFAULT: Stored = Stored::new(include_str!("../data/default.csv"));

/// The angle θ of all cranks.
struct Angle(NFourBar);

impl Embedding for Angle {
    fn start<S: Scalar>(&self) -> (Vec<S>, Vec<S>) {
        let p = self.0.parameters();
        let rate = S::decimal(p.speed) / S::decimal(p.length);
        (vec![S::from(0.0)], vec![rate])
    }

    fn place<S: Scalar>(&self, u: &[S], q: &mut [S]) {
        let length = S::decimal(self.0.parameters().length);
        let (sin, cos) = u[0].sin_cos();
        for (i, point) in q.chunks_exact_mut(2).enumerate() {
            point.copy_from_slice(&[length * (S::from(i as f64) + sin), length * cos]);
        }
    }
}

/// The default preset; the others differ from it in what they state. Its sensitivity is that of the motion as parallelograms,
/// |∂θ(T)/∂θ'(0)|: a disturbed numerical solution would leave them at the first passage.
const N_FOUR_BAR: ProblemCard = ProblemCard {
    id: "n-four-bar",
    name: "Two four-bar linkages",
    summary: "Two parallelograms turn full circle; ten times in 10 s all rods lie in one line and J loses rank.",
    tags: &[
        "closed-form",
        "planar",
        "closed-loop",
        "rotation",
        "singular-passages",
    ],
    origin: "Bayo and Ledesma 1996, third example; IFToMM library of computational benchmark problems, A02",
    end_time: 10.0,
    reference: Reference::closed_form(14),
    sensitivity: 4.87,
    caveat: Some(
        "near a flat position the equations of motion are singular and errors grow by an amount that depends on where a step happens to land, so refining the step does not help",
    ),
    ladder: Some(
        Ladder::new(18, [250, 250, 200, 100])
            .with(5, &[100, 150, 220, 330])
            .with(8, &[30, 40, 60, 80]),
    ),
    ..ProblemCard::BLANK
};

/// Every preset of this crate, the default first.
pub fn problems() -> Vec<Box<dyn Problem>> {
    let two = Preset {
        mechanism: linkage(2),
        kernel: |linkage| Box::new(NFourBarKernel::new(linkage)),
        known: Known::Formula(|linkage, times| {
            let motion = linkage.motion();
            times.iter().map(|&t| motion.at(t)).collect()
        }),
        routes,
        published: include_str!("../data/default.published.csv"),
        limit: None,
        card: N_FOUR_BAR,
    };
    vec![
        Box::new(Preset {
            // The rounding of the phase in the formula, after five turns, moves v in the fourteenth digit and λ beside a
            // flat position in the twelfth.
            known: Known::Stored(&DEFAULT),
            card: ProblemCard {
                tags: &[
                    "stored-digits",
                    "planar",
                    "closed-loop",
                    "rotation",
                    "singular-passages",
                ],
                reference: Reference::stored(15),
                ..N_FOUR_BAR
            },
            ..two
        }),
        Box::new(Preset {
            published: "",
            card: ProblemCard {
                id: "n-four-bar/upright",
                name: "Two four-bar linkages, upright",
                summary: "The first half second of the fall, which ends before the rods lie in one line.",
                tags: &["closed-form", "planar", "closed-loop"],
                end_time: 0.5,
                sensitivity: 0.757,
                caveat: None,
                ladder: Some(
                    Ladder::new(5, [1000, 100, 50, 10])
                        .with(4, &[10, 20, 40, 80, 160])
                        .with(5, &[8, 10, 12, 16, 22]),
                ),
                ..N_FOUR_BAR
            },
            ..two
        }),
        Box::new(Preset {
            mechanism: linkage(40),
            published: include_str!("../data/loops-40.published.csv"),
            card: ProblemCard {
                id: "n-four-bar/loops-40",
                name: "Forty four-bar linkages",
                summary: "Forty parallelograms start to fall: 82 coordinates, 81 sparse rows, a mass that couples neighbours.",
                tags: &["closed-form", "planar", "closed-loop", "sparse", "large"],
                origin: "IFToMM library of computational benchmark problems, A02",
                end_time: 0.5,
                sensitivity: 0.747,
                caveat: None,
                ladder: Some(
                    Ladder::new(5, [200, 100, 40, 6])
                        .with(3, &[40, 80, 160])
                        .with(5, &[16, 22, 30, 44])
                        .with(8, &[1, 2, 3]),
                ),
                ..N_FOUR_BAR
            },
            ..two
        }),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Parameters;

    #[test]
    fn the_sensitivity_along_the_parallelograms_is_as_stated() {
        for problem in problems() {
            let card = problem.card();
            let loops = problem.system().shape().n_v() / 2 - 1;
            let push = 1e-5;
            let [slower, faster] = [1.0 - push, 1.0 + push].map(|speed| {
                let parameters = Parameters {
                    loops,
                    speed,
                    ..Parameters::default()
                };
                let linkage = NFourBar::with(parameters).unwrap();
                linkage.motion().at(card.end_time).q
            });
            // All N + 1 points are pushed alike.
            let change = slower
                .iter()
                .zip(&faster)
                .map(|(a, b)| math::powi(b - a, 2));
            let response = (change.sum::<f64>() / (loops + 1) as f64).sqrt() / (2.0 * push);
            assert!(
                (response / card.sensitivity - 1.0).abs() < 2e-3,
                "{}: {response}",
                card.id
            );
        }
    }
}
