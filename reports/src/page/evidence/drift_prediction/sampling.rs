//! Predictions from few sampled steps and from many.

use crate::number;
use crate::page::table;
use maud::{Markup, html};
use results::{Drift, SamplingStudy};

/// One table, a row for each number of sampled steps.
pub(super) fn tables(studies: &[SamplingStudy]) -> Markup {
    let head = html! {
        tr {
            th scope="col" { "Run" } th.num scope="col" { "Steps of the run" } th.num scope="col" { "Sampled steps" }
            th.num scope="col" { "max |Φ|" } th.num scope="col" { "max |Φ'|" } th.num scope="col" { "max |E|" }
        }
    };
    table(
        "pairs",
        "Measured over predicted drift from few samples and many",
        head,
        html! {
            tbody {
                @for study in studies {
                    @for (k, prediction) in study.predictions.iter().enumerate() {
                        tr.sampling {
                            @if k == 0 {
                                th scope="rowgroup" rowspan=(study.predictions.len()) {
                                    code { (study.integrator) } ", α = " (number::plain(study.alpha)) " 1/s, β = "
                                    (number::plain(study.beta)) " 1/s² " (study.placement) ", h = " (number::setting(study.h))
                                    " s, " code { (study.problem) }
                                }
                                td.num rowspan=(study.predictions.len()) { (study.steps) }
                            }
                            td.num { (prediction.steps) }
                            @for ratio in ratios(&study.measured, &prediction.predicted) { td.num { (ratio) } }
                        }
                    }
                }
            }
        },
    )
}

fn ratios(measured: &Drift, predicted: &Drift) -> [String; 3] {
    let of: [fn(&Drift) -> f64; 3] = [|d| d.position, |d| d.velocity, |d| d.energy];
    of.map(|of| format!("{:.3}", of(measured) / of(predicted)))
}
