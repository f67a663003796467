//! Dense kernels for small systems, compiled for fixed sizes where those are known to matter.
//!
//! One source of the algebra serves both: called with constant sizes on local arrays it is unrolled into
//! registers, called with run-time sizes on slices it loops. Fixed kernels are reached through a function
//! pointer chosen at construction.

use crate::{Mass, Singular};
use system::Pattern;
use vocabulary::planted::{self, Defect};

/// Smallest pivot, relative to the diagonal it came from, for which the square-root-free Cholesky
/// factorization of the Schur complement is trusted. Its pivots are squares of distances to singularity,
/// so ten of sixteen digits are gone here and the indefinite solver takes over.
pub(crate) const SMALLEST_PIVOT: f64 = 1e-10;

/// Storage of one Schur complement `S = J M⁻¹ Jᵀ = L D Lᵀ`.
pub(crate) struct Schur {
    n: usize,
    m: usize,
    /// J, row-major `m × n`.
    jacobian: Vec<f64>,
    /// M⁻¹ Jᵀ, stored row by row like J.
    y: Vec<f64>,
    /// S, row-major `m × m`; after factoring, L above its diagonal and the parts of D that [`factor`] stores on and
    /// beside it.
    s: Vec<f64>,
    /// Diagonals of the adjugates of the 2 × 2 blocks of D; for a single last row the reciprocal of its pivot.
    inverse_d: Vec<f64>,
}

impl Schur {
    pub(crate) fn new(n: usize, m: usize) -> Self {
        Self {
            n,
            m,
            jacobian: vec![0.0; n * m],
            y: vec![0.0; n * m],
            s: vec![0.0; m * m],
            inverse_d: vec![0.0; m],
        }
    }

    /// Forms and factors S for the factored `mass`.
    pub(crate) fn factor(
        &mut self,
        rows: &Pattern,
        mass: &Mass,
        jacobian: &[f64],
    ) -> Result<(), Singular> {
        if rows.is_dense() {
            self.jacobian.copy_from_slice(jacobian);
        } else {
            // Entries outside of the pattern stay zero.
            for (i, row) in self.jacobian.chunks_exact_mut(self.n.max(1)).enumerate() {
                for (&c, &value) in rows.columns(i).iter().zip(&jacobian[rows.range(i)]) {
                    row[c] = value;
                }
            }
        }
        self.y.copy_from_slice(&self.jacobian);
        for row in self.y.chunks_exact_mut(self.n.max(1)) {
            mass.solve(row);
        }
        self.decompose()
    }

    /// Forms and factors S from J and `M⁻¹ Jᵀ`, out of line so that the loops above keep their registers.
    #[inline(never)]
    fn decompose(&mut self) -> Result<(), Singular> {
        let (s, d) = (&mut self.s, &mut self.inverse_d);
        let all = |_, _| true;
        factor(self.n, self.m, &self.jacobian, &self.y, s, d, all, all)
    }

    /// With `a = M⁻¹ f` on entry computes `λ = S⁻¹ (J a - γ)`, then `a -= M⁻¹ Jᵀ λ`.
    pub(crate) fn solve(&self, gamma: &[f64], a: &mut [f64], lambda: &mut [f64]) {
        lambda.copy_from_slice(gamma);
        let (jacobian, y) = (&self.jacobian, &self.y);
        solve(
            self.n,
            self.m,
            jacobian,
            y,
            &self.s,
            &self.inverse_d,
            a,
            lambda,
            |_, _| true,
            |_, _| true,
        );
    }
}

/// `S = J Yᵀ = L D Lᵀ` with pivots of two rows at a time. The time in small systems goes into divisions that wait for
/// each other, and a 2 × 2 block needs only one. L is unit lower triangular and stored transposed, above the diagonal
/// of `s`. Each block of D stores the reciprocal of its determinant in the place of its first diagonal entry, and its
/// off-diagonal entry next to that.
///
/// Bounds are constants with a condition inside, because the compiler unrolls those and would not unroll a triangle.
/// Pairs of rows are counted one by one for the same reason: with `step_by(2)` the double pendulum took 20 % longer.
/// Entries of J and Y that are zero according to `in_row` and `in_solved` are left out.
#[inline(always)]
#[expect(
    clippy::too_many_arguments,
    reason = "the factors of one matrix, in parts"
)]
pub(crate) fn factor(
    n: usize,
    m: usize,
    jacobian: &[f64],
    y: &[f64],
    s: &mut [f64],
    inverse_d: &mut [f64],
    in_row: impl Fn(usize, usize) -> bool,
    in_solved: impl Fn(usize, usize) -> bool,
) -> Result<(), Singular> {
    for i in 0..m {
        let row = &jacobian[i * n..(i + 1) * n];
        for k in 0..m {
            if k <= i {
                let both = |j: usize| in_row(i, j) && in_solved(k, j);
                s[i * m + k] = dot(row, &y[k * n..(k + 1) * n], both);
            }
        }
        // Until its pivot is reached, this is the diagonal entry that the pivot is compared with.
        inverse_d[i] = s[i * m + i];
    }
    for pair in 0..m.div_ceil(2) {
        let p = 2 * pair;
        let first = s[p * m + p];
        check(p, first, inverse_d[p])?;
        if p + 1 == m {
            inverse_d[p] = 1.0 / first;
            continue;
        }
        let (cross, second) = (s[(p + 1) * m + p], s[(p + 1) * m + p + 1]);
        let determinant = first * second - cross * cross;
        check(p + 1, determinant, first * inverse_d[p + 1])?;
        // Products with the adjugate come first, because they need not wait for the division.
        let inverse = 1.0 / determinant;
        (s[p * m + p], inverse_d[p], inverse_d[p + 1]) = (inverse, second, first);
        s[p * m + p + 1] = cross;
        for i in 0..m {
            if i > p + 1 {
                let (u, w) = (s[i * m + p], s[i * m + p + 1]);
                let (x, z) = (u * second - w * cross, w * first - u * cross);
                (s[p * m + i], s[(p + 1) * m + i]) = (x * inverse, z * inverse);
                for j in 0..m {
                    if j > p + 1 && j <= i {
                        s[i * m + j] -= (x * s[j * m + p] + z * s[j * m + p + 1]) * inverse;
                    }
                }
            }
        }
    }
    Ok(())
}

/// Fails unless a pivot is larger than [`SMALLEST_PIVOT`] × the entry it came from. NaN fails too, and so does an
/// infinite entry, since no pivot is greater.
#[inline(always)]
pub(crate) fn check(row: usize, pivot: f64, entry: f64) -> Result<(), Singular> {
    let smallest = match planted::is(Defect::PivotThreshold) {
        true => 1.0 / 3.0,
        false => SMALLEST_PIVOT,
    };
    if pivot > smallest * entry {
        Ok(())
    } else {
        Err(Singular::new(row, pivot / entry))
    }
}

/// With `a = M⁻¹ f` and γ in `lambda` on entry computes `λ = S⁻¹ (J a - γ)`, then `a -= Yᵀ λ`.
///
/// Entries of J and Y that are zero according to `in_row` and `in_solved` are left out.
#[inline(always)]
#[expect(
    clippy::too_many_arguments,
    reason = "the factors of one matrix, in parts"
)]
pub(crate) fn solve(
    n: usize,
    m: usize,
    jacobian: &[f64],
    y: &[f64],
    s: &[f64],
    inverse_d: &[f64],
    a: &mut [f64],
    lambda: &mut [f64],
    in_row: impl Fn(usize, usize) -> bool,
    in_solved: impl Fn(usize, usize) -> bool,
) {
    for i in 0..m {
        let row = &jacobian[i * n..(i + 1) * n];
        lambda[i] = dot(row, a, |k| in_row(i, k)) - lambda[i];
    }
    for pair in 0..m.div_ceil(2) {
        let p = 2 * pair;
        for i in 0..m {
            if i > p + 1 {
                lambda[i] -= s[p * m + i] * lambda[p] + s[(p + 1) * m + i] * lambda[p + 1];
            }
        }
    }
    // Each pair of multipliers acts on `a` as soon as it is known.
    for back in 0..m.div_ceil(2) {
        let p = (m - 1) / 2 * 2 - 2 * back;
        let first = &y[p * n..(p + 1) * n];
        if p + 1 == m {
            lambda[p] *= inverse_d[p];
            for k in 0..n {
                if in_solved(p, k) {
                    a[k] -= lambda[p] * first[k];
                }
            }
            continue;
        }
        let (r, t) = (lambda[p], lambda[p + 1]);
        let (cross, inverse) = (s[p * m + p + 1], s[p * m + p]);
        let mut x = (inverse_d[p] * r - cross * t) * inverse;
        let mut z = (inverse_d[p + 1] * t - cross * r) * inverse;
        for i in 0..m {
            if i > p + 1 {
                x -= s[p * m + i] * lambda[i];
                z -= s[(p + 1) * m + i] * lambda[i];
            }
        }
        (lambda[p], lambda[p + 1]) = (x, z);
        let second = &y[(p + 1) * n..(p + 2) * n];
        for k in 0..n {
            match (in_solved(p, k), in_solved(p + 1, k)) {
                (true, true) => a[k] -= x * first[k] + z * second[k],
                (true, false) => a[k] -= x * first[k],
                (false, true) => a[k] -= z * second[k],
                (false, false) => {}
            }
        }
    }
}

/// `aᵀ b` over the components for which `both` is true.
#[inline(always)]
pub(crate) fn dot(a: &[f64], b: &[f64], both: impl Fn(usize) -> bool) -> f64 {
    let b = &b[..a.len()];
    // Adding to -0 keeps the sign of a zero, which adding to +0 would not.
    let mut sum = -0.0;
    for k in 0..a.len() {
        if both(k) {
            sum += a[k] * b[k];
        }
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::dot;

    #[test]
    fn a_product_keeps_the_sign_of_its_zero_and_leaves_out_what_is_not_in_both() {
        let bits = |a: &[f64], b: &[f64]| dot(a, b, |_| true).to_bits();
        assert_eq!(bits(&[1.0], &[-0.0]), (-0.0_f64).to_bits());
        assert_eq!(bits(&[1.0], &[0.0]), 0.0_f64.to_bits());
        assert_eq!(dot(&[2.0, f64::NAN], &[3.0, 5.0], |k| k == 0), 6.0);
    }
}
