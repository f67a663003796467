//! Samples where they are needed, and interpolation between them.
//!
//! Places get twice as dense again and again. A new place between two old ones is sampled where samples nearby were not met
//! by the polynomials through their neighbours, the worst first as far as the budget goes; elsewhere it is interpolated.

use super::Unsampled;
use super::places::Places;
use super::single::Defect;
use crate::violations::{STENCIL, Window};
use verification::Rms;

/// Samples are met well enough when they are off by this part of the mean size.
const GOOD: f64 = 0.02;

/// What is missed of a period comes again in each of them.
const GOOD_OVER_A_PERIOD: f64 = 0.005;

/// The first levels, which are sampled everywhere.
const WHOLE: usize = 2;

/// What steps add at places that are equally far from each other.
#[derive(Clone, Debug)]
pub(crate) struct Refined {
    pub(crate) places: Places,
    pub(crate) defects: Vec<Defect>,
    /// Which places were sampled, level by level.
    pub(crate) pattern: Vec<Vec<bool>>,
    /// How well samples were met: of Φ, w and the energy, relative to their mean sizes.
    pub(crate) errors: [f64; 3],
    /// The largest of the relative errors at each place.
    doubt: Vec<f64>,
    /// Rounding of samples.
    noise: [f64; 3],
}

impl Refined {
    /// Samples at the first places.
    ///
    /// # Errors
    /// When a sample cannot be taken.
    pub(crate) fn begin(
        places: Places,
        noise: [f64; 3],
        mut sample: impl FnMut(f64) -> Result<Defect, Unsampled>,
    ) -> Result<Self, Unsampled> {
        let defects = places.times().map(&mut sample);
        let defects = defects.collect::<Result<Vec<_>, _>>()?;
        Ok(Self {
            places,
            pattern: vec![vec![true; defects.len()]],
            doubt: vec![f64::INFINITY; defects.len()],
            defects,
            errors: [f64::INFINITY; 3],
            noise,
        })
    }

    /// The new places of the next level that ask for a sample, the most doubtful first.
    fn asking(&self, next: Places) -> Vec<usize> {
        let good = match next {
            Places::AlongTheRun { .. } => GOOD,
            Places::OverAPeriod { .. } => GOOD_OVER_A_PERIOD,
        };
        let everywhere = self.pattern.len() < WHOLE;
        let doubt = |place: usize| -> f64 {
            let between = place / 2;
            let near = between.saturating_sub(1)..=between + 2;
            let near = near.filter_map(|k| self.doubt.get(self.places.wrapped(k)));
            near.fold(0.0, |worst, doubt| worst.max(*doubt))
        };
        let new = (1..next.count())
            .step_by(2)
            .map(|place| (place, doubt(place)));
        let mut asking: Vec<(usize, f64)> = new
            .filter(|(_, doubt)| everywhere || *doubt > good)
            .collect();
        asking.sort_by(|a, b| b.1.total_cmp(&a.1));
        asking.into_iter().map(|(place, _)| place).collect()
    }

    /// Goes to the next level with at most `budget` samples more; `None` where none are needed, or there are no denser places.
    ///
    /// # Errors
    /// When a sample cannot be taken.
    pub(crate) fn refined(
        &self,
        budget: usize,
        mut sample: impl FnMut(f64) -> Result<Defect, Unsampled>,
    ) -> Result<Option<Self>, Unsampled> {
        let Some(next) = self.places.denser() else {
            return Ok(None);
        };
        let asking = self.asking(next);
        let enough = self.pattern.len() < WHOLE && asking.len() > budget;
        if asking.is_empty() || budget == 0 || enough {
            return Ok(None);
        }
        let mut pattern = vec![false; next.count()];
        for place in asking.iter().take(budget) {
            pattern[*place] = true;
        }
        self.to(next, pattern, &mut sample).map(Some)
    }

    /// The next level with samples at the places of a pattern.
    fn to(
        &self,
        next: Places,
        pattern: Vec<bool>,
        sample: &mut dyn FnMut(f64) -> Result<Defect, Unsampled>,
    ) -> Result<Self, Unsampled> {
        let sizes = sizes(&self.defects);
        let known = self.places.with_neighbours(&self.defects);
        let before = known.len().saturating_sub(self.defects.len()) / 2;
        let mut gaps = [Rms::new(); 3];
        let mut defects = Vec::with_capacity(next.count());
        let mut doubt = vec![0.0; next.count()];
        for place in 0..next.count() {
            if place % 2 == 0 {
                defects.push(self.defects[place / 2].clone());
                continue;
            }
            let interpolated = between(&known, before as f64 + 0.5 * place as f64);
            if !pattern[place] {
                // What was missed nearby may be missed here.
                let near = [place / 2, self.places.wrapped(place / 2 + 1)];
                let near = near.map(|k| self.doubt.get(k).copied().unwrap_or(0.0));
                let left = near[0].max(near[1]);
                doubt[place] = if left > GOOD && left.is_finite() {
                    left
                } else {
                    0.0
                };
                defects.push(interpolated);
                continue;
            }
            let sampled = sample(next.time(place))?;
            for q in 0..3 {
                let pairs = sampled.of(q).iter().zip(interpolated.of(q));
                let gap = Rms::of(pairs.map(|(a, b)| a - b)).unwrap_or(0.0);
                gaps[q].add(gap);
                if gap > self.noise[q] {
                    doubt[place] = doubt[place].max(gap / sizes[q]);
                }
            }
            defects.push(sampled);
        }
        // The worse of both neighbours.
        for place in (0..doubt.len()).step_by(2) {
            let after = doubt.get(place + 1).copied().unwrap_or(0.0);
            let before = place.checked_sub(1).map_or(0.0, |k| doubt[k]);
            doubt[place] = after.max(before);
        }
        let mut all = self.pattern.clone();
        all.push(pattern);
        let errors = [0, 1, 2].map(|q| match gaps[q].value() {
            Some(gap) if gap > self.noise[q] => gap / sizes[q],
            _ => 0.0,
        });
        Ok(Self {
            places: next,
            defects,
            pattern: all,
            errors,
            doubt,
            noise: self.noise,
        })
    }

    /// Other samples at the same places.
    ///
    /// # Errors
    /// When a sample cannot be taken.
    pub(crate) fn again(
        &self,
        first: Places,
        mut sample: impl FnMut(f64) -> Result<Defect, Unsampled>,
    ) -> Result<Self, Unsampled> {
        let mut refined = Self::begin(first, self.noise, &mut sample)?;
        for pattern in &self.pattern[1..] {
            let Some(next) = refined.places.denser() else {
                break;
            };
            refined = refined.to(next, pattern.clone(), &mut sample)?;
        }
        Ok(refined)
    }

    /// Number of places that were sampled.
    pub(crate) fn sampled(&self) -> usize {
        self.pattern
            .iter()
            .flatten()
            .filter(|sampled| **sampled)
            .count()
    }
}

/// The polynomial through the defects around a place.
fn between(defects: &[Defect], place: f64) -> Defect {
    let window = Window::around(place as usize, defects.len(), STENCIL);
    let weights = window.weights(place);
    let around = &defects[window.first..window.first + window.count];
    let mut sum = around[0].clone();
    sum.scale(weights[0]);
    for (defect, weight) in around.iter().zip(weights).skip(1) {
        sum.add(defect, weight);
    }
    sum
}

/// Root mean squares of Φ, w and the energy.
pub(crate) fn sizes(defects: &[Defect]) -> [f64; 3] {
    [0, 1, 2].map(|q| {
        let all = defects
            .iter()
            .flat_map(|defect| defect.of(q).iter().copied());
        Rms::of(all).unwrap_or(0.0)
    })
}
