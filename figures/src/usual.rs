//! The variants and problems of figures when none are named.

use results::{Board, BoardOf, Results};

/// The integrator that most people use.
const INTEGRATOR: &str = "rk4";

/// The board that ranks what stabilization buys.
const BOARD: &str = "what-it-buys";

/// Number of variants beside the unstabilized one.
const BEST: usize = 3;

/// Problems from easy to hard, of which the results have most.
const PROBLEMS: [&str; 3] = ["pendulum", "slider-crank", "andrews-squeezer"];

/// The unstabilized variant with RK4 and the three methods that buy most over it, each by its best variant; with another
/// integrator where the results have none with RK4, and the first variants where nothing was compared.
pub fn usual_variants(results: &Results) -> Vec<String> {
    let ranked = |board: &&Board| board.id == BOARD && board.of == BoardOf::Methods;
    let boards = || results.boards.iter().filter(ranked);
    let with_rk4 = |board: &&Board| board.integrator.as_deref() == Some(INTEGRATOR);
    let board = boards().find(with_rk4).or_else(|| boards().next());
    let Some(board) = board else {
        let variants = results.methods.iter().flat_map(|method| &method.variants);
        return variants.take(BEST + 1).map(|v| v.id.clone()).collect();
    };
    let lines = board.lines.iter().filter(|line| line.misses.is_none());
    let best = lines.map(|line| &line.variant);
    let best = best.filter(|id| board.with.as_ref() != Some(id));
    board.with.iter().chain(best.take(BEST)).cloned().collect()
}

/// The problems with figures of their own: `pendulum`, `slider-crank` and `andrews-squeezer`, or the first problems
/// where the results have none of them.
pub fn usual_problems(results: &Results) -> Vec<String> {
    let ids = || results.problems.iter().map(|problem| problem.id.as_str());
    let known: Vec<&str> = PROBLEMS
        .into_iter()
        .filter(|id| ids().any(|i| i == *id))
        .collect();
    let chosen: Vec<&str> = match known.is_empty() {
        true => ids().take(PROBLEMS.len()).collect(),
        false => known,
    };
    chosen.into_iter().map(str::to_owned).collect()
}
