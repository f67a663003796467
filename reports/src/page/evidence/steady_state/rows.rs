//! Every steady-state violation, grouped by variant and gains.

use crate::number::{self, plain, scientific_or_dash, setting};
use crate::page::{badge, table};
use crate::steady::{Deviation, Group, Standing, deviation, groups, letter};
use maud::{Markup, html};
use results::SteadyState;

/// Tables with more rows than this are collapsed.
const OPEN: usize = 20;

/// Digits of exact and measured violations, as many as the paper prints.
const DIGITS: usize = 6;

/// Headings of the numeric columns.
const NUMBERS: [&str; 8] = [
    "h",
    "ρ",
    "Predicted",
    "Two terms",
    "Exact",
    "Measured",
    "Measured/exact − 1",
    "Spectral radius",
];

/// The table of all rows, collapsed if it is long.
pub(super) fn fold(rows: &[SteadyState]) -> Markup {
    html! {
        details open[rows.len() <= OPEN] {
            summary { h3 { "All " (number::count(rows.len(), "steady-state violation")) } " "
                span.aside { "Predicted, exact and measured, with the reason where there is no measured value" } }
            (table("grouped", "Steady-state violations", html! {
                tr {
                    th scope="col" { "Quantity" }
                    @for name in NUMBERS { th.num scope="col" { (name) } }
                    th scope="col" { "Result" }
                }
            }, html! { @for group in groups(rows) { (body(&group)) } }))
        }
    }
}

fn body(group: &Group) -> Markup {
    html! {
        tbody {
            tr.group {
                th scope="rowgroup" colspan=(NUMBERS.len() + 2) {
                    span { code { (group.variant) } " " small { (group.gains()) } }
                }
            }
            @for (k, line) in group.rows.iter().enumerate() {
                (row(line, k.checked_sub(1).and_then(|before| group.rows[before].why.as_deref())))
            }
        }
    }
}

/// One row. A reason equal to that of the row above is shown only as a tooltip.
fn row(line: &SteadyState, above: Option<&str>) -> Markup {
    let why = line.why.as_deref();
    html! {
        tr.steady {
            th scope="row" { (letter(line.quantity)) }
            td.num { (setting(line.h)) }
            td.num { (plain(line.rho)) }
            td.num { (scientific_or_dash(line.predicted)) }
            @for value in [line.two_terms, line.exact, line.measured] {
                td.num { (number::or_dash(value, |x| number::with_digits(x, DIGITS))) }
            }
            td.num {
                @match deviation(line) {
                    Some(Deviation::Relative(relative)) => (number::scientific(relative)),
                    Some(Deviation::Rounding) => "at rounding",
                    None => (number::ABSENT),
                }
            }
            td.num { (number::or_dash(line.spectral_radius, plain)) }
            td.why title=[why] {
                (badge(Standing::of(line).look()))
                @if let Some(why) = why.filter(|why| Some(*why) != above) { p { (why) } }
            }
        }
    }
}
