//! The whole matrix `[[M, Jᵀ], [J, 0]]` of a large system whose mass couples neighbours, so that `J M⁻¹ Jᵀ` would be
//! full.
//!
//! Each constraint row follows the last velocity it touches, and the matrix is factored in this order: as a band
//! where that is narrow, else within its envelope. Pivots of constraint rows are squares of distances to singular
//! configurations. Near those the matrix is factored with pivoting, and the rows are scaled as in the dense backend.

use super::dense::{ROW_SCALE, SMALLEST_INDEFINITE};
use crate::Singular;
use crate::factor::{Band, Envelope, PivotedBand, Pivots};
use system::{Shape, Terms, largest};

/// The widest band that is factored with pivoting, which stores the full width whatever the envelope is.
const WIDEST_PIVOTED: usize = 32;

pub(crate) struct Augmented {
    n: usize,
    matrix: Matrix,
    /// Position of each stored mass value, if it lies in the lower triangle.
    mass_at: Vec<Option<usize>>,
    /// Position of each Jacobian value.
    jacobian_at: Vec<usize>,
    /// Place of each velocity and then of each row in the order of elimination.
    place: Vec<usize>,
    /// Velocity or row that is eliminated at each place.
    who: Vec<usize>,
    x: Vec<f64>,
    pivoted: Option<PivotedBand>,
    use_pivoted: bool,
    /// Factor by which each row was scaled before it was factored with pivoting.
    scale: Vec<f64>,
}

enum Matrix {
    Band { band: Band, values: Vec<f64> },
    Envelope(Envelope),
}

impl Matrix {
    /// A matrix whose row `i` reaches back to column `first[i]`.
    fn new(first: Vec<usize>, width: usize) -> Self {
        match Band::new(first.len(), width, Pivots::Signed) {
            Some(band) => Self::Band {
                values: vec![0.0; band.len()],
                band,
            },
            None => Self::Envelope(Envelope::new(first)),
        }
    }

    fn position(&self, i: usize, j: usize) -> usize {
        match self {
            Self::Band { band, .. } => band.position(i, j),
            Self::Envelope(envelope) => envelope.position(i, j),
        }
    }

    fn values(&mut self) -> &mut [f64] {
        match self {
            Self::Band { values, .. } => values,
            Self::Envelope(envelope) => &mut envelope.values,
        }
    }

    fn factor(&mut self, smallest: f64) -> Result<(), Singular> {
        match self {
            Self::Band { band, values } => band.factor(values, smallest),
            Self::Envelope(envelope) => envelope.factor(smallest),
        }
    }

    fn solve(&self, x: &mut [f64]) {
        match self {
            Self::Band { band, .. } => band.solve(x),
            Self::Envelope(envelope) => envelope.solve(x),
        }
    }
}

impl Augmented {
    pub(crate) fn new(shape: &Shape) -> Self {
        let (n, rows) = (shape.n_v(), shape.rows());
        let m = rows.rows();
        let last = |row: usize| rows.columns(row).last().copied().unwrap_or(0);
        let mut who: Vec<usize> = (0..n + m).collect();
        // A stable sort: velocity k, then the rows that end with it.
        who.sort_by_key(|&i| if i < n { (i, 0) } else { (last(i - n), 1) });
        let mut place = vec![0; n + m];
        for (at, &i) in who.iter().enumerate() {
            place[i] = at;
        }
        let mut first: Vec<usize> = (0..n + m).collect();
        let mut reach = |i: usize, j: usize| {
            let (a, b) = (place[i].max(place[j]), place[i].min(place[j]));
            first[a] = first[a].min(b);
        };
        shape.mass().each_entry(n, |_, i, j| reach(i, j));
        for row in 0..m {
            for &c in rows.columns(row) {
                reach(n + row, c);
            }
        }
        let width = (0..n + m).map(|i| i - first[i]).max().unwrap_or(0);
        let matrix = Matrix::new(first, width);
        let mut mass_at = vec![None; shape.mass().len(n)];
        shape.mass().each_entry(n, |at, i, j| {
            if place[i] >= place[j] {
                mass_at[at] = Some(matrix.position(place[i], place[j]));
            }
        });
        let jacobian_at = (0..m)
            .flat_map(|row| rows.columns(row).iter().map(move |&c| (row, c)))
            .map(|(row, c)| matrix.position(place[n + row], place[c]))
            .collect();
        Self {
            n,
            matrix,
            mass_at,
            jacobian_at,
            place,
            who,
            x: vec![0.0; n + m],
            pivoted: (width <= WIDEST_PIVOTED).then(|| PivotedBand::new(n + m, width)),
            use_pivoted: false,
            scale: vec![1.0; m],
        }
    }

    /// Whether [`Augmented::factor_pivoted`] can factor this matrix.
    pub(crate) fn can_pivot(&self) -> bool {
        self.pivoted.is_some()
    }

    /// Factors without pivoting. Fails when a pivot is below `smallest` × the sum of the magnitudes of its terms.
    pub(crate) fn factor(&mut self, terms: &Terms, smallest: f64) -> Result<(), Singular> {
        self.use_pivoted = false;
        let values = self.matrix.values();
        values.fill(0.0);
        for (value, at) in terms.mass.iter().zip(&self.mass_at) {
            if let Some(at) = at {
                values[*at] = *value;
            }
        }
        for (value, &at) in terms.jacobian.iter().zip(&self.jacobian_at) {
            values[at] = *value;
        }
        let factored = self.matrix.factor(smallest);
        factored.map_err(|e| self.named(e))
    }

    /// Factors with pivoting.
    ///
    /// # Panics
    /// When there is no room for it, see [`Augmented::can_pivot`].
    pub(crate) fn factor_pivoted(&mut self, shape: &Shape, terms: &Terms) -> Result<(), Singular> {
        let (n, rows, place) = (self.n, shape.rows(), &self.place);
        let matrix = self.pivoted.as_mut().expect("a band that can pivot");
        matrix.clear();
        shape
            .mass()
            .each_entry(n, |at, i, j| matrix.set(place[i], place[j], terms.mass[at]));
        let mass_scale = ROW_SCALE * largest(&terms.mass);
        for (row, scale) in self.scale.iter_mut().enumerate() {
            let values = &terms.jacobian[rows.range(row)];
            let largest = largest(values);
            *scale = if largest > 0.0 {
                mass_scale / largest
            } else {
                1.0
            };
            for (&c, value) in rows.columns(row).iter().zip(values) {
                matrix.set(place[n + row], place[c], *scale * value);
                matrix.set(place[c], place[n + row], *scale * value);
            }
        }
        self.use_pivoted = true;
        let factored = matrix.factor(SMALLEST_INDEFINITE);
        factored.map_err(|e| self.named(e))
    }

    /// Replaces the place where a factorization stopped by the velocity or row that is eliminated there.
    fn named(&self, singular: Singular) -> Singular {
        let who = self.who[singular.row];
        Singular {
            row: who.checked_sub(self.n).unwrap_or(who),
            ..singular
        }
    }

    /// Accelerations and multipliers for the force `f`, zero where there is none, and the right-hand side `γ`.
    pub(crate) fn solve(
        &mut self,
        f: Option<&[f64]>,
        gamma: &[f64],
        a: &mut [f64],
        lambda: &mut [f64],
    ) {
        for i in 0..self.n {
            self.x[self.place[i]] = f.map_or(0.0, |f| f[i]);
        }
        for (place, gamma) in self.place[self.n..].iter().zip(gamma) {
            self.x[*place] = *gamma;
        }
        match &self.pivoted {
            Some(matrix) if self.use_pivoted => {
                let row_places = &self.place[self.n..];
                for (&place, scale) in row_places.iter().zip(&self.scale) {
                    self.x[place] *= scale;
                }
                matrix.solve(&mut self.x);
                for (&place, scale) in row_places.iter().zip(&self.scale) {
                    self.x[place] *= scale;
                }
            }
            _ => self.matrix.solve(&mut self.x),
        }
        for (a, &place) in a.iter_mut().zip(&self.place) {
            *a = self.x[place];
        }
        for (lambda, &place) in lambda.iter_mut().zip(&self.place[self.n..]) {
            *lambda = self.x[place];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples::{chain, neighbours, residual};
    use system::MassLayout;

    #[test]
    fn with_and_without_pivoting_both_equations_hold() {
        for layout in [neighbours(42), MassLayout::Diagonal] {
            let (shape, terms) = chain(20, layout);
            let mut augmented = Augmented::new(&shape);
            let solved = |augmented: &mut Augmented| {
                let (mut a, mut lambda) = (vec![0.0; 42], vec![0.0; 20]);
                augmented.solve(Some(&terms.force), &terms.gamma, &mut a, &mut lambda);
                residual(&shape, &terms, &a, &lambda)
            };
            augmented.factor(&terms, 1e-10).unwrap();
            assert!(solved(&mut augmented) < 1e-12);
            augmented.factor_pivoted(&shape, &terms).unwrap();
            assert!(solved(&mut augmented) < 1e-12);
        }
    }

    #[test]
    fn a_singular_row_goes_by_its_own_number() {
        let (shape, mut terms) = chain(20, neighbours(42));
        // Row 7 vanishes.
        terms.jacobian[shape.rows().range(7)].fill(0.0);
        let mut augmented = Augmented::new(&shape);
        assert_eq!(augmented.factor(&terms, 1e-10).unwrap_err().row, 7);
        assert!(augmented.factor_pivoted(&shape, &terms).is_err());
    }

    #[test]
    fn the_lengths_of_rows_do_not_change_the_order_of_pivots() {
        // Powers of two cost no rounding, so that every length of a row gives the same bits.
        let (shape, terms) = chain(20, neighbours(42));
        let length = |row: usize| math::powi(2.0, 20 - 3 * row as i32);
        let mut scaled = terms.clone();
        for row in 0..20 {
            let values = &mut scaled.jacobian[shape.rows().range(row)];
            values.iter_mut().for_each(|j| *j *= length(row));
            scaled.gamma[row] *= length(row);
        }
        let [(a, lambda), (b, other)] = [&terms, &scaled].map(|terms| {
            let (mut a, mut lambda) = (vec![0.0; 42], vec![0.0; 20]);
            let mut augmented = Augmented::new(&shape);
            augmented.factor_pivoted(&shape, terms).unwrap();
            augmented.solve(Some(&terms.force), &terms.gamma, &mut a, &mut lambda);
            (a, lambda)
        });
        let other: Vec<f64> = (0..20).map(|row| length(row) * other[row]).collect();
        assert_eq!((a, lambda), (b, other));
    }
}
