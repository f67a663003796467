//! The key facts of a report, computed once for the page and the summary.

use crate::bought::{Bought, bought, harm_in_words};
use crate::mark::Mark;
use crate::matrix::{self, Matrix};
use crate::number;
use crate::prediction;
use crate::quantity::shortfall;
use crate::replicated;
use crate::steady;
use crate::tally::Tally;
use results::{Cell, Order, Quantity, Results, Timing, TimingNoise, Variant};

/// A cell that missed a claim, with the quantity that missed by most.
pub(crate) struct Miss<'a> {
    pub(crate) cell: &'a Cell,
    pub(crate) quantity: Quantity,
    pub(crate) claimed: f64,
    pub(crate) observed: Order,
    gap: f64,
}

/// The typical drift of one variant: the median of max |Φ| at its finest run, over the problems it ran on.
pub(crate) struct TypicalDrift<'a> {
    pub(crate) variant: &'a str,
    pub(crate) median: f64,
    pub(crate) problems: usize,
}

/// What a step costs over all measured cells.
pub(crate) struct Cost<'a> {
    pub(crate) measured: usize,
    pub(crate) fastest: &'a Cell,
    pub(crate) fastest_ns: f64,
    /// Least, median and largest ratio to the hand-written limit.
    pub(crate) relative: Option<[f64; 3]>,
    /// The worst A/A control: smaller differences are noise.
    pub(crate) control: Option<&'a TimingNoise>,
    /// Cells whose step allocates.
    pub(crate) allocating: Vec<&'a Cell>,
}

/// The facts at the top of a report.
pub(crate) struct Facts<'a> {
    pub(crate) marks: Tally<Mark>,
    pub(crate) variants: usize,
    pub(crate) problems: usize,
    pub(crate) cells: usize,
    /// Missed claims, the largest shortfall first.
    pub(crate) missed: Vec<Miss<'a>>,
    /// The best stabilization with each integrator, the most used integrator first.
    pub(crate) bought: Vec<Bought<'a>>,
    /// The number of confirmed cells that are worse than doing nothing, in words.
    pub(crate) harm: Option<String>,
    /// All variants by typical drift, least first, each over its own problems.
    pub(crate) drifts: Vec<TypicalDrift<'a>>,
    pub(crate) cost: Option<Cost<'a>>,
    /// Counts of predicted steady states.
    pub(crate) steady: Option<steady::Summary<'a>>,
    /// Counts of predicted drifts.
    pub(crate) predictions: Option<prediction::Summary>,
    /// Counts of published claims, if papers were run.
    pub(crate) replicated: Option<replicated::Summary>,
}

impl<'a> Facts<'a> {
    /// Computes the facts.
    pub(crate) fn of(matrix: &Matrix<'a>) -> Self {
        let results = matrix.results;
        Self {
            marks: results.cells.iter().map(Mark::of).collect(),
            variants: matrix.rows().count(),
            problems: results.problems.len(),
            cells: results.cells.len(),
            bought: bought(results),
            harm: harm_in_words(results),
            missed: missed(matrix),
            drifts: drifts(matrix),
            cost: cost(results),
            steady: steady::Summary::of(&results.steady_state),
            predictions: prediction::Summary::of(results),
            replicated: (!results.replicated_papers.is_empty())
                .then(|| replicated::Summary::of(results.replications.iter())),
        }
    }

    /// On how many problems the variants of `drifts` ran: `27 problems`, `18 to 27 problems`.
    pub(crate) fn drift_problems(&self) -> String {
        let problems = || self.drifts.iter().map(|drift| drift.problems);
        let (least, most) = (problems().min(), problems().max());
        let most = number::count(most.unwrap_or(0), "problem");
        match least {
            Some(least) if problems().any(|n| n != least) => format!("{least} to {most}"),
            _ => most,
        }
    }

    /// The number of cells with a mark.
    pub(crate) fn count(&self, mark: Mark) -> usize {
        self.marks.count(mark)
    }

    /// The number of cells that ran to completion.
    pub(crate) fn ran(&self) -> usize {
        let ran = self.marks.iter().filter(|(mark, _)| mark.ran());
        ran.map(|(_, n)| n).sum()
    }
}

fn missed<'a>(matrix: &Matrix<'a>) -> Vec<Miss<'a>> {
    let cells = matrix.results.cells.iter();
    let below = cells.filter(|cell| Mark::of(cell) == Mark::Below);
    let mut missed: Vec<_> = below.filter_map(|cell| worst_miss(matrix, cell)).collect();
    missed.sort_by(|a, b| b.gap.total_cmp(&a.gap));
    missed
}

fn worst_miss<'a>(matrix: &Matrix<'a>, cell: &'a Cell) -> Option<Miss<'a>> {
    let claims = *matrix::claims(matrix.variant(&cell.variant)?, cell);
    let misses = Quantity::ALL.into_iter().filter_map(|quantity| {
        let (observed, claimed) = (cell.orders[quantity], claims[quantity]);
        let gap = shortfall(observed, claimed)?;
        Some(Miss {
            cell,
            quantity,
            claimed: claimed?,
            observed,
            gap,
        })
    });
    misses.reduce(|worst, miss| if miss.gap > worst.gap { miss } else { worst })
}

fn drifts<'a>(matrix: &Matrix<'a>) -> Vec<TypicalDrift<'a>> {
    let typical = |(_, variant): (_, &'a Variant)| {
        let problems = matrix.results.problems.iter();
        let cells = problems.filter_map(|problem| matrix.cell(&variant.id, &problem.id));
        let finest = cells.filter(|cell| Mark::of(cell).ran());
        let finest = finest.filter_map(matrix::finest);
        let values: Vec<f64> = finest
            .filter_map(|run| run.measured.drift_position)
            .collect();
        Some(TypicalDrift {
            variant: &variant.id,
            problems: values.len(),
            median: number::median(values)?,
        })
    };
    let mut drifts: Vec<_> = matrix.rows().filter_map(typical).collect();
    drifts.sort_by(|a, b| a.median.total_cmp(&b.median));
    drifts
}

fn cost(results: &Results) -> Option<Cost<'_>> {
    let cells = results.cells.iter();
    let timed = || cells.clone().filter_map(|cell| Some((cell, cell.speed?)));
    let (fastest, speed) = timed().min_by(|a, b| a.1.ns_per_step.total_cmp(&b.1.ns_per_step))?;
    let ratios = timed().filter_map(|(_, speed)| speed.relative_to_limit);
    let ratios: Vec<f64> = ratios.filter(|ratio| ratio.is_finite()).collect();
    let end = |of: fn(f64, f64) -> f64| ratios.iter().copied().reduce(of);
    let (least, largest) = (end(f64::min), end(f64::max));
    let relative = || Some([least?, number::median(ratios)?, largest?]);
    let allocating = timed().filter(|(_, speed)| speed.allocations_per_step != 0.0);
    Some(Cost {
        measured: timed().count(),
        fastest,
        fastest_ns: speed.ns_per_step,
        relative: relative(),
        control: results.timing.as_ref().and_then(Timing::worst_noise),
        allocating: allocating.map(|(cell, _)| cell).collect(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::captured;

    #[test]
    fn every_cell_is_counted_once() {
        let results = captured::planted();
        let facts = Facts::of(&Matrix::new(&results));
        assert_eq!(facts.marks.total(), results.cells.len());
        assert_eq!(facts.cells, facts.variants * facts.problems);
    }

    #[test]
    fn every_variant_that_ran_is_in_the_drifts_on_its_own_problems() {
        let results = captured::planted();
        let matrix = Matrix::new(&results);
        let facts = Facts::of(&matrix);
        let ran = |variant: &str| {
            let cells = results.cells.iter().filter(|cell| cell.variant == variant);
            cells.filter(|cell| Mark::of(cell).ran()).count()
        };
        let expected = matrix.rows().filter(|(_, variant)| ran(&variant.id) > 0);
        assert_eq!(facts.drifts.len(), expected.count());
        assert!(facts.drifts.iter().all(|d| d.problems == ran(d.variant)));
        // They did not all run on the same number of problems, which the words must say.
        assert!(facts.drift_problems().contains(" to "));
    }

    #[test]
    fn the_largest_miss_comes_first() {
        let results = captured::planted();
        let facts = Facts::of(&Matrix::new(&results));
        assert!(!facts.missed.is_empty());
        assert!(facts.missed.is_sorted_by(|a, b| a.gap >= b.gap));
    }
}
