//! The exact motion, as the exponential of a matrix.

use crate::matrix::{Square, exponential};
use crate::minimal::Allowed;
use crate::{Rows, ThreeMassOscillator, stiffness};
use problem::{Embedding, Truth};
use system::{DoubleDouble, SMatrix, SVector, Scalar};

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
    force: SMatrix<DoubleDouble, 3, STATES>,
    generator: Square<STATES>,
    start: SVector<DoubleDouble, STATES>,
}

impl Motion {
    /// The motion of `oscillator`.
    pub(crate) fn new(oscillator: &ThreeMassOscillator) -> Self {
        let p = oscillator.parameters();
        let zero = DoubleDouble::ZERO;
        let masses = p.masses.map(DoubleDouble::decimal);
        let mut force = SMatrix::<DoubleDouble, 3, STATES>::zeros();
        force.fixed_view_mut::<3, 3>(0, 0).copy_from(&-stiffness(p));
        force
            .fixed_view_mut::<3, 3>(0, 3)
            .copy_from(&-oscillator.damping);
        let [a1, a2] = p.amplitudes.map(DoubleDouble::decimal);
        force[(0, 6)] = a1;
        force[(1, 9)] = a2;

        let mut generator: Square<STATES> = Square::zeros();
        generator
            .fixed_view_mut::<3, 3>(0, 3)
            .fill_diagonal(DoubleDouble::from(1.0));
        for direction in p.rows.directions() {
            let d = direction.map(DoubleDouble::from);
            let mass = (0..3).fold(zero, |sum, i| sum + masses[i] * d[i].square());
            for column in 0..STATES {
                let along = (0..3).fold(zero, |sum, i| sum + d[i] * force[(i, column)]);
                for i in 0..3 {
                    generator[(3 + i, column)] += d[i] * along / mass;
                }
            }
        }
        for (at, frequency) in [6, 8].into_iter().zip(p.frequencies) {
            generator[(at, at + 1)] = DoubleDouble::decimal(frequency);
            generator[(at + 1, at)] = -DoubleDouble::decimal(frequency);
        }

        let mut start = SVector::<DoubleDouble, STATES>::zeros();
        let allowed = Allowed(*oscillator);
        allowed.place(&allowed.start().0, &mut start.as_mut_slice()[..3]);
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
        let z = exponential(&(self.generator * DoubleDouble::decimal(t))) * self.start;
        let (rates, force) = (self.generator * z, self.force * z);
        // What the rows have to take up: Jᵀ λ = f - M v'.
        let [first, _, third]: [DoubleDouble; 3] =
            std::array::from_fn(|i| force[i] - self.masses[i] * rates[3 + i]);
        let lambda = match self.rows {
            Rows::One => Some(vec![first.value()]),
            Rows::Two => Some(vec![(first - third).value(), third.value()]),
            Rows::Duplicated => None,
        };
        let round = |z: &[DoubleDouble]| z.iter().map(|z| z.value()).collect();
        Truth {
            t,
            q: round(&z.as_slice()[..3]),
            v: round(&z.as_slice()[3..6]),
            lambda,
        }
    }
}
