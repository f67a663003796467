//! What does a stabilization buy over doing nothing with the same integrator and step?

use super::{Source, empty, line, one_for_each};
use results::{Board, BoardLine, Condition, Cost, Factor, Figure, LadderKind, Scoring, Variant};

/// Largest factor of the error: a tenth more is not yet worse.
const ERROR: f64 = 1.1;

/// Largest factor of the time.
const TIME: f64 = 2.0;

/// One board for every unstabilized variant.
pub(super) fn boards(source: &Source) -> Vec<Board> {
    let partners = source.rows().filter(|(method, _)| method.is_baseline());
    partners
        .map(|(_, partner)| board(source, partner))
        .collect()
}

fn board(source: &Source, partner: &Variant) -> Board {
    let on = |ladder: LadderKind| {
        let mut pairs = source.paired.iter();
        pairs.any(|p| p.with == partner.id && p.ladder == ladder)
    };
    let (ladder, steps) = if on(LadderKind::Practice) {
        (LadderKind::Practice, "the steps of practice")
    } else {
        (LadderKind::Order, "the steps that show orders")
    };
    let (cost, cost_name) = match source.cost {
        Cost::Time => (Factor::Time, "time"),
        _ => (Factor::Evaluations, "evaluations"),
    };
    let figures = [
        ("drift", Factor::DriftPosition),
        ("velocity drift", Factor::DriftVelocity),
        ("energy", Factor::Energy),
        ("error", Factor::Position),
        ("reactions", Factor::Multiplier),
        (cost_name, cost),
    ];
    let problems = source.problems(|problem| problem.consistent_start);
    let of_line = |row: super::Row| -> Option<BoardLine> {
        let (_, variant) = row;
        source
            .buys
            .iter()
            .find(|b| b.variant == variant.id && b.with == partner.id && b.ladder == ladder)?;
        let factors = |factor: Factor| -> Vec<Option<f64>> {
            let own = |p: &&results::Paired| p.variant == variant.id && p.ladder == ladder;
            let pairs: Vec<&results::Paired> = source.paired.iter().filter(own).collect();
            let on = |problem: &&results::Problem| {
                let pair = pairs.iter().find(|p| p.problem == problem.id)?;
                pair.factors[factor]
            };
            problems.iter().map(on).collect()
        };
        let figure = |(name, factor): (&str, Factor)| Figure {
            name: name.to_owned(),
            value: None,
            values: factors(factor),
        };
        Some(BoardLine {
            figures: figures.into_iter().map(figure).collect(),
            ..line(row, factors(Factor::DriftPosition))
        })
    };
    Board {
        integrator: Some(partner.integrator.clone()),
        with: Some(partner.id.clone()),
        conditions: vec![
            Condition {
                figure: "error".to_owned(),
                at_most: ERROR,
            },
            Condition {
                figure: cost_name.to_owned(),
                at_most: TIME,
            },
        ],
        cost: Some(source.cost),
        instances: one_for_each(&problems),
        lines: source.rows().filter_map(of_line).collect(),
        ..empty(
            "what-it-buys",
            "What does a stabilization buy over doing nothing with the same integrator and step?",
            format!(
                "The score is the median over the problems of the ratio of the drift of Φ to that of {}, at {steps}. \
                 Variants whose median error is more than {ERROR} times or whose {cost_name} is more than {TIME} times as \
                 large come behind all others.",
                partner.id
            ),
            Scoring::Median,
        )
    }
}
