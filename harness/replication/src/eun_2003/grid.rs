//! The measures over the plane of gains, averaged over sequences of rounding errors.

use super::oscillator::{Oscillator, Steps, uniform};
use crate::Result;
use results::{Drawing, Mark};
use stepping::Integrator;
use system::largest;

/// Number of columns: α from 0 to 20 in steps of 2, as printed.
const COLUMNS: usize = 11;

/// Number of rows: `c = β/α²` from 0.05 to 0.50, where 0.25 is critical damping. All printed minima lie on these lines.
const ROWS: usize = 10;

/// The part of the runs in which a measure must be least at one of the likely pairs.
pub(super) const LIKELY: f64 = 0.95;

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
    /// Runs the grid with each of the tolerances, by each scheme that keeps one.
    pub(super) fn new(oscillator: &Oscillator, tolerances: &[f64]) -> Result<Self> {
        let mut realisations = Vec::new();
        let schemes = Integrator::ADAPTIVE.into_iter();
        for (scheme, &tolerance) in schemes.flat_map(|s| tolerances.iter().map(move |t| (s, t))) {
            let oscillator = Oscillator {
                steps: Steps::Tolerance(tolerance),
                scheme,
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
        Ok(Self::of(realisations))
    }

    /// The grid with these measures, one list of cells for each realisation.
    fn of(realisations: Vec<Vec<[f64; 4]>>) -> Self {
        let mean = |cell: usize| -> [f64; 4] {
            let of = |k: usize| realisations.iter().map(|cells| cells[cell][k]).sum::<f64>();
            std::array::from_fn(|k| of(k) / realisations.len() as f64)
        };
        Self {
            means: (0..ROWS * COLUMNS).map(mean).collect(),
            realisations,
        }
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

    /// The mean of a measure at these gains, which is infinite if they are not on the grid.
    pub(super) fn mean(&self, measure: usize, gains: [f64; 2]) -> f64 {
        Self::cell(gains).map_or(f64::INFINITY, |cell| self.means[cell][measure])
    }

    /// The number of realisations.
    pub(super) fn runs(&self) -> usize {
        self.realisations.len()
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

    /// Number of different pairs of gains: without α all rows are the same pair.
    pub(super) const PAIRS: usize = ROWS * (COLUMNS - 1) + 1;

    /// The fewest pairs of gains at one of which a measure is least in [`LIKELY`] of the realisations, the most
    /// frequent first. They are where the minimum of one more run is likely to be.
    pub(super) fn likely(&self, measure: usize) -> Vec<[f64; 2]> {
        let mut counts = vec![0_usize; ROWS * COLUMNS];
        for cells in &self.realisations {
            counts[least(cells, measure)] += 1;
        }
        let mut cells: Vec<usize> = (0..counts.len()).filter(|&cell| counts[cell] > 0).collect();
        cells.sort_by_key(|&cell| std::cmp::Reverse(counts[cell]));
        let enough = LIKELY * self.realisations.len() as f64;
        let mut covered = 0;
        let needed = cells.into_iter().take_while(|&cell| {
            let more = (covered as f64) < enough;
            covered += counts[cell];
            more
        });
        needed.map(Self::gains).collect()
    }

    /// Whether two pairs of gains are the same one of the grid.
    pub(super) fn are_same(a: [f64; 2], b: [f64; 2]) -> bool {
        Self::cell(a).is_some() && Self::cell(a) == Self::cell(b)
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

#[cfg(test)]
mod tests {
    use super::*;

    /// A grid whose realisations are least at the given cells.
    fn least_at(cells: &[usize]) -> Grid {
        let one = |least: &usize| {
            let value = |cell| if cell == *least { 1.0 } else { 2.0 };
            (0..ROWS * COLUMNS).map(|cell| [value(cell); 4]).collect()
        };
        Grid::of(cells.iter().map(one).collect())
    }

    #[test]
    fn likely_pairs_are_those_of_nineteen_runs_in_twenty() {
        // Cell 21 is (20, 40), cell 20 is (18, 32.4), and cell 10 is (20, 20).
        let cells = [[21; 12].as_slice(), &[20; 7], &[10]].concat();
        let grid = least_at(&cells);
        let likely = grid.likely(0);
        assert_eq!(likely.len(), 2, "{likely:?}");
        assert!(Grid::are_same(likely[0], [20.0, 40.0]) && Grid::are_same(likely[1], [18.0, 32.4]));
        let grid = least_at(&[cells, vec![5]].concat());
        assert_eq!(grid.likely(0).len(), 3);
        assert_eq!(Grid::PAIRS, 101);
    }

    #[test]
    fn a_minimum_that_every_run_has_elsewhere_is_likely_anywhere() {
        let cells: Vec<usize> = (1..=10).flat_map(|k| [k, k]).collect();
        assert_eq!(least_at(&cells).likely(3).len(), 10);
    }
}
