//! What the chosen variants buy on each problem: their ratios to no stabilization.

use crate::axis::Axis;
use crate::choice::{Choice, Chosen, unique};
use crate::dots::{Dot, Rows};
use crate::figure::{Entry, Figure, Panel, Sample};
use crate::look::Look;
use results::{Factor, LadderKind, Paired};

/// The ratios that are drawn, with headings and names of axes.
const DRAWN: [(Factor, &str, &str); 2] = [
    (
        Factor::DriftPosition,
        "Drift",
        "|Φ| ÷ |Φ| without stabilization",
    ),
    (
        Factor::Position,
        "Position error",
        "error ÷ error without stabilization",
    ),
];

/// Ratios of drift and error over the problems, if there are any.
pub(crate) fn ratios(choice: &Choice) -> Option<Figure> {
    // At the steps of practice, as the report ranks; at those that show orders where nothing else was run.
    let ladders = [LadderKind::Practice, LadderKind::Order];
    ladders.into_iter().find_map(|ladder| at(choice, ladder))
}

fn at(choice: &Choice, ladder: LadderKind) -> Option<Figure> {
    let stabilized = || {
        let variants = choice.variants.iter();
        variants.filter(|chosen| !chosen.method.is_baseline())
    };
    let paired = |chosen: &Chosen, problem: &str| {
        choice.results.paired.iter().find(|pair: &&Paired| {
            pair.ladder == ladder && pair.variant == chosen.variant.id && pair.problem == problem
        })
    };
    let problems = choice.compared.iter();
    let names = unique(problems.map(|problem| (problem.name.clone(), problem.id.as_str())));
    let panel = |(factor, heading, axis): (Factor, &str, &str)| -> Option<Panel> {
        let dots = stabilized().map(|chosen| {
            let rows = choice.compared.iter().enumerate();
            let dots = rows.filter_map(|(row, problem)| {
                let value = paired(chosen, &problem.id)?.factors[factor]?;
                let drawable = value > 0.0 && value.is_finite();
                let interval = None;
                drawable.then_some(Dot {
                    row,
                    value,
                    interval,
                })
            });
            (chosen.look, dots.collect())
        });
        let dots: Vec<(Look, Vec<Dot>)> = dots.collect();
        let values: Vec<f64> = dots
            .iter()
            .flat_map(|(_, dots)| dots.iter().map(|dot| dot.value))
            .collect();
        if values.is_empty() {
            return None;
        }
        // One is where stabilization buys nothing.
        let x = Axis::log(axis, values.into_iter().chain([1.0]))?;
        Rows {
            heading: choice.heading(heading),
            names: &names,
            x,
            dots: &dots,
            rule: Some(1.0),
            none: "no run to compare",
        }
        .panel()
    };
    let panels: Vec<Panel> = DRAWN.into_iter().filter_map(panel).collect();
    let key = stabilized().map(|chosen| Entry {
        sample: Sample::Marker(chosen.look),
        label: chosen.label.clone(),
    });
    (!panels.is_empty()).then(|| Figure {
        title: "What stabilization buys on each problem".to_owned(),
        small: false,
        panels,
        key: key.collect(),
    })
}
