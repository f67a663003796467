//! Factorization `A = L D Lᵀ` of a symmetric matrix with at most `B` entries before each diagonal one, without
//! pivoting. It serves matrices that are positive definite, or ordered so that pivots of either sign exist.
//!
//! The width is a constant, so a row is an array and its loops unroll, without index lists and without a search.
//! The kernel for a width is reached through function pointers chosen at construction.

use crate::Singular;

/// The widest band that has a kernel. Wider matrices are left to an envelope, or to an ordering that reduces fill.
pub(crate) const WIDEST: usize = 8;

/// A matrix by rows, each with `B` entries before the diagonal and the diagonal one; entries outside of the matrix
/// are zero.
pub(crate) struct Band {
    width: usize,
    /// L before the diagonal and `1/D` on it.
    factor: Vec<f64>,
    kernels: Kernels,
}

#[derive(Clone, Copy)]
struct Kernels {
    factor: Factor,
    solve: fn(&[f64], &mut [f64]),
}

/// The reference magnitude of a pivot, and the sign it must have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pivots {
    /// Pivots must be positive, and not small against the diagonal entry they came from.
    Positive,
    /// Pivots may have either sign, and must not be small against the sum of the magnitudes of their terms.
    Signed,
}

/// Reads the values of A and writes those of the factor, given the smallest relative pivot allowed.
type Factor = fn(&[f64], &mut [f64], f64) -> Result<(), Singular>;

impl Kernels {
    fn new(width: usize, pivots: Pivots) -> Option<Self> {
        Some(match width {
            1 => Self::fixed::<1>(pivots),
            2 => Self::fixed::<2>(pivots),
            3 => Self::fixed::<3>(pivots),
            4 => Self::fixed::<4>(pivots),
            5 => Self::fixed::<5>(pivots),
            6 => Self::fixed::<6>(pivots),
            7 => Self::fixed::<7>(pivots),
            WIDEST => Self::fixed::<WIDEST>(pivots),
            _ => return None,
        })
    }

    fn fixed<const B: usize>(pivots: Pivots) -> Self {
        Self {
            factor: match pivots {
                Pivots::Positive => factor::<B, true>,
                Pivots::Signed => factor::<B, false>,
            },
            solve: solve::<B>,
        }
    }
}

impl Band {
    /// Room for a matrix of `n` rows with entries at most `width` from the diagonal; `None` where no kernel is that
    /// wide.
    pub(crate) fn new(n: usize, width: usize, pivots: Pivots) -> Option<Self> {
        let width = width.max(1);
        Kernels::new(width, pivots).map(|kernels| Self {
            width,
            factor: vec![0.0; n * (width + 1)],
            kernels,
        })
    }

    /// Number of stored values.
    pub(crate) fn len(&self) -> usize {
        self.factor.len()
    }

    /// Position of entry (i, j), `i - width ≤ j ≤ i`, among the values.
    pub(crate) fn position(&self, i: usize, j: usize) -> usize {
        i * (self.width + 1) + self.width + j - i
    }

    /// Factors the matrix with these values. Fails when a pivot is below `smallest` × its reference magnitude.
    pub(crate) fn factor(&mut self, values: &[f64], smallest: f64) -> Result<(), Singular> {
        (self.kernels.factor)(values, &mut self.factor, smallest)
    }

    /// `x = A⁻¹ x`.
    pub(crate) fn solve(&self, x: &mut [f64]) {
        (self.kernels.solve)(&self.factor, x);
    }
}

/// A row of A or L: entry k before the diagonal of row i lies in column `i - B + k`.
#[derive(Clone, Copy)]
struct Row<const B: usize> {
    before: [f64; B],
    diagonal: f64,
}

impl<const B: usize> Row<B> {
    #[inline(always)]
    fn read(values: &[f64]) -> Self {
        let (before, diagonal) = values.split_first_chunk().expect("a whole row");
        Self {
            before: *before,
            diagonal: diagonal[0],
        }
    }
}

fn factor<const B: usize, const POSITIVE: bool>(
    values: &[f64],
    out: &mut [f64],
    smallest: f64,
) -> Result<(), Singular> {
    // A row depends on the `B` rows before it and on nothing else. Before the first one they are zero.
    let mut above = [Row {
        before: [0.0; B],
        diagonal: 0.0,
    }; B];
    let rows = values.chunks_exact(B + 1).zip(out.chunks_exact_mut(B + 1));
    for (i, (values, out)) in rows.enumerate() {
        let row = Row::<B>::read(values);
        // u is L D. Entry p of this row and entry B + p - k of row k above lie in the same column.
        let mut u = row.before;
        let mut l = [0.0; B];
        let mut pivot = row.diagonal;
        let mut size = pivot.abs();
        for k in 0..B {
            for p in 0..k {
                u[k] -= u[p] * above[k].before[B + p - k];
            }
            l[k] = u[k] * above[k].diagonal;
            pivot -= u[k] * l[k];
            if !POSITIVE {
                size += (u[k] * l[k]).abs();
            }
        }
        let large = if POSITIVE { pivot } else { pivot.abs() };
        // Negated so that NaN fails too, as does a negative diagonal entry where pivots must be positive.
        if !(large > smallest * size) {
            return Err(Singular::new(i, large / size));
        }
        let diagonal = 1.0 / pivot;
        push(
            &mut above,
            Row {
                before: l,
                diagonal,
            },
        );
        out[..B].copy_from_slice(&l);
        out[B] = diagonal;
    }
    Ok(())
}

fn solve<const B: usize>(factor: &[f64], x: &mut [f64]) {
    let mut above = [0.0; B];
    for (row, x) in factor.chunks_exact(B + 1).zip(x.iter_mut()) {
        let row = Row::<B>::read(row);
        for k in 0..B {
            *x -= row.before[k] * above[k];
        }
        push(&mut above, *x);
    }
    // Sums that the rows behind subtract from the B values before them.
    let mut taken = [0.0; B];
    for (row, x) in factor.chunks_exact(B + 1).zip(x).rev() {
        let row = Row::<B>::read(row);
        *x = *x * row.diagonal - taken[B - 1];
        for k in (1..B).rev() {
            taken[k] = taken[k - 1] + row.before[k] * *x;
        }
        taken[0] = row.before[0] * *x;
    }
}

/// Drops the first of `B` values and appends another one. Written so that the values stay in registers: the compiler
/// would turn a loop that copies into a call, or into vector loads that span what was just stored.
#[inline(always)]
fn push<T: Copy, const B: usize>(values: &mut [T; B], last: T) {
    let old = *values;
    *values = std::array::from_fn(|k| if k + 1 < B { old[k + 1] } else { last });
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A matrix that is dominated by its diagonal, and its product with `x`.
    fn sample(band: &Band, n: usize, width: usize, x: &[f64]) -> (Vec<f64>, Vec<f64>) {
        let (mut values, mut product) = (vec![0.0; band.len()], vec![0.0; n]);
        for i in 0..n {
            for j in i.saturating_sub(width)..=i {
                let wave = math::sin(1.3 * (i * n + j) as f64);
                let entry = if i == j {
                    2.0 * width as f64 + wave
                } else {
                    wave
                };
                values[band.position(i, j)] = entry;
                product[i] += entry * x[j];
                if i != j {
                    product[j] += entry * x[i];
                }
            }
        }
        (values, product)
    }

    #[test]
    fn a_singular_row_is_found_where_it_is() {
        let n = 12;
        for pivots in [Pivots::Positive, Pivots::Signed] {
            let mut band = Band::new(n, 3, pivots).unwrap();
            let (mut values, _) = sample(&band, n, 3, &vec![0.0; n]);
            // Row 7 becomes a copy of row 6, which may not reach farther back then.
            values[band.position(6, 3)] = 0.0;
            for j in 4..=6 {
                values[band.position(7, j)] = values[band.position(6, j)];
            }
            values[band.position(7, 7)] = values[band.position(6, 6)];
            let singular = band.factor(&values, 1e-12).unwrap_err();
            assert!(
                singular.row == 7 && singular.pivot.abs() < 1e-12,
                "{singular}"
            );
            values[band.position(5, 4)] = f64::NAN;
            assert_eq!(band.factor(&values, 1e-12).unwrap_err().row, 5);
        }
    }
}
