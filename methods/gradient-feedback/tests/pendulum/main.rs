//! The pendulum of the published example, and how far runs stray from it.

mod example_one;
mod steady_violations;

use mechanics::elliptic::PendulumMotion;
use mechanics::{Auto, Mechanism, Scalar, Shape, State, System, widen};
use stepping::{Method, Resolution, StepSize};

/// A unit mass on the unit circle: `Φ = (x² + y² - 1)/2`, `Ψ = |v|²/2 + g y - E₀`.
struct Pendulum {
    gravity: f64,
    q: [f64; 2],
    v: [f64; 2],
}

impl Pendulum {
    /// The example: turns over, with energy 2.
    const EXAMPLE: Self = Self {
        gravity: 1.0,
        q: [1.0, 0.0],
        v: [0.0, 2.0],
    };

    /// Without gravity, at unit speed.
    const FREE: Self = Self {
        gravity: 0.0,
        q: [1.0, 0.0],
        v: [0.0, 1.0],
    };

    /// The exact x of the example; `x = sin ϑ` with ϑ from the lowest position.
    fn exact() -> PendulumMotion {
        PendulumMotion::new(1.0, std::f64::consts::FRAC_PI_2, 2.0).unwrap()
    }

    fn energy(&self, q: &[f64], v: &[f64]) -> f64 {
        0.5 * (v[0] * v[0] + v[1] * v[1]) + self.gravity * q[1]
    }
}

impl Mechanism for Pendulum {
    fn shape(&self) -> Shape {
        Shape::new(2, 1)
    }

    fn initial<S: Scalar>(&self) -> (Vec<S>, Vec<S>) {
        (widen(self.q), widen(self.v))
    }

    fn constraint<S: Scalar>(&self, _t: S, q: &[S], out: &mut [S]) {
        out[0] = (q[0].square() + q[1].square() - S::from(1.0)) * S::from(0.5);
    }

    fn mass<S: Scalar>(&self, _q: &[S], out: &mut [S]) {
        out.fill(S::from(1.0));
    }

    fn potential<S: Scalar>(&self, _t: S, q: &[S]) -> S {
        S::from(self.gravity) * q[1]
    }
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
    pendulum: Pendulum,
    h: f64,
    end: f64,
    mut see: impl FnMut(&State, Violation),
) {
    let start = pendulum.energy(&pendulum.q, &pendulum.v);
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
            psi: system.mechanism().energy(q, v) - start,
        };
        see(&state, violation);
    }
}
