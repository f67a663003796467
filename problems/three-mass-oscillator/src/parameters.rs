//! The parameters of the oscillator and their ranges.

use system::ParameterError;
use system::parameters::{all_finite, all_positive, finite};

/// Which rows hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rows {
    /// `q₁ = 3 q₂`.
    One,
    /// `q₁ = 3 q₂` and `q₁ + q₂ + q₃ = 0`.
    Two,
    /// Both rows, with the first one repeated.
    Duplicated,
}

impl Rows {
    /// The coefficients of each row.
    pub fn coefficients(self) -> &'static [[f64; 3]] {
        const ALL: [[f64; 3]; 3] = [[1.0, -3.0, 0.0], [1.0, 1.0, 1.0], [1.0, -3.0, 0.0]];
        match self {
            Self::One => &ALL[..1],
            Self::Two => &ALL[..2],
            Self::Duplicated => &ALL,
        }
    }

    /// The displacements that the rows allow, as a basis that is orthogonal for every diagonal mass.
    pub fn directions(self) -> &'static [[f64; 3]] {
        match self {
            Self::One => &[[3.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
            Self::Two | Self::Duplicated => &[[3.0, 1.0, -4.0]],
        }
    }
}

/// The parameters of an oscillator.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Parameters {
    /// Masses in kg.
    pub masses: [f64; 3],
    /// Stiffnesses in N/m: wall to first mass, first to second, second to third.
    pub stiffnesses: [f64; 3],
    /// Damping of each mode of the masses without constraints, relative to critical.
    pub damping_ratio: f64,
    /// Amplitudes in N of the sine on the first and of the cosine on the second mass.
    pub amplitudes: [f64; 2],
    /// Their angular frequencies in rad/s.
    pub frequencies: [f64; 2],
    /// Which rows hold.
    pub rows: Rows,
    /// Displacement of the first mass at the start, in m; violates the rows unless it is zero.
    pub displacement: f64,
}

impl Default for Parameters {
    /// The printed values with one row, started from rest at the origin.
    fn default() -> Self {
        Self {
            masses: [3.0, 3.0, 1.0],
            stiffnesses: [300.0, 200.0, 100.0],
            damping_ratio: 0.02,
            amplitudes: [300.0, 500.0],
            frequencies: [6.0, 3.0],
            rows: Rows::One,
            displacement: 0.0,
        }
    }
}

impl Parameters {
    /// Refuses parameters that are out of range.
    pub(crate) fn check(&self) -> Result<(), ParameterError> {
        let ([m1, m2, m3], [k1, k2, k3]) = (self.masses, self.stiffnesses);
        all_positive([("mass 1", m1), ("mass 2", m2), ("mass 3", m3)])?;
        all_positive([
            ("stiffness 1", k1),
            ("stiffness 2", k2),
            ("stiffness 3", k3),
        ])?;
        if finite("damping ratio", self.damping_ratio)? < 0.0 {
            return Err(ParameterError::impossible(
                "damping ratio",
                self.damping_ratio,
                "a damper takes energy away",
            ));
        }
        let ([a1, a2], [w1, w2]) = (self.amplitudes, self.frequencies);
        all_finite([("amplitude 1", a1), ("amplitude 2", a2)])?;
        all_finite([("frequency 1", w1), ("frequency 2", w2)])?;
        all_finite([("displacement", self.displacement)])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_allowed_directions_violate_no_row_and_fill_the_rest() {
        for rows in [Rows::One, Rows::Two, Rows::Duplicated] {
            for row in rows.coefficients() {
                for d in rows.directions() {
                    let violation: f64 = row.iter().zip(d).map(|(r, d)| r * d).sum();
                    assert_eq!(violation, 0.0);
                }
            }
            let independent = rows.coefficients().len().min(2);
            assert_eq!(independent + rows.directions().len(), 3);
        }
    }
}
