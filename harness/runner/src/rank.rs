//! The ranking: who reaches a given accuracy with the least work.

use crate::prepared::Prepared;
use mechanics::Start;
use results::{Cell, Rank, Run};
use verification::{interpolate_cost, intervals, scores};

/// Relative accuracies that count.
const TOLERANCES: [f64; 3] = [1e-3, 1e-6, 1e-9];

/// Scores closer than this are a tie: one instance more or less moves a score by about as much.
const TIE: f64 = 0.01;

/// The rule, as it is printed next to the table.
pub(crate) const RULE: &str = "For every problem with a consistent start and every relative position accuracy 1e-3, 1e-6 and 1e-9, the \
    number of system evaluations each variant needs is interpolated along its step sizes, never \
    extrapolated. The score is the area under the performance profile of these counts, from the best \
    count to 1024 times the best, on a logarithmic scale; a pair that is not reached counts as failed. \
    Variants whose scores differ by at most 0.01 share their ranks.";

/// Ranks all variants that occur in `cells`, best first.
pub(crate) fn ranking(cells: &[Cell], prepared: &[Prepared]) -> Vec<Rank> {
    let mut variants: Vec<&str> = Vec::new();
    for cell in cells {
        if !variants.contains(&cell.variant.as_str()) {
            variants.push(&cell.variant);
        }
    }
    let costs: Vec<Vec<Option<f64>>> = variants
        .iter()
        .map(|variant| {
            prepared
                .iter()
                // Away from the constraints there is no motion to be accurate about.
                .filter(|p| p.card.start == Start::Consistent)
                .flat_map(|p| {
                    let cell = cells
                        .iter()
                        .find(|c| c.variant == *variant && c.problem == p.card.id);
                    TOLERANCES.map(|tolerance| cell.and_then(|c| cost(c, p, tolerance)))
                })
                .collect()
        })
        .collect();
    let standings = scores(&costs);
    let points: Vec<f64> = standings.iter().map(|s| s.score).collect();
    let mut ranks: Vec<Rank> = variants
        .iter()
        .zip(&standings)
        .zip(intervals(&points, TIE))
        .map(|((variant, standing), (rank_low, rank_high))| Rank {
            variant: (*variant).to_owned(),
            rank_low,
            rank_high,
            score: standing.score,
            score_interval: [standing.score; 2],
            coverage: standing.coverage,
        })
        .collect();
    ranks.sort_by(|a, b| {
        b.score
            .total_cmp(&a.score)
            .then_with(|| a.variant.cmp(&b.variant))
    });
    ranks
}

/// Evaluations for a relative position error of `tolerance`.
fn cost(cell: &Cell, prepared: &Prepared, tolerance: f64) -> Option<f64> {
    let point = |run: &Run| {
        let error = run
            .errors
            .map_or(f64::INFINITY, |e| e.position / prepared.scales.q);
        (error, run.work.evaluations as f64)
    };
    let points: Vec<(f64, f64)> = cell.runs.iter().map(point).collect();
    interpolate_cost(&points, tolerance)
}
