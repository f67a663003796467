//! Steady states: does the violation settle where theory says it does?

use crate::number::{plain, scientific_or_dash, setting};
use maud::{Markup, html};
use results::{Results, SteadyQuantity, SteadyState};

/// The section, where there are steady states.
pub(super) fn body(results: &Results) -> Option<Markup> {
    if results.steady_state.is_empty() {
        return None;
    }
    let agree = results.steady_state.iter().filter(|line| line.pass).count();
    Some(html! {
        p { "A controlled violation settles where the truncation error of the integrator and the control balance. "
            b { (agree) " of " (results.steady_state.len()) } " agree with the prediction." }
        details open[results.steady_state.len() <= 20] {
            summary { "Predicted, exact and measured" }
            div.scroll tabindex="0" {
                table {
                    caption { "Steady-state violations" }
                    thead { tr {
                        th scope="col" { "Variant" } th scope="col" { "Quantity" }
                        @for name in ["h", "α", "β", "ρ", "Predicted", "Exact", "Measured"] {
                            th.num scope="col" { (name) }
                        }
                        th scope="col" { "Agrees" }
                    } }
                    tbody { @for line in &results.steady_state { (row(line)) } }
                }
            }
        }
    })
}

fn row(line: &SteadyState) -> Markup {
    let quantity = match line.quantity {
        SteadyQuantity::Phi => "Φ",
        SteadyQuantity::PhiDot => "Φ′",
        SteadyQuantity::Psi => "energy",
    };
    html! {
        tr {
            th scope="row" { code { (line.variant) } }
            td { (quantity) }
            td.num { (setting(line.h)) }
            @for value in [line.alpha, line.beta, line.rho] { td.num { (plain(value)) } }
            @for value in [line.predicted, line.exact, line.measured] { td.num { (scientific_or_dash(value)) } }
            td {
                @if line.pass { span.badge.good { "✓ yes" } } @else { span.badge.bad { "✗ no" } }
            }
        }
    }
}
