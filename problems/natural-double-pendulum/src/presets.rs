//! The double pendulums of the benchmark.

use crate::{Masses, NaturalKernel, NaturalPendulum, Parameters};
use problem::{
    Embedding, Known, Ladder, Preset, Problem, ProblemCard, Reference, Route, Settings, Stored,
};
use system::{Scalar, Vector2};

fn pendulum(masses: Masses) -> NaturalPendulum {
    NaturalPendulum::new(Parameters {
        masses,
        ..Parameters::default()
    })
    .expect("the parameters are in range")
}

static DEFAULT: Stored = Stored::new(include_str!("../data/default.csv"));
static POINT_MASSES: Stored = Stored::new(include_str!("../data/point-masses.csv"));

fn routes(preset: &Preset<NaturalPendulum>) -> Vec<Route> {
    let pendulum = preset.mechanism;
    vec![
        Route::embedded(pendulum, Angles(pendulum), Settings::fine(0.05)),
        Route::redundant(pendulum, Settings::coarse(0.05)),
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

/// The default preset; the other one differs from it in what it states.
const BARS: ProblemCard = ProblemCard {
    id: "natural-double-pendulum",
    name: "Natural double pendulum",
    summary: "Two uniform bars fall from the horizontal, described by their ends: a constant mass matrix that is not diagonal.",
    tags: &["stored-digits", "planar"],
    origin: "Bayo and Ledesma 1996, example 1",
    end_time: 1.5,
    reference: Reference::stored(15),
    sensitivity: 0.55,
    ladder: Some(
        Ladder::new(15, [1000, 100, 25, 40])
            .with(5, &[40, 60, 90, 130])
            .with(8, &[4, 5, 6, 8]),
    ),
    ..ProblemCard::BLANK
};

/// Every preset of this crate, the default first.
pub fn problems() -> Vec<Box<dyn Problem>> {
    let bars = Preset {
        mechanism: pendulum(Masses::UniformBars),
        kernel: |pendulum| Box::new(NaturalKernel::new(pendulum)),
        known: Known::Stored(&DEFAULT),
        routes,
        published: "",
        limit: None,
        card: BARS,
    };
    vec![
        Box::new(bars),
        Box::new(Preset {
            mechanism: pendulum(Masses::PointMasses),
            card: ProblemCard {
                id: "natural-double-pendulum/point-masses",
                name: "Double pendulum of point masses",
                summary: "Two point masses on massless rods fall from the horizontal; the outer one whips through fast.",
                end_time: 2.0,
                sensitivity: 0.51,
                ladder: Some(
                    Ladder::new(20, [1000, 100, 25, 20])
                        .with(5, &[40, 55, 75, 95])
                        .with(8, &[3, 4, 5, 6]),
                ),
                ..BARS
            },
            known: Known::Stored(&POINT_MASSES),
            published: include_str!("../data/point-masses.published.csv"),
            ..bars
        }),
    ]
}
