//! Feedback in which rows act on each other, `u = -R w - S Φ` with full matrices (Eun 2003, Eq. 26).

use stepping::{
    BrokenSymmetry, Gain, Integrator, Law, Parameter, Refusal, Symmetry, Tuning, broken,
};
use system::{Feedback, Shape, eigenvalues};
use thiserror::Error;

/// Eigenvalues are in the left half plane if their distance from the axis exceeds this fraction of the largest, so that
/// rounding does not decide.
const ROUNDING: f64 = 1e-12;

/// Gain matrices R and S under which violations decay.
#[derive(Clone, Debug, PartialEq)]
pub struct Coupling(Kind);

#[derive(Clone, Debug, PartialEq)]
enum Kind {
    /// Row-major matrices for `rows` rows.
    Matrices {
        rows: usize,
        r: Vec<f64>,
        s: Vec<f64>,
    },
    /// `R = α G`, `S = β G` with `G = I + κ C`.
    Even { alpha: f64, beta: f64, kappa: f64 },
}

/// Gain matrices that are refused.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
pub enum CouplingError {
    /// A matrix is not square.
    #[error("{name} has {entries} entries, which is no square")]
    NotSquare {
        /// The name of the matrix, R or S.
        name: &'static str,
        /// How many entries it has.
        entries: usize,
    },
    /// The matrices are for different numbers of rows.
    #[error("R is for {r} rows and S for {s}")]
    Sizes {
        /// Rows of R.
        r: usize,
        /// Rows of S.
        s: usize,
    },
    /// An entry is not finite.
    #[error("entry ({row}, {column}) of {name} must be finite, got {value}")]
    NotFinite {
        /// The name of the matrix, R or S.
        name: &'static str,
        /// Row, from one.
        row: usize,
        /// Column, from one.
        column: usize,
        /// The entry.
        value: f64,
    },
    /// Violations would not decay.
    #[error("violations would not decay: eigenvalue {re:.3}{im:+.3}i of λ² + λ R + S")]
    Unstable {
        /// Real part of the eigenvalue farthest to the right.
        re: f64,
        /// Its imaginary part.
        im: f64,
    },
    /// A gain of the rule is not positive.
    #[error("{name} must be positive and finite, got {value}")]
    Gain {
        /// The name of the gain.
        name: &'static str,
        /// Its value.
        value: f64,
    },
    /// The coupling of the rule is out of range.
    #[error("coupling must be at least 0 and below 1, got {0}")]
    Kappa(f64),
}

impl Coupling {
    /// Explicit matrices, row by row, for systems with as many rows as they have.
    ///
    /// # Errors
    /// When they are not square, not of the same size or not finite, or when a root of `det(λ² I + λ R + S) = 0`
    /// does not lie in the left half plane.
    pub fn matrices(r: &[f64], s: &[f64]) -> Result<Self, CouplingError> {
        let (rows, of_s) = (side("R", r)?, side("S", s)?);
        if rows != of_s {
            return Err(CouplingError::Sizes { r: rows, s: of_s });
        }
        if let Some((re, im)) = unstable(rows, rows, r, s) {
            return Err(CouplingError::Unstable { re, im });
        }
        Ok(Self(Kind::Matrices {
            rows,
            r: r.to_vec(),
            s: s.to_vec(),
        }))
    }

    /// A rule for any number m of rows: `R = α G`, `S = β G`, `G = I + κ C`, where C couples each row evenly with all
    /// others, `C_ij = 1/(m - 1)`. It does not depend on the order of the rows, and copies of a row with the same
    /// length are treated alike, so that they stay consistent.
    ///
    /// Violations always decay. C has the eigenvalues 1 and `-1/(m - 1)`, so G is symmetric and positive definite for
    /// `0 ≤ κ < 1`. With `w' = -G (α w + β Φ)` and `Φ' = w`, or zero for a nonholonomic row, the function
    /// `½ wᵀ G⁻¹ w + ½ β ΦᵀΦ` falls at the rate `α wᵀw` until `w = 0`, where Φ must be zero too.
    ///
    /// # Errors
    /// When a gain is not positive or not finite, or κ not in `[0, 1)`.
    pub fn even(alpha: f64, beta: f64, kappa: f64) -> Result<Self, CouplingError> {
        for (name, value) in [("alpha", alpha), ("beta", beta)] {
            if !(value > 0.0 && value.is_finite()) {
                return Err(CouplingError::Gain { name, value });
            }
        }
        if !(0.0..1.0).contains(&kappa) {
            return Err(CouplingError::Kappa(kappa));
        }
        Ok(Self(Kind::Even { alpha, beta, kappa }))
    }

    /// The gains and the coupling as parameters; full matrices in words only.
    pub(crate) fn tuning(&self) -> Tuning {
        match &self.0 {
            Kind::Matrices { rows, .. } => format!("full matrices R, S for {rows} rows").into(),
            Kind::Even { alpha, beta, kappa } => {
                Tuning::from(Gain::Fixed(*alpha).of_first_order("α"))
                    .with(", ")
                    .with(Gain::Fixed(*beta).of_second_order("β"))
                    .then("rows coupled by ")
                    .with(Parameter::new("κ", *kappa, ""))
            }
        }
    }

    /// The same with a time constant that is wrong: R times `factor` and S times its square. `None` where these are no
    /// gains.
    pub(crate) fn detuned(&self, factor: f64) -> Option<Self> {
        let (first, second) = (factor, factor * factor);
        match &self.0 {
            Kind::Matrices { r, s, .. } => {
                let times = |factor: f64, a: &[f64]| -> Vec<f64> {
                    a.iter().map(|entry| factor * entry).collect()
                };
                Self::matrices(&times(first, r), &times(second, s)).ok()
            }
            Kind::Even { alpha, beta, kappa } => {
                Self::even(first * alpha, second * beta, *kappa).ok()
            }
        }
    }

    /// The symmetries that this feedback breaks on top of its integrator.
    pub(crate) fn breaks(&self, integrator: Integrator) -> Vec<BrokenSymmetry> {
        // Whatever the entries are, they are numbers in 1/s and 1/s² that act.
        let mut broken = broken::by_feedback(integrator, &[Gain::Fixed(1.0)]);
        let (scaling, permutation) = match &self.0 {
            Kind::Even { kappa, .. } => (*kappa > 0.0, false),
            Kind::Matrices { rows, r, s } => {
                let off_diagonal = |at: usize| !at.is_multiple_of(rows + 1);
                let couples = |a: &[f64]| (0..a.len()).any(|k| off_diagonal(k) && a[k] != 0.0);
                // Rows can change places if all diagonal entries are equal, and all others.
                let special = |a: &[f64]| {
                    let like = |k: usize| if off_diagonal(k) { 1 } else { 0 };
                    (0..a.len()).any(|k| a[k] != a[like(k)])
                };
                (couples(r) || couples(s), special(r) || special(s))
            }
        };
        if scaling {
            broken.push(BrokenSymmetry::new(
                Symmetry::RowScaling,
                "a coupling adds up violations of different rows, whatever their units",
            ));
        }
        if permutation {
            broken.push(BrokenSymmetry::new(
                Symmetry::RowPermutation,
                "entries belong to places among the rows, not to constraints",
            ));
        }
        broken
    }

    /// The law of feedback for systems of this shape.
    ///
    /// # Errors
    /// When there are matrices for another number of rows, or nonholonomic rows on which they are not stable.
    pub(crate) fn law(&self, shape: &Shape) -> Result<CoupledLaw<'_>, Refusal> {
        let m = shape.constraints();
        match &self.0 {
            Kind::Matrices { rows, r, s } => {
                if *rows != m {
                    let (given, rows) = (*rows, m);
                    return Err(Refusal::Gains { given, rows });
                }
                if let Some((re, im)) = unstable(shape.holonomic(), m, r, s) {
                    return Err(Refusal::Unstable { re, im });
                }
                Ok(CoupledLaw::Matrices { r, s })
            }
            &Kind::Even { alpha, beta, kappa } => Ok(CoupledLaw::Even {
                feedback: Feedback { alpha, beta },
                // One row has no others.
                to_others: kappa / (m.max(2) - 1) as f64,
            }),
        }
    }
}

/// The number of rows of a square matrix with finite entries.
fn side(name: &'static str, a: &[f64]) -> Result<usize, CouplingError> {
    let (entries, n) = (a.len(), a.len().isqrt());
    if n * n != entries {
        return Err(CouplingError::NotSquare { name, entries });
    }
    match a.iter().position(|x| !x.is_finite()) {
        Some(k) => Err(CouplingError::NotFinite {
            name,
            row: k / n + 1,
            column: k % n + 1,
            value: a[k],
        }),
        None => Ok(n),
    }
}

/// The eigenvalue farthest to the right of the equation that violations obey, unless it is in the left half plane:
/// `Φ' = w`, `w' = -R w - S Φ`, where only the first `holonomic` of all `rows` rows have a Φ. Without nonholonomic
/// rows these are the roots of `det(λ² I + λ R + S) = 0`.
fn unstable(holonomic: usize, rows: usize, r: &[f64], s: &[f64]) -> Option<(f64, f64)> {
    let n = holonomic + rows;
    let mut a = vec![0.0; n * n];
    for i in 0..holonomic {
        a[i * n + holonomic + i] = 1.0;
    }
    for i in 0..rows {
        let row = &mut a[(holonomic + i) * n..(holonomic + i + 1) * n];
        for j in 0..holonomic {
            row[j] = -s[i * rows + j];
        }
        for j in 0..rows {
            row[holonomic + j] = -r[i * rows + j];
        }
    }
    // Eigenvalues that are not found are not known to be stable.
    let Some(found) = eigenvalues(n, &a) else {
        return Some((f64::INFINITY, 0.0));
    };
    let largest = found
        .iter()
        .fold(0.0, |l: f64, z| l.max(math::hypot(z.re, z.im)));
    let rightmost = found.iter().max_by(|x, y| x.re.total_cmp(&y.re))?;
    (rightmost.re >= -ROUNDING * largest).then_some((rightmost.re, rightmost.im))
}

/// The law of feedback for a given number of rows.
pub(crate) enum CoupledLaw<'a> {
    /// `u = -R w - S Φ`.
    Matrices { r: &'a [f64], s: &'a [f64] },
    /// `u = -G z`, `z = α w + β Φ`.
    Even {
        feedback: Feedback,
        /// Entries of `κ C` off the diagonal.
        to_others: f64,
    },
}

impl Law for CoupledLaw<'_> {
    fn set_step(&mut self, _h: f64) {}

    fn uniform(&self) -> Option<Feedback> {
        None
    }

    fn push(&self, phi: &[f64], w: &[f64], u: &mut [f64]) {
        match self {
            Self::Matrices { r, s } => {
                let m = u.len().max(1);
                for ((u, r), s) in u.iter_mut().zip(r.chunks(m)).zip(s.chunks(m)) {
                    *u = -dot(r, w) - dot(s, phi);
                }
            }
            Self::Even {
                feedback: Feedback { alpha, beta },
                to_others,
            } => {
                let mut total = 0.0;
                for ((u, w), phi) in u.iter_mut().zip(w).zip(phi) {
                    *u = alpha * w + beta * phi;
                    total += *u;
                }
                for u in u {
                    *u = -*u - to_others * (total - *u);
                }
            }
        }
    }
}

fn dot(x: &[f64], y: &[f64]) -> f64 {
    x.iter().zip(y).map(|(x, y)| x * y).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The matrices of the rule for `m` rows.
    fn even(m: usize, alpha: f64, beta: f64, kappa: f64) -> (Vec<f64>, Vec<f64>) {
        let entry = |k: usize| match k % (m + 1) {
            0 => 1.0,
            _ => kappa / (m - 1) as f64,
        };
        let g: Vec<f64> = (0..m * m).map(entry).collect();
        let times = |factor: f64| g.iter().map(|g| factor * g).collect();
        (times(alpha), times(beta))
    }

    #[test]
    fn what_is_wrong_with_matrices_is_said() {
        let good = [2.0, 0.0, 0.0, 2.0];
        let message = |r: &[f64], s: &[f64]| Coupling::matrices(r, s).unwrap_err().to_string();
        assert_eq!(
            message(&[1.0; 3], &good),
            "R has 3 entries, which is no square"
        );
        assert_eq!(
            message(&good, &[1.0; 5]),
            "S has 5 entries, which is no square"
        );
        assert_eq!(message(&good, &[1.0]), "R is for 2 rows and S for 1");
        assert_eq!(
            message(&good, &[1.0, 2.0, f64::NAN, 1.0]),
            "entry (2, 1) of S must be finite, got NaN"
        );
        // λ² - λ + 1 has the roots ½ ± ½√3 i.
        let said = message(&[-1.0], &[1.0]);
        assert!(
            said.starts_with("violations would not decay: eigenvalue 0.500")
                && said.contains("0.866i"),
            "{said}"
        );
        // Neither undamped nor at rest off the constraint is decay.
        assert!(Coupling::matrices(&[0.0], &[1.0]).is_err());
        assert!(Coupling::matrices(&[1.0], &[0.0]).is_err());
    }

    #[test]
    fn what_is_wrong_with_the_rule_is_said() {
        let message = |a, b, k| Coupling::even(a, b, k).unwrap_err().to_string();
        assert_eq!(
            message(0.0, 1.0, 0.5),
            "alpha must be positive and finite, got 0"
        );
        assert_eq!(
            message(1.0, f64::INFINITY, 0.5),
            "beta must be positive and finite, got inf"
        );
        for kappa in [-0.1, 1.0, f64::NAN] {
            assert_eq!(
                message(1.0, 1.0, kappa),
                format!("coupling must be at least 0 and below 1, got {kappa}")
            );
        }
    }

    #[test]
    fn the_rule_is_stable_for_any_number_of_rows_of_either_kind() {
        for m in 2..=9 {
            for kappa in [0.0, 0.3, 0.99] {
                let (r, s) = even(m, 20.0, 100.0, kappa);
                assert!(Coupling::matrices(&r, &s).is_ok(), "{m} rows, κ = {kappa}");
                for holonomic in 0..=m {
                    assert_eq!(unstable(holonomic, m, &r, &s), None);
                }
            }
        }
    }

    #[test]
    fn the_rule_pushes_like_its_matrices() {
        let m = 5;
        let (r, s) = even(m, 20.0, 100.0, 0.4);
        let explicit = Coupling::matrices(&r, &s).unwrap();
        let rule = Coupling::even(20.0, 100.0, 0.4).unwrap();
        let shape = Shape::new(8, m);
        let (phi, w) = ([0.3, -0.1, 0.7, 0.2, -0.9], [1.0, 0.5, -2.0, 0.1, 0.4]);
        let (mut u, mut v) = ([0.0; 5], [0.0; 5]);
        explicit.law(&shape).unwrap().push(&phi, &w, &mut u);
        rule.law(&shape).unwrap().push(&phi, &w, &mut v);
        for (u, v) in u.iter().zip(v) {
            assert!((u - v).abs() < 1e-12, "{u} {v}");
        }
        // One row has nothing to be coupled with.
        let mut u = [0.0];
        let law = rule.law(&Shape::new(2, 1)).unwrap();
        law.push(&[1.0], &[2.0], &mut u);
        assert_eq!(u, [-140.0]);
    }

    #[test]
    fn matrices_fit_their_number_of_rows_and_the_kind_of_them() {
        // Stable on two position constraints: λ⁴ + 4λ³ + 5λ² + 2λ + 1. With a velocity constraint for the second row
        // λ³ + 4λ² + 4λ - 1 is left, which has a positive root.
        let coupling = Coupling::matrices(&[3.0, 1.0, 0.0, 1.0], &[1.0, 0.0, 2.0, 1.0]).unwrap();
        assert!(coupling.law(&Shape::new(3, 2)).is_ok());
        let mixed = Shape::new(3, 1).with_nonholonomic(1);
        let refusal = coupling.law(&mixed).err().unwrap();
        let Refusal::Unstable { re, im } = refusal else {
            panic!("{refusal}")
        };
        assert!(im == 0.0 && (math::powi(re, 3) + 4.0 * re * re + 4.0 * re - 1.0).abs() < 1e-12);
        assert_eq!(
            refusal.to_string(),
            "the feedback lets violations grow: eigenvalue 0.206+0.000i"
        );
        let other = coupling.law(&Shape::new(3, 1)).err();
        assert_eq!(other, Some(Refusal::Gains { given: 2, rows: 1 }));
    }

    #[test]
    fn couplings_break_what_they_mix() {
        let breaks = |coupling: Coupling, symmetry| {
            let broken = coupling.breaks(Integrator::Rk4);
            broken.iter().any(|b| b.symmetry == symmetry)
        };
        let full = Coupling::matrices(&[3.0, 1.0, 0.0, 1.0], &[1.0, 0.0, 2.0, 1.0]).unwrap();
        let alike = Coupling::matrices(&[3.0, 1.0, 1.0, 3.0], &[2.0, 1.0, 1.0, 2.0]).unwrap();
        let diagonal = Coupling::matrices(&[3.0, 0.0, 0.0, 3.0], &[2.0, 0.0, 0.0, 2.0]).unwrap();
        let rule = Coupling::even(20.0, 100.0, 0.5).unwrap();
        for (coupling, scaling, permutation) in [
            (full, true, true),
            (alike, true, false),
            (diagonal, false, false),
            (rule, true, false),
        ] {
            let found = breaks(coupling.clone(), Symmetry::RowScaling);
            assert_eq!(found, scaling, "{coupling:?}");
            let found = breaks(coupling.clone(), Symmetry::RowPermutation);
            assert_eq!(found, permutation, "{coupling:?}");
        }
    }

    #[test]
    fn a_wrong_time_constant_changes_r_by_its_factor_and_s_by_its_square() {
        let rule = Coupling::even(20.0, 100.0, 0.4).unwrap();
        let wrong = Coupling::even(60.0, 900.0, 0.4).unwrap();
        assert_eq!(rule.detuned(3.0), Some(wrong));
        let explicit = Coupling::matrices(&[3.0, 1.0, 0.0, 1.0], &[1.0, 0.0, 2.0, 1.0]).unwrap();
        let wrong = Coupling::matrices(&[9.0, 3.0, 0.0, 3.0], &[9.0, 0.0, 18.0, 9.0]).unwrap();
        assert_eq!(explicit.detuned(3.0), Some(wrong));
        for coupling in [rule, explicit] {
            assert_eq!(coupling.detuned(-1.0), None);
        }
    }
}
