//! The pendulums of the benchmark.

use crate::{Parameters, Pendulum, PendulumKernel};
use problem::{Known, Ladder, Long, Preset, Problem, ProblemCard, Reference, Route, Settings};
use std::f64::consts::FRAC_PI_2;

fn pendulum(parameters: Parameters) -> Pendulum {
    Pendulum::new(parameters).expect("presets have valid parameters")
}

fn routes(preset: &Preset<Pendulum>) -> Vec<Route> {
    vec![Route::redundant(preset.mechanism, Settings::fine(0.1))]
}

const UNIT: Parameters = Parameters {
    mass: 1.0,
    length: 1.0,
    gravity: 1.0,
    angle: FRAC_PI_2,
    rate: 0.0,
};

/// Gravity of 1 m/s² makes a pendulum three times as slow as on Earth.
const SLOW: f64 = 3.0;

/// The default preset; the others differ from it in what they state. Digits are those by which the formula in double
/// precision agrees with itself in forty digits, at 200 times up to the end, relative to the largest value.
const PENDULUM: ProblemCard = ProblemCard {
    id: "pendulum",
    name: "Pendulum",
    summary: "A point mass on a rod falls from the horizontal and swings: the smallest mechanism with gravity.",
    tags: &["closed-form", "planar"],
    origin: "textbook problem",
    end_time: 2.0,
    reference: Reference::closed_form(14),
    sensitivity: 0.35,
    ladder: Some(
        Ladder::new(20, [1000, 50, 25, 5])
            .with(4, &[5, 10, 20, 40, 80, 160])
            .with(5, &[15, 22, 33, 50, 66]),
    ),
    ..ProblemCard::BLANK
};

/// Every preset of this crate, the default first.
pub fn problems() -> Vec<Box<dyn Problem>> {
    let textbook = Preset {
        mechanism: pendulum(Parameters::default()),
        kernel: |pendulum| Box::new(PendulumKernel::new(pendulum)),
        known: Known::Formula(|pendulum, times| {
            let motion = pendulum.motion();
            times.iter().map(|&t| motion.at(t)).collect()
        }),
        routes,
        published: "",
        limit: Some(|_| limits::steps::pendulum()),
        card: PENDULUM,
    };
    vec![
        Box::new(textbook),
        Box::new(Preset {
            mechanism: pendulum(Parameters { rate: 2.0, ..UNIT }),
            card: ProblemCard {
                id: "pendulum/yoon-1993",
                name: "Turning pendulum",
                summary: "Started upwards with enough speed to turn over, six times in 20 s.",
                tags: &["closed-form", "planar", "rotation"],
                origin: "Yoon, Howe and Greenwood 1992, example 1",
                end_time: 20.0,
                reference: Reference::closed_form(13),
                sensitivity: 23.4,
                time_scale: SLOW,
                ladder: Some(
                    Ladder::new(20, [1000, 1000, 250, 200])
                        .with(5, &[100, 150, 220, 330])
                        .with(8, &[8, 10, 15, 20]),
                ),
                ..PENDULUM
            },
            ..textbook
        }),
        Box::new(Preset {
            mechanism: pendulum(Parameters { rate: -1.0, ..UNIT }),
            card: ProblemCard {
                id: "pendulum/bayo-1996",
                name: "Pendulum, 1000 s",
                summary: "Swings for 1000 s, long enough for slow drifts of energy and length to show.",
                tags: &["closed-form", "planar", "long-run"],
                origin: "Bayo and Ledesma 1996, single pendulum",
                end_time: 1000.0,
                reference: Reference::closed_form(12),
                sensitivity: 167.0,
                time_scale: SLOW,
                // Phase errors grow with the square of the time. Two million steps let orders from 2 on follow the motion;
                // order 1 would need a hundred times as many. Order 4 ends where rounding begins.
                ladder: Some(
                    Ladder::new(20, [4000, 14000, 8000, 6000])
                        .with(1, &[4000, 8000, 16000])
                        .with(5, &[4000, 6000, 9000, 13000])
                        .with(8, &[300, 400, 500, 600]),
                ),
                ..PENDULUM
            },
            ..textbook
        }),
        Box::new(Preset {
            published: include_str!("../data/iftomm-a01.published.csv"),
            card: ProblemCard {
                id: "pendulum/iftomm-a01",
                name: "IFToMM A01 pendulum",
                summary: "The pendulum of the benchmark library, over the 10 s for which its results are published.",
                origin: "IFToMM library of computational benchmark problems, A01",
                end_time: 10.0,
                sensitivity: 0.44,
                ladder: Some(
                    Ladder::new(20, [1000, 1000, 125, 200])
                        .with(4, &[100, 200, 400, 800, 1600])
                        .with(5, &[50, 75, 110, 165, 250])
                        .with(8, &[6, 8, 11, 15, 20]),
                ),
                ..PENDULUM
            },
            ..textbook
        }),
        Box::new(Preset {
            card: ProblemCard {
                id: "pendulum/long",
                name: "Pendulum, ten thousand swings",
                summary: "Swings ten thousand times with an exactly known phase, so that errors that grow slowly can be seen.",
                tags: &["closed-form", "planar", "long-run"],
                // The phase of 74000 rad is rounded to 1e-11.
                reference: Reference::closed_form(10),
                long: Some(Long {
                    end_time: 23_680.0,
                    steps: &[0.04],
                    predictable: true,
                }),
                ..PENDULUM
            },
            ..textbook
        }),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use approx::assert_abs_diff_eq;
    use system::Terms;

    #[test]
    fn every_start_is_exact_and_every_truth_obeys_its_system() {
        for problem in problems() {
            let (card, system) = (problem.card(), problem.system());
            let mut terms = Terms::new(system.shape());
            let start = system.initial();
            system.evaluate(0.0, start.q(), start.v(), &mut terms);
            assert_eq!(terms.phi, [0.0], "{}", card.id);
            let energy = system.energy(0.0, start.q(), start.v());
            let times: Vec<f64> = (0..=20)
                .map(|k| card.end_time * f64::from(k) / 20.0)
                .collect();
            for truth in problem.truth(&times) {
                let (q, v) = (&truth.q, &truth.v);
                system.evaluate(truth.t, q, v, &mut terms);
                let mut residual = [f64::NAN];
                terms.velocity_residual(system.shape(), v, &mut residual);
                // Speeds are at most 4.5, energies at most 10.
                assert!(terms.phi[0].abs() < 1e-15 && residual[0].abs() < 2e-15);
                assert!((system.energy(truth.t, q, v) - energy).abs() < 2e-14);
                // J M⁻¹ (f - Jᵀ λ) = γ, with unit mass and length.
                let lambda = truth.lambda.unwrap()[0];
                let acceleration = q[1] * terms.force[1] - lambda;
                assert_abs_diff_eq!(acceleration, terms.gamma[0], epsilon = 2e-14);
            }
        }
    }

    #[test]
    fn ten_thousand_swings_end_where_they_began() {
        let problem = problems().pop().unwrap();
        let long = problem.card().long.unwrap();
        // T = 4 K(1/√2)/√(g/L), with K = π/(2 M(1, 1/√2)) by the arithmetic-geometric mean.
        let (mut a, mut b) = (1.0_f64, std::f64::consts::FRAC_1_SQRT_2);
        for _ in 0..6 {
            (a, b) = (0.5 * (a + b), (a * b).sqrt());
        }
        let period = 2.0 * std::f64::consts::PI / a / 9.81_f64.sqrt();
        let swings = 10_000.0 * period;
        assert!(swings <= long.end_time && swings > long.end_time - 2.0);
        let end = problem.truth(&[swings]).remove(0);
        let claimed = math::powi(
            10.0,
            -i32::try_from(problem.card().reference.digits).unwrap(),
        );
        assert_abs_diff_eq!(end.q[0], -1.0, epsilon = claimed);
        assert_abs_diff_eq!(end.q[1], 0.0, epsilon = claimed);
        assert_abs_diff_eq!(end.v[1], 0.0, epsilon = 10.0 * claimed);
    }

    #[test]
    fn a_rounded_phase_moves_the_truth_by_less_than_the_digits_claimed() {
        for problem in problems() {
            let card = problem.card();
            let t = card.end_time;
            let [a, b] = [t, t * (1.0 + f64::EPSILON)].map(|t| problem.truth(&[t]).remove(0));
            let claimed = math::powi(10.0, -i32::try_from(card.reference.digits).unwrap());
            for k in 0..2 {
                assert!((a.q[k] - b.q[k]).abs() < claimed, "{}", card.id);
                assert!((a.v[k] - b.v[k]).abs() < 10.0 * claimed, "{}", card.id);
            }
        }
    }
}
