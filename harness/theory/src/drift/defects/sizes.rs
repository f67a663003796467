//! The sizes of the steps that are sampled: those of the run, or larger ones where what a step adds is rounding.
//!
//! What a step adds is a power series in its size, so that it follows from two larger ones. With `δ(H/2)`, `δ(H)` and
//! `r = h/H`
//!
//! ```text
//! δ(h) = r^q (D + C r) = r^q (b + (1 - 2r) (b - δ(H))),   b = 2^q δ(H/2)
//! ```

use super::Unsampled;
use super::refine::sizes;
use super::single::{Defect, SingleSteps};
use crate::drift::motion::Motion;
use std::collections::BTreeMap;
use stepping::{StepSize, Variant, Work};
use system::System;

/// Largest number of times the size is doubled.
const DOUBLINGS: usize = 3;

/// Samples of steps of one size.
struct Size<'a> {
    steps: SingleSteps<'a>,
    /// By the bits of the time.
    known: BTreeMap<u64, Defect>,
}

impl Size<'_> {
    fn sample(&mut self, t: f64) -> Result<&Defect, Unsampled> {
        let key = t.to_bits();
        if !self.known.contains_key(&key) {
            let defect = self.steps.take(t)?;
            self.known.insert(key, defect);
        }
        Ok(&self.known[&key])
    }
}

/// How Φ, w and the energy follow from samples.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct From {
    /// How often the size is doubled for quantities that do not follow from steps of the run's own size.
    pub(crate) doublings: usize,
    /// Which quantities follow from the larger sizes.
    pub(crate) larger: [bool; 3],
    /// The leading powers of what steps add.
    pub(crate) powers: [i32; 3],
}

impl From {
    /// Everything from steps of the run's own size.
    pub(crate) const ITS_OWN: Self = Self {
        doublings: 0,
        larger: [false; 3],
        powers: [0; 3],
    };

    /// Number of steps for one sample.
    pub(crate) fn steps(self) -> usize {
        usize::from(self.needs_own()) + 2 * usize::from(self.needs_larger())
    }

    fn needs_own(self) -> bool {
        self.larger.contains(&false)
    }

    fn needs_larger(self) -> bool {
        self.larger.contains(&true)
    }
}

/// Steps of all sizes that are sampled.
pub(crate) struct Sizes<'a> {
    motion: &'a Motion,
    variant: &'a dyn Variant,
    system: &'a dyn System,
    h: StepSize,
    /// Each twice as large as the one before.
    sizes: Vec<Size<'a>>,
    /// How often the run's own size may be doubled.
    most: usize,
    /// Rounding of a step: of Φ, w and the energy.
    rounding: [f64; 3],
}

impl<'a> Sizes<'a> {
    /// Steps of `h` and larger ones, but none larger than `longest`.
    ///
    /// # Errors
    /// When the variant has no law, or refuses the system.
    pub(crate) fn new(
        motion: &'a Motion,
        variant: &'a dyn Variant,
        system: &'a dyn System,
        h: StepSize,
        longest: f64,
        rounding: [f64; 3],
    ) -> Result<Self, Unsampled> {
        // The larger one of two.
        let doublings = math::log2(longest / h.seconds() * (1.0 + 1e-9)) as usize;
        let mut sizes = Self {
            motion,
            variant,
            system,
            h,
            sizes: Vec::new(),
            most: doublings.saturating_sub(1).min(DOUBLINGS),
            rounding,
        };
        sizes.size(0)?;
        Ok(sizes)
    }

    /// How often the run's own size may be doubled.
    pub(crate) fn most(&self) -> usize {
        self.most
    }

    fn size(&mut self, doublings: usize) -> Result<&mut Size<'a>, Unsampled> {
        while self.sizes.len() <= doublings {
            let seconds = self.h.seconds() * math::powi(2.0, self.sizes.len() as i32);
            let h = StepSize::new(seconds).map_err(|_| Unsampled::NoSteps)?;
            self.sizes.push(Size {
                steps: SingleSteps::new(self.motion, self.variant, self.system, h)?,
                known: BTreeMap::new(),
            });
        }
        Ok(&mut self.sizes[doublings])
    }

    /// What the step of the run at time `t` adds.
    ///
    /// # Errors
    /// When a step cannot be taken.
    pub(crate) fn sample(&mut self, t: f64, from: From) -> Result<Defect, Unsampled> {
        if !from.needs_larger() {
            return self.own_sample(t);
        }
        let small = self.size(from.doublings)?.sample(t)?.clone();
        let large = self.size(from.doublings + 1)?.sample(t)?.clone();
        let mut defect = match from.needs_own() {
            true => self.own_sample(t)?,
            false => small.clone(),
        };
        for q in (0..3).filter(|q| from.larger[*q]) {
            let series = Series {
                ratio: math::powi(0.5, from.doublings as i32 + 1),
                power: from.powers[q],
            };
            let values = defect.of_mut(q).iter_mut();
            for (value, (small, large)) in values.zip(small.of(q).iter().zip(large.of(q))) {
                *value = series.at(*small, *large);
            }
        }
        Ok(defect)
    }

    /// Larger steps with the powers of the step that they show at these times.
    ///
    /// # Errors
    /// When a step cannot be taken.
    pub(crate) fn larger(
        &mut self,
        times: impl Iterator<Item = f64>,
        doublings: usize,
        larger: [bool; 3],
    ) -> Result<From, Unsampled> {
        let (mut small, mut large) = (Vec::new(), Vec::new());
        for t in times {
            small.push(self.size(doublings)?.sample(t)?.clone());
            large.push(self.size(doublings + 1)?.sample(t)?.clone());
        }
        let (of_small, of_large) = (sizes(&small), sizes(&large));
        let order = f64::from(self.variant.card().ladder_order());
        // A step of order p adds h^(p+1), or less where feedback divides by the step what it finds. Where the leading term
        // vanishes the next one is left, which the series holds.
        let power = |q: usize| {
            let power = math::log2(of_large[q] / of_small[q]).round();
            power.clamp(1.0, order + 1.0) as i32
        };
        Ok(From {
            doublings,
            larger,
            powers: [0, 1, 2].map(power),
        })
    }

    /// Rounding in samples: of Φ, w and the energy.
    pub(crate) fn noise(&self, from: From) -> [f64; 3] {
        let part = |q: usize| match from.larger[q] {
            false => 1.0,
            true => 2.0 * math::powi(0.5, from.doublings as i32 * from.powers[q]),
        };
        [0, 1, 2].map(|q| part(q) * self.rounding[q])
    }

    /// What the step of the run at time `t` adds, by a step of its own size.
    ///
    /// # Errors
    /// When it cannot be taken.
    pub(crate) fn own_sample(&mut self, t: f64) -> Result<Defect, Unsampled> {
        self.sizes[0].sample(t).cloned()
    }

    /// The steps of the run's own size.
    pub(crate) fn own(&mut self) -> &mut SingleSteps<'a> {
        &mut self.sizes[0].steps
    }

    /// Takes the first step once more: a stepper that remembers takes another one now.
    ///
    /// # Errors
    /// When it does, or the step cannot be taken.
    pub(crate) fn check_memory(&mut self) -> Result<(), Unsampled> {
        let again = self.sizes[0].steps.take(0.0)?;
        match self.sizes[0].known.get(&0.0_f64.to_bits()) {
            Some(first) if *first != again => Err(Unsampled::Memory),
            _ => Ok(()),
        }
    }

    /// Number of steps taken, and their work.
    pub(crate) fn cost(&self) -> (usize, Work) {
        let (mut taken, mut work) = (0, Work::default());
        for (count, more) in self.sizes.iter().map(|size| size.steps.cost()) {
            taken += count;
            work += more;
        }
        (taken, work)
    }
}

/// The power series of what steps add, from steps of two sizes.
struct Series {
    /// The step of the run relative to the larger size.
    ratio: f64,
    /// The leading power.
    power: i32,
}

impl Series {
    /// What the step of the run adds.
    fn at(&self, small: f64, large: f64) -> f64 {
        let grown = math::powi(2.0, self.power) * small;
        math::powi(self.ratio, self.power) * (grown + (1.0 - 2.0 * self.ratio) * (grown - large))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn two_terms_of_a_series_are_found_from_two_larger_sizes(
            d in -3.0..3.0_f64,
            c in -3.0..3.0_f64,
            power in 1..9_i32,
            doublings in 1..4_i32,
        ) {
            let of = |size: f64| math::powi(size, power) * (d + c * size);
            let small = math::powi(2.0, doublings);
            let series = Series { ratio: 0.5 / small, power };
            let found = series.at(of(small), of(2.0 * small));
            let size = d.abs() + 2.0 * small * c.abs();
            prop_assert!((found - of(1.0)).abs() <= 1e-13 * size, "{found} is not {}", of(1.0));
        }
    }
}
