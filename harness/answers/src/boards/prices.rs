//! What does a target cost? One board for every quantity that is to be small.

use super::{Source, empty, line};
use crate::reach::{Runs, in_cost, price};
use results::{ACCURACIES, Board, BoardLine, Instance, Problem, Quantity, Run, Scoring};

/// One question on the cost of targets.
struct Question {
    id: &'static str,
    words: &'static str,
    /// The targets in words, for the rule.
    targets_in_words: &'static str,
    targets: &'static [f64],
    /// All of these must be below the target, relative to their scales.
    quantities: &'static [Quantity],
    /// Whether a run counts only if it follows the motion: constraints that are kept along a wrong motion are worth nothing.
    follows_motion: bool,
    /// The problems on which it is asked.
    problems: fn(&Problem) -> bool,
    /// These problems in words.
    problems_in_words: &'static str,
}

/// A run follows the motion if its position error is at most this part of the size of the motion.
const FOLLOWS: f64 = 0.01;

/// A motion is long from here on, in seconds.
const LONG: f64 = 100.0;

const QUESTIONS: [Question; 5] = [
    Question {
        id: "accuracy-per-time",
        words: "Which variant reaches a given accuracy at the least cost?",
        targets_in_words: "a position error of 1e-3, 1e-6 and 1e-9 of the size of the motion",
        targets: &ACCURACIES,
        quantities: &[Quantity::Position],
        follows_motion: false,
        problems: |problem| problem.consistent_start && problem.predictable,
        problems_in_words: "problem with a consistent start",
    },
    Question {
        id: "constraints-per-time",
        words: "Which variant keeps the constraints at the least cost?",
        targets_in_words: "a largest |Φ| of 1e-6, 1e-9 and 1e-12 of the size of the mechanism, with a position error of at most 1 %,",
        targets: &[1e-6, 1e-9, 1e-12],
        quantities: &[Quantity::DriftPosition],
        follows_motion: true,
        problems: |problem| problem.consistent_start && problem.predictable,
        problems_in_words: "problem with a consistent start and a known motion",
    },
    Question {
        id: "both-levels-per-time",
        words: "Which variant keeps the constraints and their rates at the least cost?",
        targets_in_words: "a largest |Φ| and |Φ'| of 1e-6 and 1e-9 of their sizes, with a position error of at most 1 %,",
        targets: &[1e-6, 1e-9],
        quantities: &[Quantity::DriftPosition, Quantity::DriftVelocity],
        follows_motion: true,
        problems: |problem| problem.consistent_start && problem.predictable,
        problems_in_words: "problem with a consistent start and a known motion",
    },
    Question {
        id: "energy-long-run",
        words: "Which variant keeps the energy over long motions at the least cost?",
        targets_in_words: "an energy error of 1e-4, 1e-6 and 1e-8 of the energy",
        targets: &[1e-4, 1e-6, 1e-8],
        quantities: &[Quantity::Energy],
        follows_motion: false,
        problems: |problem| {
            let long = problem.tags.iter().any(|tag| tag == "long-run");
            problem.consistent_start && long && problem.end_time >= LONG
        },
        problems_in_words: "motion of 100 s and more",
    },
    Question {
        id: "reactions-per-time",
        words: "Which variant finds the reactions at the least cost?",
        targets_in_words: "an error of λ of 1e-2, 1e-4 and 1e-6 of its size",
        targets: &[1e-2, 1e-4, 1e-6],
        quantities: &[Quantity::Multiplier],
        follows_motion: false,
        problems: |problem| {
            problem.consistent_start && problem.predictable && problem.scales.multiplier > 0.0
        },
        problems_in_words: "problem with a consistent start and known reactions",
    },
];

pub(super) fn boards(source: &Source) -> Vec<Board> {
    let questions = QUESTIONS.iter();
    questions.map(|q| board(source, q, Runs::All)).collect()
}

/// The board of accuracy from the runs that show orders alone.
#[cfg(test)]
pub(crate) fn accuracy_from_order_runs(source: &Source) -> Board {
    board(source, &QUESTIONS[0], Runs::Order)
}

fn board(source: &Source, question: &Question, which: Runs) -> Board {
    let problems = source.problems(question.problems);
    let instances = problems.iter().flat_map(|problem| {
        let instance = |target: &f64| Instance {
            problem: problem.id.clone(),
            target: Some(*target),
            group: None,
        };
        question.targets.iter().map(instance)
    });
    let of_line = |row: super::Row| -> BoardLine {
        let (_, variant) = row;
        let mut costs = Vec::new();
        let mut at_most = Vec::new();
        for problem in &problems {
            let size = |run: &Run| match question.follows_motion && !follows(run, problem) {
                true => f64::INFINITY,
                false => largest(run, problem, question.quantities),
            };
            for target in question.targets {
                let found = source.cell(variant, &problem.id).and_then(|cell| {
                    let evaluations =
                        price(cell, which, *target, &size, |run| run.work.evaluations)?;
                    in_cost(cell, evaluations, source.cost)
                });
                if found.is_some_and(|price| price.at_most) {
                    at_most.push(costs.len());
                }
                costs.push(found.map(|price| price.cost));
            }
        }
        BoardLine {
            at_most,
            noise: source.noise(variant, &problems),
            ..line(row, costs)
        }
    };
    Board {
        cost: Some(source.cost),
        instances: instances.collect(),
        lines: source.rows().map(of_line).collect(),
        ..empty(
            question.id,
            question.words,
            format!(
                "For every {} the {} for {} is interpolated along the steps of a variant, never extrapolated. \
                 The score is the area under the Dolan-Moré performance profile: it loses a tenth with every doubling of \
                 the least cost, and a target that is not reached counts as zero.",
                question.problems_in_words,
                source.cost_words(),
                question.targets_in_words,
            ),
            Scoring::Profile,
        )
    }
}

fn follows(run: &Run, problem: &Problem) -> bool {
    let room = FOLLOWS * problem.scales.position;
    run.measured.position.is_some_and(|error| error <= room)
}

/// The largest of the quantities of a run, relative to their scales; infinite where one is not known.
fn largest(run: &Run, problem: &Problem, quantities: &[Quantity]) -> f64 {
    let relative = |quantity: &Quantity| {
        let value = run.measured[*quantity]? / problem.scales[*quantity];
        value.is_finite().then_some(value)
    };
    let known: Option<Vec<f64>> = quantities.iter().map(relative).collect();
    known.map_or(f64::INFINITY, |all| all.into_iter().fold(0.0, f64::max))
}
