//! The double pendulums of the benchmark.

use crate::{Masses, NaturalKernel, NaturalPendulum, Parameters};
use mechanics::{
    Embedding, Known, Ladder, Preset, Problem, ProblemCard, Reference, ReferenceKind, Route, Rungs,
    Scalar, Settings, Start, Vector2,
};

fn pendulum(masses: Masses) -> NaturalPendulum {
    NaturalPendulum::new(Parameters {
        masses,
        ..Parameters::default()
    })
    .expect("the parameters are in range")
}

fn routes(preset: &Preset<NaturalPendulum>) -> Vec<Route> {
    let pendulum = preset.mechanism;
    vec![
        Route::redundant(pendulum, Settings::fine(0.05)),
        Route::embedded(pendulum, Angles(pendulum), Settings::coarse(0.05)),
    ]
}

/// The angles of both links from +x.
struct Angles(NaturalPendulum);

impl Embedding for Angles {
    fn start<S: Scalar>(&self) -> (Vec<S>, Vec<S>) {
        let rest = vec![S::from(0.0); 2];
        (rest.clone(), rest)
    }

    fn place<S: Scalar>(&self, u: &[S], q: &mut [S]) {
        let length = S::decimal(self.0.parameters().length);
        let mut end = Vector2::zeros();
        for (angle, q) in u.iter().zip(q.chunks_exact_mut(2)) {
            let (sin, cos) = angle.sin_cos();
            end += Vector2::new(cos, sin) * length;
            q.copy_from_slice(end.as_slice());
        }
    }
}

// Each line of a ladder gives the finest slopes of the rms errors of q and v, first without feedback, then
// with poles at 10 1/s (α = 20, β = 100).

/// Grid of 0.1 s. The end lies before the outer bar whips through for the second time.
const BAR_RUNGS: Rungs = &[
    // Euler 1.000, 1.001.
    (1, &[1000, 2000, 4000, 8000]),
    // AB-2, midpoint and Heun 1.99 to 2.00, 2.00.
    (2, &[50, 100, 200, 400]),
    // AB-3 3.000, 2.996.
    (3, &[25, 50, 100, 200]),
    // AB-4 4.00, 4.03 and 3.99; RK-4 3.999, 3.987 and 3.990.
    (4, &[40, 80, 160, 320]),
    // AB-5 4.99 (λ 5.5 and falling), 4.96 and 5.00; Dormand-Prince 5.17 and 5.10, 5.21.
    (5, &[40, 60, 90, 130]),
    // DOP853 7.90 and 8.16, 8.25.
    (8, &[4, 5, 6, 8]),
];

/// Grid of 0.1 s.
const POINT_RUNGS: Rungs = &[
    // Euler 1.000, 1.001.
    (1, &[1000, 2000, 4000, 8000]),
    // AB-2, midpoint and Heun 1.99 to 2.00, 2.00.
    (2, &[50, 100, 200, 400]),
    // AB-3 3.000, 2.997.
    (3, &[25, 50, 100, 200]),
    // AB-4 4.00, 4.04 and 4.01; RK-4 3.998 and 3.994, 3.985.
    (4, &[20, 40, 80, 160]),
    // AB-5 5.00 and 4.98, 4.97 and 4.99; Dormand-Prince 5.03 until rounding at the third step, 5.28 and 5.26.
    (5, &[40, 55, 75, 95]),
    // DOP853 7.81 and 7.69, 8.20.
    (8, &[3, 4, 5, 6]),
];

/// The default preset, and what the other one has in common with it.
const BARS: ProblemCard = ProblemCard {
    id: "natural-double-pendulum",
    name: "Natural double pendulum",
    summary: "Two uniform bars fall from the horizontal, described by their ends: a constant mass matrix that is not diagonal.",
    tags: &["stored-digits", "planar"],
    origin: "Bayo and Ledesma 1996, example 1",
    end_time: 1.5,
    start: Start::Consistent,
    reference: Reference {
        kind: ReferenceKind::StoredDigits,
        digits: 15,
    },
    sensitivity: 0.55,
    caveat: None,
    ladder: Ladder::new(15, BAR_RUNGS),
};

/// Every preset of this crate, the default first.
pub fn problems() -> Vec<Box<dyn Problem>> {
    let bars = Preset {
        mechanism: pendulum(Masses::UniformBars),
        kernel: |pendulum| Box::new(NaturalKernel::new(pendulum)),
        known: Known::Stored(include_str!("../data/default.csv")),
        routes,
        published: "",
        card: BARS,
    };
    vec![
        Box::new(bars),
        Box::new(Preset {
            mechanism: pendulum(Masses::PointMasses),
            card: ProblemCard {
                id: "natural-double-pendulum/point-masses",
                name: "Double pendulum of point masses",
                summary: "Two point masses on massless rods fall from the horizontal; the outer one cracks through like a whip.",
                end_time: 2.0,
                sensitivity: 0.51,
                ladder: Ladder::new(20, POINT_RUNGS),
                ..BARS
            },
            known: Known::Stored(include_str!("../data/point-masses.csv")),
            published: include_str!("../data/point-masses.published.csv"),
            ..bars
        }),
    ]
}
