//! The paper's example: three masses in a row, driven, whose displacements obey linear constraints.
//!
//! `Φ₁ = q₁ - 3 q₂` and `Φ₂ = q₁ + q₂ + q₃`, and where a test asks for it a copy of Φ₁, stretched.

use generalized_inverse::{Coupling, GeneralizedInverse, Stabilization};
use mechanics::{Auto, MassLayout, Mechanism, Scalar, Shape, State, System, widen};
use stepping::{
    Gain, Gains, Integrator, Method, MultiplierForm, Placement, Refusal, Resolution, StepSize,
    Tolerance,
};

const STIFFNESS: [[f64; 3]; 3] = [
    [500.0, -200.0, 0.0],
    [-200.0, 300.0, -100.0],
    [0.0, -100.0, 100.0],
];

/// Two percent of critical in each of the modes without constraints.
const DAMPING: [[f64; 3]; 3] = [
    [
        1.500_317_821_604_521_4,
        -0.381_969_725_732_403_2,
        -0.032_380_872_953_932_3,
    ],
    [
        -0.381_969_725_732_403_2,
        1.069_776_786_441_219_8,
        -0.223_365_735_820_133_9,
    ],
    [
        -0.032_380_872_953_932_3,
        -0.223_365_735_820_133_9,
        0.378_179_510_783_028_1,
    ],
];

#[derive(Clone, Copy)]
struct ThreeMasses {
    /// Of Φ₁ and Φ₂, how many there are.
    rows: usize,
    /// By what a copy of Φ₁ is stretched, if there is one.
    copy: Option<f64>,
}

impl Mechanism for ThreeMasses {
    fn shape(&self) -> Shape {
        Shape::new(3, self.rows + usize::from(self.copy.is_some()))
            .with_mass(MassLayout::Diagonal)
            .unwrap()
            .with_time_dependence()
            .with_nonconservative_forces()
    }

    fn initial<S: Scalar>(&self) -> (Vec<S>, Vec<S>) {
        (widen([0.0; 3]), widen([0.0; 3]))
    }

    fn constraint<S: Scalar>(&self, _t: S, q: &[S], out: &mut [S]) {
        let all = [q[0] - S::from(3.0) * q[1], q[0] + q[1] + q[2]];
        out[..self.rows].copy_from_slice(&all[..self.rows]);
        if let Some(stretch) = self.copy {
            out[self.rows] = S::from(stretch) * all[0];
        }
    }

    fn mass<S: Scalar>(&self, _q: &[S], out: &mut [S]) {
        out.copy_from_slice(&[3.0, 3.0, 1.0].map(S::from));
    }

    fn force<S: Scalar>(&self, t: S, q: &[S], v: &[S], out: &mut [S]) {
        out[0] = S::from(300.0) * (S::from(6.0) * t).sin_cos().0;
        out[1] = S::from(500.0) * (S::from(3.0) * t).sin_cos().1;
        out[2] = S::from(0.0);
        for i in 0..3 {
            for j in 0..3 {
                out[i] -= S::from(STIFFNESS[i][j]) * q[j] + S::from(DAMPING[i][j]) * v[j];
            }
        }
    }
}

fn system(rows: usize) -> Auto<ThreeMasses> {
    Auto::new(ThreeMasses { rows, copy: None })
}

fn with_copy(stretch: f64) -> Auto<ThreeMasses> {
    Auto::new(ThreeMasses {
        rows: 2,
        copy: Some(stretch),
    })
}

fn rk4(stabilization: Stabilization) -> GeneralizedInverse {
    GeneralizedInverse::new(Integrator::Rk4, Placement::EveryPass, stabilization, "")
}

fn pairs(pairs: &[(f64, f64)]) -> Stabilization {
    let gains: Vec<_> = pairs
        .iter()
        .map(|&(alpha, beta)| (Gain::Fixed(alpha), Gain::Fixed(beta)))
        .collect();
    Stabilization::Rows(Gains::per_row(&gains).unwrap())
}

fn everywhere(alpha: f64, beta: f64) -> Stabilization {
    Stabilization::Rows(Gains::new(Gain::Fixed(alpha), Gain::Fixed(beta)).unwrap())
}

/// `(Φ₁, Φ₂)` and their rates.
fn violation(state: &State) -> [f64; 4] {
    let of = |x: &[f64]| [x[0] - 3.0 * x[1], x[0] + x[1] + x[2]];
    let ([a, b], [c, d]) = (of(state.q()), of(state.v()));
    [a, b, c, d]
}

/// Every state of a run over `end` seconds whose first mass starts at `q1`.
fn run(
    method: &dyn Method,
    system: &dyn System,
    resolution: Resolution,
    end: f64,
    q1: f64,
) -> Vec<State> {
    let mut stepper = method.prepare(system, resolution).unwrap();
    let mut state = system.initial();
    state.q_v_mut().0[0] = q1;
    let steps = (end / resolution.interval()).round() as usize;
    let mut states = vec![state.clone()];
    for _ in 0..steps {
        stepper.step(&mut state).unwrap();
        states.push(state.clone());
    }
    states
}

fn fixed(h: f64) -> Resolution {
    Resolution::Fixed(StepSize::new(h).unwrap())
}

#[test]
fn the_motion_is_the_one_found_by_elimination() {
    // Harmonic balance and a matrix exponential for the coordinate that is left, to 40 digits.
    let one_row = [
        -1.098_365_417_782_647_9,
        -0.366_121_805_927_549_3,
        -0.539_140_275_053_838_7,
        -5.532_128_752_556_969,
        -1.844_042_917_518_989_7,
        -2.760_884_964_338_172,
    ];
    let two_rows = [
        -0.604_106_629_339_791_3,
        -0.201_368_876_446_597_1,
        0.805_475_505_786_388_3,
        -3.036_600_415_901_576,
        -1.012_200_138_633_858_6,
        4.048_800_554_535_434,
    ];
    let resolution = Resolution::Adaptive {
        tolerance: Tolerance::new(1e-11).unwrap(),
        interval: StepSize::new(1.0).unwrap(),
    };
    let gains = everywhere(20.0, 100.0);
    let method =
        GeneralizedInverse::new(Integrator::Dopri5, Placement::EveryPass, gains, "").adaptive();
    for (system, expected) in [
        (system(1), one_row),
        (system(2), two_rows),
        (with_copy(1.0), two_rows),
    ] {
        let end = run(&method, &system, resolution, 30.0, 0.0).pop().unwrap();
        let found = end.q().iter().chain(end.v());
        for (found, expected) in found.zip(expected) {
            assert!((found - expected).abs() < 1e-9, "{found} {expected}");
        }
    }
}

#[test]
fn copies_of_a_row_change_nothing_and_multipliers_refuse_them() {
    let (h, end) = (2e-3, 5.0);
    let placed = |placement, stabilization| {
        GeneralizedInverse::new(Integrator::Rk4, placement, stabilization, "")
    };
    for method in [
        rk4(Stabilization::None),
        placed(Placement::EveryPass, everywhere(20.0, 100.0)),
        placed(Placement::ForwardEuler, everywhere(20.0, 100.0)),
        placed(Placement::BackwardEuler, everywhere(20.0, 100.0)),
        placed(Placement::Held, everywhere(20.0, 100.0)),
    ] {
        let without = run(&method, &system(2), fixed(h), end, 1e-3);
        for stretch in [1.0, 1e3, 1e-3] {
            let redundant = with_copy(stretch);
            assert!(matches!(
                MultiplierForm::new(&redundant).err(),
                Some(Refusal::Singular(_))
            ));
            let with = run(&method, &redundant, fixed(h), end, 1e-3);
            for (a, b) in without.iter().zip(&with) {
                let gaps = a.y().iter().zip(b.y()).map(|(a, b)| (a - b).abs());
                let gap = gaps.fold(0.0, f64::max);
                assert!(gap < 1e-10, "× {stretch}: {gap:.1e} at t = {}", a.t);
            }
        }
    }
}

#[test]
fn copies_share_the_multiplier_of_their_constraint() {
    let method = rk4(Stabilization::None);
    let lambda = |system: &Auto<ThreeMasses>| {
        let mut stepper = method.prepare(system, fixed(1e-2)).unwrap();
        let mut state = system.initial();
        stepper.step(&mut state).unwrap();
        stepper.multipliers(&state).unwrap().values.to_vec()
    };
    let alone = lambda(&system(2));
    for stretch in [1.0, 1e3, 1e-3] {
        let shared = lambda(&with_copy(stretch));
        // The smallest sum of squares of λ, rows taken with unit length, splits it evenly.
        let expected = [alone[0] / 2.0, alone[1], alone[0] / (2.0 * stretch)];
        for (found, expected) in shared.iter().zip(expected) {
            assert!(
                (found - expected).abs() < 1e-10 * expected.abs(),
                "{found} {expected}"
            );
        }
    }
}

#[test]
fn a_row_does_not_see_the_gains_of_another() {
    let phi = |second: (f64, f64)| -> Vec<f64> {
        let method = rk4(pairs(&[(20.0, 200.0), second]));
        let states = run(&method, &system(2), fixed(5e-3), 2.0, 1e-3);
        states.iter().map(|s| violation(s)[0]).collect()
    };
    let reference = phi((20.0, 200.0));
    assert!(reference[0] == 1e-3);
    for second in [(5.0, 6.25), (0.0, 0.0)] {
        for (a, b) in reference.iter().zip(phi(second)) {
            // Rounding of coordinates of order one.
            assert!((a - b).abs() < 1e-14, "{a} {b}");
        }
    }
}

/// Matrices that damp violations of equal sign in both rows better than any diagonal choice of the same spectral radius
/// `√200`; rows of R, then of S.
const R: [f64; 4] = [29.453, -0.081, 7.744, 11.098];
const S: [f64; 4] = [211.34, 280.41, 61.83, 263.40];

/// Steps of the linear equation `H'' = -R H' - S H` with `∫ |H|² dt` in the last place, by an RK-4 of its own.
fn linear(r: [f64; 4], s: [f64; 4], start: [f64; 2], h: f64, steps: usize) -> Vec<[f64; 5]> {
    let rate = |y: [f64; 5]| {
        let push = |i: usize| {
            -r[2 * i] * y[2] - r[2 * i + 1] * y[3] - s[2 * i] * y[0] - s[2 * i + 1] * y[1]
        };
        [y[2], y[3], push(0), push(1), y[0] * y[0] + y[1] * y[1]]
    };
    let mut y = [start[0], start[1], 0.0, 0.0, 0.0];
    let mut all = vec![y];
    for _ in 0..steps {
        let moved = |k: [f64; 5], f: f64| std::array::from_fn(|i| y[i] + f * k[i]);
        let k1 = rate(y);
        let k2 = rate(moved(k1, 0.5 * h));
        let k3 = rate(moved(k2, 0.5 * h));
        let k4 = rate(moved(k3, h));
        y = std::array::from_fn(|i| y[i] + h / 6.0 * (k1[i] + 2.0 * k2[i] + 2.0 * k3[i] + k4[i]));
        all.push(y);
    }
    all
}

#[test]
fn coupled_violations_obey_their_linear_equation() {
    let coupling = Coupling::matrices(&R, &S).unwrap();
    let method = rk4(Stabilization::Coupled(coupling));
    let (h, finer) = (1e-3, 10);
    let states = run(&method, &system(2), fixed(h), 1.0, 1e-3);
    let exact = linear(
        R,
        S,
        [1e-3, 1e-3],
        h / finer as f64,
        finer * (states.len() - 1),
    );
    for (state, exact) in states.iter().zip(exact.iter().step_by(finer)) {
        for (k, (found, exact)) in violation(state).iter().zip(exact).enumerate() {
            // The local error of RK-4, (|λ| h)⁵/120 with |λ| = 14, over the time constant of 100 steps.
            let size = if k < 2 { 1e-3 } else { 1e-2 };
            assert!((found - exact).abs() < 1e-6 * size, "{found} {exact}");
        }
    }
}

/// `∫ |H|² dt` for violations that start at `start`, at rest.
fn cost(r: [f64; 4], s: [f64; 4], start: [f64; 2]) -> f64 {
    let path = linear(r, s, start, 1e-3, 5000);
    path[5000][4]
}

#[test]
fn coupling_pays_in_one_direction_and_costs_in_another() {
    let diagonal =
        |alpha: f64, beta: f64| cost([alpha, 0.0, 0.0, alpha], [beta, 0.0, 0.0, beta], [1.0, 1.0]);
    // One row costs α/(2β) + 1/(2α).
    let formula = |alpha: f64, beta: f64| alpha / beta + 1.0 / alpha;
    let radius = 200.0_f64.sqrt();
    for (alpha, beta) in [(20.0, 200.0), (radius, 200.0), (20.0, 100.0)] {
        assert!((diagonal(alpha, beta) - formula(alpha, beta)).abs() < 1e-8);
    }
    let best = formula(radius, 200.0);
    assert!((best - 0.141_42).abs() < 1e-5);
    // No diagonal choice with eigenvalues within the same radius is better, oscillating or not.
    for i in 1..200 {
        for j in 1..=200 {
            let (alpha, beta) = (0.2 * f64::from(i), f64::from(j));
            let root = (alpha * alpha / 4.0 - beta).max(0.0).sqrt();
            let largest = if root > 0.0 {
                alpha / 2.0 + root
            } else {
                beta.sqrt()
            };
            assert!(largest > radius || formula(alpha, beta) > best - 1e-12);
        }
    }
    let along = cost(R, S, [1.0, 1.0]);
    assert!((along - 0.1061).abs() < 1e-4, "{along}");
    let across = cost(R, S, [1.0, -1.0]);
    assert!((across - 0.279).abs() < 1e-3, "{across}");
}

#[test]
fn the_whole_system_shows_the_same_advantage() {
    // √(E₁² + E₃²) of the paper's measures (Eqs. 20 and 24), 1/T √∫ over 30 s, from a start with both rows at 1e-3.
    let measure = |stabilization: Stabilization| {
        let h = 2e-3;
        let states = run(&rk4(stabilization), &system(2), fixed(h), 30.0, 1e-3);
        let square = |s: &State| {
            let [a, b, ..] = violation(s);
            a * a + b * b
        };
        let inner: f64 = states[1..].iter().map(square).sum();
        (h * (inner + 0.5 * square(&states[0]))).sqrt() / 30.0
    };
    let coupled = measure(Stabilization::Coupled(Coupling::matrices(&R, &S).unwrap()));
    let chosen = measure(everywhere(20.0, 200.0));
    let best = measure(everywhere(200.0_f64.sqrt(), 200.0));
    // Whatever the masses and forces do, the violations are those of the linear equation.
    for (found, cost) in [
        (coupled, cost(R, S, [1.0, 1.0])),
        (chosen, 20.0 / 200.0 + 1.0 / 20.0),
        (best, 2.0 / 200.0_f64.sqrt()),
    ] {
        let expected = 1e-3 * cost.sqrt() / 30.0;
        // Trapezoidal sums are off by (|λ| h)²/12 with |λ| = 14.
        assert!((found / expected - 1.0).abs() < 1e-4, "{found} {expected}");
    }
}

#[test]
fn eigenvalues_of_the_example_are_in_the_left_half_plane() {
    // The companion of λ² + λ R + S, and its eigenvalues to the three decimals that are published.
    let mut companion = [0.0; 16];
    for i in 0..2 {
        companion[4 * i + 2 + i] = 1.0;
        for j in 0..2 {
            companion[4 * (2 + i) + j] = -S[2 * i + j];
            companion[4 * (2 + i) + 2 + j] = -R[2 * i + j];
        }
    }
    let found = mechanics::eigenvalues(4, &companion).unwrap();
    for (re, im) in [(-10.467, 9.387), (-9.808, 9.884)] {
        let near = |x: f64, y: f64| (x - y).abs() < 6e-4;
        let pair = found
            .iter()
            .filter(|z| near(z.re, re) && near(z.im.abs(), im));
        assert_eq!(pair.count(), 2, "{found:?}");
    }
    assert!(Coupling::matrices(&R, &S).is_ok());
}
