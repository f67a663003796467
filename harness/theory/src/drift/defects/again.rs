//! Samples from states beside the motion.
//!
//! What a step adds depends on the violations it begins with as well, where feedback is strong for its step: the stages of a
//! Runge-Kutta method with gains `c/h²` push with forces of the order of the reactions. A field that was sampled on the
//! motion gives the violations, and these give a better field: it is sampled from states that are off by them.
//!
//! The energy is then counted without that of the violations, `½ wᵀ S⁻¹ w - λᵀ Φ`, which is added at the end. Violations that
//! are a little wrong would otherwise change it a little in every step.

use super::Unsampled;
use super::field::Field;
use super::follow::Off;
use super::law::Law;
use super::places::Places;
use super::refine::Refined;
use super::sizes::Sizes;
use crate::violations::{STENCIL, Window};
use stepping::StepSize;
use verification::Rms;

/// Violations change what steps add if they change it by this part.
const FELT: f64 = 0.005;

/// Differences of samples above this multiple of their rounding are seen.
const SEEN: f64 = 100.0;

/// Whether violations change what steps add, seen at a few nodes of a field.
pub(crate) fn is_felt(
    sizes: &mut Sizes<'_>,
    law: &Law,
    h: StepSize,
    field: &Field,
    course: &[Off],
    rounding: [f64; 3],
) -> Result<bool, Unsampled> {
    let (mut gaps, mut whole) = ([Rms::new(); 3], [Rms::new(); 3]);
    // The motion is surely known up to there.
    let last = field.count.saturating_sub(2);
    for quarter in 1..4 {
        let k = quarter * last / 4;
        let (t, e) = (field.time(k, h), &course[k].violations);
        let on = sizes.own_sample(t)?;
        let beside = sizes.own().take_beside(law, t, e)?;
        let energy = on.energy + law.gains(t, e, &on.lambda);
        for q in [0, 1] {
            let pairs = beside.defect.delta[q].iter().zip(&on.delta[q]);
            gaps[q].extend(pairs.map(|(beside, on)| beside - on));
            whole[q].extend(on.delta[q].iter().copied());
        }
        gaps[2].add(beside.gained - energy);
        whole[2].add(energy);
    }
    let value = |norm: Rms| norm.value().unwrap_or(0.0);
    Ok((0..3).any(|q| {
        let (gap, whole) = (value(gaps[q]), value(whole[q]));
        gap > FELT * whole && gap > SEEN * rounding[q]
    }))
}

/// Samples at the same places, from states that are off by the violations of a `course` through the nodes of a field.
pub(crate) fn again(
    sizes: &mut Sizes<'_>,
    (law, h): (&Law, StepSize),
    first: Places,
    refined: &Refined,
    field: &Field,
    course: &[Off],
) -> Result<Refined, Unsampled> {
    let single = sizes.own();
    // Violations of the first period are not yet those of the others.
    let later = refined.places.period().unwrap_or(0.0);
    refined.again(first, |t| {
        let e = match t == 0.0 && later == 0.0 {
            true => settled(law, field, &course[0].violations),
            false => passing(field, course, (t + later) / h.seconds()),
        };
        Ok(single.take_beside(law, t, &e)?.defect)
    })
}

/// The violations after this many steps, by interpolation.
fn passing(field: &Field, course: &[Off], steps: f64) -> Vec<[f64; 2]> {
    let place = steps / field.stride as f64;
    let window = Window::around(place as usize, course.len(), STENCIL);
    let weights = window.weights(place);
    let around = &course[window.first..window.first + window.count];
    let rows = 0..course[0].violations.len();
    let at = |row: usize| {
        let pairs = weights.iter().zip(around);
        pairs.fold([0.0; 2], |[phi, w], (weight, off)| {
            let e = off.violations[row];
            [phi + weight * e[0], w + weight * e[1]]
        })
    };
    rows.map(at).collect()
}

/// The violations at the start, which are those that the steps lead to where they come to these at once.
fn settled(law: &Law, field: &Field, start: &[[f64; 2]]) -> Vec<[f64; 2]> {
    match law.is_fast(field.stride) {
        true => law.settled(&field.between(0).0),
        false => start.to_vec(),
    }
}
