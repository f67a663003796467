//! The whole matrix `[[M, Jᵀ], [J, 0]]` of a large system whose mass couples neighbours, so that `J M⁻¹ Jᵀ` would be full.
//!
//! Each constraint row follows the last velocity it touches, and the matrix is factored within its envelope.

use super::Singular;
use super::dense::SMALLEST_PIVOT;
use super::envelope::Envelope;
use crate::{Shape, Terms};

pub(super) struct Augmented {
    n: usize,
    envelope: Envelope,
    /// Where the stored mass values go, if they lie in the lower triangle.
    mass_at: Vec<Option<usize>>,
    /// Where the Jacobian values go.
    jacobian_at: Vec<usize>,
    /// Place of each velocity and then of each row in the order of elimination.
    place: Vec<usize>,
    /// What is eliminated at each place.
    who: Vec<usize>,
    x: Vec<f64>,
}

impl Augmented {
    pub(super) fn new(shape: &Shape) -> Self {
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
        let envelope = Envelope::new(first);
        let mut mass_at = vec![None; shape.mass().len(n)];
        shape.mass().each_entry(n, |at, i, j| {
            if place[i] >= place[j] {
                mass_at[at] = Some(envelope.position(place[i], place[j]));
            }
        });
        let jacobian_at = (0..m)
            .flat_map(|row| rows.columns(row).iter().map(move |&c| (row, c)))
            .map(|(row, c)| envelope.position(place[n + row], place[c]))
            .collect();
        Self {
            n,
            envelope,
            mass_at,
            jacobian_at,
            place,
            who,
            x: vec![0.0; n + m],
        }
    }

    pub(super) fn factor(&mut self, terms: &Terms) -> Result<(), Singular> {
        self.envelope.values.fill(0.0);
        for (value, at) in terms.mass.iter().zip(&self.mass_at) {
            if let Some(at) = at {
                self.envelope.values[*at] = *value;
            }
        }
        for (value, &at) in terms.jacobian.iter().zip(&self.jacobian_at) {
            self.envelope.values[at] = *value;
        }
        self.envelope.factor(SMALLEST_PIVOT).map_err(|e| Singular {
            row: self.who[e.row] % self.n.max(1),
            ..e
        })
    }

    /// Accelerations and multipliers for the force `f`, or none, and the right-hand side `γ`.
    pub(super) fn solve(
        &mut self,
        f: Option<&[f64]>,
        gamma: &[f64],
        a: &mut [f64],
        lambda: &mut [f64],
    ) {
        for i in 0..self.n {
            self.x[self.place[i]] = f.map_or(0.0, |f| f[i]);
        }
        for (row, gamma) in gamma.iter().enumerate() {
            self.x[self.place[self.n + row]] = *gamma;
        }
        self.envelope.solve(&mut self.x);
        for (i, a) in a.iter_mut().enumerate() {
            *a = self.x[self.place[i]];
        }
        for (row, lambda) in lambda.iter_mut().enumerate() {
            *lambda = self.x[self.place[self.n + row]];
        }
    }
}
