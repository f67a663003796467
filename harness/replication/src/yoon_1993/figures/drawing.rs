//! Figs. 3 to 5 as we get them.

use super::reading::Reading;
use crate::Figure;
use crate::figure::{curve, panel};
use crate::yoon_1993::example::{CASES, Case, Seen};
use results::{ReplicatedPanel, Scale};

/// The three figures with one reading of the gains.
pub(super) fn drawn(reading: &Reading, exact: &[f64]) -> Figure {
    let tag = reading.tag();
    let lines = |of: &dyn Fn(&Seen, f64) -> f64, cases: &[Case]| -> Vec<results::Curve> {
        let chosen = reading
            .runs
            .iter()
            .filter(|(case, ..)| cases.contains(case));
        let drawn = chosen.map(|(case, history, _)| {
            let points: Vec<[f64; 2]> = history
                .iter()
                .zip(exact)
                .map(|(seen, exact)| [seen.t, of(seen, *exact).abs()])
                .collect();
            curve(case.name(), &points)
        });
        drawn.collect()
    };
    let across = "time in s";
    let log = |name: &str, up: &str, curves| -> ReplicatedPanel {
        panel(name, [across, up], Scale::Logarithmic, curves)
    };
    Figure {
        id: format!("figs-3-5/{tag}"),
        title: format!("Figs. 3 to 5, gains of CVSGF and energy {tag} 1/s"),
        reading: "Sizes on logarithmic scales, where the paper has signs on linear ones and divides some curves to fit. \
                  Baumgarte's feedback alone keeps Φ small and makes Ψ and the error of x the largest of all; with the \
                  energy held, both methods stay small in everything."
            .to_owned(),
        panels: vec![
            log("Fig. 3: constraint", "|Φ|", lines(&|s, _| s.phi, &CASES[..5])),
            log("Fig. 4: energy", "|Ψ|", lines(&|s, _| s.psi, &CASES)),
            log("Fig. 5: state", "|error of x|", lines(&|s, x| s.x - x, &CASES)),
        ],
    }
}
