//! All cases with one interpretation of the gains.

use crate::figure::curve;
use crate::yoon_1993::DATA;
use crate::yoon_1993::example::{CASES, Case, Example, Largest, Seen};
use crate::{Figure, Result, said};
use results::Curve;
use system::largest;

/// The runs of all cases with one reading of the gains.
pub(super) struct Reading {
    pub(super) rate: f64,
    pub(super) runs: Vec<(Case, Vec<Seen>, Largest)>,
}

impl Reading {
    pub(super) fn new(example: &Example, rate: f64, exact: &[f64]) -> Result<Self> {
        let example = Example { rate, ..*example };
        let runs = CASES.into_iter().map(|case| {
            let history = example.history(case)?;
            let largest = Largest::of(&history, exact);
            Ok((case, history, largest))
        });
        Ok(Self {
            rate,
            runs: runs.collect::<Result<_>>()?,
        })
    }

    pub(super) fn of(&self, case: Case) -> Largest {
        let found = self.runs.iter().find(|(other, ..)| *other == case);
        found.map_or(Largest::default(), |(.., largest)| *largest)
    }

    /// The ratio of the largest |Φ| in the second half of the run to that in the first.
    pub(super) fn growth(&self, case: Case) -> f64 {
        let found = self.runs.iter().find(|(other, ..)| *other == case);
        let history = found.map_or(&[][..], |(_, history, _)| history);
        let (first, second) = history.split_at(history.len() / 2);
        let most = |part: &[Seen]| largest(part.iter().map(|seen| seen.phi));
        most(second) / most(first)
    }

    /// The cases ordered by one of their largest values, the largest first.
    pub(super) fn ordered(&self, of: fn(&Largest) -> f64) -> Vec<(Case, f64)> {
        let mut cases: Vec<(Case, f64)> = self.runs.iter().map(|(c, _, l)| (*c, of(l))).collect();
        cases.sort_by(|a, b| b.1.total_cmp(&a.1));
        cases
    }

    /// The cases and one of their largest values in words, the largest first.
    pub(super) fn listed(&self, of: fn(&Largest) -> f64) -> String {
        let cases = self.ordered(of).into_iter();
        let each = cases.map(|(case, value)| format!("{} {value:.2e}", case.name()));
        each.collect::<Vec<_>>().join(" > ")
    }

    pub(super) fn tag(&self) -> String {
        format!("{:.4}", self.rate)
            .trim_end_matches('0')
            .trim_end_matches('.')
            .to_owned()
    }

    /// Figs. 3 to 5, drawn with this reading.
    pub(super) fn drawn(&self, exact: &[f64]) -> Figure {
        let lines = |of: &dyn Fn(&Seen, f64) -> f64, cases: &[Case]| -> Vec<Curve> {
            let chosen = self.runs.iter().filter(|(case, ..)| cases.contains(case));
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
        DATA.figure("figs-3-5/{tag}", curves, said![tag = self.tag()])
    }
}
