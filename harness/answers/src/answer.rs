//! All answers, put into the results they follow from.

use crate::boards::{Source, boards};
use crate::cells::Cells;
use crate::pairing::{paired, what_it_buys, worse_than_nothing};
use crate::pareto::pareto_sets;
use crate::reach::{Runs, reach};
use results::{Paired, Results};
use std::collections::HashMap;

/// Fills in everything that follows from the runs and their times: costs of accuracy, ratios to unstabilized runs, flags,
/// Pareto sets and boards. Filling in again changes nothing.
pub fn answer(results: &mut Results) {
    let sizes: HashMap<String, f64> = results
        .problems
        .iter()
        // Away from the constraints, or where it cannot be predicted, there is no motion to be accurate about.
        .filter(|problem| problem.consistent_start && problem.predictable)
        .map(|problem| (problem.id.clone(), problem.scales.position))
        .collect();
    for cell in &mut results.cells {
        let size = sizes.get(&cell.problem);
        cell.reach = size.map_or_else(Vec::new, |size| reach(cell, *size, Runs::All));
    }
    results.paired = paired(results);
    let mut pairs: HashMap<(&str, &str), Vec<&Paired>> = HashMap::new();
    for pair in &results.paired {
        let key = (pair.variant.as_str(), pair.problem.as_str());
        pairs.entry(key).or_default().push(pair);
    }
    for cell in &mut results.cells {
        let own = pairs.get(&(cell.variant.as_str(), cell.problem.as_str()));
        cell.worse_than_nothing =
            own.map_or_else(Vec::new, |pairs| worse_than_nothing(pairs.iter().copied()));
    }
    results.what_it_buys = what_it_buys(results, &results.paired);
    results.pareto_sets = pareto_sets(results, &results.what_it_buys);
    results.boards = boards(&Source {
        results,
        cells: Cells::of(results),
        paired: &results.paired,
        buys: &results.what_it_buys,
        cost: results.compared_cost(),
    });
}
