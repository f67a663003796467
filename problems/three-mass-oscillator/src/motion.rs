//! The exact motion, as the exponential of a matrix.

use crate::matrix::{Square, apply, build, dot, exponential, scaled};
use crate::minimal::Allowed;
use crate::{Rows, ThreeMassOscillator, stiffness};
use mechanics::{DoubleDouble, Embedding, Scalar, Truth};

/// `z = (q, v, sin ω₁t, cos ω₁t, sin ω₂t, cos ω₂t)`.
const STATES: usize = 10;

/// The motion from the initial state, projected onto the constraints if need be.
///
/// Constraint forces vanish along the directions d that the rows allow. As these are orthogonal in the mass metric,
///
/// ```text
/// v' = B f,   B = Σ d dᵀ/(dᵀ M d),   f = P - K q - C v
/// ```
///
/// and since sines and cosines are the derivatives of each other, displacements, velocities and forces together satisfy
/// `z' = A z` with a constant matrix: `z(t) = e^{At} z(0)`.
#[derive(Clone, Debug)]
pub struct Motion {
    rows: Rows,
    masses: [DoubleDouble; 3],
    /// f as a function of z.
    force: [[DoubleDouble; STATES]; 3],
    generator: Square<STATES>,
    start: [DoubleDouble; STATES],
}

impl Motion {
    /// The motion of `oscillator`.
    pub(crate) fn new(oscillator: &ThreeMassOscillator) -> Self {
        let p = oscillator.parameters();
        let zero = DoubleDouble::ZERO;
        let masses = p.masses.map(DoubleDouble::decimal);
        let stiffness: Square<3> = stiffness(p);
        let mut force = [[zero; STATES]; 3];
        for i in 0..3 {
            for j in 0..3 {
                force[i][j] = -stiffness[i][j];
                force[i][3 + j] = -oscillator.damping()[i][j];
            }
        }
        let [a1, a2] = p.amplitudes.map(DoubleDouble::decimal);
        force[0][6] = a1;
        force[1][9] = a2;

        let mut generator: Square<STATES> = build(|_, _| zero);
        for i in 0..3 {
            generator[i][3 + i] = DoubleDouble::from(1.0);
        }
        for direction in p.rows.directions() {
            let d = direction.map(DoubleDouble::from);
            let mass = (0..3).fold(zero, |sum, i| sum + masses[i] * d[i].square());
            for column in 0..STATES {
                let along = (0..3).fold(zero, |sum, i| sum + d[i] * force[i][column]);
                for i in 0..3 {
                    generator[3 + i][column] += d[i] * along / mass;
                }
            }
        }
        for (at, frequency) in [6, 8].into_iter().zip(p.frequencies) {
            generator[at][at + 1] = DoubleDouble::decimal(frequency);
            generator[at + 1][at] = -DoubleDouble::decimal(frequency);
        }

        let mut start = [zero; STATES];
        let allowed = Allowed(*oscillator);
        allowed.place(&allowed.start().0, &mut start[..3]);
        start[7] = DoubleDouble::from(1.0);
        start[9] = DoubleDouble::from(1.0);
        Self {
            rows: p.rows,
            masses,
            force,
            generator,
            start,
        }
    }

    /// The state and its multipliers at time `t`.
    pub fn at(&self, t: f64) -> Truth {
        let passed = scaled(&self.generator, DoubleDouble::decimal(t));
        let z = apply(&exponential(&passed), &self.start);
        let rates = apply(&self.generator, &z);
        // What the rows have to take up: Jᵀ λ = f - M v'.
        let [first, _, third]: [DoubleDouble; 3] = std::array::from_fn(|i| {
            let force = dot(&self.force[i], &z);
            force - self.masses[i] * rates[3 + i]
        });
        let lambda = match self.rows {
            Rows::One => Some(vec![first.value()]),
            Rows::Two => Some(vec![(first - third).value(), third.value()]),
            Rows::Duplicated => None,
        };
        let round = |z: &[DoubleDouble]| z.iter().map(|z| z.value()).collect();
        Truth {
            t,
            q: round(&z[..3]),
            v: round(&z[3..6]),
            lambda,
        }
    }
}
