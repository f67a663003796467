//! The ranking: who reaches a given accuracy at the least cost.

use results::{ACCURACIES, Cell, Cost, Rank, Reach, Timing, TimingNoise};
use verification::{Instance, LOG2_TAU_MAX, REPLICATES, median, rank_intervals, scores};

/// Half the width of a 95 % interval of a normal distribution, in standard deviations.
const DEVIATIONS: f64 = 1.96;

/// The ranking with its cost and its rule.
pub(crate) struct Ranking {
    /// Ranks, best first.
    pub(crate) ranks: Vec<Rank>,
    /// The cost that is ranked.
    pub(crate) cost: Cost,
    /// The rule as it is printed next to the table.
    pub(crate) rule: String,
}

/// Ranks all variants in `cells` by their cost on `problems`: time where it was measured, otherwise evaluations.
///
/// Where other cells have a time, a cell without one counts as unsolved: it did not finish, or its step could not be
/// timed.
pub(crate) fn ranking(cells: &[Cell], problems: &[&str], timing: Option<&Timing>) -> Ranking {
    let cost = match timing {
        Some(_) => Cost::Time,
        None => Cost::Evaluations,
    };
    let mut variants: Vec<&str> = Vec::new();
    for cell in cells {
        if !variants.contains(&cell.variant.as_str()) {
            variants.push(&cell.variant);
        }
    }
    let families = families(problems);
    let instances: Vec<Instance> = (0..problems.len())
        .flat_map(|problem| {
            let family = families[problem];
            ACCURACIES.map(|_| Instance { family, problem })
        })
        .collect();
    let row = |variant: &&str| -> Vec<Option<&Cell>> {
        let on = |problem: &&str| {
            let here = |cell: &&Cell| cell.variant == *variant && cell.problem == *problem;
            cells.iter().find(here)
        };
        problems.iter().map(on).collect()
    };
    let rows: Vec<Vec<Option<&Cell>>> = variants.iter().map(row).collect();
    let costs: Vec<Vec<Option<f64>>> = rows.iter().map(|row| prices(row, cost)).collect();
    let least = timing.map_or(0.0, timing_noise);
    let noise: Vec<Vec<f64>> = rows
        .iter()
        .map(|row| {
            row.iter()
                .map(|cell| cell.map_or(0.0, |cell| noise(cell, cost, least)))
                .collect()
        })
        .collect();

    let standings = scores(&costs);
    let intervals = rank_intervals(&costs, &noise, &instances);
    let mut ranks: Vec<Rank> = variants
        .iter()
        .zip(standings.iter().zip(intervals))
        .map(|(variant, (standing, interval))| Rank {
            variant: (*variant).to_owned(),
            rank_low: interval.low,
            rank_high: interval.high,
            score: standing.score,
            score_interval: interval.score,
            coverage: standing.coverage,
        })
        .collect();
    ranks.sort_by(|a, b| {
        let by_score = b.score.total_cmp(&a.score);
        by_score.then_with(|| a.variant.cmp(&b.variant))
    });
    Ranking {
        ranks,
        cost,
        rule: rule(cost, families.iter().max().map_or(0, |last| last + 1)),
    }
}

/// The family of every problem, counted from zero: presets of one problem share the part of the id before the slash.
fn families(problems: &[&str]) -> Vec<usize> {
    let mut known: Vec<&str> = Vec::new();
    let mut families = Vec::new();
    for problem in problems {
        let name = problem.split('/').next().unwrap_or_default();
        families.push(known.iter().position(|k| *k == name).unwrap_or(known.len()));
        if !known.contains(&name) {
            known.push(name);
        }
    }
    families
}

fn prices(row: &[Option<&Cell>], cost: Cost) -> Vec<Option<f64>> {
    let price = |reach: &Reach| match cost {
        Cost::Time => reach.ns,
        Cost::Evaluations => Some(reach.evaluations),
        Cost::Factorizations => reach.factorizations,
    };
    let at = |cell: Option<&Cell>, tolerance: f64| {
        let reached = cell?.reach.iter().find(|r| r.tolerance == tolerance)?;
        price(reached)
    };
    row.iter()
        .flat_map(|cell| ACCURACIES.map(|tolerance| at(*cell, tolerance)))
        .collect()
}

/// Relative standard deviation of the costs of a cell: counts are exact, times are not.
fn noise(cell: &Cell, cost: Cost, least: f64) -> f64 {
    match (cost, cell.speed) {
        (Cost::Time, Some(speed)) => {
            let [low, high] = speed.ns_interval;
            let width = (high / low).ln();
            let own = if width.is_finite() {
                0.5 * width / DEVIATIONS
            } else {
                0.0
            };
            own.max(least)
        }
        _ => 0.0,
    }
}

/// Relative standard deviation of a time: the median over the repeated cells, which differ by noise alone.
fn timing_noise(timing: &Timing) -> f64 {
    let sigma = |noise: &TimingNoise| {
        let [low, high] = noise.interval.map(|end| end.ln().abs());
        low.max(high) / DEVIATIONS
    };
    let all: Vec<f64> = timing.noise.iter().map(sigma).collect();
    median(&all).map_or(0.0, |usual| usual.value)
}

fn rule(cost: Cost, families: usize) -> String {
    let (what, clock, noise) = match cost {
        Cost::Time => (
            "time",
            "; the time of a run is its number of system evaluations times the measured time per evaluation",
            ", and every time within its noise, which is at least that of the A/A controls",
        ),
        _ => (
            "number of system evaluations",
            "",
            "; counts are exact, and no times were measured",
        ),
    };
    let tau = LOG2_TAU_MAX.exp2();
    let draws = match families {
        0 => "none, since no problem has a consistent start".to_owned(),
        1 => "the one problem family there is, which says nothing about others".to_owned(),
        n => format!("{n} of the {n} problem families, with repetition"),
    };
    format!(
        "For every problem with a consistent start and every relative position accuracy 1e-3, 1e-6 and 1e-9, the {what} a \
         variant needs is interpolated along its step sizes, never extrapolated{clock}. \
         The score is the area under the Dolan-Moré performance profile over these pairs, on a logarithmic scale from the \
         best cost to {tau} times the best; a pair that is not reached counts as failed. \
         Intervals are by bootstrap: each of {REPLICATES} replicates draws {draws}{noise}. \
         A variant is clearly better than another if its score is higher in 95 % of the replicates; \
         ranks leave open what is not clear."
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reach::reach;
    use crate::testing::{cell, timed};

    fn ready(cells: Vec<Cell>) -> Vec<Cell> {
        let with_reach = |cell: Cell| Cell {
            reach: reach(&cell, 1.0),
            ..cell
        };
        cells.into_iter().map(with_reach).collect()
    }

    /// Two variants on every problem: one takes half the evaluations, the other a hundredth of the time for each.
    fn field(problems: &[&str], with_times: bool) -> Vec<Cell> {
        let cells = problems.iter().flat_map(|problem| {
            let few = cell("few", problem, &[(1e-2, 100), (1e-10, 1000)]);
            let fast = cell("fast", problem, &[(1e-2, 200), (1e-10, 2000)]);
            if with_times {
                vec![timed(few, 100.0), timed(fast, 1.0)]
            } else {
                vec![few, fast]
            }
        });
        ready(cells.collect())
    }

    const PROBLEMS: [&str; 3] = ["a", "b", "b/other"];

    fn order(ranking: &Ranking) -> Vec<(&str, usize, usize)> {
        let ranks = ranking.ranks.iter();
        ranks
            .map(|r| (r.variant.as_str(), r.rank_low, r.rank_high))
            .collect()
    }

    /// A phase that was timed, with one cell repeated.
    fn timing(low: f64, high: f64) -> Timing {
        Timing {
            rounds: 15,
            batch_ms: 1.0,
            noise: vec![TimingNoise {
                variant: "x".into(),
                problem: "a".into(),
                ratio: 1.0,
                interval: [low, high],
            }],
            limits: vec![],
        }
    }

    #[test]
    fn time_is_ranked_where_it_was_measured_and_evaluations_otherwise() {
        let counted = ranking(&field(&PROBLEMS, false), &PROBLEMS, None);
        assert_eq!(counted.cost, Cost::Evaluations);
        assert_eq!(order(&counted), [("few", 1, 1), ("fast", 2, 2)]);
        assert!(counted.rule.contains("no times were measured"));

        let quiet = timing(0.99, 1.01);
        let measured = ranking(&field(&PROBLEMS, true), &PROBLEMS, Some(&quiet));
        assert_eq!(measured.cost, Cost::Time);
        assert_eq!(order(&measured), [("fast", 1, 1), ("few", 2, 2)]);
        assert!(measured.rule.contains("2 of the 2 problem families"));
    }

    #[test]
    fn presets_are_one_family() {
        assert_eq!(families(&["b", "a/x", "b/other", "a"]), [0, 1, 0, 1]);
        assert!(families(&[]).is_empty());
    }

    #[test]
    fn noisy_times_make_ties() {
        let cells = ready(vec![
            timed(cell("x", "a", &[(1e-2, 100), (1e-10, 1000)]), 1.0),
            timed(cell("y", "a", &[(1e-2, 100), (1e-10, 1000)]), 1.1),
        ]);
        let with = |timing: &Timing| ranking(&cells, &["a"], Some(timing));
        let (quiet, noisy) = (with(&timing(0.99, 1.01)), with(&timing(0.8, 1.3)));
        assert_eq!(order(&quiet), [("x", 1, 1), ("y", 2, 2)]);
        assert_eq!(order(&noisy), [("x", 1, 2), ("y", 1, 2)]);
        // Noise that could not be measured says nothing.
        assert_eq!(timing_noise(&timing(0.0, f64::NAN)), 0.0);
    }

    #[test]
    fn a_cell_without_a_time_reaches_nothing_where_others_have_one() {
        let mut cells = field(&PROBLEMS, true);
        cells[0].speed = None;
        cells[0].reach = reach(&cells[0], 1.0);
        let found = ranking(&cells, &PROBLEMS, Some(&timing(0.99, 1.01)));
        let few = found.ranks.iter().find(|r| r.variant == "few").unwrap();
        assert!((few.coverage - 2.0 / 3.0).abs() < 1e-12);
    }

    #[test]
    fn nothing_to_rank_is_fine() {
        assert!(ranking(&[], &[], None).ranks.is_empty());
        let unsolved = ranking(&[cell("a", "p", &[])], &["p"], None);
        assert_eq!(order(&unsolved), [("a", 1, 1)]);
    }
}
