//! Small square matrices in double-double precision: what the damping and the motion are computed with.

use mechanics::{DoubleDouble, Scalar};

/// N rows of N numbers.
pub(crate) type Square<const N: usize> = [[DoubleDouble; N]; N];

/// Terms of the exponential series: at a norm of one half the first one left out is below 1e-34.
const TERMS: u32 = 26;

/// Iterations for a square root. Eigenvalues that are apart by a factor of 4^k need about k + 6 of them.
const ROOT_ITERATIONS: usize = 60;

/// A square root is one when its square gives the matrix back to this, with entries around one.
const ROOT_RESIDUAL: f64 = 1e-27;

/// The matrix with entry `(i, j)` from `entry`.
pub(crate) fn build<const N: usize>(entry: impl Fn(usize, usize) -> DoubleDouble) -> Square<N> {
    std::array::from_fn(|i| std::array::from_fn(|j| entry(i, j)))
}

pub(crate) fn identity<const N: usize>() -> Square<N> {
    build(|i, j| DoubleDouble::from(if i == j { 1.0 } else { 0.0 }))
}

pub(crate) fn scaled<const N: usize>(a: &Square<N>, factor: DoubleDouble) -> Square<N> {
    build(|i, j| a[i][j] * factor)
}

pub(crate) fn sum<const N: usize>(a: &Square<N>, b: &Square<N>) -> Square<N> {
    build(|i, j| a[i][j] + b[i][j])
}

pub(crate) fn product<const N: usize>(a: &Square<N>, b: &Square<N>) -> Square<N> {
    build(|i, j| (0..N).fold(DoubleDouble::ZERO, |s, k| s + a[i][k] * b[k][j]))
}

pub(crate) fn apply<const N: usize>(a: &Square<N>, x: &[DoubleDouble; N]) -> [DoubleDouble; N] {
    a.map(|row| dot(&row, x))
}

pub(crate) fn dot(a: &[DoubleDouble], b: &[DoubleDouble]) -> DoubleDouble {
    let terms = a.iter().zip(b);
    terms.fold(DoubleDouble::ZERO, |s, (&a, &b)| s + a * b)
}

/// `e^A`: the series of a matrix halved until it is small, squared as often.
pub(crate) fn exponential<const N: usize>(a: &Square<N>) -> Square<N> {
    let row_sum = |row: &[DoubleDouble; N]| row.iter().map(|x| x.value().abs()).sum();
    let norm = a.iter().map(row_sum).fold(0.0, f64::max);
    let halvings = (2.0 * norm).log2().ceil().max(0.0) as i32;
    let small = scaled(a, DoubleDouble::from(0.5_f64.powi(halvings)));
    let mut e = identity();
    for k in (1..=TERMS).rev() {
        let factor = DoubleDouble::from(1.0) / DoubleDouble::from(f64::from(k));
        e = sum(&identity(), &scaled(&product(&small, &e), factor));
    }
    for _ in 0..halvings {
        e = product(&e, &e);
    }
    e
}

/// The root of a matrix with positive eigenvalues that has positive eigenvalues itself, by the iteration of Denman and
/// Beavers; `None` where the eigenvalues lie too far apart.
pub(crate) fn square_root(a: &Square<3>) -> Option<Square<3>> {
    // Eigenvalues around one: the iteration starts at them and at one.
    let mean = (a[0][0] + a[1][1] + a[2][2]) / DoubleDouble::from(3.0);
    let a = scaled(a, DoubleDouble::from(1.0) / mean);
    let half = DoubleDouble::from(0.5);
    let (mut root, mut inverse_root) = (a, identity());
    for _ in 0..ROOT_ITERATIONS {
        let (x, y) = (inverse(&inverse_root), inverse(&root));
        root = scaled(&sum(&root, &x), half);
        inverse_root = scaled(&sum(&inverse_root, &y), half);
    }
    let again = product(&root, &root);
    let mut entries = a.as_flattened().iter().zip(again.as_flattened());
    let found = entries.all(|(&x, &y)| (x - y).abs().value() <= ROOT_RESIDUAL);
    found.then(|| scaled(&root, mean.sqrt()))
}

/// The inverse from the cross products of the rows.
fn inverse([a, b, c]: &Square<3>) -> Square<3> {
    let columns = [cross(b, c), cross(c, a), cross(a, b)];
    let determinant = dot(a, &columns[0]);
    build(|i, j| columns[j][i] / determinant)
}

fn cross(a: &[DoubleDouble; 3], b: &[DoubleDouble; 3]) -> [DoubleDouble; 3] {
    std::array::from_fn(|i| {
        let (j, k) = ((i + 1) % 3, (i + 2) % 3);
        a[j] * b[k] - a[k] * b[j]
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_exponential_of_a_quarter_turn_generator_turns() {
        // A t with A = [[0, -1], [1, 0]] turns by t, which is large enough for eight halvings.
        let t = DoubleDouble::from(100.0);
        let turned = exponential(&[[DoubleDouble::ZERO, -t], [t, DoubleDouble::ZERO]]);
        let (sin, cos) = t.sin_cos();
        for (got, expected) in turned.as_flattened().iter().zip([cos, -sin, sin, cos]) {
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
        let x = text.map(|row| row.map(|x| DoubleDouble::parse(x).unwrap()));
        let root = square_root(&product(&x, &x)).unwrap();
        for (got, expected) in root.as_flattened().iter().zip(x.as_flattened()) {
            assert!((*got - *expected).abs().value() < 1e-28);
        }
    }

    #[test]
    fn a_matrix_without_a_positive_root_has_none() {
        let diagonal =
            |x: [f64; 3]| build(|i, j| DoubleDouble::from(if i == j { x[i] } else { 0.0 }));
        assert!(square_root(&diagonal([1.0, 4.0, -1.0])).is_none());
        assert!(square_root(&diagonal([1.0, 1e-200, 1e200])).is_none());
    }
}
