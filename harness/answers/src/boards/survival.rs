//! What survives difficult problems?

use super::large_steps::practice_run;
use super::{Source, empty, line};
use results::{Board, BoardLine, Cell, Instance, Outcome, Problem, Run, Scoring, Variant};

/// An error above this part of the size of the motion is no result.
const TOO_LARGE: f64 = 0.1;

/// Coarse steps in milliseconds for mechanisms of human size.
const COARSE_MS: [f64; 2] = [50.0, 20.0];

pub(super) fn board(source: &Source) -> Board {
    let tagged = |tag: &'static str| {
        move |problem: &Problem| problem.tags.iter().any(|t| t == tag) && problem.consistent_start
    };
    let mut instances: Vec<Instance> = Vec::new();
    let mut add = |group: &str, problems: Vec<&Problem>, targets: &[Option<f64>]| {
        for problem in problems {
            instances.extend(targets.iter().map(|target| Instance {
                problem: problem.id.clone(),
                target: *target,
                group: Some(group.to_owned()),
            }));
        }
    };
    add(
        "redundant rows",
        source.problems(tagged("redundant")),
        &[None],
    );
    add(
        "flat positions",
        source.problems(tagged("singular-passages")),
        &[None],
    );
    add(
        "inconsistent starts",
        source.problems(|problem| !problem.consistent_start),
        &[None],
    );
    let practised = |problem: &Problem| {
        let mut rows = source.rows();
        rows.any(|(_, v)| {
            source
                .cell(v, &problem.id)
                .is_some_and(|c| !c.practice_runs().is_empty())
        })
    };
    let followed = source.problems(|p| p.predictable && p.consistent_start && practised(p));
    let steps = COARSE_MS.map(|ms| Some(1e-3 * ms));
    add("coarse steps", followed, &steps);

    let of_line = |row: super::Row| -> BoardLine {
        let (_, variant) = row;
        let survived = |instance: &Instance| {
            let problem = source.results.problems.iter();
            let problem = problem.clone().find(|p| p.id == instance.problem)?;
            let cell = source.cell(variant, &problem.id)?;
            let well = match instance.target {
                Some(step) => at_step(cell, variant, problem, 1e3 * step),
                None => at_finest(cell, problem),
            };
            well.then_some(1.0)
        };
        line(row, instances.iter().map(survived).collect())
    };
    let lines: Vec<BoardLine> = source.rows().map(of_line).collect();
    Board {
        lines,
        instances,
        ..empty(
            "survival",
            "Which variant survives difficult problems and coarse steps?",
            "A variant survives redundant rows, flat positions and inconsistent starts if its finest run comes to its end \
             with an error below 10 % of the size of the motion, and coarse steps of 50 and 20 ms if the error stays below \
             that size (adaptive variants with their loosest tolerance). The score is the mean over these groups of the share \
             that it survives."
                .to_owned(),
            Scoring::Share,
        )
    }
}

fn at_finest(cell: &Cell, problem: &Problem) -> bool {
    let finest = cell
        .order_runs()
        .last()
        .filter(|run| run.measured.is_complete());
    cell.outcome == Outcome::Ran && finest.is_some_and(|run| below(run, problem, TOO_LARGE))
}

fn at_step(cell: &Cell, variant: &Variant, problem: &Problem, ms: f64) -> bool {
    let run = if variant.adaptive {
        cell.order_runs()
            .first()
            .filter(|run| run.measured.is_complete())
    } else {
        practice_run(cell, problem, ms)
    };
    run.is_some_and(|run| below(run, problem, 1.0))
}

/// Whether the error is below a part of the size of the motion, where there is a truth to compare with.
fn below(run: &Run, problem: &Problem, part: f64) -> bool {
    if !problem.predictable {
        return true;
    }
    let size = problem.scales.position;
    run.measured
        .position
        .is_none_or(|error| error < part * size)
}
