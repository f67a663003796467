//! Whether a run drifts as predicted, and if not, which assumption of the model fails.
//!
//! Every reason is checked by a number. The first one that is large enough is named; a miss that no reason explains is
//! called unexplained.

use crate::LinearMultistep;
use crate::drift::agreement::{
    END_TO_MEAN, Range, Reason, TOLERANCE, at_rounding, left_the_motion, near,
};
use crate::violations::{Modes, Row};
use results::MissReason;

/// Relative error of derivatives that explains a miss of a tenth.
const ROUGH: f64 = 0.02;

/// Size of the integrator's own modes relative to violations at the first output above which they can change a drift by
/// more than [`TOLERANCE`].
const SEEN: f64 = 0.1;

/// An effect explains a miss if it is at least this part of it.
const OF_THE_MISS: f64 = 0.5;

/// The data of a run that missed its prediction. Pairs hold the values of Φ and of w.
pub(crate) struct Miss<'a> {
    /// Indices of the quantities that missed, 0 for Φ and 1 for w.
    pub(crate) quantities: Vec<usize>,
    pub(crate) measured: [f64; 2],
    pub(crate) predicted: [f64; 2],
    pub(crate) floors: [f64; 2],
    /// Mean position error relative to the size of the motion.
    pub(crate) position_error: f64,
    /// The mean position error as a time.
    pub(crate) shift: f64,
    /// The smallest and the largest drift that is predicted if each output time may be earlier or later by up to the
    /// largest of [`SHIFTS`] times `shift`.
    pub(crate) shifted: [Range; 2],
    /// The second term of the model relative to the first.
    pub(crate) second: [f64; 2],
    /// The third term relative to the two that predict, and what all three predict.
    pub(crate) third: Option<([f64; 2], [f64; 2])>,
    /// Estimated relative error of the derivatives along the motion.
    pub(crate) derivative_error: f64,
    pub(crate) variant: &'a LinearMultistep,
    pub(crate) rows: &'a [Row],
    pub(crate) h: f64,
    /// Steps between outputs.
    pub(crate) steps_to_output: u64,
}

/// Gives the numbers behind a reason in words, if it applies.
type Check = fn(&Miss<'_>) -> Option<String>;

/// The reasons with their checks, the most fundamental first.
const CHECKS: [(MissReason, Check); 7] = [
    (MissReason::AtRounding, |miss| {
        let missed = miss.quantities.iter();
        at_rounding(
            missed.map(|&k| (miss.measured[k], miss.floors[k])),
            &miss.floors,
        )
    }),
    (MissReason::LeftTheMotion, |miss| {
        left_the_motion(miss.position_error)
    }),
    (MissReason::SeriesNotSettled, series_not_settled),
    (MissReason::NotConfirmed, not_confirmed),
    (MissReason::ModesOfTheIntegrator, modes_of_the_integrator),
    (MissReason::EarlyOrLate, early_or_late),
    (MissReason::RoughDerivatives, rough_derivatives),
];

/// The reason why a run missed its prediction.
pub(crate) fn explain(miss: &Miss<'_>) -> Reason {
    let found = |(reason, check): &(MissReason, Check)| Some((*reason, check(miss)?));
    CHECKS.iter().find_map(found).unwrap_or_else(|| {
        let why = format!(
            "unexplained: position error {:.1e} of the motion, second term {} of the first, derivatives to {:.1e}",
            miss.position_error,
            both(miss.second),
            miss.derivative_error
        );
        (MissReason::Unexplained, why)
    })
}

impl Miss<'_> {
    fn every(&self, holds: impl Fn(usize) -> bool) -> bool {
        self.quantities.iter().all(|&k| holds(k))
    }

    /// The relative miss of a quantity.
    fn gap(&self, k: usize) -> f64 {
        (self.measured[k] / self.predicted[k] - 1.0).abs()
    }
}

/// Multistep methods have modes of their own. Where feedback is fast for the step they die out as slowly as
/// violations do, or grow.
fn modes_of_the_integrator(miss: &Miss<'_>) -> Option<String> {
    let modes = miss
        .rows
        .iter()
        .filter_map(|row| Modes::of(miss.variant, row.oscillator, miss.h));
    let worst = modes.max_by(|a, b| a.own.total_cmp(&b.own))?;
    let left = math::powf(worst.own / worst.principal, miss.steps_to_output as f64);
    (left > SEEN).then(|| {
        format!(
            "h |λ| of the feedback is {:.2}: a mode of the integrator falls to {:.2} in a step, violations to {:.2}",
            worst.h_lambda, worst.own, worst.principal
        )
    })
}

/// A run that is late meets the times of the output grid elsewhere on its way.
fn early_or_late(miss: &Miss<'_>) -> Option<String> {
    let covered = |k: usize| miss.shifted[k].contains(miss.measured[k]);
    miss.every(covered).then(|| {
        let [phi, w] = miss.shifted;
        format!(
            "the run is early or late by {:.1e} s on average and up to about {END_TO_MEAN} times that: for output times \
             so far away Φ from {:.1e} to {:.1e} and Φ' from {:.1e} to {:.1e} are predicted",
            miss.shift, phi.low, phi.high, w.low, w.high
        )
    })
}

fn rough_derivatives(miss: &Miss<'_>) -> Option<String> {
    (miss.derivative_error > ROUGH).then(|| {
        let percent = 100.0 * miss.derivative_error;
        format!("derivatives along the motion are known to {percent:.0} % only")
    })
}

/// The reason if measured and predicted drifts agree once the first omitted term is included.
fn series_not_settled(miss: &Miss<'_>) -> Option<String> {
    with_third_term(miss, true, "the series of the model has not settled")
}

/// The reason if they do not agree: a term of this size only shows that the series is not reliable at this step.
fn not_confirmed(miss: &Miss<'_>) -> Option<String> {
    let verdict = "not confirmed: the series of the model may not have settled, but a third term does not repair it";
    with_third_term(miss, false, verdict)
}

/// The effect of the third term in words, if it is large enough to explain the miss and `repairs` the prediction or not.
fn with_third_term(miss: &Miss<'_>, repairs: bool, verdict: &str) -> Option<String> {
    let (weight, with_next) = miss.third?;
    let explains = miss.every(|k| weight[k] >= OF_THE_MISS * miss.gap(k));
    let repaired = (0..2).all(|k| near(miss.measured[k], with_next[k], miss.floors[k], TOLERANCE));
    (explains && repaired == repairs).then(|| {
        format!(
            "{verdict}: its second term is {} of the first, the third {} of both (Φ, Φ'); with it measured/predicted \
             would be {:.2} and {:.2}",
            both(miss.second),
            both(weight),
            miss.measured[0] / with_next[0],
            miss.measured[1] / with_next[1]
        )
    })
}

fn both([phi, w]: [f64; 2]) -> String {
    format!("{:.0} % and {:.0} %", 100.0 * phi, 100.0 * w)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::violations::Oscillator;

    const CRITICAL: Oscillator = Oscillator {
        alpha: 20.0,
        beta: 100.0,
    };

    fn miss(variant: &LinearMultistep) -> Miss<'_> {
        Miss {
            quantities: vec![1],
            measured: [1e-6, 1.5e-6],
            predicted: [1e-6, 1e-6],
            floors: [1e-14; 2],
            position_error: 1e-5,
            shift: 1e-5,
            shifted: [Range {
                low: 1e-6,
                high: 1e-6,
            }; 2],
            second: [0.1; 2],
            third: None,
            derivative_error: 1e-6,
            variant,
            rows: &[],
            h: 0.01,
            steps_to_output: 10,
        }
    }

    /// Each cause, planted into a miss that nothing explains, is the one that is named.
    #[test]
    fn every_reason_is_found_from_its_number() {
        let ab5 = LinearMultistep::adams_bashforth(5);
        let says = |kind: MissReason, change: fn(&mut Miss<'_>)| {
            let mut miss = miss(&ab5);
            change(&mut miss);
            let (found, why) = explain(&miss);
            assert_eq!(found, kind, "{why}");
        };
        let third = |weight: f64, w: f64| Some(([0.0, weight], [1e-6, w]));
        says(MissReason::Unexplained, |_| ());
        says(MissReason::AtRounding, |m| m.floors = [1e-7; 2]);
        says(MissReason::LeftTheMotion, |m| m.position_error = 0.3);
        says(MissReason::EarlyOrLate, |m| m.shifted[1].high = 1.6e-6);
        says(MissReason::Unexplained, |m| m.shifted[1].high = 1.4e-6);
        says(MissReason::RoughDerivatives, |m| m.derivative_error = 0.03);
        for (kind, third) in [
            (MissReason::SeriesNotSettled, third(0.3, 1.4e-6)),
            (MissReason::NotConfirmed, third(0.3, 0.8e-6)),
            // Too small to explain half of the gap.
            (MissReason::Unexplained, third(0.2, 1.2e-6)),
        ] {
            let (found, why) = explain(&Miss {
                third,
                ..miss(&ab5)
            });
            assert_eq!(found, kind, "{why}");
        }
        let oscillator = CRITICAL;
        let rows = [Row {
            oscillator,
            ..Row::default()
        }];
        let mut fast = miss(&ab5);
        (fast.rows, fast.h) = (&rows, 0.015);
        assert_eq!(explain(&fast).0, MissReason::ModesOfTheIntegrator);
        fast.h = 0.001;
        assert_eq!(explain(&fast).0, MissReason::Unexplained);
    }
}
