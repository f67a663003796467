//! "How to read this": every sign, word and letter on the page.

use super::replications::outcome_badge;
use super::{badge, standing_badge};
use crate::mark::Mark;
use crate::quantity::CLASSES;
use crate::replicated::Outcome;
use crate::steady::Standing;
use maud::{Markup, html};

/// Letters and what they mean.
const NOTATION: [(&str, &str); 22] = [
    (
        "q, v",
        "Coordinates and velocities. Their errors are root mean squares over a common grid of times, against the reference.",
    ),
    (
        "λ",
        "Lagrange multipliers, the forces that keep the constraints, compared at the time the method reports them for.",
    ),
    (
        "Φ",
        "The position constraints, Φ(t, q) = 0. Position drift is the largest |Φ| of a run.",
    ),
    (
        "Φ′",
        "Their time derivative, J v + Φ_t = 0. Velocity drift is the largest |J v + Φ_t| of a run.",
    ),
    (
        "E",
        "Energy balance: kinetic and potential energy, less their initial sum and the work done from outside.",
    ),
    (
        "h",
        "Step size in seconds; for adaptive runs the mean step.",
    ),
    (
        "order p",
        "The error shrinks like hᵖ: halving the step divides it by 2ᵖ. Read off at least three step sizes.",
    ),
    (
        "evaluations",
        "Calls that compute mass, forces and constraints at one state. Exact counts, the same on every machine.",
    ),
    (
        "limit",
        "A kernel written by hand for one problem: about the fastest a step can be.",
    ),
    (
        "A/A control",
        "The same step timed twice as if it were two: how far the ratio is from 1 is what the times cannot tell apart.",
    ),
    (
        "Pareto front",
        "The runs on a problem that no other run beats in both error and cost.",
    ),
    (
        "score",
        "Area under the performance profile, 0 to 1: each doubling of the cost of the cheapest variant loses a tenth.",
    ),
    (
        "coverage",
        "Share of all pairs of problem and accuracy that a variant solved.",
    ),
    (
        "α, β, ρ",
        "Gains of the feedback: Φ″ + α Φ′ + β Φ = 0, and ρ on the energy error.",
    ),
    (
        "c₁, c₂",
        "Gains in units of the step, c₁ = αh and c₂ = βh²: the same numbers mean the same behaviour for every step.",
    ),
    (
        "steady state",
        "A motion on which the violation no longer changes: what the truncation error adds in a step, feedback takes away.",
    ),
    (
        "predicted",
        "From the truncation-error model: the leading power of h, or for two terms the next one too.",
    ),
    (
        "exact",
        "The equilibrium of the discrete steps themselves, found by solving for it instead of stepping towards it.",
    ),
    (
        "measured",
        "Read off a run: the violation at which it came to rest, or the largest one on its way.",
    ),
    (
        "ψ",
        "The energy error in a steady state, which feedback with the gain ρ pulls to zero.",
    ),
    (
        "spectral radius",
        "The largest factor by which a disturbance grows in a step. Below one it decays, above one the equilibrium is unstable.",
    ),
    (
        "dead-beat",
        "Gains with a spectral radius of zero: a violation is gone after a few steps instead of fading away.",
    ),
];

/// The section.
pub(super) fn body() -> Markup {
    html! {
        h3 { "Verdicts" }
        dl.glossary { @for mark in Mark::ALL { div { dt { (badge(mark)) } dd { (mark.meaning()) } } } }
        h3 { "Observed orders" }
        dl.glossary {
            @for (word, meaning) in CLASSES { div { dt { (word) } dd { (meaning) } } }
        }
        h3 { "Predictions" }
        dl.glossary {
            @for standing in Standing::ALL { div { dt { (standing_badge(standing)) } dd { (standing.meaning()) } } }
        }
        h3 { "Published claims" }
        dl.glossary {
            @for outcome in Outcome::ALL { div { dt { (outcome_badge(outcome)) } dd { (outcome.meaning()) } } }
        }
        h3 { "Notation" }
        div.scroll tabindex="0" {
            table.reasons {
                caption { "Letters and words" }
                thead { tr { th scope="col" { "Symbol" } th scope="col" { "Meaning" } } }
                tbody { @for (symbol, meaning) in NOTATION { tr { th scope="row" { (symbol) } td.why { (meaning) } } } }
            }
        }
        h3 { "Names" }
        p { "A variant is named " code { "method/integrator" } ", followed by what sets it apart: "
            code { "baumgarte/rk4/held" } " is Baumgarte's method with the classical Runge-Kutta method, its control held over "
            "the step. A problem is named " code { "problem" } " or " code { "problem/preset" } "." }
    }
}
