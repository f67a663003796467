//! Gaussian elimination in any precision, where speed counts less than digits.

use crate::Scalar;

/// Solves `A x = b` in place of `b` by elimination with row exchanges; `a` is row-major and is destroyed. The result
/// is `None` where `A` is singular.
///
/// # Panics
/// When `a` does not have as many entries as the square of the length of `b`.
pub fn eliminate<S: Scalar>(a: &mut [S], b: &mut [S]) -> Option<()> {
    let n = b.len();
    assert_eq!(a.len(), n * n, "entries");
    for k in 0..n {
        let size = |i: usize| a[i * n + k].value().abs();
        let pivot = (k..n).max_by(|&i, &j| size(i).total_cmp(&size(j)))?;
        if !(size(pivot) > 0.0) {
            return None;
        }
        if pivot != k {
            for j in 0..n {
                a.swap(k * n + j, pivot * n + j);
            }
            b.swap(k, pivot);
        }
        let (above, below) = a.split_at_mut((k + 1) * n);
        let row = &above[k * n..];
        let inverse = S::from(1.0) / row[k];
        for i in k + 1..n {
            let other = &mut below[(i - k - 1) * n..(i - k) * n];
            if other[k].value() == 0.0 {
                continue;
            }
            let factor = other[k] * inverse;
            for (x, &y) in other[k + 1..].iter_mut().zip(&row[k + 1..]) {
                *x -= factor * y;
            }
            let change = factor * b[k];
            b[i] -= change;
        }
    }
    for k in (0..n).rev() {
        let mut sum = b[k];
        for j in k + 1..n {
            sum -= a[k * n + j] * b[j];
        }
        b[k] = sum / a[k * n + k];
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::DoubleDouble;

    #[test]
    fn a_hilbert_system_is_solved_to_the_digits_its_condition_leaves() {
        // Condition 1.6e13 for n = 10: some 18 of 31 digits are left.
        let n = 10;
        let entry =
            |i: usize, j: usize| DoubleDouble::from(1.0) / DoubleDouble::from((i + j + 1) as f64);
        let mut a: Vec<_> = (0..n * n).map(|k| entry(k / n, k % n)).collect();
        let mut b: Vec<_> = (0..n)
            .map(|i| (0..n).fold(DoubleDouble::ZERO, |s, j| s + entry(i, j)))
            .collect();
        eliminate(&mut a, &mut b).unwrap();
        for x in b {
            assert!((x - DoubleDouble::from(1.0)).abs().value() < 1e-17);
        }
        assert!(eliminate(&mut [1.0, 2.0, 2.0, 4.0], &mut [1.0, 1.0]).is_none());
    }
}
