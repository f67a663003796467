//! Row-sparse patterns: which columns each row may touch, fixed for the life of a system.

use std::sync::Arc;

/// The columns of every row, in compressed-row form. Values live elsewhere, in one flat buffer. Copies share their
/// memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern {
    rows: usize,
    n_columns: usize,
    /// Where each row starts in `columns`; `None` when every row is the one dense row in `columns`.
    starts: Option<Arc<[usize]>>,
    columns: Arc<[usize]>,
}

impl Pattern {
    /// The pattern in which every row touches every column.
    pub fn dense(rows: usize, n_columns: usize) -> Self {
        Self {
            rows,
            n_columns,
            starts: None,
            columns: (0..n_columns).collect(),
        }
    }

    /// The pattern in which no row touches any column.
    pub fn empty(rows: usize, n_columns: usize) -> Self {
        Self::from_rows(n_columns, std::iter::repeat_n(Vec::new(), rows))
    }

    /// The pattern with one list of columns for each row. Columns are sorted and repeated ones are merged.
    pub fn from_rows(n_columns: usize, rows: impl IntoIterator<Item = Vec<usize>>) -> Self {
        let mut starts = vec![0];
        let mut columns = Vec::new();
        for mut row in rows {
            row.sort_unstable();
            row.dedup();
            columns.extend(row);
            starts.push(columns.len());
        }
        Self {
            rows: starts.len() - 1,
            n_columns,
            starts: Some(starts.into()),
            columns: columns.into(),
        }
    }

    /// Number of rows.
    #[inline]
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Number of columns.
    #[inline]
    pub fn n_columns(&self) -> usize {
        self.n_columns
    }

    /// Number of stored values.
    #[inline]
    pub fn len(&self) -> usize {
        match &self.starts {
            Some(_) => self.columns.len(),
            None => self.rows * self.n_columns,
        }
    }

    /// Whether no value is stored.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether every row touches every column, so that the values form a row-major matrix.
    #[inline]
    pub fn is_dense(&self) -> bool {
        self.starts.is_none() || self.columns.len() == self.rows * self.n_columns
    }

    /// The largest column that occurs, for checking against the number of columns.
    pub(crate) fn largest_column(&self) -> Option<usize> {
        self.columns.iter().copied().max()
    }

    /// Positions in the value buffer that belong to `row`.
    #[inline]
    pub fn range(&self, row: usize) -> std::ops::Range<usize> {
        match &self.starts {
            Some(starts) => starts[row]..starts[row + 1],
            None => row * self.n_columns..(row + 1) * self.n_columns,
        }
    }

    /// Columns of `row`, ascending.
    #[inline]
    pub fn columns(&self, row: usize) -> &[usize] {
        match &self.starts {
            Some(starts) => &self.columns[starts[row]..starts[row + 1]],
            None => &self.columns,
        }
    }

    /// `out = A x` for the matrix with these `values`.
    pub fn multiply(&self, values: &[f64], x: &[f64], out: &mut [f64]) {
        if self.is_dense() && self.n_columns > 0 {
            for (row, y) in values.chunks_exact(self.n_columns).zip(out) {
                *y = row.iter().zip(x).map(|(a, x)| a * x).sum();
            }
            return;
        }
        for (i, y) in out.iter_mut().enumerate().take(self.rows()) {
            *y = values[self.range(i)]
                .iter()
                .zip(self.columns(i))
                .map(|(a, &j)| a * x[j])
                .sum();
        }
    }

    /// `out += factor Aᵀ x` for the matrix with these `values`.
    pub fn add_transposed(&self, values: &[f64], factor: f64, x: &[f64], out: &mut [f64]) {
        for (i, &xi) in x.iter().enumerate().take(self.rows()) {
            let scaled = factor * xi;
            for (a, &j) in values[self.range(i)].iter().zip(self.columns(i)) {
                out[j] += a * scaled;
            }
        }
    }

    /// Groups of columns of which no row touches two. One directional derivative serves a whole group (Curtis, Powell
    /// and Reid), so the number of passes does not grow with the length of a chain.
    pub(crate) fn column_groups(&self) -> Vec<Vec<usize>> {
        let mut rows_of = vec![Vec::new(); self.n_columns];
        for i in 0..self.rows() {
            for &j in self.columns(i) {
                rows_of[j].push(i);
            }
        }
        let mut groups: Vec<Vec<usize>> = Vec::new();
        // For each row, the groups that already own one of its columns.
        let mut taken: Vec<Vec<usize>> = vec![Vec::new(); self.rows()];
        for (j, rows) in rows_of.iter().enumerate() {
            if rows.is_empty() {
                continue;
            }
            let mut g = 0;
            while rows.iter().any(|&i| taken[i].contains(&g)) {
                g += 1;
            }
            if g == groups.len() {
                groups.push(Vec::new());
            }
            groups[g].push(j);
            for &i in rows {
                taken[i].push(g);
            }
        }
        groups
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tridiagonal_pattern_needs_three_groups_whatever_its_length() {
        for n in [3, 10, 1000] {
            let rows = (0..n).map(|i: usize| (i.saturating_sub(1)..(i + 2).min(n)).collect());
            let pattern = Pattern::from_rows(n, rows);
            let groups = pattern.column_groups();
            assert_eq!(groups.len(), 3);
            assert_eq!(groups.iter().map(Vec::len).sum::<usize>(), n);
        }
    }

    #[test]
    fn sparse_and_dense_products_agree() {
        let sparse = Pattern::from_rows(3, [vec![0, 2], vec![1]]);
        let dense = Pattern::dense(2, 3);
        let x = [1.0, -2.0, 3.0];
        let (mut a, mut b) = ([0.0; 2], [0.0; 2]);
        sparse.multiply(&[5.0, 7.0, 11.0], &x, &mut a);
        dense.multiply(&[5.0, 0.0, 7.0, 0.0, 11.0, 0.0], &x, &mut b);
        assert_eq!(a, b);
        let (mut a, mut b) = ([1.0; 3], [1.0; 3]);
        sparse.add_transposed(&[5.0, 7.0, 11.0], -2.0, &[1.0, 2.0], &mut a);
        dense.add_transposed(&[5.0, 0.0, 7.0, 0.0, 11.0, 0.0], -2.0, &[1.0, 2.0], &mut b);
        assert_eq!(a, b);
    }
}
