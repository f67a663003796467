//! The loops of the benchmark.

use crate::{NFourBar, NFourBarKernel};
use mechanics::{
    Auto, Embedding, Ladder, Problem, ProblemCard, Reference, ReferenceKind, Route, Rungs, Scalar,
    Settings, Start, System, Truth,
};

/// One row of loops with everything the report says about it.
struct Preset {
    loops: usize,
    published: &'static str,
    card: ProblemCard,
}

impl Preset {
    fn linkage(&self) -> NFourBar {
        NFourBar::new(self.loops).expect("presets have loops")
    }
}

impl Problem for Preset {
    fn card(&self) -> ProblemCard {
        self.card.clone()
    }

    fn system(&self) -> Box<dyn System> {
        Box::new(NFourBarKernel::new(self.linkage()))
    }

    fn specification(&self) -> Option<Box<dyn System>> {
        Some(Box::new(Auto::new(self.linkage())))
    }

    fn truth(&self, times: &[f64]) -> Vec<Truth> {
        let motion = self.linkage().motion();
        times.iter().map(|&t| motion.at(t)).collect()
    }

    fn routes(&self) -> Vec<Route> {
        let minimal = |settings| Route::embedded(self.linkage(), Angle(self.linkage()), settings);
        // All coordinates are a route only up to the first flat position: the tolerance cannot be reached beside it. And
        // elimination without sparsity takes too long for many loops.
        let other = if self.card.end_time < 0.7 && self.loops < 20 {
            Route::redundant(self.linkage(), Settings::coarse(0.1))
        } else {
            minimal(Settings::coarse(0.1))
        };
        vec![minimal(Settings::fine(0.1)), other]
    }

    fn published(&self) -> &'static str {
        self.published
    }
}

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

// Each line of a ladder gives the finest slopes of the rms errors of q and v, first without feedback, then
// with poles at 10 1/s (α = 20, β = 100).

/// Grid of 10/18 s: no output time lies within 0.1 s of a flat position.
const PASSAGES_RUNGS: Rungs = &[
    (1, &[500, 1000, 2000, 4000]),
    (2, &[250, 500, 1000, 2000]),
    (3, &[250, 500, 1000, 2000]),
    (4, &[100, 200, 400, 800]),
    (5, &[100, 150, 220, 330]),
    (8, &[15, 20, 30, 40]),
];

/// Grid of 0.05 s.
const UPRIGHT_RUNGS: Rungs = &[
    (1, &[1000, 2000, 4000, 8000]),
    (2, &[50, 100, 200, 400]),
    (3, &[25, 50, 100, 200]),
    (4, &[5, 10, 20, 40, 80]),
    (5, &[8, 11, 15, 22, 33]),
    (8, &[1, 2, 3, 4]),
];

/// Grid of 0.05 s.
const FORTY_RUNGS: Rungs = &[
    (1, &[200, 400, 800, 1600]),
    (2, &[20, 40, 80, 160]),
    (3, &[20, 40, 80]),
    (4, &[5, 10, 20, 40]),
    (5, &[8, 11, 15, 22]),
    (8, &[1, 2, 3, 4]),
];

/// The default preset, and what the others have in common with it. Its sensitivity is that along the parallelograms,
/// |∂θ(T)/∂θ'(0)|, which a test computes from the truth: other pushes are not consistent.
const N_FOUR_BAR: ProblemCard = ProblemCard {
    id: "n-four-bar",
    name: "Two four-bar linkages",
    summary: "Two parallelograms turn full circle; ten times in 10 s all rods lie in one line and J loses rank.",
    tags: &["closed-form", "planar", "rotation", "singular-passages"],
    origin: "Bayo and Ledesma 1996, third example; IFToMM library of computational benchmark problems, A02",
    end_time: 10.0,
    start: Start::Consistent,
    reference: Reference {
        kind: ReferenceKind::ClosedForm,
        digits: 14,
    },
    sensitivity: 4.87,
    caveat: Some(
        "where the rods lie in one line the equations of motion are singular: an error that a step leaves before is magnified by how near a step falls to that instant, which no step size makes smaller in a regular way",
    ),
    ladder: Ladder::new(18, PASSAGES_RUNGS),
};

/// Every preset of this crate, the default first.
pub fn problems() -> Vec<Box<dyn Problem>> {
    vec![
        Box::new(Preset {
            loops: 2,
            published: include_str!("../data/default.published.csv"),
            card: N_FOUR_BAR,
        }),
        Box::new(Preset {
            loops: 2,
            published: "",
            card: ProblemCard {
                id: "n-four-bar/upright",
                name: "Two four-bar linkages, upright",
                summary: "The first half second of the fall, which ends before the rods lie in one line.",
                tags: &["closed-form", "planar"],
                end_time: 0.5,
                sensitivity: 0.757,
                caveat: None,
                ladder: Ladder::new(10, UPRIGHT_RUNGS),
                ..N_FOUR_BAR
            },
        }),
        Box::new(Preset {
            loops: 40,
            published: include_str!("../data/loops-40.published.csv"),
            card: ProblemCard {
                id: "n-four-bar/loops-40",
                name: "Forty four-bar linkages",
                summary: "Forty parallelograms start to fall: 82 coordinates, 81 sparse rows, a mass that couples neighbours.",
                tags: &["closed-form", "planar", "sparse", "large"],
                origin: "IFToMM library of computational benchmark problems, A02",
                end_time: 0.5,
                sensitivity: 0.747,
                caveat: None,
                ladder: Ladder::new(10, FORTY_RUNGS),
                ..N_FOUR_BAR
            },
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
            let change = slower.iter().zip(&faster).map(|(a, b)| (b - a).powi(2));
            let response = (change.sum::<f64>() / (loops + 1) as f64).sqrt() / (2.0 * push);
            assert!(
                (response / card.sensitivity - 1.0).abs() < 2e-3,
                "{}: {response}",
                card.id
            );
        }
    }
}
