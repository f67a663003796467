//! Gains for particular mechanisms, predicted and run.

use crate::number;
use crate::page::{link, table};
use maud::{Markup, html};
use results::{MechanismGains, Results};

/// The section, if gains were searched.
pub(super) fn body(results: &Results) -> Option<Markup> {
    let all = &results.mechanism_gains;
    let step = all.first()?.h;
    let alike = all.iter().all(|gains| gains.h == step);
    let head = html! {
        tr {
            th scope="col" { "Problem" } th scope="col" { "Integrator" } th.num scope="col" { "h" }
            th.num scope="col" { "αh" } th.num scope="col" { "βh²" }
            th.num scope="col" { "α in 1/s" } th.num scope="col" { "β in 1/s²" }
            th.num scope="col" { "left after a step" }
            th.num scope="col" { "|Φ| predicted" } th.num scope="col" { "in a run" } th.num scope="col" { "without feedback" }
        }
    };
    Some(html! {
        p { "For each mechanism and integrator: the gains of feedback that is held over the step with the least max |Φ|, found from "
            "predictions alone, without a run. Each pair is stable, and stays so with a time constant that is shorter by a quarter; "
            "one run with it shows whether the prediction was right."
            @if !alike { " Steps are 5 ms times the time scale of the mechanism." }
            " For your own mechanism and step: " code { "cargo xtask advise --step 2ms --integrator rk4 --problem ID" } "." }
        (table("pairs", "Gains with the least predicted |Φ|", head, html! {
            tbody { @for gains in all { (row(gains)) } }
        }))
    })
}

fn row(gains: &MechanismGains) -> Markup {
    let three = |x: f64| number::scientific(x);
    html! {
        tr.mechanism {
            th scope="row" { a href=(link::href(&link::problem(&gains.problem))) { code { (gains.problem) } } }
            td { code { (gains.integrator) } }
            td.num { (number::setting(gains.h)) }
            @match &gains.recommended {
                Some(best) => {
                    td.num { (number::plain(best.c1)) } td.num { (number::plain(best.c2)) }
                    td.num { (number::plain(best.alpha)) } td.num { (number::plain(best.beta)) }
                    td.num { (number::percent(best.radius)) }
                    td.num { (three(best.predicted.position)) }
                    td.num { (best.measured.map_or(number::ABSENT.to_owned(), |m| three(m.position))) }
                }
                None => td colspan="7" { "no stable gains do any good" },
            }
            td.num { (three(gains.without.position)) }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::captured;
    use results::{Drift, RecommendedGains};

    #[test]
    fn every_mechanism_has_its_row_with_gains_or_with_the_lack_of_them() {
        let mut results = captured::empty();
        assert!(body(&results).is_none());
        let drift = Drift {
            position: 1e-9,
            velocity: 1e-7,
            energy: 1e-6,
        };
        let gains = MechanismGains {
            problem: "pendulum".to_owned(),
            integrator: "rk4".to_owned(),
            placement: "held over the step".to_owned(),
            h: 0.005,
            c1: vec![1.0],
            c2: vec![1.0],
            position: vec![vec![None]],
            velocity: vec![vec![None]],
            energy: vec![vec![None]],
            without: drift,
            recommended: None,
        };
        let with = RecommendedGains {
            c1: 1.5,
            c2: 1.0,
            alpha: 300.0,
            beta: 40_000.0,
            radius: 0.25,
            predicted: drift,
            measured: None,
        };
        results.mechanism_gains = vec![
            gains.clone(),
            MechanismGains {
                recommended: Some(with),
                ..gains
            },
        ];
        let text = body(&results).unwrap().into_string();
        assert_eq!(text.matches("class=\"mechanism\"").count(), 2);
        let drift = number::scientific(drift.position);
        for words in ["no stable gains", "300", "25 %", &drift] {
            assert!(text.contains(words), "{words}: {text}");
        }
    }
}
