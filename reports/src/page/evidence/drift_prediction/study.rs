//! Tables of the runs that were compared with their prediction step by step.

use crate::number;
use crate::page::{pass_badge, table};
use crate::prediction::{Ratio, ratio};
use crate::tally::distinct;
use maud::{Markup, html};
use results::DriftStudy;

/// One table per problem, one row per study.
pub(super) fn tables(studies: &[DriftStudy]) -> Markup {
    let agree = studies.iter().filter(|study| study.pass).count();
    let problems = distinct(studies.iter().map(|study| study.problem.as_str()));
    html! {
        p { b { (agree) " of " (studies.len()) } " runs that were followed step by step agree with their prediction as whole "
            "curves; where a run leaves the range of the model, the reason is given. The curve error is the root mean square of measured minus predicted Φ over that of the measured Φ." }
        @for problem in problems { (on_problem(studies, problem)) }
    }
}

fn on_problem(studies: &[DriftStudy], problem: &str) -> Markup {
    let head = html! {
        tr {
            th scope="col" rowspan="2" { "Variant" } th.num scope="col" rowspan="2" { "h" }
            th scope="colgroup" colspan="3" { "max |Φ|" } th scope="colgroup" colspan="3" { "max |J v + Φ_t|" }
            th.num scope="col" rowspan="2" { "Curve error" } th scope="col" rowspan="2" { "Result" }
        }
        tr { @for _ in 0..2 { @for name in ["predicted", "measured", "ratio"] { th.num scope="col" { (name) } } } }
    };
    let caption = html! { "Largest violations of whole runs on " code { (problem) } };
    table(
        "pairs",
        caption,
        head,
        html! {
            tbody { @for study in studies.iter().filter(|study| study.problem == problem) { (row(study)) } }
        },
    )
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
            td.num { (number::setting(study.h)) }
            @for [predicted, measured] in pairs {
                td.num { (number::scientific(predicted)) }
                td.num { (number::scientific(measured)) }
                td.num { (quotient(measured, predicted)) }
            }
            td.num { (number::scientific(study.curve_error)) }
            td.why title=(room) {
                (pass_badge(study.pass))
                @if let Some(why) = &study.why { br; small { (why) } }
            }
        }
    }
}

/// Measured over predicted drift, with more digits than elsewhere if they nearly agree.
fn quotient(measured: f64, predicted: f64) -> String {
    match ratio(Some(measured), predicted, false) {
        Ratio::Of(ratio) if (0.1..10.0).contains(&ratio) => number::fixed(ratio, 4),
        Ratio::Of(ratio) => number::factor(ratio),
        Ratio::Rounding | Ratio::Absent => number::ABSENT.to_owned(),
    }
}
