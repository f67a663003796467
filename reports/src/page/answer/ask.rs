//! What can be asked: the integrators and the steps for which unstabilized and stabilized variants were run.

use results::{LadderKind, Problem, Results};

/// An integrator that can be asked for.
pub(super) struct Integrator {
    pub(super) id: String,
    pub(super) name: String,
}

/// The lists of the question, never empty, and the places of the entries that are asked first.
pub(super) struct Choice {
    pub(super) integrators: Vec<Integrator>,
    /// Step sizes in seconds for a mechanism of human size, largest first.
    pub(super) steps: Vec<f64>,
    first: (usize, usize),
}

impl Choice {
    /// The question that is answered first.
    pub(super) fn first(&self) -> (&Integrator, f64) {
        (&self.integrators[self.first.0], self.steps[self.first.1])
    }
}

/// What can be asked, if anything can.
pub(super) fn choices(results: &Results, (integrator, step): (&str, f64)) -> Option<Choice> {
    let (integrators, steps) = (integrators(results), steps(results));
    let off = |h: &f64| math::ln(h / step).abs();
    let nearest = (0..steps.len()).min_by(|a, b| off(&steps[*a]).total_cmp(&off(&steps[*b])))?;
    if integrators.is_empty() {
        return None;
    }
    let place = integrators.iter().position(|i| i.id == integrator);
    Some(Choice {
        first: (place.unwrap_or(0), nearest),
        integrators,
        steps,
    })
}

/// A step as the value of a list and of the page's address.
pub(super) fn value(step: f64) -> String {
    crate::number::rounded(step, 6)
}

/// The integrators with fixed steps of the unstabilized variants that others are compared with.
fn integrators(results: &Results) -> Vec<Integrator> {
    let partners: Vec<&str> = results.what_it_buys.iter().map(|b| &*b.with).collect();
    let methods = results.methods.iter().filter(|method| method.is_baseline());
    let variants = methods.flat_map(|method| &method.variants);
    let asked = variants.filter(|v| !v.adaptive && partners.contains(&&*v.id));
    let integrator = |v: &results::Variant| Integrator {
        id: v.integrator.clone(),
        name: crate::phrase::integrator(v).to_owned(),
    };
    asked.map(integrator).collect()
}

/// The steps of practice that at least half of the problems have, as those of a mechanism of human size.
fn steps(results: &Results) -> Vec<f64> {
    let mut counted: Vec<(f64, usize)> = Vec::new();
    let mut problems = 0;
    for problem in &results.problems {
        let own = steps_on(results, problem);
        problems += usize::from(!own.is_empty());
        for h in own {
            match counted.iter_mut().find(|(known, _)| same(*known, h)) {
                Some((_, n)) => *n += 1,
                None => counted.push((h, 1)),
            }
        }
    }
    let common = counted.into_iter().filter(|(_, n)| 2 * n >= problems);
    let mut steps: Vec<f64> = common.map(|(h, _)| h).collect();
    steps.sort_by(|a, b| b.total_cmp(a));
    steps
}

fn steps_on(results: &Results, problem: &Problem) -> Vec<f64> {
    let cells = results.cells.iter().filter(|c| c.problem == problem.id);
    let runs = cells.flat_map(|c| &c.runs);
    let practice = runs.filter(|r| r.ladder == LadderKind::Practice && r.tolerance.is_none());
    let mut own: Vec<f64> = Vec::new();
    for h in practice.map(|run| run.h / problem.time_scale) {
        if h.is_finite() && h > 0.0 && !own.iter().any(|known| same(*known, h)) {
            own.push(h);
        }
    }
    own
}

/// Steps on one ladder differ by more than a tenth.
fn same(a: f64, b: f64) -> bool {
    (a / b - 1.0).abs() < 1e-6
}
