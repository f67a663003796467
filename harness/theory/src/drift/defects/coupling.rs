//! Laws that couple rows or change along the motion: what a step leaves of violations is measured.
//!
//! Steps from states that are off the motion by a little of one violation after the other give the columns of the matrix by
//! which a step multiplies them, and what each does to the energy.

use super::Unsampled;
use super::single::SingleSteps;

/// Fewest and most places at which matrices are measured; between them they are interpolated.
const PLACES: [usize; 2] = [12, 33];

/// Violations of the states from which steps are taken, relative to the sizes that Φ and w are made of: their square and
/// rounding over them are both far below one per cent.
const SHIFT: f64 = 1e-6;

/// Violations of one row may come with this part of them in others.
const APART: f64 = 0.01;

/// What a step leaves of violations, all rows together.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Coupling {
    /// Steps from one matrix to the next.
    spacing: f64,
    /// At equal distances along the run, or over one period of its motion.
    matrices: Vec<Matrix>,
    is_periodic: bool,
}

/// The run along which a law is measured.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Along {
    /// Number of rows.
    pub(crate) rows: usize,
    /// Number of steps, and their size in seconds.
    pub(crate) steps: usize,
    pub(crate) h: f64,
    /// The period of the motion in seconds, where it has one.
    pub(crate) period: Option<f64>,
    /// Sizes that Φ and w are made of.
    pub(crate) sizes: [f64; 2],
}

/// What one step leaves.
#[derive(Clone, Debug, PartialEq)]
struct Matrix {
    /// Columns: what becomes of Φ and then of w of each row.
    columns: Vec<Vec<[f64; 2]>>,
    /// The energy that each of them adds.
    energy: Vec<f64>,
}

impl Coupling {
    /// Number of steps that measuring takes at each place, for a system with this number of rows.
    fn steps(rows: usize) -> usize {
        2 * rows + 1
    }

    /// Measures with at most `most` steps.
    ///
    /// # Errors
    /// When there are too many rows for that, or a step cannot be taken.
    pub(crate) fn measured(
        single: &mut SingleSteps<'_>,
        along: Along,
        most: usize,
    ) -> Result<Self, Unsampled> {
        let [fewest, enough] = PLACES;
        let rows = along.rows;
        let places = (most / Self::steps(rows)).min(enough);
        if places < fewest {
            return Err(Unsampled::Coupled {
                rows,
                steps: fewest * Self::steps(rows),
            });
        }
        let spacing = match along.period {
            Some(period) => period / along.h / places as f64,
            None => along.steps as f64 / (places - 1) as f64,
        };
        let measure = |k: usize| {
            let t = k as f64 * spacing * along.h;
            Matrix::measured(single, t, rows, along.sizes)
        };
        Ok(Self {
            spacing,
            matrices: (0..places).map(measure).collect::<Result<_, _>>()?,
            is_periodic: along.period.is_some(),
        })
    }

    /// What the step after this number of steps leaves of `e`, and the energy that it gains from it.
    pub(crate) fn after(&self, steps: f64, e: &[[f64; 2]]) -> (Vec<[f64; 2]>, f64) {
        let count = self.matrices.len();
        let place = steps / self.spacing;
        let k = match self.is_periodic {
            true => place as usize,
            false => (place as usize).min(count - 2),
        };
        let x = (place - k as f64).min(1.0);
        let both = [
            (&self.matrices[k % count], 1.0 - x),
            (&self.matrices[(k + 1) % count], x),
        ];
        let mut left = vec![[0.0; 2]; e.len()];
        let mut energy = 0.0;
        for (matrix, weight) in both {
            for (column, (of_energy, e)) in matrix
                .columns
                .iter()
                .zip(matrix.energy.iter().zip(e.as_flattened()))
            {
                let e = weight * e;
                energy += of_energy * e;
                for (left, column) in left.iter_mut().zip(column) {
                    *left = [left[0] + column[0] * e, left[1] + column[1] * e];
                }
            }
        }
        (left, energy)
    }
}

impl Matrix {
    fn measured(
        single: &mut SingleSteps<'_>,
        t: f64,
        rows: usize,
        sizes: [f64; 2],
    ) -> Result<Self, Unsampled> {
        let mut e = vec![[0.0; 2]; rows];
        let on = single.jump(t, &e)?;
        let (mut columns, mut energy) = (Vec::new(), Vec::new());
        for (row, q) in (0..rows).flat_map(|row| [(row, 0), (row, 1)]) {
            e[row][q] = SHIFT * sizes[q];
            let off = single.jump(t, &e)?;
            e[row][q] = 0.0;
            let shift = off.found[row][q] - on.found[row][q];
            let others = off.found.iter().zip(&on.found).enumerate();
            let beside = others.filter(|(other, _)| *other != row);
            let moved = beside.map(|(_, (off, on))| (off[q] - on[q]).abs());
            if moved.fold(0.0, f64::max) > APART * shift.abs() {
                return Err(Unsampled::Redundant);
            }
            // Rows of velocities have no Φ.
            let over = if shift == 0.0 { 0.0 } else { 1.0 / shift };
            let change =
                |after: &[f64; 2], before: &[f64; 2]| [0, 1].map(|k| over * (after[k] - before[k]));
            let column = off
                .left
                .iter()
                .zip(&on.left)
                .map(|(after, before)| change(after, before));
            columns.push(column.collect());
            energy.push(over * (off.gained - on.gained));
        }
        Ok(Self { columns, energy })
    }
}
