//! The loops of the benchmark.

use crate::{NFourBar, NFourBarKernel};
use mechanics::{
    Embedding, Known, Ladder, Preset, Problem, ProblemCard, Reference, ReferenceKind, Route, Rungs,
    Scalar, Settings, Start, Truth,
};

fn linkage(loops: usize) -> NFourBar {
    NFourBar::new(loops).expect("presets have loops")
}

fn truth(linkage: &NFourBar, times: &[f64]) -> Vec<Truth> {
    let motion = linkage.motion();
    times.iter().map(|&t| motion.at(t)).collect()
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

/// Grid of 10/18 s: no output time lies within 0.1 s of a flat position. Without feedback every run drifts away from the
/// parallelograms and is lost at one of the first passages. With it, order shows where no evaluation happens to fall too
/// near a flat position for the drift that is left.
const PASSAGES_RUNGS: Rungs = &[
    // Euler errs by the size of the mechanism.
    (1, &[250, 500, 1000, 2000]),
    // With feedback AB-2 2.01 and Heun 2.01; the midpoint rule is lost.
    (2, &[250, 500, 1000, 2000]),
    // With feedback AB-3 3.00.
    (3, &[200, 400, 800, 1600]),
    // With feedback AB-4 4.04; RK-4 stays with errors between 1e-8 and 1e-6 at any step.
    (4, &[100, 200, 400, 800]),
    // With feedback AB-5 4.97; Dormand-Prince is lost.
    (5, &[100, 150, 220, 330]),
    // DOP853 is lost.
    (8, &[30, 40, 60, 80]),
];

/// Grid of 0.1 s.
const UPRIGHT_RUNGS: Rungs = &[
    // Euler 1.000, 1.000.
    (1, &[1000, 2000, 4000, 8000]),
    // AB-2 1.999, 2.000; midpoint 2.000, 2.001; Heun 2.000, 2.002.
    (2, &[100, 200, 400, 800]),
    // AB-3 2.997, 2.996.
    (3, &[50, 100, 200, 400]),
    // AB-4 3.99, 3.99; RK-4 4.00, 4.00.
    (4, &[10, 20, 40, 80, 160]),
    // AB-5 4.89, 4.90 for q and 4.93 for v; Dormand-Prince 5.05 and 5.35, 5.06.
    (5, &[8, 10, 12, 16, 22]),
    // DOP853 is at rounding without feedback; 8.01.
    (8, &[1, 2, 3, 4]),
];

/// Grid of 0.1 s. Coordinates up to 41 m leave a digit less above rounding.
const FORTY_RUNGS: Rungs = &[
    // Euler 1.000, 1.000.
    (1, &[200, 400, 800, 1600]),
    // AB-2 1.999, 1.999; midpoint 1.999, 2.003; Heun 1.999, 2.005.
    (2, &[40, 80, 160, 320]),
    // AB-3 2.994, 2.990.
    (3, &[40, 80, 160]),
    // AB-4 3.96, 3.95; RK-4 4.00, 4.01.
    (4, &[6, 12, 24, 48]),
    // AB-5 4.94, 4.95; Dormand-Prince is at rounding without feedback, 5.02 for v with it.
    (5, &[16, 22, 30, 44]),
    // DOP853 is at rounding without feedback, 7.97 for v with it.
    (8, &[1, 2, 3]),
];

/// The default preset, and what the others have in common with it. Its sensitivity is that of the motion as parallelograms,
/// |∂θ(T)/∂θ'(0)|: a disturbed numerical solution would leave them at the first passage.
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
        "in a flat position the equations of motion are singular: there they magnify the error of a solution by how near an evaluation happens to fall, and that does not shrink with the step",
    ),
    ladder: Ladder::new(18, PASSAGES_RUNGS),
};

/// Every preset of this crate, the default first.
pub fn problems() -> Vec<Box<dyn Problem>> {
    let two = Preset {
        mechanism: linkage(2),
        kernel: |linkage| Box::new(NFourBarKernel::new(linkage)),
        known: Known::Formula(truth),
        routes,
        published: include_str!("../data/default.published.csv"),
        card: N_FOUR_BAR,
    };
    vec![
        Box::new(two),
        Box::new(Preset {
            published: "",
            card: ProblemCard {
                id: "n-four-bar/upright",
                name: "Two four-bar linkages, upright",
                summary: "The first half second of the fall, which ends before the rods lie in one line.",
                tags: &["closed-form", "planar"],
                end_time: 0.5,
                sensitivity: 0.757,
                caveat: None,
                ladder: Ladder::new(5, UPRIGHT_RUNGS),
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
                tags: &["closed-form", "planar", "sparse", "large"],
                origin: "IFToMM library of computational benchmark problems, A02",
                end_time: 0.5,
                sensitivity: 0.747,
                caveat: None,
                ladder: Ladder::new(5, FORTY_RUNGS),
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
