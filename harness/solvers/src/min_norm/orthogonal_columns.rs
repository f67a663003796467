//! Singular values by rotations of pairs of columns until all are orthogonal (Hestenes 1958).
//!
//! `W = A V` with orthogonal columns is `U Σ`. Small singular values come out as accurately as large ones, and the same
//! operations are carried out on every machine: libraries choose their kernels by the processor.

/// Rounds of rotations. Convergence is quadratic at the end, and matrices of hundreds of columns take about ten.
const ROUNDS: usize = 40;

/// Columns below this fraction of the longest one are what rounding left of dependent columns: no rotation makes them
/// orthogonal, and they do not count.
const NEGLIGIBLE: f64 = 1e-13;

/// Columns that no rotation makes orthogonal: a value is not finite.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct NotOrthogonal;

/// Multiplies the columns of length `n` in `w` by an orthogonal matrix that makes them orthogonal, and writes the
/// columns of that matrix to `v`. Lengths of the new columns, the singular values, go to `sigma`.
pub(super) fn orthogonalize(
    w: &mut [f64],
    n: usize,
    v: &mut [f64],
    sigma: &mut [f64],
) -> Result<(), NotOrthogonal> {
    let m = sigma.len();
    v.fill(0.0);
    for k in 0..m {
        v[k * m + k] = 1.0;
    }
    let rounding = f64::EPSILON * (n as f64).sqrt();
    for _ in 0..ROUNDS {
        let mut rotated = false;
        let squares = w.chunks_exact(n).map(|column| dot(column, column));
        let negligible = NEGLIGIBLE * NEGLIGIBLE * squares.fold(0.0, f64::max);
        for q in 1..m {
            for p in 0..q {
                let (a, b) = pair(w, n, p, q);
                let (aa, bb, ab) = (dot(a, a), dot(b, b), dot(a, b));
                let orthogonal = ab.abs() <= rounding * (aa * bb).sqrt();
                // Where a product is not a number rotations go on, until the rounds are over.
                if orthogonal || aa <= negligible || bb <= negligible {
                    continue;
                }
                let zeta = (bb - aa) / (2.0 * ab);
                let t = 1.0_f64.copysign(zeta) / (zeta.abs() + (1.0 + zeta * zeta).sqrt());
                let c = 1.0 / (1.0 + t * t).sqrt();
                rotate(a, b, c, c * t);
                let (a, b) = pair(v, m, p, q);
                rotate(a, b, c, c * t);
                rotated = true;
            }
        }
        if !rotated {
            for (sigma, column) in sigma.iter_mut().zip(w.chunks_exact(n)) {
                *sigma = dot(column, column).sqrt();
            }
            return Ok(());
        }
    }
    Err(NotOrthogonal)
}

/// Two columns of length `n`, the first before the second.
fn pair(columns: &mut [f64], n: usize, p: usize, q: usize) -> (&mut [f64], &mut [f64]) {
    let (before, after) = columns.split_at_mut(q * n);
    (&mut before[p * n..(p + 1) * n], &mut after[..n])
}

/// A scalar product in four sums, which do not wait for each other.
fn dot(a: &[f64], b: &[f64]) -> f64 {
    let (fours, rest) = a.as_chunks::<4>();
    let (others, others_rest) = b.as_chunks::<4>();
    let mut sums = [0.0; 4];
    for (x, y) in fours.iter().zip(others) {
        for k in 0..4 {
            sums[k] += x[k] * y[k];
        }
    }
    let tail: f64 = rest.iter().zip(others_rest).map(|(x, y)| x * y).sum();
    (sums[0] + sums[1]) + (sums[2] + sums[3]) + tail
}

fn rotate(a: &mut [f64], b: &mut [f64], c: f64, s: f64) {
    for (x, y) in a.iter_mut().zip(b) {
        (*x, *y) = (c * *x - s * *y, s * *x + c * *y);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use nalgebra::DMatrix;
    use numerics::SplitMix64;

    #[test]
    fn singular_values_are_those_of_nalgebra_and_the_factors_give_the_matrix_back() {
        let mut random = SplitMix64::new(3);
        for (n, m, rank) in [
            (1, 1, 1),
            (5, 3, 3),
            (6, 6, 6),
            (7, 5, 2),
            (3, 6, 3),
            (30, 20, 13),
        ] {
            let mut entries =
                |rows, columns| DMatrix::from_fn(rows, columns, |_, _| random.symmetric());
            let a = entries(n, rank) * entries(rank, m);
            let mut w = a.as_slice().to_vec();
            let (mut v, mut sigma) = (vec![0.0; m * m], vec![0.0; m]);
            orthogonalize(&mut w, n, &mut v, &mut sigma).expect("finite entries");
            let v = DMatrix::from_column_slice(m, m, &v);
            let w = DMatrix::from_column_slice(n, m, &w);
            let size = a.norm();
            assert!((v.transpose() * &v - DMatrix::identity(m, m)).norm() < 1e-13);
            assert!((&w * v.transpose() - &a).norm() < 1e-13 * size);
            sigma.sort_by(|x, y| y.total_cmp(x));
            let expected = a.singular_values();
            for (found, expected) in sigma.iter().zip(expected.iter()) {
                assert!(
                    (found - expected).abs() < 1e-13 * size,
                    "{found} {expected}"
                );
            }
            assert_eq!(sigma.iter().filter(|s| **s > 1e-11 * size).count(), rank);
        }
    }

    #[test]
    fn values_that_are_not_finite_are_an_error() {
        let (mut v, mut sigma) = ([0.0; 4], [0.0; 2]);
        let mut w = [1.0, f64::NAN, 2.0, 3.0];
        assert_eq!(
            orthogonalize(&mut w, 2, &mut v, &mut sigma),
            Err(NotOrthogonal)
        );
    }
}
