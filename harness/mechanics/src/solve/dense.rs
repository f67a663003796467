//! Dense kernels for small systems, compiled for fixed sizes where those are known to matter.
//!
//! One source serves both: with `N = 0` or `M = 0` the run-time size is used, otherwise the constant, which
//! lets the compiler unroll every loop. The kernels are reached through function pointers chosen once.

use super::Singular;

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
    kernel: Kernel,
}

#[derive(Clone, Copy)]
struct Kernel {
    scale_rows: fn(&mut Schur, &[f64]),
    factor: fn(&mut Schur) -> Result<(), Singular>,
    solve: fn(&Schur, &[f64], &mut [f64], &mut [f64]),
    apply_diagonal: fn(usize, &[f64], &[f64], &mut [f64]),
}

impl Kernel {
    const fn fixed<const N: usize, const M: usize>() -> Self {
        Self {
            scale_rows: scale_rows::<N, M>,
            factor: factor::<N, M>,
            solve: solve::<N, M>,
            apply_diagonal: apply_diagonal::<N>,
        }
    }

    /// Fixed sizes for the mechanisms at hand; everything else runs with run-time sizes.
    fn for_size(n: usize, m: usize) -> Self {
        match (n, m) {
            (2, 1) => Self::fixed::<2, 1>(),
            (3, 1) => Self::fixed::<3, 1>(),
            (3, 2) => Self::fixed::<3, 2>(),
            (4, 2) => Self::fixed::<4, 2>(),
            (6, 4) => Self::fixed::<6, 4>(),
            (6, 5) => Self::fixed::<6, 5>(),
            (7, 6) => Self::fixed::<7, 6>(),
            _ => Self::fixed::<0, 0>(),
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
            l: vec![0.0; m * m],
            inverse_d: vec![0.0; m],
            kernel: Kernel::for_size(n, m),
        }
    }

    /// `y = J diag(inverse_mass)`.
    pub(super) fn scale_rows(&mut self, inverse_mass: &[f64]) {
        (self.kernel.scale_rows)(self, inverse_mass);
    }

    /// Forms and factors S from `jacobian` and `y`.
    pub(super) fn factor(&mut self) -> Result<(), Singular> {
        (self.kernel.factor)(self)
    }

    /// With `a = M⁻¹ f` on entry: `λ = S⁻¹ (J a - γ)`, then `a -= M⁻¹ Jᵀ λ`.
    pub(super) fn solve(&self, gamma: &[f64], a: &mut [f64], lambda: &mut [f64]) {
        (self.kernel.solve)(self, gamma, a, lambda);
    }

    /// `a = diag(inverse_mass) f`.
    pub(super) fn apply_diagonal(&self, inverse_mass: &[f64], f: &[f64], a: &mut [f64]) {
        (self.kernel.apply_diagonal)(self.n, inverse_mass, f, a);
    }
}

fn apply_diagonal<const N: usize>(n: usize, inverse_mass: &[f64], f: &[f64], a: &mut [f64]) {
    let n = size::<N>(n);
    let (inverse_mass, f, a) = (&inverse_mass[..n], &f[..n], &mut a[..n]);
    for i in 0..n {
        a[i] = inverse_mass[i] * f[i];
    }
}

fn scale_rows<const N: usize, const M: usize>(schur: &mut Schur, inverse_mass: &[f64]) {
    let (n, m) = (size::<N>(schur.n), size::<M>(schur.m));
    let inverse_mass = &inverse_mass[..n];
    let (j, y) = (&schur.jacobian[..n * m], &mut schur.y[..n * m]);
    for i in 0..m {
        for k in 0..n {
            y[i * n + k] = j[i * n + k] * inverse_mass[k];
        }
    }
}

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
        let pivot = diagonal / entry;
        // Written so that NaN fails too.
        if !(pivot > SMALLEST_PIVOT) {
            return Err(Singular::new(i, pivot));
        }
        inverse_d[i] = 1.0 / diagonal;
    }
    Ok(())
}

fn solve<const N: usize, const M: usize>(
    schur: &Schur,
    gamma: &[f64],
    a: &mut [f64],
    lambda: &mut [f64],
) {
    let (n, m) = (size::<N>(schur.n), size::<M>(schur.m));
    let (jac, y) = (&schur.jacobian[..n * m], &schur.y[..n * m]);
    let (l, inverse_d) = (&schur.l[..m * m], &schur.inverse_d[..m]);
    let (gamma, a, lambda) = (&gamma[..m], &mut a[..n], &mut lambda[..m]);
    for i in 0..m {
        let mut r = dot(&jac[i * n..(i + 1) * n], a) - gamma[i];
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
