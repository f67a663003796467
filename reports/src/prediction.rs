//! Comparison of predicted with measured drift.

use crate::tally::Tally;
use results::{Cell, PredictedDrift, Results, Run};

/// Relative difference between drift and prediction that the harness accepts, besides rounding.
const TOLERANCE: f64 = 0.1;

/// A run with its prediction.
#[derive(Clone, Copy)]
pub(crate) struct PredictedRun<'a> {
    pub(crate) run: &'a Run,
    pub(crate) predicted: &'a PredictedDrift,
}

/// How measured and predicted drift compare.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Ratio {
    /// Measured over predicted.
    Of(f64),
    /// Both are at rounding level, so they agree and their ratio is meaningless.
    Rounding,
    /// The run did not complete, or the prediction is zero.
    Absent,
}

impl<'a> PredictedRun<'a> {
    /// All runs of a cell that have a prediction, coarsest first.
    pub(crate) fn all(cell: &'a Cell) -> impl DoubleEndedIterator<Item = Self> {
        cell.order_runs().iter().filter_map(|run| {
            let predicted = run.predicted_drift.as_ref()?;
            Some(Self { run, predicted })
        })
    }

    /// The finest run with a prediction.
    pub(crate) fn finest(cell: &'a Cell) -> Option<Self> {
        Self::all(cell).next_back()
    }

    /// Predicted and measured Φ, Φ' and energy, where there are both.
    pub(crate) fn pairs(self) -> [Option<[f64; 2]>; 3] {
        let (measured, predicted) = (&self.run.measured, self.predicted);
        [
            (Some(predicted.position), measured.drift_position),
            (Some(predicted.velocity), measured.drift_velocity),
            (predicted.energy, measured.energy),
        ]
        .map(|(predicted, measured)| Some([predicted?, measured?]))
    }

    /// How close measured and predicted drifts are.
    pub(crate) fn agreement(self) -> Agreement {
        let pairs = self.pairs();
        let close = |q: usize, room: f64| {
            let [predicted, measured] = pairs[q]?;
            let rounding = self.predicted.sampling.map_or(0.0, |s| s.rounding[q]);
            let lost = predicted.max(measured) <= ROUNDING * rounding;
            Some(lost || (measured - predicted).abs() <= 1.001 * room * predicted)
        };
        Agreement {
            violations: [0, 1].map(|q| close(q, VIOLATIONS)) == [Some(true); 2],
            energy: close(2, TOLERANCE),
        }
    }
}

/// Drifts below this multiple of rounding are not told apart.
const ROUNDING: f64 = 10.0;

/// Relative difference of violations that counts as close.
const VIOLATIONS: f64 = 0.03;

/// Whether measured and predicted drifts are close.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Agreement {
    /// Φ and Φ' within three per cent.
    pub(crate) violations: bool,
    /// The energy within a tenth; absent where it is not predicted.
    pub(crate) energy: Option<bool>,
}

/// Measured over predicted drift. A prediction that holds with another ratio holds because both are at rounding.
pub(crate) fn ratio(measured: Option<f64>, predicted: f64, pass: bool) -> Ratio {
    let Some(measured) = measured else {
        return Ratio::Absent;
    };
    let ratio = measured / predicted;
    // Where the ratio is the tolerance itself, the last digit must not decide.
    match (ratio - 1.0).abs() <= 1.001 * TOLERANCE {
        true => Ratio::Of(ratio),
        false if pass => Ratio::Rounding,
        false if ratio.is_finite() => Ratio::Of(ratio),
        false => Ratio::Absent,
    }
}

/// Counts of predictions.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Summary {
    /// Runs with a prediction, by whether it holds.
    pub(crate) runs: Tally<bool>,
    /// Cells with a prediction, by whether it holds at the finest run that has one.
    pub(crate) cells: Tally<bool>,
    /// Cells of variants with a model that have no prediction.
    pub(crate) unpredicted: usize,
}

impl Summary {
    /// Counts the predictions, if there are any.
    pub(crate) fn of(results: &Results) -> Option<Self> {
        let cells = || results.cells.iter();
        let holds = |run: PredictedRun| run.predicted.pass;
        let unpredicted =
            |cell: &&Cell| PredictedRun::finest(cell).is_none() && cell.unpredicted.is_some();
        let summary = Self {
            runs: cells().flat_map(PredictedRun::all).map(holds).collect(),
            cells: cells()
                .filter_map(PredictedRun::finest)
                .map(holds)
                .collect(),
            unpredicted: cells().filter(unpredicted).count(),
        };
        (summary.cells.total() + summary.unpredicted > 0).then_some(summary)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::captured;

    #[test]
    fn a_ratio_is_shown_where_it_says_something() {
        assert_eq!(ratio(Some(2.0), 2.0, true), Ratio::Of(1.0));
        assert_eq!(ratio(Some(2.2), 2.0, true), Ratio::Of(1.1));
        assert_eq!(ratio(Some(3e-16), 1e-22, true), Ratio::Rounding);
        assert_eq!(ratio(Some(0.0), 0.0, true), Ratio::Rounding);
        assert_eq!(ratio(Some(8.0), 2.0, false), Ratio::Of(4.0));
        assert_eq!(ratio(Some(8.0), 0.0, false), Ratio::Absent);
        assert_eq!(ratio(None, 2.0, false), Ratio::Absent);
    }

    #[test]
    fn the_finest_prediction_is_the_one_with_the_smallest_step() {
        let results = captured::planted();
        let with = |cell: &&Cell| PredictedRun::finest(cell).is_some();
        assert!(results.cells.iter().filter(with).count() > 2);
        for cell in &results.cells {
            let Some(finest) = PredictedRun::finest(cell) else {
                continue;
            };
            assert!(PredictedRun::all(cell).all(|other| other.run.h >= finest.run.h));
        }
    }

    #[test]
    fn passes_misses_and_what_is_not_predicted_are_counted() {
        let mut results = captured::planted();
        let before = Summary::of(&results).unwrap();
        assert!(before.cells.count(false) > 0 && before.unpredicted > 0);
        let cell = results.cells.iter_mut().find(|cell| {
            cell.runs
                .last()
                .is_some_and(|run| run.predicted_drift.as_ref().is_some_and(|p| p.pass))
        });
        let finest = cell.unwrap().runs.last_mut().unwrap();
        finest.predicted_drift.as_mut().unwrap().pass = false;
        let after = Summary::of(&results).unwrap();
        assert_eq!(after.runs.total(), before.runs.total());
        assert_eq!(after.runs.count(true) + 1, before.runs.count(true));
        assert_eq!(after.cells.count(true) + 1, before.cells.count(true));
        assert_eq!(Summary::of(&captured::empty()), None);
    }
}
