//! The three-link pendulums of the benchmark.

use crate::{Parameters, Pin, ThreeLinkKernel, ThreeLinkPendulum};
use problem::{Known, Ladder, Preset, Problem, ProblemCard, Reference, Route, Settings, Stored};

/// First step of the references.
const FIRST_STEP: f64 = 0.05;

fn pendulum(pin: Pin) -> ThreeLinkPendulum {
    let parameters = Parameters {
        pin,
        ..Parameters::default()
    };
    ThreeLinkPendulum::new(parameters).expect("presets have valid parameters")
}

static DEFAULT: Stored = Stored::new(include_str!("../data/default.csv"));
static PIN_Y: Stored = Stored::new(include_str!("../data/pin-y.csv"));

fn routes(preset: &Preset<ThreeLinkPendulum>) -> Vec<Route> {
    [Settings::fine(FIRST_STEP), Settings::coarse(FIRST_STEP)]
        .map(|settings| Route::redundant(preset.mechanism, settings))
        .into()
}

const LADDER: Ladder = Ladder::new(10, [100, 100, 20, 10])
    .with(4, &[10, 20, 40, 80, 160])
    .with(5, &[32, 40, 50, 62, 77])
    .with(8, &[3, 4, 5, 6]);

/// The pin along x, and what the other preset has in common with it.
const PIN_X: ProblemCard = ProblemCard {
    id: "three-link-pendulum",
    name: "Three-link pendulum",
    summary: "Three bars on spherical joints and a pin along x swing in space: attitudes are quaternions, 18 velocities, 11 rows.",
    tags: &["stored-digits", "spatial", "quaternions"],
    origin: "Welch, Hong, Trapp and Choi 2007, three-link pendulum of Table 3",
    end_time: 1.0,
    reference: Reference::stored(15),
    sensitivity: 0.825,
    ladder: Some(LADDER),
    ..ProblemCard::BLANK
};

/// Every preset of this crate, the default first.
pub fn problems() -> Vec<Box<dyn Problem>> {
    let pin_x = Preset {
        mechanism: pendulum(Pin::X),
        kernel: |pendulum| Box::new(ThreeLinkKernel::new(pendulum)),
        known: Known::Stored(&DEFAULT),
        routes,
        published: include_str!("../data/default.published.csv"),
        limit: None,
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
                ladder: Some(LADDER.with(8, &[3, 4, 5, 6, 7])),
                ..PIN_X
            },
            known: Known::Stored(&PIN_Y),
            published: "",
            ..pin_x
        }),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use system::Scalar;

    #[test]
    fn the_last_links_differ_in_their_spin_about_the_pin_only() {
        // ω₃ - ω₂ lies along the pin, so what is left of ω across the pin has the same length in both links. The
        // components along the links themselves differ, unlike what the paper says of its Figure 5.
        for (problem, pin) in problems().iter().zip([Pin::X, Pin::Y]) {
            let (_, across) = pin.axes();
            let truth = problem.truth(&[0.5]).remove(0);
            let [second, third] = [9, 15].map(|at| [truth.v[at + across], truth.v[at + 2]]);
            let length = |w: [f64; 2]| math::hypot(w[0], w[1]);
            assert!((length(second) - length(third)).abs() < 1e-14);
            assert!((second[1] - third[1]).abs() > 0.1);
        }
    }

    #[test]
    fn the_first_link_never_turns_about_its_own_axis() {
        for problem in problems() {
            let motion = problem.routes()[0].run(&problem.ladder().times(1.0));
            let spins = motion.unwrap().into_iter().map(|state| state.v[5]);
            assert!(
                spins
                    .map(|spin| spin.value().abs())
                    .all(|spin| spin < 1e-25)
            );
        }
    }
}
