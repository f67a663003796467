//! Drift that the truncation-error model of an integrator predicts, compared with measured drift.
//!
//! - `motion.rs`: the true motion and its derivatives, once per problem.
//! - `push.rs`: the effect of a shift of the rates on the constraints.
//! - `profile.rs`: the effect of truncation errors on the constraints along the motion.
//! - `model.rs`: the integrators that have a model, with its coefficients.
//! - `predictor.rs`: the violations of one run.
//! - `comparison.rs`: the observed run compared with them.
//! - `reason.rs`: the reason where they differ.
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
use trial::PreparedProblem;

/// One variant on one problem.
pub type Pair<'a> = (&'a dyn Variant, &'a PreparedProblem);

/// Fills in the predicted drift of every cell that has one, and calls `done` after each problem. Cells have the order of
/// `pairs`, with all cells of a problem together.
pub fn predict(pairs: &[Pair<'_>], cells: &mut [Cell], done: &(dyn Fn(&PreparedProblem) + Sync)) {
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

fn of_problem(pairs: &[Pair<'_>], cells: &mut [Cell], prepared: &PreparedProblem) {
    let mut predictable = Vec::new();
    for (&(variant, _), cell) in pairs.iter().zip(cells) {
        let finished = cell
            .order_runs()
            .iter()
            .any(|run| run.measured.is_complete());
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
