//! Relations of two constraint rows to the velocities around them and to the two rows before them, as distances
//! instead of indices. Along a chain most pairs of rows are alike, so the few distinct stencils stay in the nearest
//! cache however long the chain is.

use std::collections::HashMap;
use system::Pattern;

/// The structure of a pair of rows, relative to its window. Each row has at most `K` values; missing ones are zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Stencil<const K: usize> {
    /// Number of values in each row; the last pair may have one row only.
    len: [usize; 2],
    pub(super) is_single: bool,
    /// Whether both rows have `K` values.
    is_full: bool,
    /// The velocities that the rows touch, as positions in the window.
    columns: [[u8; K]; 2],
    /// For each value of the first row, the value of the second that belongs to the same velocity; `K` where there is
    /// none.
    across: [u8; K],
    /// `back[i][k][j]` is the value of row j that belongs to the same velocity as value k of row i of the pair
    /// before; `K` where there is none.
    back: [[[u8; 2]; K]; 2],
}

/// A pair of rows: the number of its stencil, and the start of its window.
#[derive(Clone, Copy, Debug)]
pub(super) struct Placed {
    kind: u32,
    window: u32,
}

/// The stencils of a Jacobian, for windows of `W` velocities.
pub(super) struct Stencils<const K: usize, const W: usize> {
    kinds: Vec<Stencil<K>>,
    pub(super) pairs: Vec<Placed>,
}

impl<const K: usize> Stencil<K> {
    /// Number of values in both rows.
    #[inline(always)]
    pub(super) fn len(&self) -> usize {
        self.len[0] + self.len[1]
    }

    /// Reads the values of both rows from the beginning of `values`.
    #[inline(always)]
    pub(super) fn load(&self, values: &[f64]) -> [[f64; K]; 2] {
        if self.is_full
            && let ([first, second, ..], _) = values.as_chunks()
        {
            return [*first, *second];
        }
        let mut values = values.iter();
        // Value by value, since a copy of variable length would be a call.
        self.len.map(|len| {
            std::array::from_fn(|k| match k < len {
                true => *values.next().expect("as many values as the rows have"),
                false => 0.0,
            })
        })
    }

    /// The product of rows with these values and the velocities `x` in their window.
    #[inline(always)]
    pub(super) fn multiply<const W: usize>(&self, j: &[[f64; K]; 2], x: &[f64; W]) -> [f64; 2] {
        let mut product = [0.0; 2];
        for row in 0..2 {
            for k in 0..K {
                product[row] += j[row][k] * x[self.column::<W>(row, k)];
            }
        }
        product
    }

    // The remainders leave every index as it is; they tell the compiler that it is in range.

    /// Position of value `k` of a row in a window of `W`.
    #[inline(always)]
    pub(super) fn column<const W: usize>(&self, row: usize, k: usize) -> usize {
        self.columns[row][k] as usize % W
    }

    /// Index of the value of the second row that meets value `k` of the first, among `W` values that are zero from
    /// the `K`-th on.
    #[inline(always)]
    pub(super) fn across<const W: usize>(&self, k: usize) -> usize {
        self.across[k] as usize % W
    }

    /// Index of the value of `row` that meets value `k` of row `other` of the pair before, among `W` values that are
    /// zero from the `K`-th on.
    #[inline(always)]
    pub(super) fn back<const W: usize>(&self, other: usize, k: usize, row: usize) -> usize {
        self.back[other][k][row] as usize % W
    }
}

impl<const K: usize, const W: usize> Stencils<K, W> {
    /// The stencils of `rows`, if they fit: pairs share velocities only with the pair before and the pair behind, rows
    /// have at most `K` values, and those of a pair lie in a window of `W`.
    pub(super) fn new(rows: &Pattern) -> Option<Self> {
        const { assert!(K < W && W <= 256, "there is a place for a zero") };
        if !is_block_tridiagonal(rows) {
            return None;
        }
        let last_window = rows.n_columns().checked_sub(W)?;
        let mut known = HashMap::new();
        let mut kinds = Vec::new();
        let mut pairs = Vec::with_capacity(rows.rows().div_ceil(2));
        for first in (0..rows.rows()).step_by(2) {
            let touched = (first..rows.rows()).take(2).flat_map(|i| rows.columns(i));
            let window = touched.min().map_or(0, |&c| c.min(last_window));
            let stencil = Self::stencil(rows, first, window)?;
            let kind = *known.entry(stencil).or_insert_with(|| {
                kinds.push(stencil);
                kinds.len() - 1
            });
            pairs.push(Placed {
                kind: u32::try_from(kind).ok()?,
                window: u32::try_from(window).ok()?,
            });
        }
        Some(Self { kinds, pairs })
    }

    fn stencil(rows: &Pattern, first: usize, window: usize) -> Option<Stencil<K>> {
        let none = K as u8;
        let columns = |i: Option<usize>| i.filter(|&i| i < rows.rows()).map(|i| rows.columns(i));
        let own = [columns(Some(first)), columns(Some(first + 1))];
        let mut stencil = Stencil {
            len: own.map(|own| own.map_or(0, <[_]>::len)),
            is_single: own[1].is_none(),
            is_full: own.iter().flatten().all(|own| own.len() == K) && own[1].is_some(),
            columns: [[0; K]; 2],
            across: [none; K],
            back: [[[none; 2]; K]; 2],
        };
        let own = own.map(|own| own.unwrap_or(&[]));
        for (own, places) in own.iter().zip(&mut stencil.columns) {
            if own.len() > K || own.last().is_some_and(|&c| c - window >= W) {
                return None;
            }
            for (place, &c) in places.iter_mut().zip(*own) {
                *place = (c - window) as u8;
            }
        }
        let meeting = |row: usize, c: &usize| own[row].binary_search(c).map_or(none, |k| k as u8);
        for (place, c) in stencil.across.iter_mut().zip(own[0]) {
            *place = meeting(1, c);
        }
        for (back, places) in [2, 1].into_iter().zip(&mut stencil.back) {
            let other = columns(first.checked_sub(back)).unwrap_or(&[]);
            for (place, c) in places.iter_mut().zip(other) {
                *place = [meeting(0, c), meeting(1, c)];
            }
        }
        Some(stencil)
    }

    /// The stencil of a pair, and the start of its window.
    #[inline(always)]
    pub(super) fn of(&self, pair: Placed) -> (&Stencil<K>, usize) {
        (&self.kinds[pair.kind as usize], pair.window as usize)
    }
}

/// Whether pairs of rows share velocities only with the pair before and the pair behind.
fn is_block_tridiagonal(rows: &Pattern) -> bool {
    let mut first = vec![usize::MAX; rows.n_columns()];
    (0..rows.rows()).all(|i| {
        rows.columns(i).iter().all(|&c| {
            first[c] = first[c].min(i / 2);
            i / 2 - first[c] <= 1
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chain_has_few_stencils_however_long_it_is() {
        for m in [8, 10, 1000] {
            let columns = |i: usize| (2 * i..2 * i + 4).collect();
            let rows = Pattern::from_rows(2 * m + 2, (0..m).map(columns));
            let stencils = Stencils::<4, 8>::new(&rows).unwrap();
            // The first pair, the last, whose window ends with the velocities, and all others.
            assert_eq!(stencils.kinds.len(), 3);
            assert_eq!(stencils.pairs.len(), m / 2);
        }
    }

    #[test]
    fn a_stencil_names_what_rows_have_in_common() {
        let rows = [vec![0, 1], vec![3], vec![1, 3, 6], vec![2, 6], vec![6]];
        let stencils = Stencils::<4, 8>::new(&Pattern::from_rows(9, rows)).unwrap();
        let (pair, window) = stencils.of(stencils.pairs[1]);
        assert_eq!((pair.len, pair.is_single, window), ([3, 2], false, 1));
        assert_eq!(pair.columns, [[0, 2, 5, 0], [1, 5, 0, 0]]);
        // Column 6 is the third value of the first row and the second of the other one.
        assert_eq!(pair.across, [4, 4, 1, 4]);
        // Column 1 is the second value of row 0, column 3 the only one of row 1; the second row here has neither.
        assert_eq!(pair.back[0], [[4, 4], [0, 4], [4, 4], [4, 4]]);
        assert_eq!(pair.back[1], [[1, 4], [4, 4], [4, 4], [4, 4]]);
        let loaded = pair.load(&[2.0, 3.0, 5.0, 7.0, 11.0, 13.0]);
        assert_eq!(loaded, [[2.0, 3.0, 5.0, 0.0], [7.0, 11.0, 0.0, 0.0]]);
        assert!(stencils.of(stencils.pairs[2]).0.is_single);
    }

    #[test]
    fn rows_that_are_too_long_too_wide_or_reach_too_far_back_have_no_stencil() {
        let fits =
            |rows: Vec<Vec<usize>>| Stencils::<4, 8>::new(&Pattern::from_rows(20, rows)).is_some();
        assert!(fits(vec![vec![0, 1, 2, 7]]) && fits(vec![vec![16, 19]]));
        assert!(!fits(vec![vec![0, 8]]) && !fits(vec![vec![0, 1, 2, 3, 4]]));
        assert!(fits(vec![vec![0], vec![1], vec![2], vec![0]]));
        assert!(!fits(vec![vec![0], vec![1], vec![2], vec![3], vec![1]]));
    }
}
