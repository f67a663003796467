//! Ratios over all problems, and the cells in which a stabilization makes things worse.

use results::{Factor, LadderKind, Paired, PerFactor, Results, Spread, WhatItBuys, Worse};
use std::collections::HashSet;
use verification::quartiles;

use super::partner;

/// A quantity that is at least this many times larger than without stabilization is flagged: less may be chance.
const WORSE: f64 = 2.0;

/// What every variant buys over all problems, by ladder.
///
/// Problems that start away from the constraints are left out: there, an unstabilized run keeps the violation it began
/// with, and the ratio says how large that was.
pub fn what_it_buys(results: &Results, paired: &[Paired]) -> Vec<WhatItBuys> {
    let consistent: HashSet<&str> = results
        .problems
        .iter()
        .filter(|problem| problem.consistent_start)
        .map(|problem| problem.id.as_str())
        .collect();
    let mut all = Vec::new();
    for variant in results.methods.iter().flat_map(|m| &m.variants) {
        let Some(partner) = partner(results, &variant.id) else {
            continue;
        };
        for ladder in [LadderKind::Order, LadderKind::Practice] {
            let here: Vec<&Paired> = paired
                .iter()
                .filter(|p| p.variant == variant.id && p.ladder == ladder)
                .filter(|p| consistent.contains(p.problem.as_str()))
                .collect();
            if here.is_empty() {
                continue;
            }
            let factors = PerFactor::from_fn(|factor| {
                spread(here.iter().filter_map(|pair| pair.factors[factor]))
            });
            all.push(WhatItBuys {
                variant: variant.id.clone(),
                ladder,
                with: partner.variant.to_owned(),
                stand_in: partner.stand_in.clone(),
                factors,
                problems: here.iter().filter(|pair| pair.steps > 0).count(),
                lost: here.iter().map(|pair| pair.lost).sum(),
                saved: here.iter().map(|pair| pair.saved).sum(),
            });
        }
    }
    all
}

fn spread(ratios: impl Iterator<Item = f64>) -> Option<Spread> {
    let ratios: Vec<f64> = ratios.collect();
    let [low, median, high] = quartiles(&ratios)?;
    Some(Spread {
        median,
        quartiles: [low, high],
        worst: ratios.iter().copied().fold(0.0, f64::max),
        pairs: ratios.len(),
    })
}

/// The quantities of one cell that are at least twice as large as without stabilization, the worst first; `pairs` are those
/// of the cell.
pub fn worse_than_nothing<'a>(pairs: impl IntoIterator<Item = &'a Paired>) -> Vec<Worse> {
    let mut all = Vec::new();
    for pair in pairs {
        for (quantity, factor) in Factor::ALL
            .into_iter()
            .filter_map(|factor| Some((factor.quantity()?, pair.factors[factor]?)))
        {
            if factor >= WORSE {
                all.push(Worse {
                    quantity,
                    ladder: pair.ladder,
                    factor,
                });
            }
        }
    }
    // The sort is stable: equal factors stay in the order of ladders and quantities.
    all.sort_by(|a, b| b.factor.total_cmp(&a.factor));
    all
}
