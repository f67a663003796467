//! The ratios of two cells over the steps that both ran.

use results::{Cell, Factor, Group, PerFactor, Problem, Quantity, Run};
use verification::{ROUNDING, floored_ratio, geometric_mean};

/// Two steps are the same if they differ by less than this, relatively; steps on one ladder differ by more than a tenth.
const SAME_STEP: f64 = 1e-9;

/// The ratios of one cell to another.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Comparison {
    /// Geometric means over the common steps; absent where no common step has the number.
    pub factors: PerFactor<Option<f64>>,
    /// Steps at which both came to their end.
    pub steps: usize,
    /// Steps at which only the partner came to its end.
    pub lost: usize,
    /// Steps at which only this cell came to its end.
    pub saved: usize,
}

/// Compares the runs of `own` that are `wanted` with those of `partner` at the same steps or tolerances.
///
/// Where the motion cannot be predicted, errors say nothing and only invariants and costs are compared.
pub fn compare(
    own: &Cell,
    partner: &Cell,
    problem: &Problem,
    wanted: &dyn Fn(&Run) -> bool,
) -> Comparison {
    let mut comparison = Comparison::default();
    let mut common: Vec<(&Run, &Run)> = Vec::new();
    for run in own.runs.iter().filter(|run| wanted(run)) {
        let Some(other) = partner.runs.iter().find(|other| same_step(run, other)) else {
            continue;
        };
        match (run.measured.is_complete(), other.measured.is_complete()) {
            (true, true) => common.push((run, other)),
            (true, false) => comparison.saved += 1,
            (false, true) => comparison.lost += 1,
            (false, false) => {}
        }
    }
    comparison.steps = common.len();
    let factor = |factor: Factor| {
        let ratio = |(run, other): &(&Run, &Run)| match factor.quantity() {
            Some(quantity) if problem.predictable || quantity.group() == Group::Drift => {
                let (own, other) = (run.measured[quantity]?, other.measured[quantity]?);
                floored_ratio(own, other, floor(problem, quantity))
            }
            Some(_) => None,
            None => {
                let cost = |cell: &Cell, run: &Run| match factor {
                    Factor::Time => cell.speed?.time_of(run.work.evaluations as f64),
                    _ => Some(run.work.evaluations as f64),
                };
                floored_ratio(cost(own, run)?, cost(partner, other)?, 0.0)
            }
        };
        geometric_mean(&common.iter().filter_map(ratio).collect::<Vec<f64>>())
    };
    comparison.factors = PerFactor::from_fn(factor);
    comparison
}

/// The value below which a quantity says nothing: [`ROUNDING`] times its scale, and for errors the digits of the reference.
/// Without a scale it is [`ROUNDING`] itself.
pub fn floor(problem: &Problem, quantity: Quantity) -> f64 {
    let scale = problem.scales[quantity];
    if !(scale.is_finite() && scale > 0.0) {
        return ROUNDING;
    }
    let reference = match quantity.group() {
        Group::Error => math::powi(10.0, -(problem.reference.digits as i32)),
        Group::Drift => 0.0,
    };
    scale * ROUNDING.max(reference)
}

/// Adaptive runs have no step of their own, so that equal tolerances belong together.
fn same_step(a: &Run, b: &Run) -> bool {
    a.ladder == b.ladder
        && match (a.tolerance, b.tolerance) {
            (Some(a), Some(b)) => close(a, b),
            (None, None) => close(a.h, b.h),
            _ => false,
        }
}

fn close(a: f64, b: f64) -> bool {
    (a - b).abs() <= SAME_STEP * a.abs().max(b.abs())
}
