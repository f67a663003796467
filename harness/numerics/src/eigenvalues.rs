//! Eigenvalues of a small matrix without symmetry, for checking that a feedback or a discretization is stable.

use faer::MatRef;

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
    let found = MatRef::from_row_major_slice(a, n, n).eigenvalues().ok()?;
    Some(
        found
            .into_iter()
            .map(|z| Eigenvalue { re: z.re, im: z.im })
            .collect(),
    )
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
    Some(found.into_iter().fold(0.0, |r, z| z.re.hypot(z.im).max(r)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use approx::assert_abs_diff_eq;

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
                let gap = |e: &Eigenvalue| (e.re - z.re).hypot(e.im - z.im);
                assert!(
                    expected.iter().any(|e| gap(e) < 1e-12),
                    "{z:?} {expected:?}"
                );
            }
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
