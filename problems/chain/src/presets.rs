//! The chains of the benchmark.

use crate::minimal::Links;
use crate::motion::{LinkAngles, motion};
use crate::{Chain, ChainKernel};
use problem::{
    Known, Ladder, Long, Preset, Problem, ProblemCard, Reference, Route, Settings, Stored, Truth,
};

fn chain(links: usize) -> Chain {
    Chain::new(links).expect("presets have links")
}

static DEFAULT: Stored = Stored::new(include_str!("../data/default.csv"));

fn truth(chain: &Chain, times: &[f64]) -> Vec<Truth> {
    motion(Links::from(chain), times)
        .expect("the presets reach the tolerance, and a test holds them to it")
}

fn routes(preset: &Preset<Chain>) -> Vec<Route> {
    let first = 0.1 * preset.card.end_time;
    let links = Links::from(&preset.mechanism);
    let sweep = |name: &str, settings| Route::new(name, LinkAngles { links, settings });
    let minimal = sweep(
        "link angles, swept from the free end and back",
        Settings::fine(first),
    );
    let other = if links.links > 20 {
        // Elimination without sparsity would take hours for a hundred links.
        sweep(
            "link angles, other steps and columns",
            Settings::coarse(first),
        )
    } else {
        Route::redundant(preset.mechanism, Settings::coarse(first))
    };
    vec![minimal, other]
}

/// What all presets have in common.
const CHAIN: ProblemCard = ProblemCard {
    id: "chain",
    name: "Chain of 10 links",
    summary: "Ten pinned rods fall from the horizontal; 30 coordinates, 20 sparse rows.",
    tags: &["planar", "sparse", "chain", "stored-digits"],
    origin: "the usual scaling benchmark of multibody codes",
    end_time: 1.0,
    reference: Reference::stored(15),
    sensitivity: 0.91,
    ladder: Some(
        Ladder::new(20, [500, 100, 25, 10])
            .with(5, &[8, 11, 15, 22, 33, 50])
            .with(8, &[1, 2, 3, 4, 6]),
    ),
    ..ProblemCard::BLANK
};

/// Every preset of this crate, the default first.
pub fn problems() -> Vec<Box<dyn Problem>> {
    let ten = Preset {
        mechanism: chain(10),
        kernel: |chain| Box::new(ChainKernel::new(chain)),
        known: Known::Stored(&DEFAULT),
        routes,
        published: "",
        limit: Some(|chain| limits::steps::chain(chain.parameters().links)),
        card: CHAIN,
    };
    vec![
        Box::new(ten),
        Box::new(Preset {
            mechanism: chain(100),
            known: Known::Formula(truth),
            card: ProblemCard {
                id: "chain/links-100",
                name: "Chain of 100 links",
                summary: "A hundred pinned rods: 300 coordinates and 200 rows, for which dense linear algebra is too slow.",
                tags: &["planar", "sparse", "chain", "large"],
                end_time: 0.5,
                reference: Reference::minimal_coordinates(13),
                sensitivity: 0.49,
                ladder: Some(
                    Ladder::new(10, [80, 20, 20, 5])
                        .with(1, &[80, 160, 320])
                        .with(2, &[100, 200, 400])
                        .with(3, &[20, 40, 80])
                        .with(5, &[8, 12, 16, 24])
                        .with(8, &[1, 2, 3, 4, 6]),
                ),
                ..CHAIN
            },
            ..ten
        }),
        Box::new(Preset {
            card: ProblemCard {
                id: "chain/long",
                name: "Chain of 10 links, 100 s",
                summary: "Ten links whip about for a hundred seconds: no run can follow the motion, but lengths and energy must stay.",
                tags: &[
                    "planar",
                    "sparse",
                    "chain",
                    "stored-digits",
                    "long-run",
                    "chaotic",
                ],
                long: Some(Long {
                    end_time: 100.0,
                    steps: &[0.005],
                    predictable: false,
                }),
                ..CHAIN
            },
            ..ten
        }),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use approx::assert_abs_diff_eq;
    use solvers::Kkt;
    use system::Terms;

    fn largest_difference(a: &[f64], b: &[f64]) -> f64 {
        a.iter()
            .zip(b)
            .map(|(a, b)| (a - b).abs())
            .fold(0.0, f64::max)
    }

    #[test]
    fn the_truth_obeys_its_system() {
        for problem in problems() {
            let (card, system) = (problem.card(), problem.system());
            let shape = system.shape();
            let (n, m) = (shape.n_v(), shape.constraints());
            let start = system.initial();
            let mut terms = Terms::new(shape);
            let mut kkt = Kkt::new(shape);
            let (mut a, mut lambda, mut w) = (vec![0.0; n], vec![0.0; m], vec![0.0; m]);
            let energy = system.energy(0.0, start.q(), start.v());
            let times: Vec<f64> = (0..=4)
                .map(|k| card.end_time * f64::from(k) / 4.0)
                .collect();
            let truths = problem.truth(&times);
            assert_eq!((&truths[0].q[..], &truths[0].v[..]), (start.q(), start.v()));
            for truth in truths {
                system.evaluate(truth.t, &truth.q, &truth.v, &mut terms);
                terms.velocity_residual(shape, &truth.v, &mut w);
                // Roundings of lengths up to 100 and velocities up to 10.
                assert!(largest_difference(&terms.phi, &vec![0.0; m]) < 1e-13);
                assert!(largest_difference(&w, &vec![0.0; m]) < 1e-13);
                let change = system.energy(truth.t, &truth.q, &truth.v) - energy;
                // Potential and kinetic energy cancel: what counts is the size of one of them.
                let fallen = truth.q.chunks_exact(3).map(|link| 9.81 * link[1].abs());
                assert!(
                    change.abs() < 1e-13 * (1.0 + fallen.sum::<f64>()),
                    "{change:e}"
                );
                kkt.factor(&terms).unwrap();
                kkt.solve(&terms.force, &terms.gamma, &mut a, &mut lambda);
                let scale = lambda.iter().fold(1.0, |s: f64, x| s.max(x.abs()));
                let difference = largest_difference(&lambda, truth.lambda.as_ref().unwrap());
                assert!(difference < 1e-11 * scale, "{difference:e} of {scale:e}");
            }
        }
    }

    #[test]
    fn the_free_end_of_a_long_chain_falls_freely() {
        let truth = problems()[1].truth(&[0.5]).remove(0);
        let [.., x, y, _] = truth.q[..] else {
            unreachable!()
        };
        assert_abs_diff_eq!(y, -0.5 * 9.81 * 0.25, epsilon = 1e-12);
        assert!(x < 99.5);
    }
}
