//! `A = L D Lᵀ` of small matrices, without square roots.
//!
//! [`ldl`] and [`solve_ldl`] are for constant sizes and patterns: their loops unroll and known zeros are left out.
//! [`ldl_any`] and [`solve_any`] are for sizes known at run time and give the same bits.

use crate::Singular;
use vocabulary::planted::{self, Defect};

/// In-place factorization `L D Lᵀ` of the row-major, positive definite `n × n` matrix `a`. The lower triangle becomes
/// the unit triangle L, the diagonal the reciprocals of D. There are no square roots, each of which would have to
/// wait for the one before it.
///
/// Fails when a pivot is below `smallest` × the diagonal entry it came from. Entries that are known to be zero, by
/// `coupled`, are neither read nor written.
#[inline(always)]
pub(crate) fn ldl(
    a: &mut [f64],
    n: usize,
    smallest: f64,
    coupled: impl Fn(usize, usize) -> bool,
) -> Result<(), Singular> {
    let a = &mut a[..n * n];
    for i in 0..n {
        // First the row of L D: its later entries need the earlier ones before these are divided by the pivots.
        for j in 0..n {
            if j < i && coupled(i, j) {
                for k in 0..n {
                    if k < j && coupled(i, k) {
                        a[i * n + j] -= a[i * n + k] * a[j * n + k];
                    }
                }
            }
        }
        let entry = a[i * n + i];
        let mut pivot = entry;
        for j in 0..n {
            if j < i && coupled(i, j) {
                let l = a[i * n + j] * a[j * n + j];
                pivot -= a[i * n + j] * l;
                a[i * n + j] = l;
            }
        }
        a[i * n + i] = reciprocal(i, pivot, entry, smallest)?;
    }
    Ok(())
}

/// The reciprocal of a pivot. Fails when the pivot is below `smallest` × the diagonal `entry` it came from.
#[inline(always)]
fn reciprocal(row: usize, pivot: f64, entry: f64, smallest: f64) -> Result<f64, Singular> {
    let smallest = match planted::is(Defect::PivotThreshold) {
        true => 1.0 / 3.0,
        false => smallest,
    };
    // Written so that NaN fails too.
    if !(pivot > smallest * entry.abs()) {
        return Err(Singular::new(row, pivot / entry));
    }
    Ok(1.0 / pivot)
}

/// [`ldl`] for sizes known at run time: loops end where the triangle does.
pub(crate) fn ldl_any(a: &mut [f64], n: usize, smallest: f64) -> Result<(), Singular> {
    for i in 0..n {
        let (above, row) = a.split_at_mut(i * n);
        for j in 0..i {
            let mut sum = row[j];
            for (u, l) in row.iter().zip(&above[j * n..j * n + j]) {
                sum -= u * l;
            }
            row[j] = sum;
        }
        let entry = row[i];
        let mut pivot = entry;
        for j in 0..i {
            let l = row[j] * above[j * n + j];
            pivot -= row[j] * l;
            row[j] = l;
        }
        row[i] = reciprocal(i, pivot, entry, smallest)?;
    }
    Ok(())
}

/// [`solve_ldl`] for sizes known at run time.
pub(crate) fn solve_any(l: &[f64], n: usize, x: &mut [f64]) {
    for i in 0..n {
        let (before, here) = x.split_at_mut(i);
        let mut sum = here[0];
        for (l, x) in l[i * n..].iter().zip(before) {
            sum -= l * *x;
        }
        here[0] = sum;
    }
    for i in 0..n {
        x[i] *= l[i * n + i];
    }
    for i in (0..n).rev() {
        let (before, after) = x.split_at_mut(i + 1);
        let mut sum = before[i];
        for (row, x) in l[(i + 1) * n..].chunks_exact(n).zip(after) {
            sum -= row[i] * *x;
        }
        before[i] = sum;
    }
}

/// `x = A⁻¹ x` with the factors of [`ldl`].
#[inline(always)]
pub(crate) fn solve_ldl(
    l: &[f64],
    n: usize,
    x: &mut [f64],
    coupled: impl Fn(usize, usize) -> bool + Copy,
) {
    unit_forward(l, n, x, coupled);
    for i in 0..n {
        if coupled(i, i) {
            x[i] *= l[i * n + i];
        }
    }
    unit_backward(l, n, x, coupled);
}

/// `x = L⁻¹ x` with the unit triangle of [`ldl`].
#[inline(always)]
pub(crate) fn unit_forward(
    l: &[f64],
    n: usize,
    x: &mut [f64],
    coupled: impl Fn(usize, usize) -> bool,
) {
    let (l, x) = (&l[..n * n], &mut x[..n]);
    for i in 0..n {
        for k in 0..n {
            if k < i && coupled(i, k) {
                x[i] -= l[i * n + k] * x[k];
            }
        }
    }
}

/// `x = L⁻ᵀ x` with the unit triangle of [`ldl`].
#[inline(always)]
pub(crate) fn unit_backward(
    l: &[f64],
    n: usize,
    x: &mut [f64],
    coupled: impl Fn(usize, usize) -> bool,
) {
    let (l, x) = (&l[..n * n], &mut x[..n]);
    for back in 0..n {
        let i = n - 1 - back;
        for k in 0..n {
            if k > i && coupled(i, k) {
                x[i] -= l[k * n + i] * x[k];
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use approx::assert_abs_diff_eq;

    #[test]
    fn a_solve_undoes_the_matrix_and_a_pattern_changes_no_bit() {
        let mass = [4.0, 1.0, 0.0, 1.0, 3.0, 0.0, 0.0, 0.0, 2.0];
        let block = |i: usize, k: usize| (i < 2) == (k < 2);
        let solved = |coupled: fn(usize, usize) -> bool| {
            let (mut l, mut x) = (mass, [6.0, 7.0, 8.0]);
            ldl(&mut l, 3, 1e-15, coupled).unwrap();
            solve_ldl(&l, 3, &mut x, coupled);
            x
        };
        let x = solved(|_, _| true);
        assert_eq!(x, solved(block));
        for i in 0..3 {
            let product: f64 = (0..3).map(|k| mass[3 * i + k] * x[k]).sum();
            assert_abs_diff_eq!(product, [6.0, 7.0, 8.0][i], epsilon = 1e-14);
        }
    }

    #[test]
    fn sizes_known_at_run_time_change_no_bit() {
        for n in 1..12 {
            let wave = |k: usize| math::sin(1.3 * k as f64 + 0.2);
            let mut a: Vec<f64> = (0..n * n).map(wave).collect();
            (0..n).for_each(|i| a[i * n + i] += n as f64);
            let (mut b, mut x) = (a.clone(), (0..n).map(wave).collect::<Vec<_>>());
            let mut y = x.clone();
            ldl(&mut a, n, 1e-15, |_, _| true).unwrap();
            ldl_any(&mut b, n, 1e-15).unwrap();
            assert_eq!(a, b, "{n}");
            solve_ldl(&a, n, &mut x, |_, _| true);
            solve_any(&b, n, &mut y);
            assert_eq!(x, y, "{n}");
            a[n * n - 1] = -1.0;
            b[n * n - 1] = -1.0;
            assert_eq!(
                ldl(&mut a, n, 1e-15, |_, _| true),
                ldl_any(&mut b, n, 1e-15)
            );
        }
    }

    #[test]
    fn an_indefinite_matrix_is_singular_where_its_pivot_turns() {
        let mut mass = [1.0, 2.0, 2.0, 1.0];
        assert_eq!(ldl(&mut mass, 2, 1e-15, |_, _| true).unwrap_err().row, 1);
        assert!(ldl(&mut [f64::NAN], 1, 1e-15, |_, _| true).is_err());
    }
}
