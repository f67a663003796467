//! The double pendulums of the benchmark.

use crate::{DoublePendulum, DoublePendulumKernel, Parameters};
use mechanics::{
    Embedding, Known, Ladder, Preset, Problem, ProblemCard, Reference, ReferenceKind, Route, Rungs,
    Scalar, Settings, Start,
};

fn routes(preset: &Preset<DoublePendulum>) -> Vec<Route> {
    let pendulum = preset.mechanism;
    vec![
        Route::redundant(pendulum, Settings::fine(0.1)),
        Route::embedded(pendulum, Angles(pendulum), Settings::coarse(0.1)),
    ]
}

/// The angles, from which the rods are placed one after the other.
struct Angles(DoublePendulum);

impl Embedding for Angles {
    fn start<S: Scalar>(&self) -> (Vec<S>, Vec<S>) {
        let rest = vec![S::from(0.0); 2];
        (rest.clone(), rest)
    }

    fn place<S: Scalar>(&self, u: &[S], q: &mut [S]) {
        let half = S::decimal(self.0.parameters().length) * S::from(0.5);
        let mut end = [S::from(0.0); 2];
        for (&theta, q) in u.iter().zip(q.chunks_exact_mut(3)) {
            let (sin, cos) = theta.sin_cos();
            let arm = [half * sin, half * cos];
            q.copy_from_slice(&[end[0] + arm[0], end[1] + arm[1], theta]);
            end = [q[0] + arm[0], q[1] + arm[1]];
        }
    }
}

// Each line of a ladder gives the finest slopes of the rms errors of q and v, first without feedback, then
// with poles at 10 1/s (α = 20, β = 100).

/// Grid of 0.1 s.
const DEFAULT_RUNGS: Rungs = &[
    // Euler 1.000, 1.000.
    (1, &[1000, 2000, 4000, 8000]),
    // AB-2, midpoint and Heun 2.000, 2.000 to 2.002.
    (2, &[50, 100, 200, 400]),
    // AB-3 2.999, 2.998.
    (3, &[25, 50, 100, 200]),
    // AB-4 4.00 and 4.01, 4.007; RK-4 3.996 and 3.998, 4.010.
    (4, &[10, 20, 40, 80]),
    // AB-5 5.02 and 4.94, 4.98; Dormand-Prince near 5.1 until rounding at the third step, 5.15 and 5.06.
    (5, &[15, 22, 33, 45]),
    // DOP853 7.94 and 8.19, 8.11 and 8.09.
    (8, &[1, 2, 3, 4]),
];

/// Grid of 0.5 s.
const WELCH_RUNGS: Rungs = &[
    // Euler 1.01 and 0.99, 1.01 and 0.99.
    (1, &[4000, 8000, 16000]),
    // AB-2, midpoint and Heun 1.999, 1.995 to 1.999.
    (2, &[500, 1000, 2000, 4000]),
    // AB-3 3.002, 2.999.
    (3, &[250, 500, 1000, 2000]),
    // AB-4 3.99 and 4.01, 4.02; RK-4 3.998, 3.992 and 3.986.
    (4, &[100, 200, 400, 700]),
    // AB-5 5.12 and 4.89, 4.91 and 4.93; Dormand-Prince meets rounding: with coarser steps its terms of sixth order
    // dominate (6.0 for q), and AB-5 is not asymptotic.
    (5, &[250, 330, 420, 520]),
    // DOP853 7.58 and 8.43 but still moving, 8.20 and 7.94. Without feedback rounding comes first: in arithmetic with
    // eleven bits more the slope of q climbs on, to 7.74.
    (8, &[15, 20, 27, 36]),
];

/// The default preset, and what the other one has in common with it.
const DOUBLE_PENDULUM: ProblemCard = ProblemCard {
    id: "planar-double-pendulum",
    name: "Planar double pendulum",
    summary: "Two pinned rods fall from the horizontal; every rod has its own three coordinates.",
    tags: &["stored-digits", "planar"],
    origin: "Welch, Hong, Trapp and Choi 2007, Table 1",
    end_time: 2.0,
    start: Start::Consistent,
    reference: Reference {
        kind: ReferenceKind::StoredDigits,
        digits: 15,
    },
    sensitivity: 0.92,
    caveat: None,
    ladder: Ladder::new(20, DEFAULT_RUNGS),
};

/// Every preset of this crate, the default first.
pub fn problems() -> Vec<Box<dyn Problem>> {
    let pendulum = Preset {
        mechanism: DoublePendulum::new(Parameters::default()).expect("the parameters are in range"),
        kernel: |pendulum| Box::new(DoublePendulumKernel::new(pendulum)),
        known: Known::Stored(include_str!("../data/default.csv")),
        routes,
        published: "",
        card: DOUBLE_PENDULUM,
    };
    vec![
        Box::new(pendulum),
        Box::new(Preset {
            card: ProblemCard {
                id: "planar-double-pendulum/welch-2007",
                name: "Planar double pendulum, 10 s",
                summary: "The ten seconds of the published table, in which the lower rod whips through again and again.",
                tags: &["stored-digits", "planar", "long-run"],
                end_time: 10.0,
                sensitivity: 28.8,
                ladder: Ladder::new(20, WELCH_RUNGS),
                ..DOUBLE_PENDULUM
            },
            known: Known::Stored(include_str!("../data/welch-2007.csv")),
            published: include_str!("../data/welch-2007.published.csv"),
            ..pendulum
        }),
    ]
}
