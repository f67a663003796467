//! What a reader wants to know first, computed once for the page and for the summary.

use crate::forecast;
use crate::mark::Mark;
use crate::matrix::{self, Matrix};
use crate::number;
use crate::quantity::shortfall;
use crate::replicated;
use crate::steady;
use crate::tally::Tally;
use results::{Cell, Order, Quantity, Rank, Results, Timing, TimingNoise};

/// One claim that was missed, with the quantity that missed it by most.
pub(crate) struct Miss<'a> {
    pub(crate) cell: &'a Cell,
    pub(crate) quantity: Quantity,
    pub(crate) claimed: f64,
    pub(crate) observed: Order,
    gap: f64,
}

/// The typical drift of one variant: the median over problems of max |Φ| at its finest run.
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
    /// The control that came out worst: smaller differences mean nothing.
    pub(crate) control: Option<&'a TimingNoise>,
    /// Cells whose step allocates.
    pub(crate) allocating: Vec<&'a Cell>,
}

/// Everything the opening of a report says.
pub(crate) struct Facts<'a> {
    pub(crate) marks: Tally<Mark>,
    pub(crate) variants: usize,
    pub(crate) problems: usize,
    pub(crate) cells: usize,
    /// The variants that share the best rank.
    pub(crate) leaders: Vec<&'a Rank>,
    /// Missed claims, the largest shortfall first.
    pub(crate) missed: Vec<Miss<'a>>,
    /// Variants by drift, least first; only those that ran on most problems, so that they compare.
    pub(crate) drifts: Vec<TypicalDrift<'a>>,
    pub(crate) cost: Option<Cost<'a>>,
    /// Steady states that were predicted.
    pub(crate) steady: Option<steady::Summary<'a>>,
    /// Drifts that were predicted.
    pub(crate) forecast: Option<forecast::Summary>,
    /// Published claims that were run again, where there are papers.
    pub(crate) replicated: Option<replicated::Summary>,
}

impl<'a> Facts<'a> {
    /// Reads the facts off the results.
    pub(crate) fn of(matrix: &Matrix<'a>) -> Self {
        let results = matrix.results;
        let best = results.ranking.iter().map(|rank| rank.rank_low).min();
        Self {
            marks: results.cells.iter().map(Mark::of).collect(),
            variants: matrix.rows().count(),
            problems: results.problems.len(),
            cells: results.cells.len(),
            leaders: results
                .ranking
                .iter()
                .filter(|rank| Some(rank.rank_low) == best)
                .collect(),
            missed: missed(matrix),
            drifts: drifts(matrix),
            cost: cost(results),
            steady: steady::Summary::of(&results.steady_state),
            forecast: forecast::Summary::of(results),
            replicated: (!results.replicated_papers.is_empty())
                .then(|| replicated::Summary::of(results.replications.iter())),
        }
    }

    /// How many cells bear a mark.
    pub(crate) fn count(&self, mark: Mark) -> usize {
        self.marks.count(mark)
    }

    /// How many cells came to their end.
    pub(crate) fn ran(&self) -> usize {
        let ran = self.marks.iter().filter(|(mark, _)| mark.ran());
        ran.map(|(_, n)| n).sum()
    }
}

/// A rank interval: `1` alone, `1–3` for a tie.
pub(crate) fn rank_interval(rank: &Rank) -> String {
    if rank.rank_low == rank.rank_high {
        rank.rank_low.to_string()
    } else {
        format!("{}–{}", rank.rank_low, rank.rank_high)
    }
}

fn missed<'a>(matrix: &Matrix<'a>) -> Vec<Miss<'a>> {
    let below = matrix
        .results
        .cells
        .iter()
        .filter(|cell| Mark::of(cell) == Mark::Below);
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
    let mut drifts: Vec<_> = matrix
        .rows()
        .filter_map(|(_, variant)| {
            let cells = matrix
                .results
                .problems
                .iter()
                .filter_map(|p| matrix.cell(&variant.id, &p.id));
            let finest = cells
                .filter(|cell| Mark::of(cell).ran())
                .filter_map(matrix::finest);
            let values: Vec<f64> = finest
                .filter_map(|run| run.measured.drift_position)
                .collect();
            let problems = values.len();
            Some(TypicalDrift {
                variant: &variant.id,
                median: number::median(values)?,
                problems,
            })
        })
        .collect();
    let most = drifts.iter().map(|drift| drift.problems).max().unwrap_or(0);
    drifts.retain(|drift| drift.problems == most);
    drifts.sort_by(|a, b| a.median.total_cmp(&b.median));
    drifts
}

fn cost(results: &Results) -> Option<Cost<'_>> {
    let timed = || {
        results
            .cells
            .iter()
            .filter_map(|cell| Some((cell, cell.speed?)))
    };
    let (fastest, speed) = timed().min_by(|a, b| a.1.ns_per_step.total_cmp(&b.1.ns_per_step))?;
    let ratios: Vec<f64> = timed()
        .filter_map(|(_, speed)| speed.relative_to_limit)
        .filter(|ratio| ratio.is_finite())
        .collect();
    let least = ratios.iter().copied().reduce(f64::min);
    let largest = ratios.iter().copied().reduce(f64::max);
    let relative = least
        .zip(largest)
        .zip(number::median(ratios))
        .map(|((low, high), mid)| [low, mid, high]);
    let allocating = timed()
        .filter(|(_, speed)| speed.allocations_per_step != 0.0)
        .map(|(cell, _)| cell);
    Some(Cost {
        measured: timed().count(),
        fastest,
        fastest_ns: speed.ns_per_step,
        relative,
        control: results.timing.as_ref().and_then(Timing::worst_noise),
        allocating: allocating.collect(),
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
    fn the_largest_miss_comes_first() {
        let results = captured::planted();
        let facts = Facts::of(&Matrix::new(&results));
        assert!(!facts.missed.is_empty());
        assert!(
            facts
                .missed
                .windows(2)
                .all(|pair| pair[0].gap >= pair[1].gap)
        );
    }

    #[test]
    fn a_tie_shows_its_interval() {
        let rank = |low, high| Rank {
            variant: "a".into(),
            rank_low: low,
            rank_high: high,
            score: 1.0,
            score_interval: [1.0; 2],
            coverage: 1.0,
        };
        assert_eq!(rank_interval(&rank(1, 3)), "1–3");
        assert_eq!(rank_interval(&rank(4, 4)), "4");
    }
}
