//! The section on steady states: do violations settle at the predicted values?

mod orders;
mod rows;

use crate::facts::Facts;
use crate::number;
use crate::page::badge;
use crate::steady::{Summary, letter};
use maud::{Markup, html};
use results::{Results, SteadyState};

/// The section, if there are steady states.
pub(super) fn body(results: &Results, facts: &Facts) -> Option<Markup> {
    if results.steady_state.is_empty() && results.steady_orders.is_empty() {
        return None;
    }
    Some(html! {
        (theory())
        @if let Some(summary) = &facts.steady {
            (headline(summary))
        }
        @if !results.steady_orders.is_empty() { (orders::section(&results.steady_orders)) }
        @if !results.steady_state.is_empty() { (rows::fold(&results.steady_state)) }
    })
}

fn theory() -> Markup {
    html! {
        p { "An integrator that is given X′ = F really follows X′ = F + Σ aⱼ hʲ F⁽ʲ⁾. On the unit circle the terms with "
            "odd j push a point off the constraint, feedback of Φ and of the energy error pulls it back, and the violation "
            "settles where both balance. " b { "Predicted" } " is the leading term of this balance, " b { "exact" }
            " the equilibrium of the discrete steps themselves, " b { "measured" } " where a run came to rest. "
            "Where the equilibrium is unstable, the run must leave it." }
        p.aside { "With m the first odd index for which aₘ is not zero, Φ′ ≈ ±aₘ hᵐ, Φ ≈ −(α/β) Φ′ and ψ ≈ −Φ′/ρ. "
            "Runge-Kutta methods with feedback in every stage have no such model. Their stages lie off the constraint by "
            "O(h²), and with α = c₁/h, β = c₂/h² they settle at Φ = O(h²), Φ′ = O(h), whatever their order; for them "
            "predicted is that limit." }
    }
}

fn headline(summary: &Summary) -> Markup {
    html! {
        p { b { (summary.kept()) " of " (summary.total()) } " steady-state violations match the equilibrium of the discrete steps." }
        ul.legend {
            @for (standing, n) in summary.standings.iter() {
                li title=(standing.look().meaning) { b { (n) } " " (badge(standing.look())) }
            }
        }
        @if let Some((worst, row)) = &summary.worst {
            p { "Largest |measured/exact − 1|: " b { (number::scientific(*worst)) } " (" (named(row))
                "), not counting values so small that rounding decides." }
        }
    }
}

/// Quantity, variant and step of a row in words.
fn named(row: &SteadyState) -> Markup {
    html! { (letter(row.quantity)) " of " code { (row.variant) } " with h = " (number::setting(row.h)) " s" }
}
