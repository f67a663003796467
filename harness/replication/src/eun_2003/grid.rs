//! The measures over the plane of gains, averaged over sequences of rounding errors.

use super::oscillator::{Oscillator, Steps, uniform};
use crate::Result;
use results::{Drawing, Mark};
use system::largest;

/// Number of columns: α from 0 to 20 in steps of 2, as printed.
const COLUMNS: usize = 11;

/// Number of rows: `c = β/α²` from 0.05 to 0.50, where 0.25 is critical damping. All printed minima lie on these lines.
const ROWS: usize = 10;

/// The four measures at every pair of gains.
pub(super) struct Grid {
    /// For each realisation, the four measures of every cell, row by row.
    realisations: Vec<Vec<[f64; 4]>>,
    /// The means of the four measures of every cell over the realisations.
    means: Vec<[f64; 4]>,
}

/// The gain α of a column.
fn alpha(column: usize) -> f64 {
    2.0 * column as f64
}

/// The ratio `β/α²` of a row.
fn ratio(row: usize) -> f64 {
    0.05 * (row + 1) as f64
}

impl Grid {
    /// Runs the grid once with each of the tolerances.
    pub(super) fn new(oscillator: &Oscillator, tolerances: &[f64]) -> Result<Self> {
        let mut realisations = Vec::new();
        for &tolerance in tolerances {
            let oscillator = Oscillator {
                steps: Steps::Tolerance(tolerance),
                ..*oscillator
            };
            let none = oscillator.measures(uniform(0.0, 0.0)?)?;
            let mut cells = Vec::with_capacity(ROWS * COLUMNS);
            for row in 0..ROWS {
                for column in 0..COLUMNS {
                    let alpha = alpha(column);
                    cells.push(match column {
                        // Without α there is no β on these lines.
                        0 => none,
                        _ => oscillator.measures(uniform(alpha, ratio(row) * alpha * alpha)?)?,
                    });
                }
            }
            realisations.push(cells);
        }
        let mean = |cell: usize| -> [f64; 4] {
            let of = |k: usize| realisations.iter().map(|cells| cells[cell][k]).sum::<f64>();
            std::array::from_fn(|k| of(k) / realisations.len() as f64)
        };
        Ok(Self {
            means: (0..ROWS * COLUMNS).map(mean).collect(),
            realisations,
        })
    }

    /// The index of the cell with these gains, if there is one.
    fn cell(gains: [f64; 2]) -> Option<usize> {
        (0..ROWS * COLUMNS).find(|&cell| {
            let [a, b] = Self::gains(cell);
            (a - gains[0]).abs() < 1e-9 && (b - gains[1]).abs() < 1e-9
        })
    }

    /// The gains α and β of a cell.
    fn gains(cell: usize) -> [f64; 2] {
        let alpha = alpha(cell % COLUMNS);
        [alpha, ratio(cell / COLUMNS) * alpha * alpha]
    }

    /// Whether two pairs of gains belong to the same cell or to adjacent cells.
    pub(super) fn are_neighbours(a: [f64; 2], b: [f64; 2]) -> bool {
        let (Some(a), Some(b)) = (Self::cell(a), Self::cell(b)) else {
            return false;
        };
        let near = |a: usize, b: usize| a.abs_diff(b) <= 1;
        near(a % COLUMNS, b % COLUMNS) && near(a / COLUMNS, b / COLUMNS)
    }

    /// The mean of a measure at these gains, which is infinite if they are not on the grid.
    pub(super) fn mean(&self, measure: usize, gains: [f64; 2]) -> f64 {
        Self::cell(gains).map_or(f64::INFINITY, |cell| self.means[cell][measure])
    }

    /// The gains at which the mean of a measure is least, and that mean.
    pub(super) fn least(&self, measure: usize) -> ([f64; 2], f64) {
        let cell = least(&self.means, measure);
        (Self::gains(cell), self.means[cell][measure])
    }

    /// The number of realisations in which a measure is least at these gains, and the number of all realisations.
    pub(super) fn wins(&self, measure: usize, gains: [f64; 2]) -> (usize, usize) {
        let cell = Self::cell(gains);
        let won = |cells: &&Vec<[f64; 4]>| Some(least(cells, measure)) == cell;
        (
            self.realisations.iter().filter(won).count(),
            self.realisations.len(),
        )
    }

    /// Whether these gains are on the edge of the grid.
    pub(super) fn is_on_the_edge(&self, gains: [f64; 2]) -> bool {
        Self::cell(gains).is_some_and(|cell| {
            let (row, column) = (cell / COLUMNS, cell % COLUMNS);
            [0, ROWS - 1].contains(&row) || [0, COLUMNS - 1].contains(&column)
        })
    }

    /// The largest mean of all measures and cells.
    pub(super) fn largest(&self) -> f64 {
        largest(self.means.iter().flatten().copied())
    }

    /// The number of pairs of gains with a mean of at most `factor` times the least one, and the number of all pairs.
    pub(super) fn within(&self, measure: usize, factor: f64) -> (usize, usize) {
        let (_, least) = self.least(measure);
        // Without α all rows are the same pair.
        let distinct = (0..ROWS * COLUMNS).filter(|cell| cell % COLUMNS > 0 || *cell == 0);
        let near = |cell: &usize| self.means[*cell][measure] <= factor * least;
        let count = distinct.clone().count();
        (distinct.filter(near).count(), count)
    }

    /// The ratio of the largest to the smallest value of a measure at these gains over the realisations.
    pub(super) fn scatter(&self, measure: usize, gains: [f64; 2]) -> f64 {
        let Some(cell) = Self::cell(gains) else {
            return f64::NAN;
        };
        let values = || self.realisations.iter().map(|cells| cells[cell][measure]);
        values().fold(0.0, f64::max) / values().fold(f64::INFINITY, f64::min)
    }

    /// A heat map of the means of a measure, with marks for the printed minimum and for ours.
    pub(super) fn drawn(&self, measure: usize, printed: [f64; 2]) -> Drawing {
        let (ours, _) = self.least(measure);
        let mark = |name: &str, [alpha, beta]: [f64; 2]| Mark {
            name: name.to_owned(),
            x: alpha,
            // The row itself, not a quotient that differs from it by rounding.
            y: (0..ROWS)
                .map(ratio)
                .find(|c| (c * alpha * alpha - beta).abs() < 1e-9)
                .unwrap_or(f64::NAN),
        };
        Drawing::HeatMap {
            x: (0..COLUMNS).map(alpha).collect(),
            y: (0..ROWS).map(ratio).collect(),
            values: self
                .means
                .chunks(COLUMNS)
                .map(|row| row.iter().map(|cell| Some(cell[measure])).collect())
                .collect(),
            marks: vec![mark("printed", printed), mark("ours", ours)],
        }
    }
}

/// The index of the cell with the least value of a measure, and the first of them if several are equal.
fn least(cells: &[[f64; 4]], measure: usize) -> usize {
    let by = |a: &usize, b: &usize| cells[*a][measure].total_cmp(&cells[*b][measure]);
    (0..cells.len()).min_by(by).unwrap_or(0)
}
