//! The problems in words, each with what became of its cells.

use super::link;
use crate::number;
use crate::phrase;
use maud::{Markup, html};
use results::{Problem, Results};

/// The view.
pub(super) fn body(results: &Results) -> Markup {
    html! {
        h1 { "Problems" }
        @if results.problems.is_empty() { p.nothing { "No problem was run." } }
        div.problems {
            @for problem in &results.problems { (one(results, problem)) }
        }
    }
}

fn one(results: &Results, problem: &Problem) -> Markup {
    let cells = results.cells.iter().filter(|c| c.problem == problem.id);
    let fragment = link::problem(&problem.id);
    html! {
        article.problem id=(fragment) data-problem=(problem.id) {
            h2 { a href=(link::href(&fragment)) { (problem.name) } " " code { (problem.id) } }
            p { (problem.summary) }
            p.aside {
                (facts(problem).join(" "))
                @if !problem.tags.is_empty() { " Tags: " (problem.tags.join(", ")) "." }
            }
            p.aside { (super::tally(cells)) }
        }
    }
}

/// What a reader has to know of a problem besides its summary, one sentence each.
pub(super) fn facts(problem: &Problem) -> Vec<String> {
    let reference = &problem.reference;
    let mut facts = vec![
        format!(
            "{}, {}, {} s simulated.",
            number::count(problem.coordinates, "velocity coordinate"),
            number::count(problem.constraints, "constraint row"),
            phrase::setting(problem.end_time)
        ),
        format!(
            "Reference: {}, accurate to {}.",
            reference.kind.words(),
            number::count(reference.digits as usize, "digit")
        ),
    ];
    if problem.sensitivity.is_finite() {
        let moved = phrase::setting(problem.sensitivity);
        facts.push(format!(
            "Sensitivity: a velocity error of 1 m/s at the start moves the end by {moved} m."
        ));
    }
    if problem.energy_coupling.is_finite() && problem.energy_coupling > 0.0 {
        let cosine = number::fixed(problem.energy_coupling, 2);
        facts.push(format!(
            "Energy gradient and constraint normals are up to {cosine} aligned (cosine): energy feedback disturbs the \
             constraints by as much."
        ));
    }
    if !problem.consistent_start {
        facts.push("The start violates the constraints on purpose, so no order is judged.".into());
    }
    if !problem.predictable {
        facts.push("The motion is chaotic: runs are judged by their invariants alone.".into());
    }
    if let Some(caveat) = &problem.caveat {
        facts.push(format!("Orders need not show: {caveat}."));
    }
    facts
}
