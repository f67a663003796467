//! The runs that a question is answered from.

use super::Question;
use super::candidate::{Candidate, Lost, Setting};
use super::estimate::{Estimate, Level};
use crate::cells::Cells;
use crate::pairing::{compare, partner};
use results::{
    Cell, Factor, LadderKind, Method, OWN, PerFactor, Problem, Quantity, Results, Run, Variant,
};

/// Two steps are the same if they differ by less than this, relatively.
const SAME_STEP: f64 = 1e-9;

/// Steps of different problems answer one question together if they differ by less than this factor.
const MIXED: f64 = 1.2;

/// A problem of the question with the step of practice nearest to the asked one.
pub(super) struct Place<'a> {
    pub(super) problem: &'a Problem,
    /// Step size in seconds.
    h: f64,
}

impl Place<'_> {
    /// The step in seconds of a mechanism of human size.
    pub(super) fn human_step(&self) -> f64 {
        self.h / self.problem.time_scale
    }

    fn wants(&self, run: &Run) -> bool {
        run.ladder == LadderKind::Practice
            && run.tolerance.is_none()
            && (run.h - self.h).abs() <= SAME_STEP * self.h
    }
}

/// The problems of the question on which the integrator, stabilized or not, ran with steps of practice.
pub(super) fn places<'a>(results: &'a Results, question: &Question) -> Vec<Place<'a>> {
    let is_asked = |cell: &&Cell| {
        let variants = results.methods.iter().flat_map(|method| &method.variants);
        let mut asked = variants.filter(|variant| variant.integrator == question.integrator);
        asked.any(|variant| variant.id == cell.variant && !variant.adaptive)
    };
    let cells: Vec<&Cell> = results.cells.iter().filter(is_asked).collect();
    let problems = results.problems.iter().filter(|p| question.is_about(p));
    let place = |problem: &'a Problem| {
        let wanted = question.step * problem.time_scale;
        let here = cells.iter().filter(|cell| cell.problem == problem.id);
        let runs = here.flat_map(|cell| cell.practice_runs());
        let steps = runs.map(|run| run.h).filter(|h| h.is_finite() && *h > 0.0);
        let off = |h: &f64| math::ln(h / wanted).abs();
        // Of two equally near steps the smaller one.
        let h = steps.min_by(|a, b| off(a).total_cmp(&off(b)).then(a.total_cmp(b)))?;
        Some(Place { problem, h })
    };
    let mut places: Vec<Place> = problems.filter_map(place).collect();
    // Long motions have steps of their own: they are no evidence beside problems that ran nearer to the asked step.
    let off = |place: &Place| math::ln(place.human_step() / question.step).abs();
    if let Some(nearest) = places.iter().map(off).min_by(f64::total_cmp) {
        let farthest = nearest + math::ln(MIXED);
        places.retain(|place| off(place).total_cmp(&farthest).is_le());
    }
    places
}

/// Every variant with the integrator of the question, and every scheme of its own that is compared with it, unstabilized ones
/// first.
pub(super) fn candidates(
    results: &Results,
    question: &Question,
    places: &[Place<'_>],
) -> Vec<Candidate> {
    let cells = Cells::of(results);
    let mut found = Vec::new();
    for method in &results.methods {
        for variant in method.variants.iter().filter(|variant| !variant.adaptive) {
            let Some(partner) = partner(results, &variant.id) else {
                continue;
            };
            let with = integrator_of(results, partner.variant);
            let asked = with == Some(question.integrator.as_str());
            let own = variant.integrator == OWN || variant.integrator == question.integrator;
            if !(asked && own) {
                continue;
            }
            let empty = blank(method, variant, question.step, partner.stand_in);
            found.push(weigh(empty, &cells, partner.variant, places));
        }
    }
    found
}

fn integrator_of<'a>(results: &'a Results, variant: &str) -> Option<&'a str> {
    let variants = results.methods.iter().flat_map(|method| &method.variants);
    let found = variants.into_iter().find(|v| v.id == variant);
    found.map(|variant| variant.integrator.as_str())
}

fn blank(method: &Method, variant: &Variant, step: f64, stand_in: Option<String>) -> Candidate {
    let setting = |parameter: &results::Parameter| Setting {
        name: parameter.name.clone(),
        value: parameter.at_step(step),
        unit: parameter.unit.clone(),
        tied_to_step: parameter.is_tied_to_step(),
    };
    Candidate {
        method: method.id.clone(),
        method_name: method.name.clone(),
        variant: variant.id.clone(),
        name: variant.name.clone(),
        gains: variant.gains.clone(),
        settings: variant.parameters.iter().map(setting).collect(),
        factors: PerFactor::default(),
        drift: None,
        error: None,
        survived: Vec::new(),
        lost: Vec::new(),
        saved: Vec::new(),
        stand_in,
        misses: Vec::new(),
    }
}

/// Fills in what the runs say.
fn weigh(
    mut candidate: Candidate,
    cells: &Cells<'_>,
    partner: &str,
    places: &[Place<'_>],
) -> Candidate {
    let mut factors: PerFactor<Vec<(&str, f64)>> = PerFactor::default();
    let (mut drifts, mut errors) = (Vec::new(), Vec::new());
    for place in places {
        let (problem, id) = (place.problem, place.problem.id.as_str());
        let own = cells.find(&candidate.variant, id);
        let other = cells.find(partner, id);
        let at_step = |cell: Option<&'_ Cell>| {
            let runs = cell.map_or(&[][..], Cell::practice_runs);
            runs.iter().find(|run| place.wants(run)).cloned()
        };
        let ended = |run: &Option<Run>| run.as_ref().is_some_and(|run| run.measured.is_complete());
        let (run, other_run) = (at_step(own), at_step(other));
        match (ended(&run), ended(&other_run)) {
            (true, false) => candidate.saved.push(id.to_owned()),
            (false, true) => candidate.lost.push(Lost {
                problem: id.to_owned(),
                why: why(own, run.as_ref()),
            }),
            _ => {}
        }
        if let Some(run) = run.filter(|run| run.measured.is_complete()) {
            candidate.survived.push(id.to_owned());
            drifts.extend(relative(&run, problem, Quantity::DriftPosition).map(|x| (id, x)));
            let error = relative(&run, problem, Quantity::Position);
            errors.extend(error.filter(|_| problem.predictable).map(|x| (id, x)));
        }
        if let (Some(own), Some(other)) = (own, other) {
            let ratios = compare(own, other, problem, &|run| place.wants(run)).factors;
            for factor in Factor::ALL {
                factors[factor].extend(ratios[factor].map(|ratio| (id, ratio)));
            }
        }
    }
    candidate.factors = PerFactor::from_fn(|factor| Estimate::of(&factors[factor]));
    candidate.drift = Level::of(&drifts);
    candidate.error = Level::of(&errors);
    candidate
}

/// A value of a run over the scale of its quantity, or itself where there is no scale.
fn relative(run: &Run, problem: &Problem, quantity: Quantity) -> Option<f64> {
    let scale = problem.scales[quantity];
    let scale = if scale.is_finite() && scale > 0.0 {
        scale
    } else {
        1.0
    };
    Some(run.measured[quantity]? / scale)
}

fn why(cell: Option<&Cell>, run: Option<&Run>) -> String {
    let stopped = run.and_then(|run| run.stopped.clone());
    let refused = || cell.and_then(|cell| cell.why.clone());
    stopped
        .or_else(refused)
        .unwrap_or_else(|| "it was not run".to_owned())
}
