//! The table of orders of steady-state violations: predicted, exact and measured.

use crate::number;
use crate::page::{pass_badge, table};
use crate::quantity::observed_words;
use crate::steady::{QUANTITIES, energy_gain, letter};
use maud::{Markup, html};
use results::{SteadyOrder, SteadyQuantity};

/// The table, one row per integrator and choice of gains.
pub(super) fn section(orders: &[SteadyOrder]) -> Markup {
    let agree = orders.iter().filter(|order| order.pass).count();
    html! {
        h3 { "Orders" }
        p { "With gains α = c₁/h and β = c₂/h² a steady-state violation falls like a power of the step. "
            b { (agree) " of " (orders.len()) } " orders are as predicted, within 0.05. "
            "Large: the measured order. Small: what theory predicts, and the slope of the exact equilibria." }
        (table("orders compact", "Orders of steady-state violations", html! {
            tr {
                th scope="col" { "Integrator" }
                @for name in ["c₁ = αh", "c₂ = βh²", "ρ"].into_iter().chain(QUANTITIES.map(letter)) { th.num scope="col" { (name) } }
                th scope="col" { "All three" }
            }
        }, html! { tbody { @for group in groups(orders) { (row(&group)) } } }))
    }
}

/// Groups orders that differ only in their quantity.
fn groups(orders: &[SteadyOrder]) -> Vec<Vec<&SteadyOrder>> {
    let alike = |a: &SteadyOrder, b: &SteadyOrder| {
        (&a.variant, a.c1, a.c2, a.rho, a.rho_law) == (&b.variant, b.c1, b.c2, b.rho, b.rho_law)
    };
    let mut groups: Vec<Vec<&SteadyOrder>> = vec![];
    for order in orders {
        let fits = |group: &&mut Vec<&SteadyOrder>| {
            alike(group[0], order) && group.iter().all(|known| known.quantity != order.quantity)
        };
        match groups.iter_mut().find(fits) {
            Some(group) => group.push(order),
            None => groups.push(vec![order]),
        }
    }
    groups
}

fn row(group: &[&SteadyOrder]) -> Markup {
    let order = group[0];
    html! {
        tr {
            th scope="row" title=(order.variant) { code { (order.integrator) } }
            td.num { (number::plain(order.c1)) }
            td.num { (number::plain(order.c2)) }
            td.num { (energy_gain(order.rho, order.rho_law)) }
            @for quantity in QUANTITIES { (entry(group, quantity)) }
            td { (pass_badge(group.iter().all(|order| order.pass))) }
        }
    }
}

fn entry(group: &[&SteadyOrder], quantity: SteadyQuantity) -> Markup {
    let Some(order) = group.iter().find(|order| order.quantity == quantity) else {
        return html! { td.num { (number::ABSENT) } };
    };
    html! {
        td.num.miss[!order.pass] {
            @if !order.pass { span aria-label="does not agree" { "✗ " } }
            (observed_words(order.measured)) br;
            small {
                "predicted " (number::claim(order.predicted))
                @if let Some(exact) = order.exact { ", exact " (number::order(exact)) }
            }
        }
    }
}
