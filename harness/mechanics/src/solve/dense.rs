//! Dense kernels for small systems, compiled for fixed sizes where those are known to matter.
//!
//! One source serves both: with `N = 0` or `M = 0` the run-time size is used, otherwise the constant, which
//! lets the compiler unroll every loop. The kernels are reached through function pointers chosen once.

use super::{Feedback, Singular};
use crate::Terms;

/// Smallest pivot, relative to the diagonal it came from, for which the square-root-free Cholesky
/// factorization of the Schur complement is trusted. Its pivots are squares of distances to singularity,
/// so half of the digits are gone here and the indefinite solver takes over.
pub(super) const SMALLEST_PIVOT: f64 = 1e-10;

/// `const` if it is not zero, else the run-time size.
#[inline(always)]
const fn size<const FIXED: usize>(run_time: usize) -> usize {
    if FIXED == 0 { run_time } else { FIXED }
}

/// Storage of one Schur complement `S = J M⁻¹ Jᵀ = L D Lᵀ`.
pub(super) struct Schur {
    n: usize,
    m: usize,
    /// J, row-major `m × n`.
    pub(super) jacobian: Vec<f64>,
    /// M⁻¹ Jᵀ, stored row by row like J.
    pub(super) y: Vec<f64>,
    /// Unit lower triangle L, row-major `m × m`.
    l: Vec<f64>,
    /// 1 / D.
    inverse_d: Vec<f64>,
    kernel: &'static dyn Kernel,
}

/// The operations for one pair of sizes, behind one indirect call each.
trait Kernel: Sync {
    fn factor(&self, schur: &mut Schur) -> Result<(), Singular>;
    fn solve(&self, schur: &Schur, gamma: &[f64], a: &mut [f64], lambda: &mut [f64]);
    fn accelerate(
        &self,
        schur: &mut Schur,
        motion: &Motion<'_>,
        w: &mut [f64],
        a: &mut [f64],
        lambda: &mut [f64],
    ) -> Result<(), Singular>;
}

/// The kernel for `N` velocities and `M` rows; zero means that the size is known at run time only.
struct Sizes<const N: usize, const M: usize>;

impl<const N: usize, const M: usize> Kernel for Sizes<N, M> {
    fn factor(&self, schur: &mut Schur) -> Result<(), Singular> {
        factor::<N, M>(schur)
    }

    fn solve(&self, schur: &Schur, gamma: &[f64], a: &mut [f64], lambda: &mut [f64]) {
        lambda[..schur.m].copy_from_slice(&gamma[..schur.m]);
        finish::<N, M>(schur, a, lambda);
    }

    fn accelerate(
        &self,
        schur: &mut Schur,
        motion: &Motion<'_>,
        w: &mut [f64],
        a: &mut [f64],
        lambda: &mut [f64],
    ) -> Result<(), Singular> {
        accelerate::<N, M>(schur, motion, w, a, lambda)
    }
}

/// Fixed sizes for the mechanisms at hand; everything else runs with run-time sizes.
fn kernel_for(n: usize, m: usize) -> &'static dyn Kernel {
    match (n, m) {
        (2, 1) => &Sizes::<2, 1>,
        (3, 1) => &Sizes::<3, 1>,
        (3, 2) => &Sizes::<3, 2>,
        (4, 2) => &Sizes::<4, 2>,
        (6, 4) => &Sizes::<6, 4>,
        (6, 5) => &Sizes::<6, 5>,
        (7, 6) => &Sizes::<7, 6>,
        _ => &Sizes::<0, 0>,
    }
}

/// What one acceleration is computed from, for a diagonal mass and dense rows.
pub(super) struct Motion<'a> {
    pub(super) terms: &'a Terms,
    pub(super) inverse_mass: &'a [f64],
    pub(super) v: &'a [f64],
    pub(super) feedback: Feedback,
}

impl Schur {
    pub(super) fn new(n: usize, m: usize) -> Self {
        Self {
            n,
            m,
            jacobian: vec![0.0; n * m],
            y: vec![0.0; n * m],
            l: vec![0.0; m * m],
            inverse_d: vec![0.0; m],
            kernel: kernel_for(n, m),
        }
    }

    /// Forms and factors S from `jacobian` and `y`.
    pub(super) fn factor(&mut self) -> Result<(), Singular> {
        self.kernel.factor(self)
    }

    /// With `a = M⁻¹ f` on entry: `λ = S⁻¹ (J a - γ)`, then `a -= M⁻¹ Jᵀ λ`.
    pub(super) fn solve(&self, gamma: &[f64], a: &mut [f64], lambda: &mut [f64]) {
        self.kernel.solve(self, gamma, a, lambda);
    }

    /// Everything at once: factors S, forms `w = J v + Φ_t` and `γ - α w - β Φ`, and solves for `a` and λ.
    #[inline]
    pub(super) fn accelerate(
        &mut self,
        motion: &Motion<'_>,
        w: &mut [f64],
        a: &mut [f64],
        lambda: &mut [f64],
    ) -> Result<(), Singular> {
        self.kernel.accelerate(self, motion, w, a, lambda)
    }
}

#[inline(always)]
fn accelerate<const N: usize, const M: usize>(
    schur: &mut Schur,
    motion: &Motion<'_>,
    w: &mut [f64],
    a: &mut [f64],
    lambda: &mut [f64],
) -> Result<(), Singular> {
    let (n, m) = (size::<N>(schur.n), size::<M>(schur.m));
    let terms = motion.terms;
    let (jacobian, inverse_mass) = (&terms.jacobian[..n * m], &motion.inverse_mass[..n]);
    let (j, y) = (&mut schur.jacobian[..n * m], &mut schur.y[..n * m]);
    for i in 0..m {
        for k in 0..n {
            let value = jacobian[i * n + k];
            j[i * n + k] = value;
            y[i * n + k] = value * inverse_mass[k];
        }
    }
    factor::<N, M>(schur)?;
    let (w, lambda) = (&mut w[..m], &mut lambda[..m]);
    let (jac, v) = (&schur.jacobian[..n * m], &motion.v[..n]);
    let (gamma, phi, phi_t) = (&terms.gamma[..m], &terms.phi[..m], &terms.phi_t[..m]);
    let Feedback { alpha, beta } = motion.feedback;
    for i in 0..m {
        w[i] = dot(&jac[i * n..(i + 1) * n], v) + phi_t[i];
        // The right-hand side waits in λ until the solution takes its place.
        lambda[i] = gamma[i] - alpha * w[i] - beta * phi[i];
    }
    let (f, a) = (&terms.force[..n], &mut a[..n]);
    for k in 0..n {
        a[k] = inverse_mass[k] * f[k];
    }
    finish::<N, M>(schur, a, lambda);
    Ok(())
}

#[inline(always)]
fn factor<const N: usize, const M: usize>(schur: &mut Schur) -> Result<(), Singular> {
    let (n, m) = (size::<N>(schur.n), size::<M>(schur.m));
    let (jac, y) = (&schur.jacobian[..n * m], &schur.y[..n * m]);
    let (l, inverse_d) = (&mut schur.l[..m * m], &mut schur.inverse_d[..m]);
    for i in 0..m {
        let row = &jac[i * n..(i + 1) * n];
        let entry = dot(row, &y[i * n..(i + 1) * n]);
        let mut diagonal = entry;
        // First u_ij = l_ij d_j, which needs no division, then l_ij itself.
        for j in 0..i {
            let mut u = dot(row, &y[j * n..(j + 1) * n]);
            for k in 0..j {
                u -= l[i * m + k] * l[j * m + k];
            }
            l[i * m + j] = u;
        }
        for j in 0..i {
            let u = l[i * m + j];
            l[i * m + j] = u * inverse_d[j];
            diagonal -= u * l[i * m + j];
        }
        // Written so that NaN fails too.
        if !(diagonal > SMALLEST_PIVOT * entry) || !entry.is_finite() {
            return Err(Singular::new(i, diagonal / entry));
        }
        inverse_d[i] = 1.0 / diagonal;
    }
    Ok(())
}

/// With `a = M⁻¹ f` and the right-hand side γ in `lambda`: `λ = S⁻¹ (J a - γ)`, `a -= M⁻¹ Jᵀ λ`.
#[inline(always)]
fn finish<const N: usize, const M: usize>(schur: &Schur, a: &mut [f64], lambda: &mut [f64]) {
    let (n, m) = (size::<N>(schur.n), size::<M>(schur.m));
    let (jac, y) = (&schur.jacobian[..n * m], &schur.y[..n * m]);
    let (l, inverse_d) = (&schur.l[..m * m], &schur.inverse_d[..m]);
    let (a, lambda) = (&mut a[..n], &mut lambda[..m]);
    for i in 0..m {
        let mut r = dot(&jac[i * n..(i + 1) * n], a) - lambda[i];
        for k in 0..i {
            r -= l[i * m + k] * lambda[k];
        }
        lambda[i] = r;
    }
    for i in (0..m).rev() {
        let mut x = lambda[i] * inverse_d[i];
        for k in i + 1..m {
            x -= l[k * m + i] * lambda[k];
        }
        lambda[i] = x;
    }
    for i in 0..m {
        let row = &y[i * n..(i + 1) * n];
        for k in 0..n {
            a[k] -= lambda[i] * row[k];
        }
    }
}

#[inline(always)]
fn dot(a: &[f64], b: &[f64]) -> f64 {
    let mut sum = 0.0;
    for (a, b) in a.iter().zip(b) {
        sum += a * b;
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Shape;

    #[test]
    fn fixed_sizes_and_run_time_sizes_give_the_same_bits() {
        for (n, m) in [(2, 1), (3, 1), (3, 2), (4, 2), (6, 4), (6, 5), (7, 6)] {
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
            let motion = Motion {
                terms: &terms,
                inverse_mass: &inverse_mass,
                v: &v,
                feedback: Feedback {
                    alpha: 2.0,
                    beta: 3.0,
                },
            };
            let mut outcomes = Vec::new();
            for kernel in [kernel_for(n, m), &Sizes::<0, 0>] {
                let mut schur = Schur::new(n, m);
                schur.kernel = kernel;
                let (mut w, mut a, mut l) = (vec![0.0; m], vec![0.0; n], vec![0.0; m]);
                schur.accelerate(&motion, &mut w, &mut a, &mut l).unwrap();
                let (mut b, mut k) = (terms.force.clone(), vec![0.0; m]);
                schur.solve(&terms.gamma, &mut b, &mut k);
                outcomes.push((w, a, l, b, k));
            }
            assert_eq!(outcomes[0], outcomes[1], "{n} × {m}");
        }
    }
}
