//! Drift of one-step methods, predicted from local defects that are sampled along the true motion.
//!
//! - `law.rs`: what a step leaves of the violations it finds.
//! - `coupling.rs`: the same where it couples rows or changes along the motion.
//! - `single.rs`: single steps from the motion, and beside it.
//! - `sizes.rs`: the sizes of these steps.
//! - `places.rs`: where they are taken, and how many of them at most.
//! - `refine.rs`: more of them where they are needed.
//! - `field.rs`: what steps add, at equal distances along the run.
//! - `follow.rs`: the violations of the run.
//! - `again.rs`: the field once more, where violations change it.
//! - `judge.rs`: the run compared with its prediction.

mod again;
mod coupling;
mod field;
mod follow;
mod judge;
mod law;
mod places;
mod refine;
mod single;
mod sizes;

use super::agreement::Range;
use super::motion::Motion;
use again::again;
use coupling::{Along, Coupling};
use field::Field;
use follow::{Off, at, follow};
pub(crate) use judge::judged;
use law::Law;
use places::Places;
use refine::{Refined, sizes};
use single::Defect;
use sizes::{From, Sizes};
use stepping::{Integrator, NoLaw, Refusal, Resolution, StepError, StepSize, Variant, Work};
use thiserror::Error;
use trial::{Gauge, PreparedProblem, Trial};
use verification::Max;

/// A prediction is clear if rounding is at most this part of Φ, w and the energy.
const CLEAR: [f64; 3] = [0.02, 0.02, 0.05];

/// Larger steps serve for a quantity that is clear without them too where the two agree to this part.
const AGREE: f64 = 0.01;

/// Number of samples that most predictions take in the end.
const USUAL: f64 = 120.0;

/// Steps that are taken besides those for samples: to see whether violations change them, and whether the stepper remembers.
const LAST: usize = 8;

/// Longest start that is run, in steps.
const LONGEST_START: usize = 40;

/// Rounding of a step relative to what it is made of, and that of a step that is found by iteration.
const ROUNDED: f64 = 4.0 * f64::EPSILON;
const ITERATED: f64 = 1e-14;

/// Reasons why no drift is predicted from local defects.
#[derive(Clone, Debug, PartialEq, Error)]
pub(crate) enum Unsampled {
    #[error(transparent)]
    Law(#[from] NoLaw),
    #[error("the method has a discretization of its own")]
    OwnScheme,
    #[error(
        "the law couples {rows} rows or changes along the motion: measuring it takes {steps} steps, too many for this run"
    )]
    Coupled { rows: usize, steps: usize },
    #[error("the law couples rows, and redundant rows cannot be violated one after the other")]
    Redundant,
    #[error("there are no factors of violations for {}", .0.name())]
    NoFactors(Integrator),
    #[error(
        "the stepper keeps something from one step to the next, although its law says that it does not"
    )]
    Memory,
    #[error("the constraints are singular at t = {t:.6}")]
    Singular { t: f64 },
    #[error("a step from the true motion fails: {0}")]
    Step(#[from] StepError),
    #[error(transparent)]
    Refused(#[from] Refusal),
    #[error("there are no steps")]
    NoSteps,
    #[error("the predicted drift is too large for a number")]
    TooLarge,
}

/// The drift of one run.
pub(crate) struct Predicted {
    field: Field,
    law: Law,
    /// Violations and energy at the nodes of the field.
    course: Vec<Off>,
    /// The energy with which the run begins, beside that of the course.
    begun: f64,
    /// Largest Φ, w and Ψ at the outputs.
    pub(crate) largest: [f64; 3],
    /// What the rounding of the samples may add to them.
    pub(crate) floors: [f64; 3],
    /// How well samples were met by polynomials through their neighbours, relative to their size.
    pub(crate) errors: [f64; 3],
    /// Steps that were sampled, and their work.
    pub(crate) sampled: usize,
    pub(crate) work: Work,
}

impl Predicted {
    /// How far the run is off after these steps.
    fn after(&self, steps: &[usize]) -> Vec<Off> {
        let mut ends = at(&self.field, &self.law, &self.course, steps);
        for (end, &steps) in ends.iter_mut().zip(steps) {
            end.energy += self.begun + self.field.stored_after(steps);
        }
        ends
    }

    /// Between which values the largest Φ, w and Ψ lie if the run is looked at up to these numbers of steps earlier or later.
    pub(crate) fn ranges(&self, looks: &[usize], shifts: &[f64]) -> [Range; 3] {
        let last = (self.field.count - 1) * self.field.stride;
        let mut ranges = [Range {
            low: 0.0,
            high: 0.0,
        }; 3];
        for &look in looks {
            let moved = shifts.iter().map(|shift| {
                let step = (look as f64 + shift).round().clamp(0.0, last as f64);
                step as usize
            });
            let mut moved: Vec<usize> = moved.collect();
            moved.dedup();
            let sizes = self.after(&moved);
            let sizes: Vec<[f64; 3]> = sizes
                .iter()
                .map(|off| largest(std::slice::from_ref(off)))
                .collect();
            for (q, range) in ranges.iter_mut().enumerate() {
                let of = || sizes.iter().map(|sizes| sizes[q]);
                range.low = range.low.max(of().fold(f64::INFINITY, f64::min));
                range.high = range.high.max(of().fold(0.0, f64::max));
            }
        }
        ranges
    }

    /// The largest Φ, w and Ψ if nothing that steps add had cancelled.
    pub(crate) fn gross(&self, looks: &[usize]) -> [f64; 3] {
        let field = self.field.magnitudes();
        let start = Off {
            violations: vec![[0.0; 2]; self.law.of_row.len()],
            energy: 0.0,
        };
        let course = follow(&field, &self.law, start);
        largest(&at(&field, &self.law, &course, looks))
    }
}

/// Predicts a run with steps of `h` that is looked at the ends of some of its steps.
///
/// # Errors
/// When the variant has no law, remembers, or cannot take a step from the motion.
pub(crate) fn predict(
    motion: &Motion,
    variant: &dyn Variant,
    prepared: &PreparedProblem,
    h: StepSize,
    looks: &[usize],
) -> Result<Predicted, Unsampled> {
    let steps = looks.last().copied().unwrap_or(0);
    let most = places::most(variant, steps);
    predict_with(motion, variant, prepared, h, looks, most)
}

/// The same with at most this number of sampled steps.
///
/// # Errors
/// As [`predict`].
pub(crate) fn predict_with(
    motion: &Motion,
    variant: &dyn Variant,
    prepared: &PreparedProblem,
    h: StepSize,
    looks: &[usize],
    most: usize,
) -> Result<Predicted, Unsampled> {
    let system = prepared.system.as_ref();
    let law = Law::of(variant, system.shape(), h)?;
    let rounding = rounding(variant, prepared, &law);
    let longest = longest(variant, prepared);
    let mut run = Run {
        sizes: Sizes::new(motion, variant, system, h, longest, rounding)?,
        variant,
        prepared,
        h,
        steps: looks.last().copied().unwrap_or(0),
        looks,
        most,
        law,
        start: start(prepared),
        rounding,
    };
    let mut predicted = run.predict(motion)?;
    run.sizes.check_memory()?;
    (predicted.sampled, predicted.work) = run.sizes.cost();
    if predicted.largest.iter().all(|x| x.is_finite()) {
        Ok(predicted)
    } else {
        Err(Unsampled::TooLarge)
    }
}

/// A run that is predicted.
struct Run<'a> {
    sizes: Sizes<'a>,
    variant: &'a dyn Variant,
    prepared: &'a PreparedProblem,
    h: StepSize,
    steps: usize,
    looks: &'a [usize],
    /// Largest number of steps that are sampled.
    most: usize,
    law: Law,
    start: Off,
    rounding: [f64; 3],
}

impl Run<'_> {
    fn predict(&mut self, motion: &Motion) -> Result<Predicted, Unsampled> {
        let first = Places::first(self.steps, self.h, motion);
        let from = match self.law.is_measured {
            true => From::ITS_OWN,
            false => self.sizes_for(first)?,
        };
        if self.law.is_measured {
            let scales = &self.prepared.scales;
            let along = Along {
                rows: self.law.of_row.len(),
                steps: self.steps,
                h: self.h.seconds(),
                period: first.period(),
                sizes: [scales.drift_position, scales.drift_velocity],
            };
            let coupling = Coupling::measured(self.sizes.own(), along, self.most / 2)?;
            self.law.coupling = Some(coupling);
        }
        let noise = self.sizes.noise(from);
        let mut refined = self.begun(first, from)?;
        let mut field = Field::of(&refined, self.steps, noise);
        let mut course = follow(&field, &self.law, self.start.clone());
        let felt = self.is_felt(&refined, &field, &course)?;
        loop {
            let (taken, _) = self.sizes.cost();
            let again = if felt { refined.sampled() } else { 0 };
            let left = self.most.saturating_sub(taken + again + LAST);
            let budget = left / (from.steps() + usize::from(felt));
            let sizes = &mut self.sizes;
            match refined.refined(budget, |t| sizes.sample(t, from))? {
                None => break,
                Some(next) => refined = next,
            }
        }
        field = Field::of(&refined, self.steps, noise);
        course = follow(&field, &self.law, self.start.clone());
        let noise = self.noise(&field);
        let floors = [0, 1, 2].map(|q| noise[q].max(self.rounding[q]));
        let mut errors = refined.errors;
        if felt {
            let run = (&self.law, self.h);
            match again(&mut self.sizes, run, first, &refined, &field, &course) {
                Ok(again) => {
                    errors = again.errors;
                    field = Field::of(&again, self.steps, field.noise).beside();
                    let begin = Off {
                        energy: -field.stored_after(0),
                        ..self.start.clone()
                    };
                    course = follow(&field, &self.law, begin);
                }
                // The violations that were found are too large for a state: what there is has to do.
                Err(Unsampled::Singular { .. } | Unsampled::Step(_)) => {}
                Err(other) => return Err(other),
            }
        }
        let mut predicted = Predicted {
            field,
            law: self.law.clone(),
            course,
            begun: 0.0,
            largest: [0.0; 3],
            floors,
            errors,
            sampled: 0,
            work: Work::default(),
        };
        if let Some((steps, energy)) = self.started()? {
            predicted.begun = energy - predicted.after(&[steps])[0].energy;
        }
        predicted.largest = largest(&predicted.after(self.looks));
        Ok(predicted)
    }

    fn begun(&mut self, first: Places, from: From) -> Result<Refined, Unsampled> {
        let noise = self.sizes.noise(from);
        let sizes = &mut self.sizes;
        Refined::begin(first, noise, |t| sizes.sample(t, from))
    }

    /// Whether violations change what steps add. Where one period of the motion stands for all, they have to settle at once
    /// for that.
    fn is_felt(
        &mut self,
        refined: &Refined,
        field: &Field,
        course: &[Off],
    ) -> Result<bool, Unsampled> {
        let settle = self.law.steps_to_settle(LONGEST_START).is_some();
        if self.law.is_projection() || (refined.places.period().is_some() && !settle) {
            return Ok(false);
        }
        let (law, rounding) = (&self.law, self.rounding);
        match again::is_felt(&mut self.sizes, law, self.h, field, course, rounding) {
            // The violations that were found are too large for a state.
            Err(Unsampled::Singular { .. } | Unsampled::Step(_)) => Ok(false),
            felt => felt,
        }
    }

    /// The smallest sizes of steps for which rounding is a small part of the prediction, found from few samples. Quantities
    /// that are rounding at every size stay with steps of the run's own.
    fn sizes_for(&mut self, first: Places) -> Result<From, Unsampled> {
        let unclear = self.unclear(first, From::ITS_OWN)?;
        let (mut best, mut fewest) = (From::ITS_OWN, count(unclear));
        for doublings in 1..=self.sizes.most() {
            let (taken, _) = self.sizes.cost();
            if fewest == 0 || taken > self.most / 3 {
                break;
            }
            let larger = self.sizes.larger(first.times(), doublings, unclear)?;
            let left = self.unclear(first, larger)?;
            if count(left) < fewest {
                fewest = count(left);
                best = From {
                    larger: [0, 1, 2].map(|q| unclear[q] && !left[q]),
                    ..larger
                };
            }
        }
        if best != From::ITS_OWN {
            best.larger = self.agreeing(first, best, unclear)?;
        }
        Ok(best)
    }

    /// The quantities for which larger steps serve: those that need them, those that are rounding anyway, and those for which
    /// they say the same.
    fn agreeing(
        &mut self,
        first: Places,
        from: From,
        unclear: [bool; 3],
    ) -> Result<[bool; 3], Unsampled> {
        let own = self.begun(first, From::ITS_OWN)?.defects;
        let all = From {
            larger: [true; 3],
            ..from
        };
        let larger = self.begun(first, all)?.defects;
        let whole = sizes(&own);
        let gaps: Vec<Defect> = own
            .iter()
            .zip(larger)
            .map(|(own, mut gap)| {
                gap.add(own, -1.0);
                gap
            })
            .collect();
        let gaps = sizes(&gaps);
        Ok([0, 1, 2].map(|q| from.larger[q] || unclear[q] || gaps[q] <= AGREE * whole[q]))
    }

    /// Which of Φ, w and the energy would be predicted from rounding.
    fn unclear(&mut self, first: Places, from: From) -> Result<[bool; 3], Unsampled> {
        let field = Field::of(
            &self.begun(first, from)?,
            self.steps,
            self.sizes.noise(from),
        );
        let course = follow(&field, &self.law, self.start.clone());
        let found = largest(&course);
        // Rounding averages out over more samples.
        let rest = (first.count() as f64 / USUAL).sqrt().min(1.0);
        let noise = self.noise(&field).map(|noise| rest * noise);
        let projection = self.law.is_projection();
        Ok([0, 1, 2].map(|q| {
            let nothing = projection && q < 2;
            !nothing && noise[q] > CLEAR[q] * found[q]
        }))
    }

    /// What the rounding of samples may add to the largest Φ, w and Ψ.
    fn noise(&self, field: &Field) -> [f64; 3] {
        let start = Off {
            violations: vec![[0.0; 2]; self.law.of_row.len()],
            energy: 0.0,
        };
        largest(&follow(&field.rounding(), &self.law, start))
    }

    /// The energy after the first steps of the run, which are taken where violations settle within a few of them: while they
    /// do, they are not small, or not smooth.
    fn started(&mut self) -> Result<Option<(usize, f64)>, Unsampled> {
        let most = LONGEST_START.min(self.steps);
        let (Some(steps), Ok(start)) = (self.law.steps_to_settle(most), &self.prepared.start)
        else {
            return Ok(None);
        };
        let system = self.prepared.system.as_ref();
        let resolution = Resolution::Fixed(self.h);
        let mut trial = Trial::from(self.variant, system, resolution, start.clone())?;
        trial.steps(steps)?;
        let energy = trial.sample().energy;
        Ok(Some((steps, energy)))
    }
}

fn count(flags: [bool; 3]) -> usize {
    flags.into_iter().filter(|flag| *flag).count()
}

/// The longest steps that may be sampled: those for which integrators begin to show their order, and twice as long ones of low
/// order.
fn longest(variant: &dyn Variant, prepared: &PreparedProblem) -> f64 {
    let order = variant.card().ladder_order();
    let coarsest = prepared.card.end_time / prepared.ladder.steps(order)[0] as f64;
    if order > 4 { coarsest } else { 2.0 * coarsest }
}

/// Rounding of what a step adds to Φ, w and the energy.
fn rounding(variant: &dyn Variant, prepared: &PreparedProblem, law: &Law) -> [f64; 3] {
    let scales = &prepared.scales;
    let implicit = variant
        .card()
        .integrator
        .is_none_or(Integrator::is_implicit);
    let relative = if implicit { ITERATED } else { ROUNDED };
    let [phi, w, energy] =
        [scales.drift_position, scales.drift_velocity, scales.energy].map(|scale| relative * scale);
    // Strong feedback turns the rounding of Φ into one of w.
    [phi, w + law.phi_to_w() * phi, energy]
}

/// The violations with which runs begin.
fn start(prepared: &PreparedProblem) -> Off {
    let Ok(start) = &prepared.start else {
        return Off::default();
    };
    let system = prepared.system.as_ref();
    let mut gauge = Gauge::new(system, start);
    let at = gauge.sample(system, start);
    Off {
        violations: at.phi.iter().zip(at.w).map(|(phi, w)| [*phi, *w]).collect(),
        energy: 0.0,
    }
}

/// Largest Φ, w and Ψ.
fn largest(ends: &[Off]) -> [f64; 3] {
    let mut largest = [Max::new(); 3];
    for Off { violations, energy } in ends {
        largest[0].extend(violations.iter().map(|e| e[0]));
        largest[1].extend(violations.iter().map(|e| e[1]));
        largest[2].add(*energy);
    }
    largest.map(|x| x.value().unwrap_or(0.0))
}

#[cfg(test)]
mod tests;
