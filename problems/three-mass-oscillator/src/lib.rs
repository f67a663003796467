//! Three driven and damped masses under linear constraints.
//!
//! **Sketch.** Three masses stand in a row, the first tied to a wall and each to the next by springs. Two of them are
//! driven with different frequencies, every mode is lightly damped, and linear relations between the
//! displacements hold whatever the forces do. The motion is linear and has a formula.
//!
//! **Coordinates.** Displacements of the masses from rest, `q = (q₁, q₂, q₃)`; `v = q'`.
//!
//! **M** = diag(m₁, m₂, m₃). **f** = P(t) - K q - C v with `P = (A₁ sin ω₁t, A₂ cos ω₂t, 0)` and the springs
//! `K = [[k₁ + k₂, -k₂, 0], [-k₂, k₂ + k₃, -k₃], [0, -k₃, k₃]]`. The damping gives each mode of the masses *without*
//! constraints the same ratio ζ: with mass-normalized modes X and frequencies Ω it is `C = M X diag(2ζΩ) Xᵀ M`, which is
//! the same as `C = 2ζ M (M⁻¹K)^½` and is computed that way, once, in double-double precision.
//!
//! **Φ** is linear with constant rows: `φ₁ = q₁ - 3 q₂`, and in some presets `φ₂ = q₁ + q₂ + q₃`. So γ = 0, and with
//! `M v' + Jᵀ λ = f` the constraint forces are `-Jᵀ λ`, that is `-λ₁ (1, -3, 0) - λ₂ (1, 1, 1)`.
//!
//! **Parameters.** Masses in kg, stiffnesses in N/m, damping ratio, amplitudes in N and frequencies in rad/s of the two
//! forces, the rows, and a displacement in m of the first mass at the start: see [`Parameters`]. The paper gives no
//! units; these fit.
//!
//! **Initial state.** At rest at the origin, which is consistent. Four presets:
//!
//! | id | rows | start |
//! | --- | --- | --- |
//! | `three-mass-oscillator` | φ₁ | consistent |
//! | `three-mass-oscillator/two-rows` | φ₁, φ₂ | consistent |
//! | `three-mass-oscillator/duplicated-row` | φ₁, φ₂, φ₁ again | consistent |
//! | `three-mass-oscillator/inconsistent-start` | φ₁ | first mass displaced by 1 mm |
//!
//! Every Runge-Kutta or multistep method keeps linear constraints exactly, because each of its accelerations satisfies
//! `J v' = 0`: from a consistent start the drift is rounding and nothing else, and only a start that violates
//! them shows what a stabilization does.
//!
//! The paper integrates over 30 s. Runs end at 2.4 s here: between one and three periods of each force and about four of
//! each mode, which shows the orders of all integrators at small cost. Published digits are compared up to 30 s.
//!
//! **Known truth.** The displacements allowed by the rows and the forces together form a linear system with constant
//! coefficients; its matrix exponential in double-double precision gives all digits of a double at any time ([`Motion`]). From
//! the displaced start it is the motion of the state projected onto the constraints in the mass metric. With the row
//! written twice the multipliers are not unique, and the truth has none.
//!
//! **Difficulty tags.** `closed-form`, `linear`, `driven`, `damped`; `redundant` where a row is written twice.
//!
//! **Origin.** Eun, Yang and Chung (2003), whose printed values leave the order of the springs and the start open: taken
//! are a row of springs from the wall and rest.

mod kernel;
mod matrix;
mod minimal;
mod motion;
mod parameters;
mod presets;
mod sketch;

pub use kernel::ThreeMassKernel;
pub use motion::Motion;
pub use parameters::{Parameters, Rows};
pub use presets::problems;

use matrix::Square;
use system::{DoubleDouble, Mechanism, ParameterError, SMatrix, Scalar, Shape, Vector3};

/// The specification: three masses in a row, with linear constraints between their displacements.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ThreeMassOscillator {
    parameters: Parameters,
    damping: Square<3>,
}

impl ThreeMassOscillator {
    /// An oscillator with these parameters.
    ///
    /// # Errors
    /// When a parameter is out of range, or masses and stiffnesses are so far apart that the modes cannot be damped.
    pub fn new(parameters: Parameters) -> Result<Self, ParameterError> {
        parameters.check()?;
        let damping = damping(&parameters).ok_or(ParameterError::impossible(
            "stiffness 1",
            parameters.stiffnesses[0],
            "masses and stiffnesses are too far apart to damp every mode",
        ))?;
        Ok(Self {
            parameters,
            damping,
        })
    }

    /// The parameters it was made with.
    pub fn parameters(&self) -> &Parameters {
        &self.parameters
    }

    /// The damping matrix C in N s/m.
    pub fn damping(&self) -> &SMatrix<DoubleDouble, 3, 3> {
        &self.damping
    }

    /// The exact motion.
    pub fn motion(&self) -> Motion {
        Motion::new(self)
    }
}

/// `C = 2ζ M (M⁻¹K)^½`: the modes of `M⁻¹K` are those of the masses, its eigenvalues their squared frequencies.
fn damping(p: &Parameters) -> Option<Square<3>> {
    let masses = p.masses.map(DoubleDouble::decimal);
    let stiffness: Square<3> = stiffness(p);
    let root = matrix::square_root(&Square::from_fn(|i, j| stiffness[(i, j)] / masses[i]))?;
    let twice = DoubleDouble::from(2.0) * DoubleDouble::decimal(p.damping_ratio);
    Some(Square::from_fn(|i, j| twice * masses[i] * root[(i, j)]))
}

/// The stiffness matrix K.
fn stiffness<S: Scalar>(p: &Parameters) -> SMatrix<S, 3, 3> {
    let [k1, k2, k3] = p.stiffnesses.map(S::decimal);
    let zero = S::zero();
    SMatrix::from([[k1 + k2, -k2, zero], [-k2, k2 + k3, -k3], [zero, -k3, k3]])
}

impl Mechanism for ThreeMassOscillator {
    fn shape(&self) -> Shape {
        Shape::new(3, self.parameters.rows.coefficients().len()).with_nonconservative_forces()
    }

    fn initial<S: Scalar>(&self) -> (Vec<S>, Vec<S>) {
        let zero = S::from(0.0);
        let displaced = S::decimal(self.parameters.displacement);
        (vec![displaced, zero, zero], vec![zero; 3])
    }

    fn constraint<S: Scalar>(&self, _t: S, q: &[S], out: &mut [S]) {
        for (row, out) in self.parameters.rows.coefficients().iter().zip(out) {
            let [a, b, c] = row.map(S::from);
            *out = a * q[0] + b * q[1] + c * q[2];
        }
    }

    fn mass<S: Scalar>(&self, _q: &[S], out: &mut [S]) {
        out.copy_from_slice(&self.parameters.masses.map(S::decimal));
    }

    fn potential<S: Scalar>(&self, _t: S, q: &[S]) -> S {
        let [k1, k2, k3] = self.parameters.stiffnesses.map(S::decimal);
        let springs =
            k1 * q[0].square() + k2 * (q[1] - q[0]).square() + k3 * (q[2] - q[1]).square();
        S::from(0.5) * springs
    }

    fn force<S: Scalar>(&self, t: S, _q: &[S], v: &[S], out: &mut [S]) {
        let [a1, a2] = self.parameters.amplitudes.map(S::decimal);
        let [w1, w2] = self.parameters.frequencies.map(S::decimal);
        let drive = [a1 * (w1 * t).sin(), a2 * (w2 * t).cos(), S::from(0.0)];
        let drag = self.damping.map(DoubleDouble::widen::<S>) * Vector3::from_column_slice(v);
        out.copy_from_slice((Vector3::from(drive) - drag).as_slice());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_damping_has_the_digits_that_modes_computed_elsewhere_give() {
        let expected = [
            (0, 0, "1.50031782160452142"),
            (0, 1, "-0.381969725732403207"),
            (0, 2, "-0.0323808729539322969"),
            (1, 1, "1.06977678644121977"),
            (1, 2, "-0.2233657358201339"),
            (2, 2, "0.37817951078302812"),
        ];
        let oscillator = ThreeMassOscillator::new(Parameters::default()).unwrap();
        for (i, j, digits) in expected {
            let expected = DoubleDouble::parse(digits).unwrap();
            // The shortest of them has sixteen digits after the point.
            for entry in [oscillator.damping[(i, j)], oscillator.damping[(j, i)]] {
                assert!(
                    (entry - expected).abs().value() < 1e-16,
                    "C{i}{j} = {entry}"
                );
            }
        }
    }
}
