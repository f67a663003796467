//! The three-link pendulums of the benchmark.

use crate::{Parameters, Pin, ThreeLinkKernel, ThreeLinkPendulum};
use mechanics::{
    Known, Ladder, Preset, Problem, ProblemCard, Reference, ReferenceKind, Route, Rungs, Settings,
    Start,
};

/// First step of the references.
const FIRST_STEP: f64 = 0.05;

fn pendulum(pin: Pin) -> ThreeLinkPendulum {
    let parameters = Parameters {
        pin,
        ..Parameters::default()
    };
    ThreeLinkPendulum::new(parameters).expect("presets have valid parameters")
}

fn routes(preset: &Preset<ThreeLinkPendulum>) -> Vec<Route> {
    [Settings::fine(FIRST_STEP), Settings::coarse(FIRST_STEP)]
        .map(|settings| Route::redundant(preset.mechanism, settings))
        .into()
}

// Each line of a ladder gives the finest slopes of the rms errors of q and v, first without feedback, then with poles at
// 10 1/s (α = 20, β = 100). With that feedback the sixth-order terms of Dormand-Prince are as large as those of fifth
// order; steps that follow closely on one another show a slope that settles before rounding is met.

/// Grid of 0.1 s.
const PIN_X_RUNGS: Rungs = &[
    // Euler 1.00, 1.00.
    (1, &[100, 200, 400, 800]),
    // AB-2, midpoint and Heun 2.00, 2.00 to 2.01.
    (2, &[25, 50, 100, 200]),
    // AB-3 3.00, 2.99 and 3.00.
    (3, &[20, 40, 80, 160]),
    // AB-4 4.01 and 3.99, 4.01 and 3.99; RK-4 4.00 and 3.99, 4.01 and 3.99.
    (4, &[10, 20, 40, 80, 160]),
    // AB-5 4.99 and 5.02, 4.95 and 4.99; Dormand-Prince 5.00 and 5.03, 5.18 and 5.16.
    (5, &[32, 40, 50, 62, 77]),
    // DOP853 8.14 and 7.89, 7.96 and 8.14; seventy steps meet rounding.
    (8, &[3, 4, 5, 6]),
];

/// Grid of 0.1 s.
const PIN_Y_RUNGS: Rungs = &[
    // Euler 1.00, 1.00.
    (1, &[100, 200, 400, 800]),
    // AB-2, midpoint and Heun 2.00, 2.00.
    (2, &[25, 50, 100, 200]),
    // AB-3 3.00 and 2.99, 2.99.
    (3, &[20, 40, 80, 160]),
    // AB-4 3.99 and 4.00, 3.99; RK-4 4.00, 4.00.
    (4, &[10, 20, 40, 80, 160]),
    // AB-5 5.00 and 4.91, 5.00 and 4.92; Dormand-Prince 5.06 and 5.00, 5.23 and 5.15.
    (5, &[32, 40, 50, 62, 77]),
    // DOP853 8.23 and 8.56, 7.84 and 8.04. Without feedback terms of higher order still show in v (8.4 to 8.6) where
    // rounding begins.
    (8, &[3, 4, 5, 6, 7]),
];

/// The pin along x, and what the other preset has in common with it.
const PIN_X: ProblemCard = ProblemCard {
    id: "three-link-pendulum",
    name: "Three-link pendulum",
    summary: "Three bars on spherical joints and a pin along x swing in space: attitudes are quaternions, 18 velocities, 11 rows.",
    tags: &["stored-digits", "spatial", "quaternions"],
    origin: "Welch, Hong, Trapp and Choi 2007, three-link pendulum of Table 3",
    end_time: 1.0,
    start: Start::Consistent,
    reference: Reference {
        kind: ReferenceKind::StoredDigits,
        digits: 15,
    },
    sensitivity: 0.825,
    caveat: None,
    ladder: Ladder::new(10, PIN_X_RUNGS),
};

/// Every preset of this crate, the default first.
pub fn problems() -> Vec<Box<dyn Problem>> {
    let pin_x = Preset {
        mechanism: pendulum(Pin::X),
        kernel: |pendulum| Box::new(ThreeLinkKernel::new(pendulum)),
        known: Known::Stored(include_str!("../data/default.csv")),
        routes,
        published: include_str!("../data/default.published.csv"),
        card: PIN_X,
    };
    vec![
        Box::new(pin_x),
        Box::new(Preset {
            mechanism: pendulum(Pin::Y),
            card: ProblemCard {
                id: "three-link-pendulum/pin-y",
                name: "Three-link pendulum, pin along y",
                summary: "The same bars with the pin along y, so that the last two bend in the other plane.",
                sensitivity: 0.732,
                ladder: Ladder::new(10, PIN_Y_RUNGS),
                ..PIN_X
            },
            known: Known::Stored(include_str!("../data/pin-y.csv")),
            published: "",
            ..pin_x
        }),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_links_differ_in_their_spin_about_the_pin_only() {
        // ω₃ - ω₂ lies along the pin, so what is left of ω across the pin has the same length in both links. The
        // components along the links themselves differ, other than the paper says of its Figure 5.
        for (problem, pin) in problems().iter().zip([Pin::X, Pin::Y]) {
            let (_, across) = pin.axes();
            let truth = problem.truth(&[0.5]).remove(0);
            let [second, third] = [9, 15].map(|at| [truth.v[at + across], truth.v[at + 2]]);
            let length = |w: [f64; 2]| w[0].hypot(w[1]);
            assert!((length(second) - length(third)).abs() < 1e-14);
            assert!((second[1] - third[1]).abs() > 0.1);
        }
    }

    #[test]
    fn the_first_link_never_turns_about_its_own_axis() {
        for problem in problems() {
            let truth = problem.truth(&problem.card().ladder.times(1.0));
            assert!(truth.iter().all(|truth| truth.v[5].abs() < 1e-25));
        }
    }
}
