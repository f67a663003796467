//! The double pendulums of the benchmark.

use crate::{DoublePendulum, DoublePendulumKernel, Parameters};
use problem::{
    Embedding, Known, Ladder, Long, Preset, Problem, ProblemCard, Reference, Route, Settings,
    Stored,
};
use system::Scalar;

static DEFAULT: Stored = Stored::new(include_str!("../data/default.csv"));
static WELCH_2007: Stored = Stored::new(include_str!("../data/welch-2007.csv"));

fn routes(preset: &Preset<DoublePendulum>) -> Vec<Route> {
    let pendulum = preset.mechanism;
    vec![
        Route::embedded(pendulum, Angles(pendulum), Settings::fine(0.1)),
        Route::redundant(pendulum, Settings::coarse(0.1)),
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

/// The default preset; the other one differs from it in what it states.
const DOUBLE_PENDULUM: ProblemCard = ProblemCard {
    id: "planar-double-pendulum",
    name: "Planar double pendulum",
    summary: "Two pinned rods fall from the horizontal; every rod has its own three coordinates.",
    tags: &["stored-digits", "planar"],
    origin: "Welch, Hong, Trapp and Choi 2007, Table 1",
    end_time: 2.0,
    reference: Reference::stored(15),
    sensitivity: 0.92,
    ladder: Some(Ladder::new(20, [1000, 50, 25, 10]).with(5, &[15, 22, 33, 45])),
    ..ProblemCard::BLANK
};

/// Every preset of this crate, the default first.
pub fn problems() -> Vec<Box<dyn Problem>> {
    let pendulum = Preset {
        mechanism: DoublePendulum::new(Parameters::default()).expect("the parameters are in range"),
        kernel: |pendulum| Box::new(DoublePendulumKernel::new(pendulum)),
        known: Known::Stored(&DEFAULT),
        routes,
        published: "",
        limit: Some(|_| limits::steps::double_pendulum()),
        card: DOUBLE_PENDULUM,
    };
    vec![
        Box::new(pendulum),
        Box::new(Preset {
            card: ProblemCard {
                id: "planar-double-pendulum/welch-2007",
                name: "Planar double pendulum, 10 s",
                summary: "The ten seconds of the published table, in which the lower rod whips through several times.",
                tags: &["stored-digits", "planar", "long-run"],
                end_time: 10.0,
                sensitivity: 28.8,
                ladder: Some(
                    Ladder::new(20, [4000, 500, 250, 100])
                        .with(1, &[4000, 8000, 16000])
                        .with(4, &[100, 200, 400, 700])
                        .with(5, &[250, 330, 420, 520])
                        .with(8, &[15, 20, 27, 36]),
                ),
                ..DOUBLE_PENDULUM
            },
            known: Known::Stored(&WELCH_2007),
            published: include_str!("../data/welch-2007.published.csv"),
            ..pendulum
        }),
        Box::new(Preset {
            card: ProblemCard {
                id: "planar-double-pendulum/long",
                name: "Planar double pendulum, 100 s",
                summary: "A hundred seconds of chaos: no run can follow the motion, but length and energy must stay.",
                tags: &["stored-digits", "planar", "long-run", "chaotic"],
                end_time: 2.0,
                long: Some(Long {
                    end_time: 100.0,
                    steps: &[0.01, 0.005, 0.002],
                    predictable: false,
                }),
                ..DOUBLE_PENDULUM
            },
            ..pendulum
        }),
    ]
}
