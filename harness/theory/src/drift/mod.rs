//! Predicted drift: what the truncation-error model of an integrator says about the violations of a run, beside what
//! was measured.
//!
//! - `motion.rs`: once per problem, the true motion and its derivatives.
//! - `push.rs`: what a shift of the rates does to the constraints.
//! - `profile.rs`: how truncation errors push the constraints along the motion.
//! - `model.rs`: which integrators have a model, with which coefficients.
//! - `predictor.rs`: the violations of one run.
//! - `comparison.rs`: what was seen of a run beside them.
//! - `reason.rs`: where run and prediction part, why.
//! - `study.rs`: runs that are followed step by step.

mod comparison;
mod model;
mod motion;
mod predictor;
mod profile;
mod push;
mod reason;
mod study;

pub use study::studies;

use predictor::Predictor;
use profile::Profile;
use rayon::prelude::*;
use results::Cell;
use stepping::Variant;
use trial::Prepared;

/// One variant on one problem.
pub type Pair<'a> = (&'a dyn Variant, &'a Prepared);

/// Fills in the predicted drift of every cell that has one, and tells `done` about each problem. Cells are in the order
/// of `pairs`, all of a problem together.
pub fn predict(pairs: &[Pair<'_>], cells: &mut [Cell], done: &(dyn Fn(&Prepared) + Sync)) {
    let problems: Vec<_> = pairs
        .chunk_by(|a, b| std::ptr::eq(a.1, b.1))
        .scan(&mut cells[..], |rest, pairs| {
            let (cells, later) = std::mem::take(rest).split_at_mut(pairs.len());
            *rest = later;
            Some((pairs, cells))
        })
        .collect();
    problems
        .into_par_iter()
        .with_max_len(1)
        .for_each(|(pairs, cells)| {
            let prepared = pairs[0].1;
            of_problem(pairs, cells, prepared);
            done(prepared);
        });
}

fn of_problem(pairs: &[Pair<'_>], cells: &mut [Cell], prepared: &Prepared) {
    let mut predictable = Vec::new();
    for (&(variant, _), cell) in pairs.iter().zip(cells) {
        let finished = cell.runs.iter().any(|run| run.measured.is_complete());
        if let Some(model) = Predictor::model(variant, prepared).filter(|_| finished) {
            predictable.push((variant, model, cell));
        }
    }
    if predictable.is_empty() {
        return;
    }
    let profile = Profile::along(prepared);
    for (variant, model, cell) in predictable {
        match &profile {
            Ok(profile) => Predictor::new(variant, model, prepared, profile).fill(cell),
            Err(reason) => cell.unpredicted = Some(reason.to_string()),
        }
    }
}
