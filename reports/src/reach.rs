//! The cost of an accuracy on a problem: the cheapest variant, and the number of variants that reach it.

use crate::matrix::Matrix;
use results::{Cell, Cost, Problem, Reach};

/// The variants that reach an accuracy on a problem.
pub(crate) struct Reached<'a> {
    /// The cheapest cell by the ranked cost.
    pub(crate) best: &'a Cell,
    /// The cost of the cheapest cell.
    pub(crate) paid: Reach,
    /// The number of other variants as cheap: their intervals overlap, or their counts are equal.
    pub(crate) ties: usize,
    /// The number of variants that reach the accuracy.
    pub(crate) variants: usize,
}

/// All accuracies that any cell reaches, coarsest first.
pub(crate) fn tolerances(matrix: &Matrix) -> Vec<f64> {
    let cells = matrix.results.cells.iter();
    let mut tolerances: Vec<f64> = cells
        .flat_map(|cell| cell.reach.iter().map(|reach| reach.tolerance))
        .collect();
    tolerances.sort_by(|a, b| b.total_cmp(a));
    tolerances.dedup();
    tolerances
}

/// The variants that reach `tolerance` on `problem`, if there are any.
pub(crate) fn reached<'a>(
    matrix: &Matrix<'a>,
    problem: &Problem,
    tolerance: f64,
) -> Option<Reached<'a>> {
    let column = matrix.column(problem).into_iter();
    let found = column.filter_map(|(_, _, cell)| {
        let reach = cell.reach.iter().find(|r| r.tolerance == tolerance)?;
        Some((cell, *reach))
    });
    let found: Vec<(&Cell, Reach)> = found.collect();
    // Time where it was measured on this problem: a count beside a time would compare nothing.
    let timed =
        matrix.results.compared_cost() == Cost::Time && found.iter().any(|(_, r)| r.ns.is_some());
    let price = |cell: &Cell, reach: &Reach| -> Option<[f64; 3]> {
        if !timed {
            return Some([reach.evaluations; 3]);
        }
        let (ns, speed) = (reach.ns?, cell.speed?);
        let [low, high] = speed.ns_interval.map(|end| ns * end / speed.ns_per_step);
        Some([low, ns, high])
    };
    let prices = found
        .iter()
        .filter_map(|(cell, reach)| Some((*cell, *reach, price(cell, reach)?)));
    let prices: Vec<_> = prices.filter(|(_, _, [_, at, _])| at.is_finite()).collect();
    let (best, paid, [_, _, most]) = prices.iter().min_by(|a, b| a.2[1].total_cmp(&b.2[1]))?;
    let as_cheap = prices.iter().filter(|(_, _, [least, ..])| least <= most);
    Some(Reached {
        best,
        paid: *paid,
        ties: as_cheap.count().saturating_sub(1),
        variants: prices.len(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::captured;

    #[test]
    fn nobody_is_cheaper_than_the_best() {
        let results = captured::planted();
        let matrix = Matrix::new(&results);
        let problem = &results.problems[0];
        let found = reached(&matrix, problem, 1e-6).unwrap();
        let column = matrix.column(problem).into_iter();
        let all: Vec<Reach> = column
            .flat_map(|(_, _, cell)| cell.reach.clone())
            .filter(|reach| reach.tolerance == 1e-6)
            .collect();
        assert_eq!(all.len(), found.variants);
        let times = all.iter().filter_map(|reach| reach.ns);
        assert_eq!(times.reduce(f64::min), found.paid.ns);
    }

    #[test]
    fn without_times_evaluations_decide_and_equal_counts_are_ties() {
        let mut results = captured::planted();
        results.timing = None;
        for reach in results.cells.iter_mut().flat_map(|cell| &mut cell.reach) {
            reach.ns = None;
            reach.evaluations = 100.0;
        }
        let matrix = Matrix::new(&results);
        let found = reached(&matrix, &results.problems[0], 1e-3).unwrap();
        assert_eq!(found.paid.evaluations, 100.0);
        assert_eq!(found.ties + 1, found.variants);
    }

    #[test]
    fn what_nobody_reaches_is_nothing() {
        let results = captured::planted();
        let matrix = Matrix::new(&results);
        assert!(reached(&matrix, &results.problems[0], 1e-99).is_none());
        assert_eq!(tolerances(&matrix), [1e-3, 1e-6, 1e-9]);
    }
}
