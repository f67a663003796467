//! Small square matrices in double-double precision: what the damping and the motion are computed with.

use system::{DoubleDouble, SMatrix, Scalar};

pub(crate) type Square<const N: usize> = SMatrix<DoubleDouble, N, N>;

/// Terms of the exponential series: at a norm of one half the first one left out is below 1e-34.
const TERMS: u32 = 26;

/// Iterations for a square root. Eigenvalues that are apart by a factor of 4^k need about k + 6 of them.
const ROOT_ITERATIONS: usize = 60;

/// The largest error of the square of a root that is accepted, with entries around one.
const ROOT_RESIDUAL: f64 = 1e-27;

/// `e^A`: the series of a matrix halved until it is small, squared as often.
pub(crate) fn exponential<const N: usize>(a: &Square<N>) -> Square<N> {
    let size = |x: &DoubleDouble| x.value().abs();
    let norm = a
        .row_iter()
        .map(|row| row.iter().map(size).sum())
        .fold(0.0, f64::max);
    let halvings = math::log2(2.0 * norm).ceil().max(0.0) as i32;
    let small = a * DoubleDouble::from(math::powi(0.5, halvings));
    let mut e = Square::identity();
    for k in (1..=TERMS).rev() {
        let factor = DoubleDouble::from(1.0) / DoubleDouble::from(f64::from(k));
        e = Square::identity() + small * e * factor;
    }
    for _ in 0..halvings {
        e = e * e;
    }
    e
}

/// The root of a matrix with positive eigenvalues that has positive eigenvalues itself, by the iteration of Denman and
/// Beavers; `None` where the eigenvalues lie too far apart.
pub(crate) fn square_root(a: &Square<3>) -> Option<Square<3>> {
    // Eigenvalues around one: the iteration starts at them and at one.
    let mean = a.trace() / DoubleDouble::from(3.0);
    let a = a * (DoubleDouble::from(1.0) / mean);
    let half = DoubleDouble::from(0.5);
    let (mut root, mut inverse_root) = (a, Square::identity());
    for _ in 0..ROOT_ITERATIONS {
        let (x, y) = (inverse(&inverse_root), inverse(&root));
        root = (root + x) * half;
        inverse_root = (inverse_root + y) * half;
    }
    let again = root * root;
    let mut entries = a.iter().zip(&again);
    let found = entries.all(|(&x, &y)| (x - y).abs().value() <= ROOT_RESIDUAL);
    found.then(|| root * mean.sqrt())
}

/// The inverse from the cross products of the rows; that of nalgebra is for machine numbers.
fn inverse(matrix: &Square<3>) -> Square<3> {
    let [a, b, c] = [0, 1, 2].map(|i| matrix.row(i).transpose());
    let columns = [b.cross(&c), c.cross(&a), a.cross(&b)];
    let determinant = a.dot(&columns[0]);
    Square::from_columns(&columns) / determinant
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_exponential_of_a_quarter_turn_generator_turns() {
        // A t with A = [[0, -1], [1, 0]] turns by t, which is large enough for eight halvings.
        let t = DoubleDouble::from(100.0);
        let zero = DoubleDouble::ZERO;
        let turned = exponential(&Square::from_columns(&[
            [zero, t].into(),
            [-t, zero].into(),
        ]));
        let (sin, cos) = t.sin_cos();
        for (got, expected) in turned.iter().zip([cos, sin, -sin, cos]) {
            assert!((*got - expected).abs().value() < 1e-28);
        }
    }

    #[test]
    fn the_root_of_a_square_is_what_was_squared() {
        let text = [
            ["2", "0.1", "0.3"],
            ["0.7", "3", "0.2"],
            ["0.1", "0.4", "5"],
        ];
        let x = Square::from(text.map(|column| column.map(|x| DoubleDouble::parse(x).unwrap())));
        let root = square_root(&(x * x)).unwrap();
        for (got, expected) in root.iter().zip(&x) {
            assert!((*got - *expected).abs().value() < 1e-28);
        }
    }

    #[test]
    fn a_matrix_without_a_positive_root_has_none() {
        let diagonal = |x: [f64; 3]| Square::from_diagonal(&x.map(DoubleDouble::from).into());
        assert!(square_root(&diagonal([1.0, 4.0, -1.0])).is_none());
        assert!(square_root(&diagonal([1.0, 1e-200, 1e200])).is_none());
    }
}
