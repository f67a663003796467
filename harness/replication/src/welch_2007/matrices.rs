//! The amplification matrices of Section V on `(q, q')`, for whole mechanisms with linear constraints `B q = 0` and
//! no forces.
//!
//! `Γ = M⁻¹ Bᵀ (B M⁻¹ Bᵀ)⁻¹ B` is a projector for all constraints, so that spectra depend neither on the masses nor
//! on the mechanism. The part along the constraints is `((1, h), (0, 1))`, and each constraint adds a block of its
//! own.
//!
//! Gains are written as in the paper, `Φ'' + 2αΦ' + β²Φ = 0`.

use theory::stability::Amplification;

/// The projector Γ for the diagonal `inverse_mass` of M⁻¹ and the matrix B, given by `constraints` row by row. It is
/// `None` if rows are dependent or entries are not finite.
///
/// # Panics
/// When there are no masses, or the length of `constraints` is not a multiple of their number.
pub(super) fn projector(inverse_mass: &[f64], constraints: &[f64]) -> Option<Vec<f64>> {
    let n = inverse_mass.len();
    assert!(
        n > 0 && constraints.len().is_multiple_of(n),
        "rows of length {n}"
    );
    let dot = |a: &[f64], b: &[f64]| -> f64 { (0..n).map(|i| a[i] * inverse_mass[i] * b[i]).sum() };
    // Rows that are orthonormal in the metric M⁻¹; twice is enough for rounding.
    let mut basis: Vec<Vec<f64>> = Vec::new();
    for row in constraints.chunks(n) {
        let mut rest = row.to_vec();
        for _ in 0..2 {
            for unit in &basis {
                let along = dot(unit, &rest);
                for (x, u) in rest.iter_mut().zip(unit) {
                    *x -= along * u;
                }
            }
        }
        let (size, before) = (dot(&rest, &rest).sqrt(), dot(row, row).sqrt());
        if !(size > 1e-10 * before && size.is_finite()) {
            return None;
        }
        basis.push(rest.into_iter().map(|x| x / size).collect());
    }
    let entry = |k: usize| {
        let (i, j) = (k / n, k % n);
        inverse_mass[i] * basis.iter().map(|u| u[i] * u[j]).sum::<f64>()
    };
    Some((0..n * n).map(entry).collect())
}

/// The matrix of four blocks `unit · I + factor · Γ`, one for each pair `(unit, factor)`.
fn blocks(gamma: &[f64], pairs: [[(f64, f64); 2]; 2]) -> Amplification {
    let n = gamma.len().isqrt();
    let size = 2 * n;
    let entry = |k: usize| {
        let (i, j) = (k / size, k % size);
        let (unit, factor) = pairs[i / n][j / n];
        let (i, j) = (i % n, j % n);
        let identity = if i == j { unit } else { 0.0 };
        identity + factor * gamma[i * n + j]
    };
    Amplification {
        size,
        entries: (0..size * size).map(entry).collect(),
    }
}

/// The matrix X of the second-order algebraic method (Eq. 61). Each constraint has the eigenvalues 0 and -1: a
/// violation turns into a velocity that changes its sign in every step and never decays.
pub(super) fn algebraic(gamma: &[f64], h: f64) -> Amplification {
    blocks(
        gamma,
        [[(1.0, -1.0), (h, -h)], [(0.0, -2.0 / h), (1.0, -2.0)]],
    )
}

/// The matrix of second-order Runge-Kutta with Baumgarte's feedback in both stages, which is the same for the midpoint
/// rule and for Heun's.
pub(super) fn baumgarte(gamma: &[f64], h: f64, alpha: f64, beta: f64) -> Amplification {
    let (a, b) = (alpha, beta * beta);
    blocks(
        gamma,
        [
            [(1.0, -0.5 * b * h * h), (h, -a * h * h)],
            velocity_rows(h, a, b),
        ],
    )
}

/// The matrix of Eq. 64 as printed, whose upper rows are those of another method, `q + h (v + v⁺)/2`. With `α = β` it
/// is unstable for `α h > 1`.
pub(super) fn baumgarte_as_printed(gamma: &[f64], h: f64, alpha: f64, beta: f64) -> Amplification {
    let (a, b) = (alpha, beta * beta);
    let rows = velocity_rows(h, a, b);
    let half = |(_, factor): (f64, f64)| 0.5 * h * factor;
    blocks(gamma, [[(1.0, half(rows[0])), (h, half(rows[1]))], rows])
}

fn velocity_rows(h: f64, a: f64, b: f64) -> [(f64, f64); 2] {
    [
        (0.0, -b * h + a * b * h * h),
        (1.0, -2.0 * a * h - 0.5 * b * h * h + 2.0 * a * a * h * h),
    ]
}

/// The matrix of the first-order scheme with Baumgarte's feedback (Eq. 47 with 14 and 15), which computes velocities
/// first and positions from the new velocities.
pub(super) fn first_order(gamma: &[f64], h: f64, alpha: f64, beta: f64) -> Amplification {
    let (a, b) = (alpha, beta * beta);
    blocks(
        gamma,
        [
            [(1.0, -b * h * h), (h, -2.0 * a * h * h)],
            [(0.0, -b * h), (1.0, -2.0 * a * h)],
        ],
    )
}

#[cfg(test)]
mod tests {
    use super::super::linearized;
    use super::*;
    use proptest::prelude::*;
    use system::eigenvalues;
    use theory::stability::{Placement, amplification};
    use theory::{Discretization, RungeKutta};

    fn double_pendulum() -> Vec<f64> {
        linearized::projector(&linearized::derived_rows().unwrap()).unwrap()
    }

    fn real_parts(matrix: &Amplification) -> Vec<f64> {
        let mut found: Vec<f64> = eigenvalues(matrix.size, &matrix.entries)
            .unwrap()
            .into_iter()
            .map(|z| z.re)
            .collect();
        found.sort_by(f64::total_cmp);
        found
    }

    #[test]
    fn the_algebraic_method_is_marginal_for_every_step() {
        for h in [0.005, 0.0664, 0.5] {
            let found = real_parts(&algebraic(&double_pendulum(), h));
            let expected = [[-1.0; 4], [0.0; 4], [1.0; 4]].concat();
            for (found, expected) in found.into_iter().zip(expected) {
                // Pairs of equal eigenvalues with one eigenvector: rounding splits them by its square root.
                assert!((found - expected).abs() < 1e-6, "{found} {expected}");
            }
        }
    }

    /// `α = β = 1/h`: the constraint block is I/2 for the true method, and `((1, 3h/4), (0, 1/2))` as printed.
    #[test]
    fn spectra_with_gains_per_step_do_not_depend_on_the_step() {
        for h in [0.01, 0.0664, 0.3] {
            let gamma = double_pendulum();
            let constraints = |matrix: &Amplification| real_parts(matrix)[..8].to_vec();
            for x in constraints(&baumgarte(&gamma, h, 1.0 / h, 1.0 / h)) {
                assert!((x - 0.5).abs() < 1e-6, "{x}");
            }
            let printed = constraints(&baumgarte_as_printed(&gamma, h, 1.0 / h, 1.0 / h));
            for (k, x) in printed.into_iter().enumerate() {
                let expected = if k < 4 { 0.5 } else { 1.0 };
                assert!((x - expected).abs() < 1e-6, "{x}");
            }
        }
    }

    #[test]
    fn the_first_order_scheme_is_dead_beat_with_half_the_damping_and_unstable_with_all() {
        // One constraint on one coordinate.
        let (gamma, h) = ([1.0], 0.1);
        let dead = first_order(&gamma, h, 0.5 / h, 1.0 / h);
        assert!(dead.radius() < 1e-7);
        let golden = 0.5 * (1.0 + 5.0_f64.sqrt());
        let unstable = first_order(&gamma, h, 1.0 / h, 1.0 / h);
        assert!((unstable.radius() - golden).abs() < 1e-12);
    }

    #[test]
    fn dependent_rows_have_no_projector() {
        assert_eq!(projector(&[1.0, 1.0], &[1.0, 2.0, 2.0, 4.0]), None);
        assert_eq!(projector(&[1.0, f64::NAN], &[1.0, 2.0]), None);
    }

    proptest! {
        /// Γ² = Γ and B Γ = B, for any masses and rows.
        #[test]
        fn the_projector_projects(
            masses in prop::array::uniform4(0.1..10.0_f64), rows in prop::collection::vec(-1.0..1.0_f64, 8)
        ) {
            let Some(gamma) = projector(&masses, &rows) else { return Ok(()); };
            let times = |a: &[f64], i: usize, j: usize| -> f64 {
                (0..4).map(|k| a[4 * i + k] * gamma[4 * k + j]).sum()
            };
            let scale = gamma.iter().fold(1.0_f64, |s, x| s.max(x.abs()));
            for j in 0..4 {
                for i in 0..4 {
                    prop_assert!((times(&gamma, i, j) - gamma[4 * i + j]).abs() < 1e-9 * scale);
                }
                for i in 0..2 {
                    prop_assert!((times(&rows, i, j) - rows[4 * i + j]).abs() < 1e-9 * scale);
                }
            }
        }

        /// On one constraint the corrected matrix is the step of Heun's rule on φ, whatever the gains.
        #[test]
        fn one_constraint_is_the_scalar_matrix(a in 0.1..3.0_f64, b in 0.1..3.0_f64, h in 0.01..1.0_f64) {
            let whole = baumgarte(&[1.0], h, a / h, b / h);
            let heun = Discretization::RungeKutta(RungeKutta::heun());
            let scalar = amplification(&heun, Placement::EveryPass, 2.0 * a, b * b).unwrap();
            let m = &whole.entries;
            // (φ, hφ') instead of (φ, φ').
            let scaled = [m[0], m[1] / h, m[2] * h, m[3]];
            for k in 0..4 {
                prop_assert!((scaled[k] - scalar.entries[k]).abs() < 1e-12);
            }
        }
    }
}
