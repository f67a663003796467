//! Patterns of small matrices as bits, row by row: a set bit marks an entry that may differ from zero. A constant of
//! this kind can be a parameter of a kernel.

use crate::Pattern;

/// Whether an entry of a matrix with `n` columns is marked.
pub const fn touches(bits: u64, n: usize, row: usize, column: usize) -> bool {
    bits >> (row * n + column) & 1 == 1
}

/// The pattern in which all of `entries` entries are marked.
pub const fn all(entries: usize) -> u64 {
    (1 << entries) - 1
}

/// The pattern that is drawn as one text per row of the matrix.
pub const fn drawn(rows: &[&str]) -> u64 {
    let (mut bits, mut i, mut at) = (0, 0, 0);
    while i < rows.len() {
        let row = rows[i].as_bytes();
        let mut k = 0;
        while k < row.len() {
            if row[k] == b'x' {
                bits |= 1 << at;
            }
            (k, at) = (k + 1, at + 1);
        }
        i += 1;
    }
    bits
}

/// The pattern of blocks of these sizes along the diagonal of an `n × n` matrix.
pub const fn blocks(n: usize, sizes: &[usize]) -> u64 {
    let (mut bits, mut start, mut b) = (0, 0, 0);
    while b < sizes.len() {
        bits |= block(n, start, sizes[b]);
        (start, b) = (start + sizes[b], b + 1);
    }
    bits
}

const fn block(n: usize, start: usize, size: usize) -> u64 {
    let (mut bits, mut i) = (0, start);
    while i < start + size {
        bits |= all(size) << (i * n + start);
        i += 1;
    }
    bits
}

/// The pattern of `J M⁻¹`: a row that touches some of a block touches all of it.
pub const fn filled(n: usize, m: usize, rows: u64, mass: u64) -> u64 {
    let (mut bits, mut at) = (0, 0);
    while at < m * n {
        let (i, k) = (at / n, at % n);
        let coupled = mass >> (k * n) & all(n);
        if rows >> (i * n) & all(n) & coupled != 0 {
            bits |= 1 << at;
        }
        at += 1;
    }
    bits
}

/// A pattern as bits; it must have fewer entries than there are bits.
pub fn bits_of(pattern: &Pattern) -> u64 {
    let mut bits = 0;
    for i in 0..pattern.rows() {
        for k in pattern.columns(i) {
            bits |= 1 << (i * pattern.n_columns() + k);
        }
    }
    bits
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn drawings_blocks_and_patterns_are_the_same_bits() {
        let pattern = Pattern::from_rows(3, [vec![0, 1], vec![0, 1], vec![2]]);
        let bits = drawn(&["xx.", "xx.", "..x"]);
        assert_eq!(bits, bits_of(&pattern));
        assert_eq!(bits, blocks(3, &[2, 1]));
        assert!(touches(bits, 3, 1, 0) && !touches(bits, 3, 1, 2));
        assert_eq!(all(9), bits_of(&Pattern::dense(3, 3)));
    }

    #[test]
    fn solving_with_a_block_fills_it() {
        let (rows, mass) = (drawn(&["x..", "..x"]), blocks(3, &[2, 1]));
        assert_eq!(filled(3, 2, rows, mass), drawn(&["xx.", "..x"]));
        assert_eq!(filled(3, 2, rows, blocks(3, &[1, 1, 1])), rows);
    }
}
