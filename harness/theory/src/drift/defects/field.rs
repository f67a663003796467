//! Local defects at equal distances along the motion.

use super::places::Nodes;
use super::refine::Refined;
use super::single::Defect;
use crate::violations::{RowSamples, STENCIL, Window, between};
use numerics::SplitMix64;
use stepping::StepSize;

/// Local defects of all rows at every n-th step of a run.
pub(crate) struct Field {
    /// Steps from one sample to the next.
    pub(crate) stride: usize,
    /// Number of samples.
    pub(crate) count: usize,
    /// Φ and w that a step adds: row after row, sample after sample.
    pub(crate) delta: [Vec<f64>; 2],
    /// λ in the same order; zero where the energy holds its work already.
    pub(crate) lambda: Vec<f64>,
    /// The energy that a step adds.
    pub(crate) energy: Vec<f64>,
    /// The energy of the violations with which steps begin; zero for samples on the motion.
    pub(crate) stored: Vec<f64>,
    /// Whether the energy holds what steps gain from violations, because samples began with them.
    pub(crate) is_beside: bool,
    /// Rounding of the samples: Φ, w and the energy.
    pub(crate) noise: [f64; 3],
}

impl Field {
    /// The field of a run of `steps` steps through samples with this rounding.
    pub(crate) fn of(refined: &Refined, steps: usize, noise: [f64; 3]) -> Self {
        let Refined {
            places, defects, ..
        } = refined;
        let rows = defects.first().map_or(0, |defect| defect.lambda.len());
        let spread = |of: &dyn Fn(&Defect, usize) -> f64, rows: usize| -> Vec<f64> {
            let series = |row: usize| -> Vec<f64> {
                let values: Vec<f64> = defects.iter().map(|defect| of(defect, row)).collect();
                places.spread(&values, steps)
            };
            (0..rows).flat_map(series).collect()
        };
        let Nodes { stride, count } = places.nodes(steps);
        Self {
            stride,
            count,
            delta: [
                spread(&|d, row| d.delta[0][row], rows),
                spread(&|d, row| d.delta[1][row], rows),
            ],
            lambda: spread(&|d, row| d.lambda[row], rows),
            energy: spread(&|d, _| d.energy, 1),
            stored: spread(&|d, _| d.stored, 1),
            is_beside: false,
            noise,
        }
    }

    /// The same for samples from states beside the motion.
    pub(crate) fn beside(self) -> Self {
        Self {
            is_beside: true,
            ..self
        }
    }

    /// The magnitudes of what steps add.
    pub(crate) fn magnitudes(&self) -> Self {
        let of = |values: &[f64]| -> Vec<f64> { values.iter().map(|x| x.abs()).collect() };
        Self {
            delta: [of(&self.delta[0]), of(&self.delta[1])],
            lambda: vec![0.0; self.lambda.len()],
            energy: of(&self.energy),
            stored: vec![0.0; self.stored.len()],
            ..*self
        }
    }

    /// A field of nothing but the rounding of this one.
    pub(crate) fn rounding(&self) -> Self {
        let mut random = SplitMix64::new(1);
        let mut of = |count: usize, noise: f64| -> Vec<f64> {
            (0..count).map(|_| noise * random.symmetric()).collect()
        };
        let [phi, w, energy] = self.noise;
        Self {
            delta: [of(self.delta[0].len(), phi), of(self.delta[1].len(), w)],
            energy: of(self.energy.len(), energy),
            lambda: self.lambda.clone(),
            stored: Vec::new(),
            ..*self
        }
    }

    /// The time of a sample of a run with steps of `h`.
    pub(crate) fn time(&self, k: usize, h: StepSize) -> f64 {
        (k * self.stride) as f64 * h.seconds()
    }

    /// The energy of the violations after this many steps.
    pub(crate) fn stored_after(&self, steps: usize) -> f64 {
        between(&self.stored, STENCIL, steps as f64 / self.stride as f64)
    }

    /// What the step after this number of steps adds to each row and to the energy.
    pub(crate) fn between(&self, steps: usize) -> (Vec<[f64; 2]>, f64) {
        let place = steps as f64 / self.stride as f64;
        let window = Window::around(place as usize, self.count, STENCIL);
        let weights = window.weights(place);
        let sum = |values: &[f64]| -> f64 {
            let around = &values[window.first..window.first + window.count];
            weights.iter().zip(around).map(|(w, x)| w * x).sum()
        };
        let [phi, w] = &self.delta;
        let rows = phi.chunks(self.count).zip(w.chunks(self.count));
        let delta = rows.map(|(phi, w)| [sum(phi), sum(w)]).collect();
        (delta, sum(&self.energy))
    }

    /// The samples of one row.
    pub(crate) fn row(&self, row: usize) -> RowSamples<'_> {
        let of_row = row * self.count..(row + 1) * self.count;
        let [phi, w] = &self.delta;
        RowSamples {
            delta: [&phi[of_row.clone()], &w[of_row.clone()]],
            lambda: &self.lambda[of_row],
        }
    }
}
