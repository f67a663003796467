//! The runs that were followed step by step.

use super::super::pass_badge;
use crate::forecast::{Ratio, ratio};
use crate::number;
use maud::{Markup, html};
use results::DriftStudy;

/// One row for each study.
pub(super) fn table(studies: &[DriftStudy]) -> Markup {
    let agree = studies.iter().filter(|study| study.pass).count();
    html! {
        p { b { (agree) " of " (studies.len()) } " runs that were followed step by step agree with their prediction as whole "
            "curves. The curve error is the root mean square of measured minus predicted Φ over that of the measured Φ." }
        div.scroll tabindex="0" {
            table {
                caption { "Predicted and measured violations over whole runs" }
                thead { tr {
                    th scope="col" { "Variant" } th scope="col" { "Problem" }
                    @for name in [
                        "h", "Predicted max |Φ|", "Measured", "Ratio", "Predicted max |Jv|", "Measured", "Ratio", "Curve error",
                    ] { th.num scope="col" { (name) } }
                    th scope="col" { "Result" }
                } }
                tbody { @for study in studies { (row(study)) } }
            }
        }
    }
}

fn row(study: &DriftStudy) -> Markup {
    let pairs = [
        [study.predicted.position, study.measured.position],
        [study.predicted.velocity, study.measured.velocity],
    ];
    let gains = format!(
        "α = {} 1/s, β = {} 1/s²",
        number::plain(study.alpha),
        number::plain(study.beta)
    );
    let room = format!(
        "the largest violations may differ by {}",
        number::percent(study.tolerance)
    );
    html! {
        tr.study title=(gains) {
            th scope="row" { code { (study.variant) } }
            td { code { (study.problem) } }
            td.num { (number::setting(study.h)) }
            @for [predicted, measured] in pairs {
                td.num { (number::scientific(predicted)) }
                td.num { (number::scientific(measured)) }
                td.num { (quotient(measured, predicted)) }
            }
            td.num { (number::scientific(study.curve_error)) }
            td title=(room) { (pass_badge(study.pass)) }
        }
    }
}

/// Measured over predicted, with the digits in which they differ.
fn quotient(measured: f64, predicted: f64) -> String {
    match ratio(Some(measured), predicted, false) {
        Ratio::Of(ratio) if (0.1..10.0).contains(&ratio) => number::fixed(ratio, 4),
        Ratio::Of(ratio) => number::factor(ratio),
        Ratio::Rounding | Ratio::Absent => number::ABSENT.to_owned(),
    }
}
