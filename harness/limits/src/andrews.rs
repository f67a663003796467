//! Accelerations and multipliers of Andrews' squeezing mechanism at one state, with the structure of its equations
//! used on paper.
//!
//! Seven angles `q = (β, Θ, γ, Φ, δ, Ω, ε)` and three loops of two rows each, all of which end in the common joint:
//! crank and rod on one side, the rocker or one of two arms on the other. Every body is a vector that turns with its
//! absolute angle, so one sine and cosine per body is all there is to compute. With `P` the two columns of crank and rod
//! (the same in every loop) and `Q_k` the columns of chain k, the Schur complement `S = J M⁻¹ Jᵀ` consists of the 2 × 2
//! matrices
//!
//! ```text
//! S_kl = A + δ_kl D_k      A = P M₀⁻¹ Pᵀ      D_k = Q_k M_k⁻¹ Q_kᵀ
//! ```
//!
//! [`accelerate`] forms S from these and solves `S λ = J M⁻¹ f - γ =: r` by `L D Lᵀ` of fixed size. That is what the
//! generic path does, without the generality, and what it is compared with.
//!
//! The result is `v' = M⁻¹ (f - Jᵀ λ)` and λ with `M v' + Jᵀ λ = f`, `J v' = γ`.

pub mod dopri5;

/// Accelerations and multipliers.
pub type Result = ([f64; 7], [f64; 6]);

/// The published start, at rest.
pub const START: [f64; 7] = [
    -0.061_713_890_014_276_45,
    0.0,
    0.455_279_819_163_070_4,
    0.222_668_390_165_885_9,
    0.487_364_979_543_842_55,
    -0.222_668_390_165_885_9,
    1.230_547_444_549_821_2,
];

// Bodies K1 to K7 with their masses, inertias and lengths, as in the test set for IVP solvers.
const M: [f64; 7] = [
    0.04325, 0.00365, 0.02373, 0.00706, 0.07050, 0.00706, 0.05498,
];
const I: [f64; 7] = [
    2.194e-6, 4.410e-7, 5.255e-6, 5.667e-7, 1.169e-5, 5.667e-7, 1.912e-5,
];
const RR: f64 = 0.007;
const D: f64 = 0.028;
const SS: f64 = 0.035;
const SC: f64 = 0.018;
const SD: f64 = 0.02;
const ZT: f64 = 0.04;
const E: f64 = 0.02;
const U: f64 = 0.04;
const ZF: f64 = 0.02;
/// From the fixed end of the spring to the bearing of the rocker.
const C_TO_B: Planar = [-0.03635 - 0.014, 0.03273 - 0.072];
const STIFFNESS: f64 = 4530.0;
const REST_LENGTH: f64 = 0.07785;
const TORQUE: f64 = 0.033;

const ROCKER: f64 = I[2] + M[2] * (0.01874 * 0.01874 + 0.01043 * 0.01043);
const CRANK_AND_ROD: Pair = Pair::new(I[0] + M[0] * 0.00092 * 0.00092, RR, 1, D, 0.0115);
const FIRST_ARM: Pair = Pair::new(
    I[4] + M[4] * (0.02308 * 0.02308 + 0.00916 * 0.00916),
    ZT,
    3,
    E,
    E - 0.01421,
);
const SECOND_ARM: Pair = Pair::new(
    I[6] + M[6] * (0.01228 * 0.01228 + 0.00449 * 0.00449),
    U,
    5,
    ZF,
    ZF - 0.01421,
);

type Planar = [f64; 2];

/// Two bodies that follow each other: inertias of the first angle and of the relative one, and the coupling as a
/// multiple of the product of their vectors.
struct Pair {
    first: f64,
    second: f64,
    coupling: f64,
}

/// Inverse mass matrix and centrifugal forces of a pair, first angle before relative one.
struct Turning {
    inverse: [f64; 3],
    force: [f64; 2],
}

impl Pair {
    const fn new(inertia: f64, length: f64, k: usize, second_length: f64, centre: f64) -> Self {
        Self {
            first: inertia + M[k] * length * length,
            second: I[k] + M[k] * centre * centre,
            coupling: M[k] * centre / second_length,
        }
    }

    #[inline(always)]
    fn at(&self, a: Planar, b: Planar, rate: f64, relative: f64) -> Turning {
        let c = self.coupling * (a[0] * b[0] + a[1] * b[1]);
        let slope = self.coupling * (a[1] * b[0] - a[0] * b[1]);
        let mixed = self.second + c;
        // (first + second + 2 c) second - (second + c)² without its cancellation.
        let scale = 1.0 / (self.first * self.second - c * c);
        Turning {
            inverse: [
                scale * self.second,
                -scale * mixed,
                scale * (self.first + mixed + c),
            ],
            force: [
                -slope * relative * (2.0 * rate + relative),
                slope * rate * rate,
            ],
        }
    }
}

/// A chain that ends in the common joint: two columns of J, the same times M⁻¹, its accelerations without
/// constraints and what they and the rates give the joint.
struct Chain {
    columns: [Planar; 2],
    solved: [Planar; 2],
    free: [f64; 2],
    /// `J M⁻¹ f - γ`.
    rest: Planar,
}

impl Chain {
    #[inline(always)]
    fn new(a: Planar, b: Planar, rates: [f64; 2], pair: &Turning, force: [f64; 2]) -> Self {
        let [xx, xy, yy] = pair.inverse;
        let columns = [[-a[1] - b[1], a[0] + b[0]], [-b[1], b[0]]];
        let mix = |i: usize| {
            let [p, q] = [columns[0][i], columns[1][i]];
            [xx * p + xy * q, xy * p + yy * q]
        };
        let (x, y) = (mix(0), mix(1));
        let free = [xx * force[0] + xy * force[1], xy * force[0] + yy * force[1]];
        let (first, both) = (rates[0] * rates[0], math::powi(rates[0] + rates[1], 2));
        let rest = |i: usize| {
            (columns[0][i] * free[0] + columns[1][i] * free[1]) - (first * a[i] + both * b[i])
        };
        Self {
            columns,
            solved: [[x[0], y[0]], [x[1], y[1]]],
            free,
            rest: [rest(0), rest(1)],
        }
    }

    /// `Q M⁻¹ Qᵀ` as xx, xy, yy.
    #[inline(always)]
    fn flexibility(&self) -> [f64; 3] {
        let entry = |i: usize, j: usize| {
            self.columns[0][i] * self.solved[0][j] + self.columns[1][i] * self.solved[1][j]
        };
        [entry(0, 0), entry(0, 1), entry(1, 1)]
    }

    /// Accelerations under the force λ on the joint.
    #[inline(always)]
    fn pushed(&self, [x, y]: Planar) -> [f64; 2] {
        let push = |k: usize| self.free[k] + (self.solved[k][0] * x + self.solved[k][1] * y);
        [push(0), push(1)]
    }
}

/// The four chains at one state.
struct Loops {
    crank: Chain,
    rocker: Planar,
    rocker_free: f64,
    rocker_rest: Planar,
    arms: [Chain; 2],
}

#[inline(always)]
fn along(length: f64, angle: f64) -> Planar {
    let (sin, cos) = math::sin_cos(angle);
    [length * cos, length * sin]
}

#[inline(always)]
fn across(length: f64, angle: f64) -> Planar {
    let (sin, cos) = math::sin_cos(angle);
    [length * sin, -length * cos]
}

impl Loops {
    #[inline(always)]
    fn at(q: &[f64; 7], v: &[f64; 7]) -> Self {
        let (crank, rod) = (along(RR, q[0]), along(-D, q[0] + q[1]));
        let (five, four) = (along(ZT, q[4]), across(E, q[3] + q[4]));
        let (seven, six) = (across(U, q[6]), along(ZF, q[5] + q[6]));
        let (sin, cos) = math::sin_cos(q[2]);

        let lever = [SD * cos + SC * sin, SD * sin - SC * cos];
        let spring = [C_TO_B[0] + lever[0], C_TO_B[1] + lever[1]];
        let length = (spring[0] * spring[0] + spring[1] * spring[1]).sqrt();
        let moment = spring[1] * lever[0] - spring[0] * lever[1];
        let rocker_free = -(STIFFNESS / ROCKER) * (1.0 - REST_LENGTH / length) * moment;
        let rocker = [SS * cos, SS * sin];
        let square = v[2] * v[2];

        let turning = CRANK_AND_ROD.at(crank, rod, v[0], v[1]);
        let force = [turning.force[0] + TORQUE, turning.force[1]];
        let first = FIRST_ARM.at(five, four, v[4], v[3]);
        let second = SECOND_ARM.at(seven, six, v[6], v[5]);
        Self {
            crank: Chain::new(crank, rod, [v[0], v[1]], &turning, force),
            rocker,
            rocker_free,
            rocker_rest: [
                rocker[0] * rocker_free - square * rocker[1],
                rocker[1] * rocker_free + square * rocker[0],
            ],
            arms: [
                Chain::new(five, four, [v[4], v[3]], &first, first.force),
                Chain::new(seven, six, [v[6], v[5]], &second, second.force),
            ],
        }
    }

    /// `r = J M⁻¹ f - γ`, loop by loop.
    #[inline(always)]
    fn rest(&self) -> [Planar; 3] {
        let of = |other: Planar| {
            let here = self.crank.rest;
            [here[0] - other[0], here[1] - other[1]]
        };
        [
            of(self.rocker_rest),
            of(self.arms[0].rest),
            of(self.arms[1].rest),
        ]
    }

    /// `D₁` as xx, xy, yy.
    #[inline(always)]
    fn rocker_flexibility(&self) -> [f64; 3] {
        let [x, y] = self.rocker;
        let (px, py) = (x * (1.0 / ROCKER), y * (1.0 / ROCKER));
        [px * x, px * y, py * y]
    }

    /// Accelerations from the multipliers.
    #[inline(always)]
    fn accelerations(&self, lambda: [Planar; 3], sum: Planar) -> [f64; 7] {
        let [beta, theta] = self.crank.pushed([-sum[0], -sum[1]]);
        let [delta, phi] = self.arms[0].pushed(lambda[1]);
        let [epsilon, omega] = self.arms[1].pushed(lambda[2]);
        let pull = self.rocker[0] * lambda[0][0] + self.rocker[1] * lambda[0][1];
        let gamma = self.rocker_free + pull * (1.0 / ROCKER);
        [beta, theta, gamma, phi, delta, omega, epsilon]
    }
}

/// Accelerations and multipliers by `L D Lᵀ` of the Schur complement.
#[inline(never)]
pub fn accelerate(q: &[f64; 7], v: &[f64; 7]) -> Result {
    let loops = Loops::at(q, v);
    let a = loops.crank.flexibility();
    let diagonal = [
        loops.rocker_flexibility(),
        loops.arms[0].flexibility(),
        loops.arms[1].flexibility(),
    ];
    // The lower triangle of S, then L with D on the diagonal.
    let mut s = [[0.0; 6]; 6];
    for k in 0..3 {
        let d = diagonal[k];
        for l in 0..k {
            (s[2 * k][2 * l], s[2 * k][2 * l + 1]) = (a[0], a[1]);
            (s[2 * k + 1][2 * l], s[2 * k + 1][2 * l + 1]) = (a[1], a[2]);
        }
        s[2 * k][2 * k] = a[0] + d[0];
        s[2 * k + 1][2 * k] = a[1] + d[1];
        s[2 * k + 1][2 * k + 1] = a[2] + d[2];
    }
    let [[r0, r1], [r2, r3], [r4, r5]] = loops.rest();
    let mut x = [r0, r1, r2, r3, r4, r5];
    let mut inverse = [0.0; 6];
    eliminate::<0>(&mut s, &mut x, &mut inverse);
    eliminate::<1>(&mut s, &mut x, &mut inverse);
    eliminate::<2>(&mut s, &mut x, &mut inverse);
    eliminate::<3>(&mut s, &mut x, &mut inverse);
    eliminate::<4>(&mut s, &mut x, &mut inverse);
    eliminate::<5>(&mut s, &mut x, &mut inverse);
    for j in (0..6).rev() {
        let mut sum = x[j] * inverse[j];
        for i in j + 1..6 {
            sum -= s[i][j] * x[i];
        }
        x[j] = sum;
    }
    let lambda = [[x[0], x[1]], [x[2], x[3]], [x[4], x[5]]];
    let sum = [x[0] + x[2] + x[4], x[1] + x[3] + x[5]];
    (loops.accelerations(lambda, sum), x)
}

/// Column `J` of `L D Lᵀ`, with the right-hand side as one more row; a constant, so that all loops are unrolled.
#[inline(always)]
fn eliminate<const J: usize>(s: &mut [[f64; 6]; 6], x: &mut [f64; 6], inverse: &mut [f64; 6]) {
    inverse[J] = 1.0 / s[J][J];
    let mut l = [0.0; 6];
    for i in J + 1..6 {
        l[i] = s[i][J] * inverse[J];
    }
    for i in J + 1..6 {
        for k in J + 1..=i {
            s[i][k] -= l[i] * s[k][J];
        }
        x[i] -= l[i] * x[J];
    }
    for i in J + 1..6 {
        s[i][J] = l[i];
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::numbers;
    use approx::assert_relative_eq;

    /// State after 0.03 s, by its published digits.
    pub(super) fn end() -> [[f64; 7]; 2] {
        let q = "15.810771195153707 -15.75637105841184 0.0408222401196458 -0.5347301163420796
            0.5244099658799541 0.5347301163420796 1.048080741041938";
        let v = "1139.920302259106 -1424.3792951775402 11.032911910618594 19.29337410503204
            0.5735699148295025 -19.29337410503204 0.3231791492491309";
        [q, v].map(numbers)
    }

    /// Accelerations and multipliers at the start and after 0.03 s, by their published digits.
    fn results() -> [Result; 2] {
        let at_start = (
            "14222.443919954114 -10666.832939965585 0 0 0 0 0",
            "98.56687039624109 -6.122688344255663 0 0 0 0",
        );
        let at_end = (
            "-24631.763122874633 51850.31963646423 324102.6007075786 566749.4220009953
            16743.635418345443 -566749.4220009953 9826.507801544163",
            "199.1753481045386 -29.755309974971763 23.06654361162215
            31.452725275771137 22.642494786394378 11.617392352611256",
        );
        [at_start, at_end].map(|(a, lambda)| (numbers(a), numbers(lambda)))
    }

    fn holds(found: Result, (a, lambda): Result) {
        for k in 0..7 {
            // Relative to the largest acceleration, which rounded angles move by about 1e-12 of it.
            let scale = a.iter().fold(0.0_f64, |s, x| s.max(x.abs()));
            assert_relative_eq!(found.0[k], a[k], epsilon = 2e-12 * scale);
        }
        for k in 0..6 {
            assert_relative_eq!(found.1[k], lambda[k], epsilon = 4e-10);
        }
    }

    #[test]
    fn accelerations_and_multipliers_are_the_published_ones() {
        let ([at_start, at_end], [q, v]) = (results(), end());
        holds(accelerate(&START, &[0.0; 7]), at_start);
        holds(accelerate(&q, &v), at_end);
    }
}
