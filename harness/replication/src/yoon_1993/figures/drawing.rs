//! Figs. 3 to 5 as we get them.

use super::reading::Reading;
use crate::figure::curve;
use crate::yoon_1993::DATA;
use crate::yoon_1993::example::{CASES, Case, Seen};
use crate::{Figure, said};
use results::Curve;

/// The three figures with one reading of the gains.
pub(super) fn drawn(reading: &Reading, exact: &[f64]) -> Figure {
    let lines = |of: &dyn Fn(&Seen, f64) -> f64, cases: &[Case]| -> Vec<Curve> {
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
    let curves = vec![
        lines(&|s, _| s.phi, &CASES[..5]),
        lines(&|s, _| s.psi, &CASES),
        lines(&|s, x| s.x - x, &CASES),
    ];
    DATA.figure("figs-3-5/{tag}", curves, said![tag = reading.tag()])
}
