//! Measured over predicted drift for every cell of the variants that have a model.

use super::super::matrix::by_problem;
use crate::forecast::{Forecast, Ratio, concerned};
use crate::mark::{Mark, reason};
use crate::matrix::{Matrix, cell_anchor};
use crate::number;
use maud::{Markup, html};
use results::{Cell, Problem, Variant};

/// Variants down, problems across.
pub(super) fn table(matrix: &Matrix) -> Markup {
    let has_model =
        |variant: &str, problem: &str| matrix.cell(variant, problem).is_some_and(concerned);
    let all = &matrix.results.problems;
    let modelled = |variant: &&Variant| all.iter().any(|p| has_model(&variant.id, &p.id));
    let rows = matrix.rows().map(|(_, variant)| variant);
    let rows: Vec<&Variant> = rows.filter(modelled).collect();
    let modelled = |problem: &&Problem| rows.iter().any(|v| has_model(&v.id, &problem.id));
    let columns: Vec<&Problem> = all.iter().filter(modelled).collect();
    if columns.is_empty() {
        return html! {};
    }
    html! {
        p.aside { "Each entry is measured over predicted max |Φ| at the finest run with a prediction; 1.00 is agreement. "
            "✓ holds, ✗ does not, ≈0 both are at rounding, — not predicted, for a reason listed below. "
            "Velocities, step and reason are in the tooltip; each entry leads to the runs of its cell." }
        (by_problem("Measured over predicted max |Φ|", &columns, html! {
            tbody {
                @for variant in &rows {
                    tr {
                        th scope="row" title=(variant.gains) { code { (variant.id) } }
                        @for problem in &columns {
                            td { @if let Some(cell) = matrix.cell(&variant.id, &problem.id) { (entry(cell)) } }
                        }
                    }
                }
            }
        }))
    }
}

fn entry(cell: &Cell) -> Markup {
    let (class, sign, value, words) = match (Forecast::finest(cell), &cell.unpredicted) {
        (Some(forecast), _) => {
            let (class, sign) = if forecast.predicted.pass {
                ("good", "✓")
            } else {
                ("bad", "✗")
            };
            (class, sign, shown(forecast.position()), words(forecast))
        }
        (None, Some(why)) => ("none", "—", String::new(), format!("not predicted: {why}")),
        // It did not run, or nothing was recorded: what the matrix shows.
        (None, None) => {
            let mark = Mark::of(cell);
            let (class, sign, words) = match mark.ran() {
                true => ("none", "·", "no prediction was recorded".to_owned()),
                false => {
                    let words = format!("{}: {}", mark.word(), reason(cell));
                    (mark.class(), mark.symbol(), words)
                }
            };
            (class, sign, String::new(), words)
        }
    };
    let words = format!("{} on {}: {words}", cell.variant, cell.problem);
    html! {
        a class=(format!("entry forecast {class}")) href=(format!("#{}", cell_anchor(&cell.variant, &cell.problem)))
            title=(words) aria-label=(words) {
            span.sign { (sign) } " " (value)
        }
    }
}

fn shown(ratio: Ratio) -> String {
    match ratio {
        Ratio::Of(ratio) => number::factor(ratio),
        Ratio::Rounding => "≈0".to_owned(),
        Ratio::Absent => number::ABSENT.to_owned(),
    }
}

/// Both ratios, the step, and why the prediction does not hold if it does not.
fn words(forecast: Forecast) -> String {
    let said = |ratio| match ratio {
        Ratio::Of(ratio) => number::factor(ratio),
        Ratio::Rounding => "both at rounding".to_owned(),
        Ratio::Absent => "not measured".to_owned(),
    };
    let mut words = format!(
        "measured over predicted max |Φ| {}, max |J v + Φ_t| {}, h = {} s",
        said(forecast.position()),
        said(forecast.velocity()),
        number::setting(forecast.run.h),
    );
    if !forecast.predicted.pass {
        let why = forecast
            .predicted
            .why
            .as_deref()
            .unwrap_or("no reason was recorded");
        words += &format!("; does not hold: {why}");
    }
    words
}
