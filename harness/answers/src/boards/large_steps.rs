//! How large may fixed steps be?

use super::{Source, empty, line, one_for_each};
use results::{Board, BoardLine, Figure, Problem, Run, Scoring};
use verification::middle_of;

/// Steps at which errors are compared, in milliseconds for mechanisms of human size.
const STEPS_MS: [f64; 5] = [20.0, 10.0, 5.0, 2.0, 1.0];

pub(super) fn board(source: &Source) -> Board {
    let problems = source.problems(|problem| problem.predictable && problem.consistent_start);
    let of_line = |row: super::Row| -> BoardLine {
        let (_, variant) = row;
        let mut costs = Vec::new();
        let mut at_most = Vec::new();
        for (place, problem) in problems.iter().enumerate() {
            let found = source.cell(variant, &problem.id);
            let largest = found.and_then(|cell| cell.largest_step);
            if largest.is_some_and(|step| step.at_least) {
                at_most.push(place);
            }
            costs.push(largest.map(|step| 1.0 / step.h).filter(|x| x.is_finite()));
        }
        let figure = |ms: f64| Figure {
            name: error_at(ms),
            value: error(source, variant, &problems, ms),
            values: Vec::new(),
        };
        BoardLine {
            at_most,
            figures: STEPS_MS.map(figure).into(),
            ..line(row, costs)
        }
    };
    // Before steps of practice are run there is nothing to compare.
    let known = problems.iter().any(|p| {
        source.rows().any(|(_, v)| {
            source
                .cell(v, &p.id)
                .is_some_and(|c| c.largest_step.is_some())
        })
    });
    Board {
        instances: if known { one_for_each(&problems) } else { Vec::new() },
        lines: source
            .rows()
            .filter(|(_, variant)| !variant.adaptive)
            .map(of_line)
            .collect(),
        ..empty(
            "large-steps",
            "How large may fixed steps be?",
            "The largest step with which a run comes to its end with an error of at most 1 % of the size of the motion is \
             compared with the largest of all variants on the same problem; a variant without one has failed there. \
             Beside the score stands the median error at steps of practice, for variants that come to their end on all \
             problems with that step."
                .to_owned(),
            Scoring::Profile,
        )
    }
}

/// The name of the figure of the error at one step.
fn error_at(ms: f64) -> String {
    format!("error at {ms} ms")
}

/// Median over all problems of the error at one step, relative to the size of the motion; absent where one run did not come
/// to its end or was not made.
fn error(
    source: &Source,
    variant: &results::Variant,
    problems: &[&Problem],
    ms: f64,
) -> Option<f64> {
    let on = |problem: &&Problem| {
        let cell = source.cell(variant, &problem.id)?;
        let run = practice_run(cell, problem, ms)?;
        let size = problem.scales.position;
        run.measured.position.map(|error| error / size)
    };
    let errors: Option<Vec<f64>> = problems.iter().map(on).collect();
    middle_of(&errors?)
}

/// The run of practice at a step that came to its end.
pub(super) fn practice_run<'a>(
    cell: &'a results::Cell,
    problem: &Problem,
    ms: f64,
) -> Option<&'a Run> {
    let h = 1e-3 * ms * problem.time_scale;
    let at = |run: &&Run| (run.h - h).abs() <= 1e-6 * h && run.measured.is_complete();
    cell.practice_runs().iter().find(at)
}
