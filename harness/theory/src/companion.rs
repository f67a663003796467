//! The companion matrix of a linear recurrence.

use numerics::eliminate;

/// A square matrix, row by row.
pub(crate) type Block<const N: usize> = [[f64; N]; N];

/// The matrix that takes `(x_{n+k-1}, …, x_n)` to `(x_{n+k}, …, x_{n+1})` where `Σ_{j=0..k} B_j x_{n+j} = 0`, with its
/// number of rows; `None` where the last block is singular.
pub(crate) fn companion<const N: usize>(blocks: &[Block<N>]) -> Option<(usize, Vec<f64>)> {
    let (leading, others) = blocks.split_last()?;
    let k = others.len();
    let size = N * k;
    let mut entries = vec![0.0; size * size];
    for (j, block) in others.iter().enumerate() {
        for c in 0..N {
            let mut solved = block.map(|row| -row[c]);
            eliminate(leading.clone().as_flattened_mut(), &mut solved)?;
            for r in 0..N {
                entries[r * size + N * (k - 1 - j) + c] = solved[r];
            }
        }
    }
    for i in N..size {
        entries[i * size + i - N] = 1.0;
    }
    Some((size, entries))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_matrix_takes_the_recurrence_one_step_further() {
        // 2 x_{n+2} = x_{n+1} + 4 x_n for each of two components, the second of which also gets the first.
        let blocks = [
            [[-4.0, 0.0], [0.0, -4.0]],
            [[-1.0, 0.0], [-3.0, -1.0]],
            [[2.0, 0.0], [0.0, 2.0]],
        ];
        let (size, entries) = companion(&blocks).unwrap();
        let old = [5.0, 6.0, 7.0, 8.0];
        let new: Vec<f64> = entries
            .chunks(size)
            .map(|row| row.iter().zip(old).map(|(a, x)| a * x).sum())
            .collect();
        // (5 + 28)/2 and (6 + 15 + 32)/2.
        assert_eq!(new, [16.5, 26.5, 5.0, 6.0]);
        assert_eq!(companion(&[[[1.0]], [[0.0]]]), None);
    }
}
