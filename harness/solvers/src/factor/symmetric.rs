//! A symmetric indefinite matrix as `P A Pᵀ = L D Lᵀ` with pivots of one or two rows (Bunch and Kaufman 1977).

/// Growth is smallest where a diagonal entry of this fraction of its column is a pivot: `(1 + √17)/8`.
const LARGE_ENOUGH: f64 = 0.640_388_203_202_208;

/// The factors of a matrix of fixed size.
pub(crate) struct Symmetric {
    size: usize,
    /// Row-major; before the factorization the lower triangle of A, then L below the pivots on the diagonal.
    matrix: Vec<f64>,
    /// Beside the first row of a pivot of two rows its off-diagonal entry, zero elsewhere.
    beside: Vec<f64>,
    /// Which row of A came to each place.
    permutation: Vec<usize>,
    work: Vec<f64>,
}

/// A pivot of the factorization.
pub(crate) struct Pivot {
    /// The row of A that stands first in it.
    pub(crate) row: usize,
    /// Its absolute value; for two rows the root of the determinant's.
    pub(crate) size: f64,
}

impl Symmetric {
    /// Buffers for matrices of this size.
    pub(crate) fn new(size: usize) -> Self {
        Self {
            size,
            matrix: vec![0.0; size * size],
            beside: vec![0.0; size],
            permutation: (0..size).collect(),
            work: vec![0.0; size],
        }
    }

    /// The entries by rows, of which the lower triangle is read.
    pub(crate) fn entries(&mut self) -> &mut [f64] {
        &mut self.matrix
    }

    /// Factors the entries in place.
    pub(crate) fn factor(&mut self) {
        let n = self.size;
        for (k, place) in self.permutation.iter_mut().enumerate() {
            *place = k;
        }
        for i in 0..n {
            for j in 0..i {
                self.matrix[j * n + i] = self.matrix[i * n + j];
            }
        }
        self.beside.fill(0.0);
        let mut k = 0;
        while k < n {
            k += self.choose(k);
        }
    }

    /// Brings the next pivot to place `k` and eliminates with it; its number of rows.
    fn choose(&mut self, k: usize) -> usize {
        let n = self.size;
        let own = self.matrix[k * n + k].abs();
        let (r, below) = self.largest_in_column(k, k);
        // Not greater: also where an entry is not a number.
        if !(below > 0.0) || own >= LARGE_ENOUGH * below {
            self.eliminate_one(k);
            return 1;
        }
        let (_, beside) = self.largest_in_column(r, k);
        if own * beside >= LARGE_ENOUGH * below * below {
            self.eliminate_one(k);
            1
        } else if self.matrix[r * n + r].abs() >= LARGE_ENOUGH * beside {
            self.exchange(k, r);
            self.eliminate_one(k);
            1
        } else {
            self.exchange(k + 1, r);
            self.eliminate_two(k);
            2
        }
    }

    /// Place and size of the largest entry of a column beside the diagonal, among rows from `first` on.
    fn largest_in_column(&self, column: usize, first: usize) -> (usize, f64) {
        let row = &self.matrix[column * self.size..][..self.size];
        let mut largest = (column, 0.0);
        for (i, value) in row.iter().enumerate().skip(first) {
            if i != column && value.abs() > largest.1 {
                largest = (i, value.abs());
            }
        }
        largest
    }

    /// Exchanges two rows and the same columns, with the rows of L that are done.
    fn exchange(&mut self, p: usize, q: usize) {
        if p == q {
            return;
        }
        let n = self.size;
        for j in 0..n {
            self.matrix.swap(p * n + j, q * n + j);
        }
        for i in 0..n {
            self.matrix.swap(i * n + p, i * n + q);
        }
        self.permutation.swap(p, q);
    }

    fn eliminate_one(&mut self, k: usize) {
        let n = self.size;
        let pivot = self.matrix[k * n + k];
        if pivot == 0.0 {
            return;
        }
        for i in k + 1..n {
            let factor = self.matrix[i * n + k] / pivot;
            for j in k + 1..=i {
                let value = self.matrix[i * n + j] - factor * self.matrix[k * n + j];
                self.matrix[i * n + j] = value;
                self.matrix[j * n + i] = value;
            }
            self.matrix[i * n + k] = factor;
        }
    }

    fn eliminate_two(&mut self, k: usize) {
        let n = self.size;
        self.beside[k] = self.matrix[(k + 1) * n + k];
        for i in k + 2..n {
            let right = [self.matrix[i * n + k], self.matrix[i * n + k + 1]];
            let [first, second] = self.divided(k, right);
            for j in k + 2..=i {
                let change = first * self.matrix[k * n + j] + second * self.matrix[(k + 1) * n + j];
                let value = self.matrix[i * n + j] - change;
                self.matrix[i * n + j] = value;
                self.matrix[j * n + i] = value;
            }
            self.matrix[i * n + k] = first;
            self.matrix[i * n + k + 1] = second;
        }
    }

    /// A right-hand side divided by the pivot of two rows at `k`.
    fn divided(&self, k: usize, [x, y]: [f64; 2]) -> [f64; 2] {
        let n = self.size;
        // In units of the off-diagonal entry, which is the largest.
        let beside = self.beside[k];
        let a = self.matrix[k * n + k] / beside;
        let c = self.matrix[(k + 1) * n + k + 1] / beside;
        let scale = 1.0 / ((a * c - 1.0) * beside);
        [scale * (c * x - y), scale * (a * y - x)]
    }

    /// All pivots in their order.
    pub(crate) fn pivots(&self) -> impl Iterator<Item = Pivot> {
        let n = self.size;
        let mut k = 0;
        std::iter::from_fn(move || {
            let row = *self.permutation.get(k)?;
            let own = self.matrix[k * n + k];
            let size = match self.beside[k] {
                0.0 => own.abs(),
                beside => {
                    let determinant = own * self.matrix[(k + 1) * n + k + 1] - beside * beside;
                    k += 1;
                    determinant.abs().sqrt()
                }
            };
            k += 1;
            Some(Pivot { row, size })
        })
    }

    /// Solves `A x = b` in place.
    pub(crate) fn solve(&mut self, b: &mut [f64]) {
        let n = self.size;
        let mut x = std::mem::take(&mut self.work);
        for (x, &row) in x.iter_mut().zip(&self.permutation) {
            *x = b[row];
        }
        let mut k = 0;
        while k < n {
            let width = self.width(k);
            for i in k + width..n {
                for j in k..k + width {
                    x[i] -= self.matrix[i * n + j] * x[j];
                }
            }
            k += width;
        }
        k = 0;
        while k < n {
            let width = self.width(k);
            if width == 2 {
                let [first, second] = self.divided(k, [x[k], x[k + 1]]);
                (x[k], x[k + 1]) = (first, second);
            } else {
                x[k] /= self.matrix[k * n + k];
            }
            k += width;
        }
        for j in (0..n).rev() {
            // The entry beside a pivot of two rows belongs to D.
            for i in j + self.width(j)..n {
                x[j] -= self.matrix[i * n + j] * x[i];
            }
        }
        for (x, &row) in x.iter().zip(&self.permutation) {
            b[row] = *x;
        }
        self.work = x;
    }

    /// The number of rows of the pivot that starts at `k`; 1 for its second row.
    fn width(&self, k: usize) -> usize {
        if self.beside[k] == 0.0 { 1 } else { 2 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use nalgebra::{DMatrix, DVector};
    use numerics::SplitMix64;

    /// A symmetric matrix with diagonal entries that are small, zero or large beside the others.
    fn sample(random: &mut SplitMix64, n: usize) -> DMatrix<f64> {
        let mut a = DMatrix::zeros(n, n);
        for i in 0..n {
            for j in 0..i {
                a[(i, j)] = random.symmetric();
                a[(j, i)] = a[(i, j)];
            }
            a[(i, i)] = [0.0, 1e-9, 0.3, 4.0][random.below(4)] * random.symmetric();
        }
        a
    }

    fn solved(a: &DMatrix<f64>, rhs: &DVector<f64>) -> Vec<f64> {
        let mut factors = Symmetric::new(a.nrows());
        factors.entries().copy_from_slice(a.as_slice());
        factors.factor();
        let mut x = rhs.as_slice().to_vec();
        factors.solve(&mut x);
        x
    }

    #[test]
    fn small_diagonals_cost_no_digits_and_units_no_bit() {
        let mut random = SplitMix64::new(5);
        for n in 1..=12 {
            for _ in 0..40 {
                let a = sample(&mut random, n);
                let singular = a.singular_values();
                let condition = singular.max() / singular.min();
                if !(condition < 1e6) {
                    continue;
                }
                let rhs = DVector::from_fn(n, |_, _| random.symmetric());
                let x = solved(&a, &rhs);
                // The residual of a factorization without growth is rounding, whatever the condition.
                let residual = (&a * DVector::from_vec(x.clone()) - &rhs).amax();
                let size = singular.max() * DVector::from_vec(x.clone()).amax();
                let bound = 8.0 * (n * n) as f64 * f64::EPSILON * size;
                assert!(residual <= bound, "{n} rows: {residual:e} > {bound:e}");
                for unit in [math::powi(2.0, 40), math::powi(2.0, -40)] {
                    assert_eq!(
                        solved(&(&a * unit), &(&rhs * unit)),
                        x,
                        "{n} rows in units of {unit}"
                    );
                }
            }
        }
    }

    #[test]
    fn a_pivot_of_two_rows_is_as_large_as_the_root_of_its_determinant() {
        let mut factors = Symmetric::new(2);
        factors.entries().copy_from_slice(&[0.5, 4.0, 4.0, -0.25]);
        factors.factor();
        let sizes: Vec<f64> = factors.pivots().map(|pivot| pivot.size).collect();
        assert_eq!(sizes, [16.125_f64.sqrt()]);
    }
}
