//! Eigenvalues of a small matrix without symmetry, for checking that a feedback or a discretization is stable.

mod shifted_qr;

use shifted_qr::shifted_qr;

/// One eigenvalue.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Eigenvalue {
    /// Real part.
    pub re: f64,
    /// Imaginary part.
    pub im: f64,
}

/// The eigenvalues of the row-major `n × n` matrix `a`, or `None` where the iteration does not converge or an entry
/// is not finite. It allocates, so it is for constructors and not for steps.
///
/// # Panics
/// When `a` does not have `n²` entries.
pub fn eigenvalues(n: usize, a: &[f64]) -> Option<Vec<Eigenvalue>> {
    assert_eq!(a.len(), n * n, "entries");
    if a.iter().any(|x| !x.is_finite()) {
        return None;
    }
    if let [a, b, c, d] = *a {
        return Some(of_two_rows(a, b, c, d).to_vec());
    }
    shifted_qr(n, &mut a.to_vec())
}

/// The roots of `z² - (a + d) z + (ad - bc)`, computed with `(a - d)² + 4bc` under the root so that nothing cancels
/// there.
fn of_two_rows(a: f64, b: f64, c: f64, d: f64) -> [Eigenvalue; 2] {
    let (middle, half) = (0.5 * (a + d), 0.5 * (a - d));
    let square = half * half + b * c;
    let root = square.abs().sqrt();
    let with = |sign: f64| match square >= 0.0 {
        true => Eigenvalue {
            re: middle + sign * root,
            im: 0.0,
        },
        false => Eigenvalue {
            re: middle,
            im: sign * root,
        },
    };
    [with(1.0), with(-1.0)]
}

/// The largest absolute value of an eigenvalue, or `None` where [`eigenvalues`] finds none.
///
/// # Panics
/// When `a` does not have `n²` entries.
pub fn spectral_radius(n: usize, a: &[f64]) -> Option<f64> {
    let found = eigenvalues(n, a)?;
    Some(
        found
            .into_iter()
            .fold(0.0, |r, z| math::hypot(z.re, z.im).max(r)),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use approx::assert_abs_diff_eq;
    use proptest::prelude::*;

    #[test]
    fn a_companion_matrix_has_the_roots_of_its_polynomial() {
        // x³ - 6x² + 11x - 6 = (x - 1)(x - 2)(x - 3), and x² + 2x + 5 with roots -1 ± 2i.
        let mut real: Vec<f64> = eigenvalues(3, &[6.0, -11.0, 6.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0])
            .unwrap()
            .into_iter()
            .map(|z| z.re)
            .collect();
        real.sort_by(f64::total_cmp);
        for (found, expected) in real.iter().zip([1.0, 2.0, 3.0]) {
            assert_abs_diff_eq!(*found, expected, epsilon = 1e-12);
        }
        for z in eigenvalues(2, &[0.0, 1.0, -5.0, -2.0]).unwrap() {
            assert!((z.re + 1.0).abs() < 1e-12 && (z.im.abs() - 2.0).abs() < 1e-12);
        }
    }

    #[test]
    fn two_rows_have_the_eigenvalues_of_any_number_of_rows() {
        for [a, b, c, d] in [
            [1.0, 2.0, 3.0, 4.0],
            [0.5, -2.0, 1.0, 0.25],
            [2.0, 0.0, 0.0, 2.0],
        ] {
            // The same matrix with a row of its own below.
            let larger = [a, b, 0.0, c, d, 0.0, 0.0, 0.0, 7.0];
            let mut expected = eigenvalues(3, &larger).unwrap();
            expected.retain(|z| (z.re - 7.0).abs() > 1e-9);
            for z in eigenvalues(2, &[a, b, c, d]).unwrap() {
                let gap = |e: &Eigenvalue| math::hypot(e.re - z.re, e.im - z.im);
                assert!(
                    expected.iter().any(|e| gap(e) < 1e-12),
                    "{z:?} {expected:?}"
                );
            }
        }
    }

    #[test]
    fn a_cycle_and_a_nilpotent_matrix_converge() {
        // Shifts taken from the matrix itself leave a cyclic permutation as it is.
        let n = 5;
        let mut cycle = vec![0.0; n * n];
        for i in 0..n {
            cycle[((i + 1) % n) * n + i] = 1.0;
        }
        for z in eigenvalues(n, &cycle).unwrap() {
            assert_abs_diff_eq!(math::hypot(z.re, z.im), 1.0, epsilon = 1e-14);
        }
        cycle[n - 1] = 0.0;
        for z in eigenvalues(n, &cycle).unwrap() {
            // A perturbation of the size of rounding moves a root of multiplicity n by its n-th root.
            assert!(math::hypot(z.re, z.im) < 1e-3, "{z:?}");
        }
    }

    proptest! {
        #[test]
        fn trace_and_squares_are_those_of_the_eigenvalues(a in proptest::collection::vec(-2.0..2.0_f64, 49)) {
            let n = 7;
            let found = eigenvalues(n, &a).unwrap();
            prop_assert_eq!(found.len(), n);
            let trace: f64 = (0..n).map(|i| a[i * n + i]).sum();
            let square: f64 = (0..n * n).map(|k| a[k] * a[k % n * n + k / n]).sum();
            let sum = |of: fn(&Eigenvalue) -> f64| found.iter().map(of).sum::<f64>();
            prop_assert!((sum(|z| z.re) - trace).abs() < 1e-11);
            prop_assert!(sum(|z| z.im).abs() < 1e-11);
            prop_assert!((sum(|z| z.re * z.re - z.im * z.im) - square).abs() < 1e-10);
        }
    }

    #[test]
    fn a_rotation_has_the_radius_of_its_factor() {
        let radius = spectral_radius(2, &[0.0, -0.5, 0.5, 0.0]).unwrap();
        assert_abs_diff_eq!(radius, 0.5, epsilon = 1e-15);
        assert_eq!(spectral_radius(1, &[f64::INFINITY]), None);
    }

    #[test]
    fn what_is_not_a_number_has_no_eigenvalues() {
        assert_eq!(eigenvalues(1, &[f64::NAN]), None);
        assert_eq!(eigenvalues(0, &[]).map(|v| v.len()), Some(0));
    }
}
