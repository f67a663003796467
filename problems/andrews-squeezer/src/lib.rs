//! Andrews' squeezing mechanism: seven bodies, three loops, one degree of freedom.
//!
//! **Sketch.** A motor drives a short crank K1 about the origin with a constant torque. The rod K2 joins it to a common
//! joint E, and three more chains hold E: the rocker K3, which turns about B and is pulled by a spring towards C, and
//! two arms from A, K5 with K4 and K7 with K6, that squeeze and open like the legs of a pair of compasses. Within
//! 0.03 s the crank turns two and a half times, and accelerations reach 5.7·10⁵ rad/s².
//!
//! **Coordinates.** `q = (β, Θ, γ, Φ, δ, Ω, ε)`: crank, rod relative to the crank, rocker, K4 relative to K5, K5, K6
//! relative to K7, K7; `v = q'`. With `u(a) = (cos a, sin a)` and `n(a) = (sin a, -cos a)` the mass centres are
//!
//! ```text
//! K1  ra u(β)                           K2  rr u(β) - da u(β+Θ)
//! K3  B + sa n(γ) + sb u(γ)
//! K5  A + ta u(δ) - tb n(δ)             K4  A + zt u(δ) + (e - ea) n(Φ+δ)
//! K7  A + ua n(ε) - ub u(ε)             K6  A + u n(ε) + (zf - fa) u(Ω+ε)
//! ```
//!
//! **M** has the blocks (β, Θ), γ, (Φ, δ), (Ω, ε). A pair is a double pendulum, whose bodies have the inertias `a` and
//! `b` about their inner joints and the coupling `c` between their rates: `b`, `b + c` and `a + b + 2 c`. The couplings
//! change with the angle between the bodies, `-m₂ da rr cos Θ`, `m₄ zt (e - ea) sin Φ`, `-m₆ u (zf - fa) sin Ω`.
//!
//! **f**: the torque on β, the spring `½ c₀ (L - l₀)²` between C and `B + sd u(γ) + sc n(γ)`, and the centrifugal
//! forces of M. There is no gravity.
//!
//! **Φ** has two rows for each loop, in the order and with the signs of the test set, so that multipliers agree:
//! `E - B - ss n(γ)`, `E - A - zt u(δ) - e n(Φ+δ)` and `E - A - u n(ε) - zf u(Ω+ε)` with `E = rr u(β) - d u(β+Θ)`.
//!
//! **Parameters.** Torque, stiffness and rest length of the spring, the crank angle at the start, and a spring that
//! takes the place of the joint between K2 and K3. Masses and lengths are those of the literature (see `data.rs`, also
//! for misprints in circulation).
//!
//! **Initial state.** At rest, with the rod in line with the crank (Θ = 0): the published 30 digits follow from that by
//! crossing circles, and are computed here. The IFToMM version starts from β = -0.062 instead.
//!
//! **Known truth.** Stored digits, computed in double-double precision by two routes that share neither coordinates nor
//! constraints. They agree with two independent quadruple-precision codes to all published digits. The end values that
//! circulate with the test set hold 9 digits in β: in every component they are the motion 1.0·10⁻¹² s later.
//!
//! **Difficulty tags.** `planar`, `closed-loop`, `driven`, `stored-digits`; `stiff` for the spring joint, `long-run` for 0.05 s.
//!
//! **Origin.** Andrews' mechanism became a standard test through Schiehlen's handbook (1990), the textbook of Hairer and
//! Wanner and the test set for IVP solvers; it is problem A03 of the IFToMM library and example 5 of Bayo and Ledesma
//! (1996). They also replace "one of the elements" by a spring of 10⁸ N/m, without saying which, and report that the
//! results stay the same. Here it is the joint between K2 and K3 that becomes a spring, of no rest length; it oscillates
//! with 39·10³ and 91·10³ rad/s, and after 0.03 s the crank lags 1.7·10⁻³ rad behind the rigid mechanism.

mod bodies;
mod closure;
mod couple;
mod data;
mod inertia;
mod kernel;
mod parameters;
mod planar;
mod presets;
mod sketch;

pub use kernel::SqueezerKernel;
pub use parameters::{Crank, Parameters};
pub use presets::problems;

use closure::{across, along, closed, crank_in_line, point};
use data::{A, B, C, D, E, RR, SC, SD, SS, U, ZF, ZT};
use inertia::{Pair, rocker_inertia};
use solvers::kernels;
use system::bits::{blocks, drawn};
use system::{DoubleDouble, MassLayout, Mechanism, ParameterError, Pattern, Scalar, Shape};

/// The velocities that each loop touches, two rows a loop, for which the solver is compiled.
const THREE_LOOPS: u64 = drawn(&[
    "xxx....", //
    "xxx....", //
    "xx.xx..", //
    "xx.xx..", //
    "xx...xx", //
    "xx...xx",
]);

/// The rows of the two closed loops when the first one is open.
const TWO_LOOPS: u64 = THREE_LOOPS >> 14;

/// The velocities that the mass couples.
const COUPLED: u64 = blocks(7, &BLOCKS);
const BLOCKS: [usize; 4] = [2, 1, 2, 2];

/// The specification: seven angles and the loops between them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Squeezer {
    parameters: Parameters,
    /// All angles at the start.
    start: [DoubleDouble; 7],
}

impl Squeezer {
    /// A squeezer with these parameters.
    ///
    /// # Errors
    /// When a parameter is out of range.
    pub fn new(parameters: Parameters) -> Result<Self, ParameterError> {
        parameters.check()?;
        // With these lengths the crank can turn all the way round, so that every angle closes the loops.
        let beta = match parameters.crank {
            Crank::InLine => crank_in_line(),
            Crank::At(beta) => DoubleDouble::decimal(beta),
        };
        Ok(Self {
            parameters,
            start: closed(beta),
        })
    }

    /// The parameters it was made with.
    pub fn parameters(&self) -> &Parameters {
        &self.parameters
    }
}

impl Squeezer {
    /// Φ with all six rows; a loose joint makes the first two of them the stretch of its spring.
    fn loops<S: Scalar>(q: &[S]) -> [S; 6] {
        let [beta, theta, gamma, phi, delta, omega, epsilon] = std::array::from_fn(|k| q[k]);
        let e = along(RR, beta) - along(D, beta + theta);
        let (from_a, from_b) = (e - point(A), e - point(B));
        let rocker = from_b - across(SS, gamma);
        let first = from_a - along(ZT, delta) - across(E, phi + delta);
        let second = from_a - across(U, epsilon) - along(ZF, omega + epsilon);
        [rocker.x, rocker.y, first.x, first.y, second.x, second.y]
    }
}

impl Mechanism for Squeezer {
    fn shape(&self) -> Shape {
        let (rows, rod_and_rocker, kernel) = match self.parameters.joint_stiffness {
            None => (
                6,
                [vec![0, 1], vec![0, 1], vec![2]],
                kernels::varying::<7, 6, THREE_LOOPS, COUPLED>(),
            ),
            Some(_) => (
                4,
                [vec![0, 1, 2], vec![0, 1, 2], vec![0, 1, 2]],
                kernels::varying::<7, 4, TWO_LOOPS, COUPLED>(),
            ),
        };
        let arms = [vec![3, 4], vec![3, 4], vec![5, 6], vec![5, 6]];
        let forces = Pattern::from_rows(7, rod_and_rocker.into_iter().chain(arms));
        let loops = [vec![0, 1, 2], vec![0, 1, 3, 4], vec![0, 1, 5, 6]];
        let loops = loops.iter().flat_map(|row| [row.clone(), row.clone()]);
        let loops = Pattern::from_rows(7, loops.skip(6 - rows));
        Shape::new(7, rows)
            .with_nonconservative_forces()
            .with_configuration_dependent_mass()
            .with_mass(MassLayout::Blocks(BLOCKS.to_vec()))
            .and_then(|shape| shape.with_rows(loops))
            .and_then(|shape| shape.with_force_rows(forces))
            .and_then(|shape| shape.with_solver_kernel(kernel))
            .expect("the blocks cover seven velocities, and there is a row for each force and each loop")
    }

    fn initial<S: Scalar>(&self) -> (Vec<S>, Vec<S>) {
        let angles = self.start.iter().map(|angle| angle.widen());
        (angles.collect(), vec![S::from(0.0); 7])
    }

    fn constraint<S: Scalar>(&self, _t: S, q: &[S], out: &mut [S]) {
        let rows = Self::loops(q);
        out.copy_from_slice(&rows[rows.len() - out.len()..]);
    }

    fn mass<S: Scalar>(&self, q: &[S], out: &mut [S]) {
        // The rod points back along the crank at Θ = 0, K4 is at right angles to K5 at Φ = 0, and K6 to K7 at Ω = 0,
        // on the other side.
        let mass = |pair: Pair<S>, cos: S| pair.mass(pair.coupling * cos);
        let [crank, both, rod] = mass(Pair::crank_and_rod(), -q[1].cos());
        let [five, four_and_five, four] = mass(Pair::first_arm(), q[3].sin());
        let [seven, six_and_seven, six] = mass(Pair::second_arm(), -q[5].sin());
        out.copy_from_slice(&[
            crank,
            both,
            both,
            rod,
            rocker_inertia(),
            four,
            four_and_five,
            four_and_five,
            five,
            six,
            six_and_seven,
            six_and_seven,
            seven,
        ]);
    }

    fn potential<S: Scalar>(&self, _t: S, q: &[S]) -> S {
        let half = S::from(0.5);
        let reach = point::<S>(B) - point(C) + along(SD, q[2]) + across(SC, q[2]);
        let stretch = reach.dot(&reach).sqrt() - S::decimal(self.parameters.spring_length);
        let spring = half * S::decimal(self.parameters.spring_stiffness) * stretch.square();
        match self.parameters.joint_stiffness {
            None => spring,
            Some(stiffness) => {
                let [x, y, ..] = Self::loops(q);
                spring + half * S::decimal(stiffness) * (x.square() + y.square())
            }
        }
    }

    fn force<S: Scalar>(&self, _t: S, _q: &[S], _v: &[S], out: &mut [S]) {
        out[0] = S::decimal(self.parameters.torque);
    }
}

#[cfg(test)]
mod tests;
