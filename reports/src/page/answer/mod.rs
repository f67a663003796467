//! The first screen: what to use with an integrator at a step, and which variant leads on every other question.
//!
//! Every answer is written here, for each integrator and step that was run; the script only shows the one that is asked for.

mod ask;
mod winners;
mod words;

pub(super) use winners::{NAMES, short_question};

use super::link;
use crate::facts::Facts;
use crate::mark::Mark;
use crate::matrix::Matrix;
use crate::number;
use crate::phrase;
use ask::{Choice, choices};
use maud::{Markup, html};
use results::Results;
use serde::Serialize;
use std::collections::BTreeMap;

/// The integrator and the step of the first answer, if they were run.
const FIRST: (&str, f64) = ("rk4", 0.005);

/// Every answer, and the one that is shown first.
#[derive(Serialize)]
pub(super) struct Answers {
    /// The answers as HTML, by integrator and then by step as `value` of the lists.
    html: BTreeMap<String, BTreeMap<String, String>>,
    #[serde(skip)]
    choice: Option<Choice>,
}

impl Answers {
    /// Answers every question that the runs can answer.
    pub(super) fn of(results: &Results) -> Self {
        let choice = choices(results, FIRST);
        let mut html: BTreeMap<String, BTreeMap<String, String>> = BTreeMap::new();
        for choice in choice.iter() {
            for integrator in &choice.integrators {
                let steps = choice.steps.iter();
                let answers = steps.map(|step| {
                    let answer = words::answer(results, integrator, *step);
                    (ask::value(*step), answer.into_string())
                });
                html.insert(integrator.id.clone(), answers.collect());
            }
        }
        Self { html, choice }
    }
}

/// The first screen.
pub(super) fn body(matrix: &Matrix, facts: &Facts, answers: &Answers) -> Markup {
    let results = matrix.results;
    html! {
        h1 { "Which stabilization should I use?" }
        @if let Some(difference) = super::difference::body(results) { (difference) }
        @match &answers.choice {
            Some(choice) => (asked(results, choice)),
            None => p.nothing {
                @if facts.cells == 0 { "Nothing was run, so there is no answer yet. " }
                @else if facts.ran() == 0 {
                    "None of the " (facts.cells) " tests finished: "
                    a href=(link::href("evidence?part=not-run")) { "what was refused or failed, and why" } ". "
                } @else { "No method was run beside its integrator without stabilization, so nothing can be compared. " }
                code { "cargo xtask report" } " runs every method on every problem."
            },
        }
        (winners::body(results))
        @if facts.cells > 0 { (in_numbers(facts)) }
    }
}

/// The question with its lists, and the first answer.
fn asked(results: &Results, choice: &Choice) -> Markup {
    let (integrator, step) = choice.first();
    html! {
        form #ask {
            "With "
            select #ask-integrator aria-label="Integrator" {
                @for other in &choice.integrators {
                    option value=(other.id) selected[other.id == integrator.id] { (other.name) }
                }
            }
            " at "
            select #ask-step aria-label="Step size" {
                @for other in &choice.steps {
                    option value=(ask::value(*other)) selected[*other == step] { (phrase::step(*other)) }
                }
            }
            " use:"
        }
        noscript { p.aside { "The lists need a script; below is the answer for " (integrator.name) " at " (phrase::step(step)) "." } }
        div #answer data-integrator=(integrator.id) data-step=(ask::value(step)) aria-live="polite" {
            (words::answer(results, integrator, step))
        }
    }
}

/// What was run, and how much of it theory explains.
fn in_numbers(facts: &Facts) -> Markup {
    let kept = facts.count(Mark::Confirmed) + facts.count(Mark::Above);
    let decided = kept + facts.count(Mark::Below);
    html! {
        h2 { "What this rests on" }
        ul.plain {
            li { "We ran " b { (facts.variants) " variants" } " (a method with an integrator and gains) on "
                b { (facts.problems) " problems" } ": " (facts.cells) " tests, each at several step sizes. "
                a href=(link::href("explore")) { "Explore them" } "." }
            @if decided > 0 {
                li { "The order that theory promises was confirmed in " b { (kept) " of " (decided) } " decidable tests. "
                    a href=(link::href("explore?metric=order")) { "Orders" } "." }
            }
            @if let Some(harm) = &facts.harm { li { (harm) } }
            @if let Some(predictions) = facts.predictions.as_ref().filter(|p| p.cells.total() > 0) {
                li { "The drift was predicted by theory to within 10 % in " b { (predictions.cells.count(true)) " of " (predictions.cells.total()) }
                    " tests. " a href=(link::href("evidence?part=drift-prediction")) { "Predictions" } "." }
            }
            @if let Some(steady) = &facts.steady {
                li { "On the circle, " b { (steady.kept()) " of " (steady.total()) } " steady-state violations match theory. "
                    a href=(link::href("evidence?part=steady-state")) { "Steady states" } "." }
            }
            @if let Some(papers) = &facts.replicated {
                li { b { (papers.reproduced()) " of " (papers.total()) } " published claims are reproduced"
                    @match papers.lost() {
                        0 => ". ",
                        n => { ", and " b.warn { (number::count(n, "claim")) " no longer" } ". " },
                    }
                    a href=(super::REPLICATIONS) { "Claims of the papers" } "." }
            }
        }
    }
}
