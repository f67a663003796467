//! Dense kernels for small systems, compiled for fixed sizes where those are known to matter.
//!
//! One source of the algebra serves both: called with constant sizes on local arrays it is unrolled into
//! registers, called with run-time sizes on slices it loops. Fixed kernels are reached through a function
//! pointer chosen at construction.

use super::mass::{Block, MassFactor};
use super::{Feedback, Reaction, Singular};
use crate::Terms;

/// Smallest pivot, relative to the diagonal it came from, for which the square-root-free Cholesky
/// factorization of the Schur complement is trusted. Its pivots are squares of distances to singularity,
/// so half of the digits are gone here and the indefinite solver takes over.
pub(super) const SMALLEST_PIVOT: f64 = 1e-10;

/// Storage of one Schur complement `S = J M⁻¹ Jᵀ = L D Lᵀ`.
pub(super) struct Schur {
    n: usize,
    m: usize,
    /// J, row-major `m × n`.
    pub(super) jacobian: Vec<f64>,
    /// M⁻¹ Jᵀ, stored row by row like J.
    pub(super) y: Vec<f64>,
    /// S, row-major `m × m`; after factoring L above its diagonal, with the blocks of D⁻¹ in it.
    s: Vec<f64>,
    /// Diagonal of D⁻¹.
    inverse_d: Vec<f64>,
    /// The kernels for these sizes, where there are some.
    kernels: Option<Kernels>,
}

/// Kernels compiled for one pair of sizes, for a diagonal mass and for one of blocks.
#[derive(Clone, Copy)]
struct Kernels {
    diagonal: Diagonal,
    blocks: Blocks,
}

/// With the reciprocals of the masses; `false` when the pivots are too small for it.
type Diagonal = fn(&[f64], &Terms, &[f64], Feedback, &mut Reaction, &mut [f64]) -> bool;

/// With the factors of the blocks; `false` when the pivots are too small for it.
type Blocks = fn(&[Block], &[f64], &Terms, &[f64], Feedback, &mut Reaction, &mut [f64]) -> bool;

/// Fixed sizes for the mechanisms at hand; the others go through run-time sizes in parts.
fn kernels_for(n: usize, m: usize) -> Option<Kernels> {
    Some(match (n, m) {
        (2, 1) => Kernels::new::<2, 1>(),
        (3, 1) => Kernels::new::<3, 1>(),
        (3, 2) => Kernels::new::<3, 2>(),
        (4, 2) => Kernels::new::<4, 2>(),
        (6, 4) => Kernels::new::<6, 4>(),
        (6, 5) => Kernels::new::<6, 5>(),
        (7, 4) => Kernels::new::<7, 4>(),
        (7, 6) => Kernels::new::<7, 6>(),
        _ => return None,
    })
}

impl Kernels {
    fn new<const N: usize, const M: usize>() -> Self {
        Self {
            diagonal: accelerate_diagonal::<N, M>,
            blocks: accelerate_blocks::<N, M>,
        }
    }
}

impl Schur {
    pub(super) fn new(n: usize, m: usize) -> Self {
        Self {
            n,
            m,
            jacobian: vec![0.0; n * m],
            y: vec![0.0; n * m],
            s: vec![0.0; m * m],
            inverse_d: vec![0.0; m],
            kernels: kernels_for(n, m),
        }
    }

    /// Whether [`Schur::accelerate`] is there for these sizes.
    pub(super) fn has_kernels(&self) -> bool {
        self.kernels.is_some()
    }

    /// Forms and factors S from `jacobian` and `y`.
    pub(super) fn factor(&mut self) -> Result<(), Singular> {
        let (s, d) = (&mut self.s, &mut self.inverse_d);
        factor(self.n, self.m, &self.jacobian, &self.y, s, d)
    }

    /// With `a = M⁻¹ f` on entry: `λ = S⁻¹ (J a - γ)`, then `a -= M⁻¹ Jᵀ λ`.
    pub(super) fn solve(&self, gamma: &[f64], a: &mut [f64], lambda: &mut [f64]) {
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
        );
    }

    /// Everything at once where the sizes are fixed, for dense rows and a factored mass: forms `w = J v + Φ_t` and
    /// `γ - α w - β Φ`, factors S without keeping it, and solves for `a` and λ. `false` when there is no kernel for
    /// these sizes and this mass, or the pivots are too small for it.
    #[inline]
    pub(super) fn accelerate(
        &self,
        mass: &MassFactor,
        terms: &Terms,
        v: &[f64],
        feedback: Feedback,
        reaction: &mut Reaction,
        a: &mut [f64],
    ) -> bool {
        let Some(kernels) = self.kernels else {
            return false;
        };
        match mass {
            MassFactor::Diagonal(inverse) => {
                (kernels.diagonal)(inverse, terms, v, feedback, reaction, a)
            }
            MassFactor::Blocks { blocks, l } => {
                (kernels.blocks)(blocks, l, terms, v, feedback, reaction, a)
            }
            MassFactor::Sparse { .. } => false,
        }
    }
}

fn accelerate_diagonal<const N: usize, const M: usize>(
    inverse_mass: &[f64],
    terms: &Terms,
    v: &[f64],
    feedback: Feedback,
    reaction: &mut Reaction,
    a_out: &mut [f64],
) -> bool {
    let jacobian = jacobian::<N, M>(terms);
    let inverse_mass = fixed::<N>(inverse_mass);
    let y = jacobian.map(|row| std::array::from_fn(|k| row[k] * inverse_mass[k]));
    let f = fixed::<N>(&terms.force);
    let a = std::array::from_fn(|k| inverse_mass[k] * f[k]);
    accelerate(&jacobian, &y, a, terms, v, feedback, reaction, a_out)
}

fn accelerate_blocks<const N: usize, const M: usize>(
    blocks: &[Block],
    l: &[f64],
    terms: &Terms,
    v: &[f64],
    feedback: Feedback,
    reaction: &mut Reaction,
    a_out: &mut [f64],
) -> bool {
    let jacobian = jacobian::<N, M>(terms);
    // All rows of J at once: the blocks have sizes of run time, the inner loops have not.
    let mut columns: [[f64; M]; N] =
        std::array::from_fn(|k| std::array::from_fn(|i| jacobian[i][k]));
    MassFactor::solve_columns(blocks, l, &mut columns);
    let y = std::array::from_fn(|i| std::array::from_fn(|k| columns[k][i]));
    let mut a = fixed::<N>(&terms.force).map(|f| [f]);
    MassFactor::solve_columns(blocks, l, &mut a);
    let a = a.map(|[a]| a);
    accelerate(&jacobian, &y, a, terms, v, feedback, reaction, a_out)
}

/// The rows of J, which are dense.
#[inline(always)]
fn jacobian<const N: usize, const M: usize>(terms: &Terms) -> [[f64; N]; M] {
    let mut jacobian = [[0.0; N]; M];
    jacobian
        .as_flattened_mut()
        .copy_from_slice(&terms.jacobian[..N * M]);
    jacobian
}

/// With `y = M⁻¹ Jᵀ` and `a = M⁻¹ f`. Works on local arrays, which the compiler keeps in registers.
#[inline(always)]
#[expect(
    clippy::too_many_arguments,
    reason = "everything that one acceleration needs"
)]
fn accelerate<const N: usize, const M: usize>(
    jacobian: &[[f64; N]; M],
    y: &[[f64; N]; M],
    mut a: [f64; N],
    terms: &Terms,
    v: &[f64],
    Feedback { alpha, beta }: Feedback,
    reaction: &mut Reaction,
    a_out: &mut [f64],
) -> bool {
    let v = fixed::<N>(v);
    let (mut s, mut inverse_d) = ([[0.0; M]; M], [0.0; M]);
    let (j, z) = (jacobian.as_flattened(), y.as_flattened());
    if factor(N, M, j, z, s.as_flattened_mut(), &mut inverse_d).is_err() {
        return false;
    }
    let (gamma, phi) = (fixed::<M>(&terms.gamma), fixed::<M>(&terms.phi));
    let phi_t = fixed::<M>(&terms.phi_t);
    let w: [f64; M] = std::array::from_fn(|i| dot(&jacobian[i], &v) + phi_t[i]);
    let mut lambda: [f64; M] = std::array::from_fn(|i| gamma[i] - alpha * w[i] - beta * phi[i]);
    solve(
        N,
        M,
        j,
        z,
        s.as_flattened(),
        &inverse_d,
        &mut a,
        &mut lambda,
    );

    a_out[..N].copy_from_slice(&a);
    reaction.w[..M].copy_from_slice(&w);
    reaction.lambda[..M].copy_from_slice(&lambda);
    true
}

/// The first `N` values as an array.
#[inline(always)]
fn fixed<const N: usize>(x: &[f64]) -> [f64; N] {
    let mut array = [0.0; N];
    array.copy_from_slice(&x[..N]);
    array
}

/// `S = J Yᵀ = L D Lᵀ` with pivots of two rows at a time: what takes time in small systems is one division waiting for the
/// one before it, and a 2 × 2 block needs only one. L is unit lower triangular; it is kept above the diagonal of `s`.
///
/// Bounds are constants with a condition inside, which the compiler unrolls where it would not unroll a triangle.
#[inline(always)]
fn factor(
    n: usize,
    m: usize,
    jacobian: &[f64],
    y: &[f64],
    s: &mut [f64],
    inverse_d: &mut [f64],
) -> Result<(), Singular> {
    for i in 0..m {
        let row = &jacobian[i * n..(i + 1) * n];
        for k in 0..m {
            if k <= i {
                s[i * m + k] = dot(row, &y[k * n..(k + 1) * n]);
            }
        }
        // Until its pivot is reached: the diagonal entry that the pivot is compared with.
        inverse_d[i] = s[i * m + i];
    }
    for p in (0..m).step_by(2) {
        let first = s[p * m + p];
        check(p, first, inverse_d[p])?;
        if p + 1 == m {
            inverse_d[p] = 1.0 / first;
            continue;
        }
        let (cross, second) = (s[(p + 1) * m + p], s[(p + 1) * m + p + 1]);
        let determinant = first * second - cross * cross;
        check(p + 1, determinant, first * inverse_d[p + 1])?;
        let inverse = 1.0 / determinant;
        let [a, b, c] = [second * inverse, -cross * inverse, first * inverse];
        (inverse_d[p], s[p * m + p + 1], inverse_d[p + 1]) = (a, b, c);
        for i in 0..m {
            if i > p + 1 {
                let (u, w) = (s[i * m + p], s[i * m + p + 1]);
                let (l, k) = (u * a + w * b, u * b + w * c);
                (s[p * m + i], s[(p + 1) * m + i]) = (l, k);
                for j in 0..m {
                    if j > p + 1 && j <= i {
                        s[i * m + j] -= l * s[j * m + p] + k * s[j * m + p + 1];
                    }
                }
            }
        }
    }
    Ok(())
}

/// A pivot that is small against the entry it came from is singular. Written so that NaN fails too.
#[inline(always)]
fn check(row: usize, pivot: f64, entry: f64) -> Result<(), Singular> {
    if pivot > SMALLEST_PIVOT * entry && entry.is_finite() {
        Ok(())
    } else {
        Err(Singular::new(row, pivot / entry))
    }
}

/// With `a = M⁻¹ f` and γ in `lambda`: `λ = S⁻¹ (J a - γ)`, `a -= Yᵀ λ`.
#[inline(always)]
#[expect(
    clippy::too_many_arguments,
    reason = "the factors of one matrix, in parts"
)]
fn solve(
    n: usize,
    m: usize,
    jacobian: &[f64],
    y: &[f64],
    s: &[f64],
    inverse_d: &[f64],
    a: &mut [f64],
    lambda: &mut [f64],
) {
    for i in 0..m {
        lambda[i] = dot(&jacobian[i * n..(i + 1) * n], a) - lambda[i];
    }
    for p in (0..m).step_by(2) {
        for i in 0..m {
            if i > p + 1 {
                lambda[i] -= s[p * m + i] * lambda[p] + s[(p + 1) * m + i] * lambda[p + 1];
            }
        }
    }
    for back in 0..m.div_ceil(2) {
        let p = (m - 1) / 2 * 2 - 2 * back;
        if p + 1 == m {
            lambda[p] *= inverse_d[p];
            continue;
        }
        let (r, t, b) = (lambda[p], lambda[p + 1], s[p * m + p + 1]);
        let mut x = inverse_d[p] * r + b * t;
        let mut z = b * r + inverse_d[p + 1] * t;
        for i in 0..m {
            if i > p + 1 {
                x -= s[p * m + i] * lambda[i];
                z -= s[(p + 1) * m + i] * lambda[i];
            }
        }
        (lambda[p], lambda[p + 1]) = (x, z);
    }
    for i in 0..m {
        let row = &y[i * n..(i + 1) * n];
        for (a, y) in a.iter_mut().zip(row) {
            *a -= lambda[i] * y;
        }
    }
}

#[inline(always)]
fn dot(a: &[f64], b: &[f64]) -> f64 {
    let mut products = a.iter().zip(b).map(|(a, b)| a * b);
    let first = products.next().unwrap_or(0.0);
    products.fold(first, |sum, x| sum + x)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Shape;

    #[test]
    fn fixed_sizes_and_run_time_sizes_give_the_same_bits() {
        for (n, m) in [
            (2, 1),
            (3, 1),
            (3, 2),
            (4, 2),
            (6, 4),
            (6, 5),
            (7, 4),
            (7, 6),
        ] {
            let mut terms = Terms::new(&Shape::new(n, m));
            let wave = |k: usize| (1.3 * k as f64 + 0.4).sin();
            for (k, x) in terms.jacobian.iter_mut().enumerate() {
                *x = wave(k) + if k % (n + 1) == 0 { 2.0 } else { 0.0 };
            }
            for (k, x) in terms.force.iter_mut().enumerate() {
                *x = wave(3 * k);
            }
            for i in 0..m {
                (terms.phi[i], terms.phi_t[i]) = (wave(5 * i), wave(7 * i));
                terms.gamma[i] = wave(11 * i);
            }
            let inverse_mass: Vec<f64> = (0..n).map(|k| 1.5 + wave(k)).collect();
            let v: Vec<f64> = (0..n).map(|k| wave(13 * k)).collect();
            let feedback = Feedback {
                alpha: 2.0,
                beta: 3.0,
            };
            let mut reaction = Reaction::new(m);
            let mut a = vec![0.0; n];
            let fixed = Schur::new(n, m);
            let mass = MassFactor::Diagonal(inverse_mass.clone());
            assert!(fixed.accelerate(&mass, &terms, &v, feedback, &mut reaction, &mut a));

            let mut run_time = Schur::new(n, m);
            run_time.jacobian.copy_from_slice(&terms.jacobian);
            for (k, y) in run_time.y.iter_mut().enumerate() {
                *y = terms.jacobian[k] * inverse_mass[k % n];
            }
            run_time.factor().unwrap();
            let rhs: Vec<f64> = (0..m)
                .map(|i| {
                    let row = &terms.jacobian[i * n..(i + 1) * n];
                    terms.gamma[i] - 2.0 * (dot(row, &v) + terms.phi_t[i]) - 3.0 * terms.phi[i]
                })
                .collect();
            let mut b: Vec<f64> = (0..n).map(|k| inverse_mass[k] * terms.force[k]).collect();
            let mut k = vec![0.0; m];
            run_time.solve(&rhs, &mut b, &mut k);
            assert_eq!((a, reaction.lambda), (b, k), "{n} × {m}");
        }
    }
}
