//! The table of measured over predicted drift for all variants with a model.

use crate::mark::{Mark, reason};
use crate::matrix::Matrix;
use crate::number;
use crate::page::{breakable, link};
use crate::prediction::{PredictedRun, Ratio, has_model};
use maud::{Markup, html};
use results::{Cell, Problem, Variant};

/// The table, or nothing if no variant has a model.
pub(super) fn table(matrix: &Matrix) -> Markup {
    let has_model =
        |variant: &str, problem: &str| matrix.cell(variant, problem).is_some_and(has_model);
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

/// A table with one row per variant and one column per problem.
fn by_problem(caption: &str, problems: &[&Problem], bodies: Markup) -> Markup {
    html! {
        div.scroll.tall {
            table.matrix {
                caption { (caption) }
                thead { tr {
                    th scope="col" { "Variant" }
                    @for problem in problems {
                        th scope="col" { a href=(link::href(&link::problem(&problem.id))) { (breakable(&problem.id)) } }
                    }
                } }
                (bodies)
            }
        }
    }
}

fn entry(cell: &Cell) -> Markup {
    let (class, sign, value, words) = match (PredictedRun::finest(cell), &cell.unpredicted) {
        (Some(run), _) => {
            let [position, _] = run
                .ratios()
                .map(|ratio| in_words(ratio, "≈0", number::ABSENT));
            let (class, sign) = match run.predicted.pass {
                true => ("good", "✓"),
                false => ("bad", "✗"),
            };
            (class, sign, position, words(run))
        }
        (None, Some(why)) => ("none", "—", String::new(), format!("not predicted: {why}")),
        // It did not run, or nothing was recorded: what the matrix shows.
        (None, None) => {
            let mark = Mark::of(cell);
            let (class, sign, words) = match mark.ran() {
                true => ("none", "·", "no prediction was recorded".to_owned()),
                false => {
                    let words = format!("{}: {}", mark.look().word, reason(cell));
                    (mark.look().class, mark.look().sign, words)
                }
            };
            (class, sign, String::new(), words)
        }
    };
    let words = format!("{} on {}: {words}", cell.variant, cell.problem);
    html! {
        a class=(format!("entry forecast {class}")) href=(link::href(&link::cell(&cell.variant, &cell.problem)))
            title=(words) {
            span.sign { (sign) } " " (value)
        }
    }
}

fn in_words(ratio: Ratio, rounding: &str, absent: &str) -> String {
    match ratio {
        Ratio::Of(ratio) => number::factor(ratio),
        Ratio::Rounding => rounding.to_owned(),
        Ratio::Absent => absent.to_owned(),
    }
}

/// Both ratios, the step, and the reason if the prediction does not hold.
fn words(run: PredictedRun) -> String {
    let ratios = run.ratios();
    let [position, velocity] = ratios.map(|r| in_words(r, "both at rounding", "not measured"));
    let h = number::setting(run.run.h);
    let words = format!(
        "measured over predicted max |Φ| {position}, max |J v + Φ_t| {velocity}, h = {h} s"
    );
    if run.predicted.pass {
        return words;
    }
    let why = run.predicted.why.as_deref();
    format!(
        "{words}; does not hold: {}",
        why.unwrap_or("no reason was recorded")
    )
}
