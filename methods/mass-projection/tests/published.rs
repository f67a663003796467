//! What the paper and a repetition of its examples show in numbers.

use mass_projection::MassProjection;
use mechanics::{Auto, MassLayout, Mechanism, Scalar, Shape, State, System, widen};
use stepping::{Integrator, Method, Resolution, StepSize};

/// The largest `|T + V - (T + V)₀|` over `steps` steps, the last one, and what `watch` sees of each state.
fn energy(
    system: &dyn System,
    integrator: Integrator,
    (h, steps): (f64, usize),
    mut watch: impl FnMut(&State),
) -> (f64, f64) {
    let method = MassProjection { integrator };
    let h = StepSize::new(h).expect("positive");
    let mut stepper = method
        .prepare(system, Resolution::Fixed(h))
        .expect("independent rows");
    let mut state = system.initial();
    let energy = |state: &State| system.energy(state.t, state.q(), state.v());
    let start = energy(&state);
    let (mut largest, mut last) = (0.0_f64, 0.0);
    for _ in 0..steps {
        stepper.step(&mut state).expect("regular");
        last = energy(&state) - start;
        largest = largest.max(last.abs());
        watch(&state);
    }
    (largest, last)
}

fn near(found: f64, expected: f64, tolerance: f64) {
    let gap = (found / expected - 1.0).abs();
    assert!(gap < tolerance, "{found:e} for {expected:e}");
}

/// Example 2: a unit mass on a unit rod under unit gravity, thrown downwards with unit speed from the horizontal.
struct Pendulum;

impl Mechanism for Pendulum {
    fn shape(&self) -> Shape {
        Shape::new(2, 1)
    }

    fn initial<S: Scalar>(&self) -> (Vec<S>, Vec<S>) {
        (widen([1.0, 0.0]), widen([0.0, -1.0]))
    }

    fn constraint<S: Scalar>(&self, _t: S, q: &[S], out: &mut [S]) {
        out[0] = q[0].square() + q[1].square() - S::from(1.0);
    }

    fn mass<S: Scalar>(&self, _q: &[S], out: &mut [S]) {
        out.fill(S::from(1.0));
    }

    fn potential<S: Scalar>(&self, _t: S, q: &[S]) -> S {
        q[1]
    }
}

/// Table 2 has 3e-4 and 1e-14 for the method with projections; without any the energy is off by 3.4e-2.
#[test]
fn over_a_thousand_seconds_the_pendulum_keeps_its_length_and_nearly_its_energy() {
    let mut stretch = 0.0_f64;
    let watch = |state: &State| {
        stretch = stretch.max((state.q()[0].hypot(state.q()[1]) - 1.0).abs());
    };
    let system = Auto::new(Pendulum);
    let (largest, last) = energy(&system, Integrator::Trapezoid, (0.01, 100_000), watch);
    near(last, -2.3e-4, 0.05);
    near(largest, 3.4e-4, 0.05);
    assert!(stretch <= 2e-15, "{stretch:e}");
}

#[test]
fn the_energy_of_projected_symmetric_rules_drifts_with_the_third_power_of_the_step() {
    let system = Auto::new(Pendulum);
    // At the end of 1000 s.
    let drift = |integrator, h: f64| {
        let steps = (1000.0 / h).round() as usize;
        energy(&system, integrator, (h, steps), |_| {}).1
    };
    near(drift(Integrator::Trapezoid, 0.1), -0.218, 0.01);
    near(drift(Integrator::ImplicitMidpoint, 0.01), -8.9e-5, 0.05);
    let ratio =
        drift(Integrator::ImplicitMidpoint, 0.04) / drift(Integrator::ImplicitMidpoint, 0.02);
    near(ratio, 8.0, 0.1);
}

/// Example 3: two four-bar linkages side by side, cranks and couplers uniform bars of 1 m and 1 kg. In the two flat
/// positions of a turn the rows are dependent, and another branch of motions begins.
struct FourBars;

const GRAVITY: f64 = 9.81;

impl Mechanism for FourBars {
    fn shape(&self) -> Shape {
        Shape::new(6, 5)
            .with_mass(MassLayout::Dense)
            .expect("a dense mass fits any number of velocities")
    }

    fn initial<S: Scalar>(&self) -> (Vec<S>, Vec<S>) {
        let q = [0.0, 1.0, 1.0, 1.0, 2.0, 1.0];
        (widen(q), widen([1.0, 0.0, 1.0, 0.0, 1.0, 0.0]))
    }

    fn constraint<S: Scalar>(&self, _t: S, q: &[S], out: &mut [S]) {
        let one = S::from(1.0);
        for i in 0..3 {
            let foot = S::from(i as f64);
            out[i] = (q[2 * i] - foot).square() + q[2 * i + 1].square() - one;
        }
        for i in 0..2 {
            let (a, b) = (2 * i, 2 * i + 2);
            out[3 + i] = (q[b] - q[a]).square() + (q[b + 1] - q[a + 1]).square() - one;
        }
    }

    fn mass<S: Scalar>(&self, _q: &[S], out: &mut [S]) {
        out.fill(S::from(0.0));
        let mut add = |i: usize, j: usize, value: f64| {
            for axis in 0..2 {
                out[6 * (2 * i + axis) + 2 * j + axis] += S::from(value);
            }
        };
        for crank in 0..3 {
            add(crank, crank, 1.0 / 3.0);
        }
        for i in 0..2 {
            add(i, i, 1.0 / 3.0);
            add(i + 1, i + 1, 1.0 / 3.0);
            add(i, i + 1, 1.0 / 6.0);
            add(i + 1, i, 1.0 / 6.0);
        }
    }

    fn potential<S: Scalar>(&self, _t: S, q: &[S]) -> S {
        let weight = S::from(0.5 * GRAVITY);
        // Three cranks and the two ends of each of two couplers.
        weight * (q[1] + q[3] + q[5] + q[1] + q[3] + q[3] + q[5])
    }
}

/// Without projection RK-4 is lost after three to five of these passages.
#[test]
fn rk4_passes_all_singular_positions_of_two_four_bar_linkages_in_a_hundred_seconds() {
    let system = Auto::new(FourBars);
    let start = system.initial();
    let total = system.energy(0.0, start.q(), start.v());
    // T = I/2 and V = G g with I = 3 and G = 7/2.
    assert!((total - 1.5 - 3.5 * GRAVITY).abs() < 1e-13);
    let (mut off_branch, mut passages, mut side) = (0.0_f64, 0, 1.0);
    let watch = |state: &State| {
        let q = state.q();
        for i in 1..3 {
            let along = q[2 * i] - q[0] - i as f64;
            off_branch = off_branch.max(along.abs()).max((q[2 * i + 1] - q[1]).abs());
        }
        // Flat is where the cranks point sideways.
        if q[1].signum() != side {
            passages += 1;
            side = q[1].signum();
        }
    };
    let (largest, _) = energy(&system, Integrator::Rk4, (0.01, 10_000), watch);
    assert_eq!(passages, 103);
    near(largest, 4.1e-4, 0.05);
    assert!(off_branch < 1e-11, "{off_branch:e}");
}
