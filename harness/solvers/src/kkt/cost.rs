//! Counts the multiplications of one acceleration with the dense and with the sparse backend, from the shape alone.

use crate::factor::blocks;
use system::Shape;

/// Cost of a multiplication whose operands must be looked up, relative to one in a dense loop.
///
/// Measured on chains, trees, stars and overlapping rows of 2 to 40 rows: with this factor the sparse backend is never
/// chosen where it is slower, and where it is not chosen it would save less than half of the time.
const LOOKED_UP: usize = 2;

/// Whether the sparse backend takes less work. The mass must be diagonal or have blocks.
pub(super) fn sparse_is_cheaper(shape: &Shape) -> bool {
    LOOKED_UP * sparse(shape) < dense(shape)
}

/// Multiplications for `M⁻¹ Jᵀ`, the Schur complement, its factorization and one solution.
fn dense(shape: &Shape) -> usize {
    let (n, m) = (shape.n_v(), shape.constraints());
    let mass = shape.mass().len(n);
    m * mass + n * m * (m + 1) / 2 + m * m * m / 6 + mass + 2 * n * m + m * m
}

/// The same multiplications without products of known zeros, for a Schur complement that is a band in the natural
/// order of its rows. A better order may need fewer.
fn sparse(shape: &Shape) -> usize {
    let (n, rows) = (shape.n_v(), shape.rows());
    // The start and the size of the block that each velocity belongs to.
    let mut block_of: Vec<(usize, usize)> = (0..n).map(|c| (c, 1)).collect();
    for velocities in blocks(shape).iter().map(|block| block.velocities()) {
        block_of[velocities.clone()].fill((velocities.start, velocities.len()));
    }
    let mut rows_of = vec![Vec::new(); n];
    let (mut wide, mut divided) = (0, 0);
    for i in 0..rows.rows() {
        for &c in rows.columns(i) {
            let (block, size) = block_of[c];
            if rows_of[block].last() != Some(&i) {
                rows_of[block].push(i);
                wide += size;
                divided += size * size;
            }
        }
    }
    let (mut products, mut width) = (0, 0);
    for j in 0..rows.rows() {
        for &c in rows.columns(j) {
            let others = &rows_of[block_of[c].0];
            products += others.len() - others.partition_point(|&i| i < j);
            width = width.max(others.last().map_or(0, |&i| i - j));
        }
    }
    let in_band = rows.rows() * (width * (width + 3) / 2 + 2 * width);
    shape.mass().len(n) + divided + products + in_band + rows.len() + wide
}

#[cfg(test)]
mod tests {
    use super::*;
    use system::{MassLayout, Pattern};

    #[test]
    fn zeros_are_not_counted_and_dense_rows_are_never_sparse() {
        for n in 1..20 {
            for m in 1..n {
                assert!(!sparse_is_cheaper(&Shape::new(n, m)), "{n} × {m}");
            }
        }
        // Two rows over three velocities each, of which they share one; blocks make the rows of `M⁻¹ Jᵀ` longer.
        let rows = Pattern::from_rows(6, [vec![0, 1, 2], vec![2, 3, 4]]);
        let shape = Shape::new(6, 2).with_rows(rows).expect("two rows");
        assert_eq!(sparse(&shape), 6 + 6 + 7 + 2 * (2 + 2) + 6 + 6);
        let shape = shape.with_mass(MassLayout::Blocks(vec![2; 3]));
        assert_eq!(
            sparse(&shape.expect("three blocks")),
            12 + 16 + 7 + 8 + 6 + 8
        );
        // Neighbours two rows apart: a band of that width.
        let rows = Pattern::from_rows(6, [vec![0, 1], vec![2, 3], vec![1, 4]]);
        let shape = Shape::new(6, 3).with_rows(rows).expect("three rows");
        assert_eq!(sparse(&shape), 6 + 6 + 7 + 3 * (5 + 4) + 6 + 6);
    }

    #[test]
    fn dense_algebra_multiplies_zeros_too() {
        // In this order: M⁻¹ Jᵀ, the lower triangle of its product with J, a sixth of a cube for the factors, M⁻¹ f,
        // two products with J and two triangles.
        let shape = Shape::new(6, 3);
        assert_eq!(dense(&shape), 3 * 6 + 6 * 6 + 4 + 6 + 2 * 18 + 9);
        let shape = shape.with_mass(MassLayout::Dense).expect("one block");
        assert_eq!(dense(&shape), 3 * 36 + 6 * 6 + 4 + 36 + 2 * 18 + 9);
    }
}
