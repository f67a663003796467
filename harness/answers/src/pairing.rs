//! Pairing: every variant beside the unstabilized one with the same integrator and the same steps.

mod compare;
mod partner;
mod spread;
#[cfg(test)]
mod tests;

pub use compare::{Comparison, compare, floor};
pub use partner::{Partner, partner};
pub use spread::{what_it_buys, worse_than_nothing};

use crate::cells::Cells;
use results::{LadderKind, Paired, Results};

/// The ratios of every variant on every problem and ladder on which it shares steps with its partner.
///
/// Problems that start away from the constraints are paired too; only [`what_it_buys`] leaves them out.
pub fn paired(results: &Results) -> Vec<Paired> {
    let cells = Cells::of(results);
    let mut all = Vec::new();
    for variant in results.methods.iter().flat_map(|m| &m.variants) {
        let Some(partner) = partner(results, &variant.id) else {
            continue;
        };
        for problem in &results.problems {
            let own = cells.find(&variant.id, &problem.id);
            let other = cells.find(partner.variant, &problem.id);
            let (Some(own), Some(other)) = (own, other) else {
                continue;
            };
            for ladder in [LadderKind::Order, LadderKind::Practice] {
                let found = compare(own, other, problem, &|run| run.ladder == ladder);
                if found.steps + found.lost + found.saved == 0 {
                    continue;
                }
                all.push(Paired {
                    variant: variant.id.clone(),
                    problem: problem.id.clone(),
                    ladder,
                    with: partner.variant.to_owned(),
                    factors: found.factors,
                    steps: found.steps,
                    lost: found.lost,
                    saved: found.saved,
                });
            }
        }
    }
    all
}
