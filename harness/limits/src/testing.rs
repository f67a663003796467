//! What the tests of the kernels share.

use crate::Parameters;

/// Parameters without a special value.
pub(crate) fn odd(h: f64) -> Parameters {
    Parameters {
        gravity: 3.3,
        length: 0.8,
        alpha: 7.0,
        beta: 31.0,
        h,
    }
}

/// The same without feedback.
pub(crate) fn bare(h: f64) -> Parameters {
    Parameters {
        alpha: 0.0,
        beta: 0.0,
        ..odd(h)
    }
}

/// The classical Runge-Kutta step, as in any textbook.
pub(crate) fn textbook_step<const N: usize>(
    h: f64,
    y: [f64; N],
    rate: impl Fn([f64; N]) -> [f64; N],
) -> [f64; N] {
    let shifted = |k: [f64; N], h: f64| std::array::from_fn(|i| y[i] + h * k[i]);
    let k1 = rate(y);
    let k2 = rate(shifted(k1, 0.5 * h));
    let k3 = rate(shifted(k2, 0.5 * h));
    let k4 = rate(shifted(k3, h));
    std::array::from_fn(|i| y[i] + h / 6.0 * (k1[i] + 2.0 * k2[i] + 2.0 * k3[i] + k4[i]))
}

/// Gauss-Jordan elimination with the largest pivot of each column; the last column is the right-hand side.
pub(crate) fn eliminate(mut rows: Vec<Vec<f64>>) -> Vec<f64> {
    let n = rows.len();
    for k in 0..n {
        let largest = (k..n).max_by(|&i, &j| rows[i][k].abs().total_cmp(&rows[j][k].abs()));
        rows.swap(k, largest.unwrap());
        let pivot = rows[k].clone();
        for (i, row) in rows.iter_mut().enumerate() {
            let factor = row[k] / pivot[k];
            if i != k && factor != 0.0 {
                let pairs = row.iter_mut().zip(&pivot);
                pairs.for_each(|(x, p)| *x -= factor * p);
            }
        }
    }
    (0..n).map(|k| rows[k][n] / rows[k][k]).collect()
}

/// Numbers that are separated by white space.
pub(crate) fn numbers<const N: usize>(text: &str) -> [f64; N] {
    let numbers: Vec<f64> = text
        .split_whitespace()
        .map(|x| x.parse().unwrap())
        .collect();
    numbers.try_into().unwrap()
}
