//! The law of a variant as factors, by which a step multiplies the violations that it finds.

use super::Unsampled;
use super::coupling::Coupling;
use crate::discretization;
use crate::stability::{Placement, amplification};
use crate::violations::Step;
use results::planted::{self, Defect};
use stepping::{Integrator, NoLaw, StepSize, Variant, ViolationLaw};
use system::{Feedback, Shape, largest};

/// Where violations shrink to this part from one sample to the next, they follow what the steps add.
const FAST: f64 = 0.1;

/// Steps after which violations that shrink fast enough to matter have settled.
const LONGEST: usize = 100;

/// Violations that have shrunk to this part are gone.
const SETTLED: f64 = 1e-4;

/// The factors of every row.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Law {
    /// One for each kind of row.
    pub(crate) steps: Vec<Step>,
    /// The kind of each row.
    pub(crate) of_row: Vec<usize>,
    /// The size of the step in seconds.
    h: f64,
    /// Whether the law couples rows or changes along the motion, so that it has to be measured.
    pub(crate) is_measured: bool,
    /// What was measured.
    pub(crate) coupling: Option<Coupling>,
}

impl Law {
    /// The law of a variant in steps of `h`.
    ///
    /// # Errors
    /// When it states none, or there are no factors for its integrator with the feedback at its place.
    pub(crate) fn of(variant: &dyn Variant, shape: &Shape, h: StepSize) -> Result<Self, Unsampled> {
        let law = variant.violation_law(shape, h)?;
        if law == ViolationLaw::Linear {
            // What is found on the motion is next to nothing; where it is not, it is taken to stay.
            return Ok(Self {
                steps: vec![[[1.0, h.seconds()], [0.0, 1.0]]],
                of_row: vec![0; shape.constraints()],
                h: h.seconds(),
                is_measured: true,
                coupling: None,
            });
        }
        let Some(integrator) = variant.card().integrator else {
            return Err(Unsampled::OwnScheme);
        };
        if integrator.history() > 0 {
            return Err(NoLaw::Memory.into());
        }
        match law {
            ViolationLaw::Projection => Ok(Self {
                steps: vec![[[0.0; 2]; 2]],
                of_row: vec![0; shape.constraints()],
                h: h.seconds(),
                is_measured: false,
                coupling: None,
            }),
            ViolationLaw::Linear => Err(Unsampled::OwnScheme),
            ViolationLaw::Feedback { gains, placement } => {
                let holonomic = shape.holonomic();
                // Nonholonomic rows have no Φ to feed back.
                let gains = gains.into_iter().enumerate().map(|(row, gain)| Feedback {
                    beta: if row < holonomic { gain.beta } else { 0.0 },
                    ..gain
                });
                Self::by_rows(integrator, placement, gains, h.seconds())
            }
        }
    }

    fn by_rows(
        integrator: Integrator,
        placement: Placement,
        gains: impl Iterator<Item = Feedback>,
        h: f64,
    ) -> Result<Self, Unsampled> {
        let (mut steps, mut kinds, mut of_row) = (Vec::new(), Vec::new(), Vec::new());
        for gain in gains {
            let known = kinds.iter().position(|kind| *kind == gain);
            let kind = match known {
                Some(kind) => kind,
                None => {
                    let factors = factors(integrator, placement, gain, h);
                    steps.push(factors.ok_or(Unsampled::NoFactors(integrator))?);
                    kinds.push(gain);
                    kinds.len() - 1
                }
            };
            of_row.push(kind);
        }
        Ok(Self {
            steps,
            of_row,
            h,
            is_measured: false,
            coupling: None,
        })
    }

    /// What the step at time `t` leaves of the violations `e`.
    pub(crate) fn leaves(&self, t: f64, e: &[[f64; 2]]) -> Vec<[f64; 2]> {
        match &self.coupling {
            Some(coupling) => coupling.after(t / self.h, e).0,
            None => {
                let rows = e.iter().zip(&self.of_row);
                let left =
                    rows.map(|(e, kind)| self.steps[*kind].map(|[a, b]| a * e[0] + b * e[1]));
                left.collect()
            }
        }
    }

    /// The energy that the step at time `t` gains from the violations `e`: the forces of constraint, λ, do work on them.
    pub(crate) fn gains(&self, t: f64, e: &[[f64; 2]], lambda: &[f64]) -> f64 {
        match &self.coupling {
            Some(coupling) => coupling.after(t / self.h, e).1,
            None => {
                let left = self.leaves(t, e);
                let moved = left.iter().zip(e).map(|(left, e)| left[0] - e[0]);
                -moved
                    .zip(lambda)
                    .map(|(moved, lambda)| lambda * moved)
                    .sum::<f64>()
            }
        }
    }

    /// The largest factor by which a step turns Φ into w, in 1/s.
    pub(crate) fn phi_to_w(&self) -> f64 {
        largest(self.steps.iter().map(|step| step[1][0]).collect::<Vec<_>>())
    }

    /// The largest part that is left of violations after a number of steps, in units of Φ and h w.
    fn left(&self, steps: usize) -> f64 {
        if self.coupling.is_some() {
            let rows = (0..self.of_row.len()).flat_map(|row| [(row, 0), (row, 1)]);
            let left = rows.map(|(row, q)| {
                let mut e = vec![[0.0; 2]; self.of_row.len()];
                e[row][q] = 1.0;
                self.largest_left(e, q, steps, |e| self.leaves(0.0, e))
            });
            return left.fold(0.0, f64::max);
        }
        let kinds = self.steps.iter().flat_map(|step| [(step, 0), (step, 1)]);
        let left = kinds.map(|(step, q)| {
            let e = vec![[f64::from(q == 0), f64::from(q == 1)]];
            self.largest_left(e, q, steps, |e| {
                vec![step.map(|[a, b]| a * e[0][0] + b * e[0][1])]
            })
        });
        left.fold(0.0, f64::max)
    }

    /// The largest part that is left of a Φ of one (`q = 0`) or of a w of one.
    fn largest_left(
        &self,
        mut e: Vec<[f64; 2]>,
        q: usize,
        steps: usize,
        step: impl Fn(&[[f64; 2]]) -> Vec<[f64; 2]>,
    ) -> f64 {
        for _ in 0..steps {
            e = step(&e);
        }
        let begun = if q == 0 { 1.0 } else { self.h };
        let sizes = e.iter().map(|[phi, w]| phi.abs().max(self.h * w.abs()));
        sizes.fold(0.0, f64::max) / begun
    }

    /// Whether every step leaves nothing of what it finds.
    pub(crate) fn is_projection(&self) -> bool {
        self.steps
            .iter()
            .flatten()
            .flatten()
            .all(|factor| *factor == 0.0)
    }

    /// Whether violations follow what steps add, because they shrink so much in this number of steps.
    pub(crate) fn is_fast(&self, steps: usize) -> bool {
        self.left(steps.min(LONGEST)) <= FAST
    }

    /// The violations to which steps lead that add this again and again.
    pub(crate) fn settled(&self, delta: &[[f64; 2]]) -> Vec<[f64; 2]> {
        let mut e = vec![[0.0; 2]; delta.len()];
        for _ in 0..LONGEST {
            let left = self.leaves(0.0, &e).into_iter().zip(delta);
            e = left
                .map(|(left, delta)| [left[0] + delta[0], left[1] + delta[1]])
                .collect();
        }
        e
    }

    /// The number of steps after which nothing is left of violations; `None` where it is larger than `most`.
    pub(crate) fn steps_to_settle(&self, most: usize) -> Option<usize> {
        // The first power of two is found quickly, and the smallest number below it by halving.
        let mut high = 1;
        while self.left(high) > SETTLED {
            high *= 2;
            if high > 2 * most {
                return None;
            }
        }
        let mut low = high / 2;
        while high - low > 1 {
            let middle = low.midpoint(high);
            match self.left(middle) > SETTLED {
                true => low = middle,
                false => high = middle,
            }
        }
        (high <= most).then_some(high)
    }
}

/// The factors of one row; `None` where there are none for the integrator with its feedback at this place.
fn factors(integrator: Integrator, placement: Placement, row: Feedback, h: f64) -> Option<Step> {
    let (c1, c2) = (h * row.alpha, h * h * row.beta);
    let integrator = match integrator {
        // The same for linear equations.
        Integrator::ImplicitMidpoint => Integrator::Trapezoid,
        other => other,
    };
    if integrator == Integrator::Trapezoid && placement != Placement::EveryPass {
        return None;
    }
    let matrix = amplification(&discretization(integrator).ok()?, placement, c1, c2).ok()?;
    let &[a, b, c, d] = matrix.entries.as_slice() else {
        return None;
    };
    let c = match planted::is(Defect::FactorsOfHalfTheGain) {
        true => 0.5 * c,
        false => c,
    };
    // That one acts on (Φ, h w).
    Some([[a, b * h], [c / h, d]])
}
