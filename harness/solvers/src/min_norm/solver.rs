//! Accelerations by pseudo-inverse: the smallest correction in the mass metric, for any rank of J.
//!
//! ```text
//! a = M⁻¹ f + M^-½ (J M^-½)⁺ (γ - J M⁻¹ f)
//! ```
//!
//! Where the rows are clearly independent this is `M⁻¹ f + M⁻¹ Jᵀ S⁻¹ (γ - J M⁻¹ f)`, and the factorization of
//! [`Kkt`] is used. Everywhere else a singular value decomposition decides which rows depend on others. It costs ten
//! times as much on small systems and hundreds of times as much on large ones.

use super::decomposition::Decomposition;
use super::independence::Independence;
use crate::{Kkt, Singular};
use system::{Feedback, Reaction, Shape, Terms};

/// Rows are clearly independent when the smallest eigenvalue of their Gram matrix exceeds this. The smallest singular
/// value is then about 1e-4 of the largest, seven decades above the cut-off of the decomposition, and the Schur
/// complement keeps eight digits.
const CLEARLY: f64 = 1e-8;

/// Solves `M a + Jᵀ λ = f`, `J a = γ` in the least-squares sense, whatever the rank of J. Of all possible multipliers
/// it gives those of smallest norm, for rows scaled to unit length.
pub struct MinNorm {
    shape: Shape,
    kkt: Kkt,
    independence: Independence,
    decomposition: Decomposition,
    /// Whether the last matrix was decomposed; otherwise it was factored by `kkt`.
    decomposed: bool,
}

impl MinNorm {
    /// Buffers for systems of this shape.
    pub fn new(shape: &Shape) -> Self {
        Self {
            shape: shape.clone(),
            kkt: Kkt::new(shape),
            independence: Independence::new(shape),
            decomposition: Decomposition::new(shape),
            decomposed: false,
        }
    }

    /// Factors or decomposes the matrix of `terms`.
    ///
    /// # Errors
    /// When the mass matrix is not positive definite and rows do not make the system regular, or a value is not
    /// finite.
    pub fn factor(&mut self, terms: &Terms) -> Result<(), Singular> {
        self.decomposed = !self.factor_independent(terms);
        if !self.decomposed {
            return Ok(());
        }
        self.decomposition.factor(terms).or_else(|singular| {
            // There is no mass metric, but accelerations and multipliers may still exist.
            self.decomposed = false;
            self.kkt.factor(terms).map_err(|_| singular)
        })
    }

    /// Factors by `kkt` and returns whether the rows are clearly independent.
    fn factor_independent(&mut self, terms: &Terms) -> bool {
        let Self {
            shape,
            kkt,
            independence,
            ..
        } = self;
        kkt.factor_definite(terms).is_ok() && independence.estimate(shape, terms, kkt) > CLEARLY
    }

    /// Number of independent rows found by the last [`MinNorm::factor`].
    pub fn rank(&self) -> usize {
        if self.decomposed {
            self.decomposition.rank()
        } else {
            self.shape.constraints()
        }
    }

    /// Acceleration and multipliers for the force `f` and the right-hand side `γ`.
    #[inline]
    pub fn solve(&mut self, f: &[f64], gamma: &[f64], a: &mut [f64], lambda: &mut [f64]) {
        if self.decomposed {
            self.decomposition.solve(f, gamma, a, lambda);
        } else {
            self.kkt.solve(f, gamma, a, lambda);
        }
    }

    /// The smallest acceleration in the mass metric with `J a = γ` in the least-squares sense.
    pub fn correct(&mut self, gamma: &[f64], a: &mut [f64], lambda: &mut [f64]) {
        if self.decomposed {
            self.decomposition.correct(gamma, a, lambda);
        } else {
            self.kkt.correct(gamma, a, lambda);
        }
    }

    /// The acceleration for the matrix of `terms` under linear feedback, with multipliers and velocity residual
    /// in `reaction`: [`MinNorm::factor`] and [`MinNorm::solve`] in one call.
    ///
    /// # Errors
    /// As [`MinNorm::factor`].
    #[inline(always)]
    pub fn accelerate(
        &mut self,
        terms: &Terms,
        v: &[f64],
        feedback: Feedback,
        reaction: &mut Reaction,
        a: &mut [f64],
    ) -> Result<(), Singular> {
        self.factor(terms)?;
        reaction.aim(&self.shape, terms, v, feedback);
        self.solve(&terms.force, &reaction.aim, a, &mut reaction.lambda);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples::{chain, neighbours};
    use approx::assert_abs_diff_eq;
    use system::{MassLayout, Pattern};

    /// Accelerations and multipliers by both ways.
    fn both(shape: &Shape, terms: &Terms) -> [(Vec<f64>, Vec<f64>); 2] {
        let (n, m) = (shape.n_v(), shape.constraints());
        let mut min_norm = MinNorm::new(shape);
        min_norm.factor(terms).unwrap();
        assert!(!min_norm.decomposed, "{n} × {m}");
        assert_eq!(min_norm.rank(), m);
        let mut decomposition = Decomposition::new(shape);
        decomposition.factor(terms).unwrap();
        assert_eq!(decomposition.rank(), m);
        let mut fast = (vec![0.0; n], vec![0.0; m]);
        let mut slow = fast.clone();
        let (f, gamma) = (&terms.force, &terms.gamma);
        min_norm.solve(f, gamma, &mut fast.0, &mut fast.1);
        decomposition.solve(f, gamma, &mut slow.0, &mut slow.1);
        [fast, slow]
    }

    #[test]
    fn independent_rows_take_the_short_way_to_the_same_answer() {
        for m in [1, 2, 5, 40] {
            let n = 2 * m + 2;
            for layout in [
                MassLayout::Diagonal,
                MassLayout::Blocks([vec![3; n / 3], vec![1; n % 3]].concat()),
                MassLayout::Dense,
                neighbours(n),
            ] {
                let (shape, terms) = chain(m, layout);
                let [fast, slow] = both(&shape, &terms);
                for (x, y) in [(&fast.0, &slow.0), (&fast.1, &slow.1)] {
                    let size = y.iter().fold(1.0, |s: f64, y| s.max(y.abs()));
                    for (x, y) in x.iter().zip(y) {
                        assert_abs_diff_eq!(x, y, epsilon = 1e-12 * size);
                    }
                }
            }
        }
    }

    /// The rows of a chain, and one of them again, moved by `delta` of its length and stretched by `stretch`.
    fn copied(layout: MassLayout, m: usize, delta: f64, stretch: f64) -> (Shape, Terms) {
        let (_, original) = chain(m, layout.clone());
        let n = 2 * m + 2;
        let columns = |i: usize| (2 * i..2 * i + 4).collect::<Vec<_>>();
        let (from, to) = (m / 2, m);
        let rows = Pattern::from_rows(n, (0..m).chain([from]).map(columns));
        let shape = Shape::new(n, m + 1).with_mass(layout).unwrap();
        let shape = shape.with_rows(rows).unwrap();
        let mut terms = Terms::new(&shape);
        terms.mass.copy_from_slice(&original.mass);
        terms.force.copy_from_slice(&original.force);
        terms.jacobian[..4 * m].copy_from_slice(&original.jacobian);
        terms.gamma[..m].copy_from_slice(&original.gamma);
        let row: Vec<f64> = original.jacobian[4 * from..4 * from + 4].to_vec();
        let length = row.iter().map(|x| x * x).sum::<f64>().sqrt();
        for k in 0..4 {
            let moved = row[k] + if k == 1 { delta * length } else { 0.0 };
            terms.jacobian[4 * to + k] = stretch * moved;
        }
        terms.gamma[to] = stretch * original.gamma[from];
        (shape, terms)
    }

    #[test]
    fn a_row_that_differs_by_less_than_the_cut_off_is_a_copy() {
        for m in [2, 5, 30] {
            let n = 2 * m + 2;
            for layout in [MassLayout::Diagonal, MassLayout::Dense, neighbours(n)] {
                let (shape, terms) = chain(m, layout.clone());
                let (mut a, mut b) = (vec![0.0; n], vec![0.0; n]);
                let mut without = MinNorm::new(&shape);
                without.factor(&terms).unwrap();
                without.solve(&terms.force, &terms.gamma, &mut a, &mut vec![0.0; m]);
                for stretch in [1.0, 1e3, 1e-3] {
                    for (delta, rank) in [(0.0, m), (1e-14, m), (1e-12, m), (1e-9, m + 1)] {
                        let (shape, terms) = copied(layout.clone(), m, delta, stretch);
                        let mut with = MinNorm::new(&shape);
                        with.factor(&terms).unwrap();
                        assert_eq!(with.rank(), rank, "{m} rows, δ = {delta}, × {stretch}");
                        let mut lambda = vec![0.0; m + 1];
                        with.solve(&terms.force, &terms.gamma, &mut b, &mut lambda);
                        if delta == 0.0 {
                            let size = a.iter().fold(1.0, |s: f64, a| s.max(a.abs()));
                            for (a, b) in a.iter().zip(&b) {
                                assert_abs_diff_eq!(a, b, epsilon = 1e-11 * size);
                            }
                            // Equal shares, rows taken with unit length.
                            let share = stretch * lambda[m];
                            let scale = share.abs().max(1.0);
                            assert_abs_diff_eq!(lambda[m / 2], share, epsilon = 1e-11 * scale);
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn inconsistent_copies_share_the_residual() {
        let (shape, mut terms) = copied(MassLayout::Diagonal, 5, 0.0, 1.0);
        terms.gamma[5] += 1e-3;
        let mut min_norm = MinNorm::new(&shape);
        min_norm.factor(&terms).unwrap();
        let (mut a, mut lambda) = (vec![0.0; 12], vec![0.0; 6]);
        min_norm.solve(&terms.force, &terms.gamma, &mut a, &mut lambda);
        let mut found = vec![0.0; 6];
        shape.rows().multiply(&terms.jacobian, &a, &mut found);
        for i in 0..6 {
            let residual = match i {
                2 => 5e-4,
                5 => -5e-4,
                _ => 0.0,
            };
            assert_abs_diff_eq!(found[i] - terms.gamma[i], residual, epsilon = 1e-12);
        }
    }

    #[test]
    fn large_pivots_alone_do_not_make_rows_independent() {
        // Two rows at an angle δ, and their difference at unit length. The pivot of the second is δ², that of the
        // third nothing but rounding divided by δ²: often large, with either sign.
        let (x, y) = ([0.6, 0.48, 0.64], [-0.8, 0.36, 0.48]);
        let shape = Shape::new(3, 3);
        let (mut kkt, mut min_norm) = (Kkt::new(&shape), MinNorm::new(&shape));
        let mut deceived = 0;
        for delta in (2..40).map(|k| 1e-5 * f64::from(k)) {
            let mut terms = Terms::new(&shape);
            terms.mass.fill(1.0);
            for k in 0..3 {
                terms.jacobian[k] = x[k];
                terms.jacobian[3 + k] = x[k] + delta * y[k];
                terms.jacobian[6 + k] = y[k];
            }
            deceived += usize::from(kkt.factor_definite(&terms).is_ok());
            min_norm.factor(&terms).unwrap();
            assert_eq!(min_norm.rank(), 2, "δ = {delta}");
        }
        assert!(deceived > 5, "pivots looked large only {deceived} times");
    }

    #[test]
    fn a_mass_that_only_the_rows_make_regular_is_still_solved() {
        let shape = Shape::new(2, 1);
        let mut terms = Terms::new(&shape);
        terms.mass.copy_from_slice(&[0.0, 2.0]);
        terms.jacobian.copy_from_slice(&[1.0, 0.0]);
        terms.force.copy_from_slice(&[3.0, 4.0]);
        terms.gamma[0] = 5.0;
        let mut min_norm = MinNorm::new(&shape);
        min_norm.factor(&terms).unwrap();
        let (mut a, mut lambda) = ([0.0; 2], [0.0]);
        min_norm.solve(&terms.force, &terms.gamma, &mut a, &mut lambda);
        assert_abs_diff_eq!(a[0], 5.0, epsilon = 1e-14);
        assert_abs_diff_eq!(a[1], 2.0, epsilon = 1e-14);
        assert_abs_diff_eq!(lambda[0], 3.0, epsilon = 1e-14);
        terms.jacobian.copy_from_slice(&[0.0, 1.0]);
        assert!(min_norm.factor(&terms).is_err());
    }
}
