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

/// The eigenvalues of the row-major `n × n` matrix `a`, or nothing where the iteration does not converge or an
/// entry is not finite. It allocates: for constructors, not for steps.
///
/// # Panics
/// When `a` does not have `n²` entries.
pub fn eigenvalues(n: usize, a: &[f64]) -> Option<Vec<Eigenvalue>> {
    assert_eq!(a.len(), n * n, "entries");
    if a.iter().any(|x| !x.is_finite()) {
        return None;
    }
    let found = MatRef::from_row_major_slice(a, n, n).eigenvalues().ok()?;
    Some(
        found
            .into_iter()
            .map(|z| Eigenvalue { re: z.re, im: z.im })
            .collect(),
    )
}

/// The largest absolute value of an eigenvalue; see [`eigenvalues`].
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
            assert!((found - expected).abs() < 1e-12);
        }
        for z in eigenvalues(2, &[0.0, 1.0, -5.0, -2.0]).unwrap() {
            assert!((z.re + 1.0).abs() < 1e-12 && (z.im.abs() - 2.0).abs() < 1e-12);
        }
    }

    #[test]
    fn a_rotation_has_the_radius_of_its_factor() {
        let radius = spectral_radius(2, &[0.0, -0.5, 0.5, 0.0]).unwrap();
        assert!((radius - 0.5).abs() < 1e-15);
        assert_eq!(spectral_radius(1, &[f64::INFINITY]), None);
    }

    #[test]
    fn what_is_not_a_number_has_no_eigenvalues() {
        assert_eq!(eigenvalues(1, &[f64::NAN]), None);
        assert_eq!(eigenvalues(0, &[]).map(|v| v.len()), Some(0));
    }
}
