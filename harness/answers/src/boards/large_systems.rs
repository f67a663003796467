//! What does a stabilization cost on large systems?

use super::{Source, empty, line, one_for_each};
use results::{Board, BoardLine, Cost, Factor, Figure, LadderKind, Problem, Scoring, Variant};

pub(super) fn board(source: &Source) -> Board {
    let problems = source.problems(|problem| problem.tags.iter().any(|tag| tag == "large"));
    let factor = match source.cost {
        Cost::Time => Factor::Time,
        _ => Factor::Evaluations,
    };
    let of_line = |row: super::Row| -> BoardLine {
        let (_, variant) = row;
        let costs = problems.iter().map(|problem| {
            let own = |ladder: LadderKind| {
                let here = |p: &&results::Paired| {
                    p.variant == variant.id && p.problem == problem.id && p.ladder == ladder
                };
                source.paired.iter().find(here)?.factors[factor]
            };
            own(LadderKind::Order).or_else(|| own(LadderKind::Practice))
        });
        let growth = problems.iter().map(|p| growth(source, variant, p));
        BoardLine {
            noise: source.noise(variant, &problems),
            figures: vec![Figure {
                name: "growth exponent".to_owned(),
                value: None,
                values: growth.collect(),
            }],
            ..line(row, costs.collect())
        }
    };
    Board {
        cost: Some(source.cost),
        instances: one_for_each(&problems),
        lines: source.rows().map(of_line).collect(),
        ..empty(
            "large-systems",
            "Which stabilization costs least on large systems?",
            format!(
                "The score is the median over the large problems of the {} of a run, relative to the unstabilized variant with \
                 the same integrator and step. Beside it stands the exponent with which the time of a step grows with the \
                 number of coordinates, from the smallest preset of the same problem.",
                source.cost_words()
            ),
            Scoring::Median,
        )
    }
}

/// The exponent with which the time of a step grows from the smallest preset of the same problem to this one.
fn growth(source: &Source, variant: &Variant, large: &Problem) -> Option<f64> {
    let family = |id: &str| id.split('/').next().unwrap_or_default().to_owned();
    let presets = source.problems(|p| family(&p.id) == family(&large.id));
    // By id where sizes are equal, so that the order of the problems does not matter.
    let small = presets
        .into_iter()
        .min_by_key(|p| (p.coordinates, p.id.clone()))?;
    let time = |problem: &Problem| Some(source.cell(variant, &problem.id)?.speed?.ns_per_step);
    let (times, sizes) = (
        time(large)? / time(small)?,
        large.coordinates as f64 / small.coordinates as f64,
    );
    let exponent = math::ln(times) / math::ln(sizes);
    exponent.is_finite().then_some(exponent)
}
