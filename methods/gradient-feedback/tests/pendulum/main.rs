//! The pendulum of the published example, and how far runs stray from it.

mod example_one;
mod steady_violations;

use conformance::fixtures::OnCircle;
use mechanics::elliptic::PendulumMotion;
use mechanics::{Auto, State, System};
use stepping::{Method, Resolution, StepSize};

/// The example: turns over, with energy 2.
const EXAMPLE: OnCircle = OnCircle::new(1.0, 2.0);

/// Without gravity, at unit speed.
const FREE: OnCircle = OnCircle::new(0.0, 1.0);

/// The exact x of the example; `x = sin ϑ` with ϑ from the lowest position.
fn exact() -> PendulumMotion {
    PendulumMotion::new(1.0, std::f64::consts::FRAC_PI_2, 2.0).unwrap()
}

/// `|v|²/2 + g y`.
fn energy(pendulum: &OnCircle, q: &[f64], v: &[f64]) -> f64 {
    0.5 * (v[0] * v[0] + v[1] * v[1]) + pendulum.gravity * q[1]
}

/// Φ, Φ' = x·v and Ψ at one state.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Violation {
    phi: f64,
    rate: f64,
    psi: f64,
}

/// Runs `method` on a pendulum with steps of `h` up to `end` and shows every state.
fn run(
    method: &dyn Method,
    pendulum: OnCircle,
    h: f64,
    end: f64,
    mut see: impl FnMut(&State, Violation),
) {
    let start = energy(&pendulum, &pendulum.q, &pendulum.v);
    let system = Auto::new(pendulum);
    let h = StepSize::new(h).unwrap();
    let mut stepper = method.prepare(&system, Resolution::Fixed(h)).unwrap();
    let mut state = system.initial();
    for _ in 0..(end / h.seconds()).round() as usize {
        stepper.step(&mut state).unwrap();
        let (q, v) = (state.q(), state.v());
        let violation = Violation {
            phi: 0.5 * (q[0] * q[0] + q[1] * q[1] - 1.0),
            rate: q[0] * v[0] + q[1] * v[1],
            psi: energy(&pendulum, q, v) - start,
        };
        see(&state, violation);
    }
}
