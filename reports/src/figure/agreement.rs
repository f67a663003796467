//! Predicted against measured drift, a dot for every cell.

use super::axis::{Axis, Tick};
use super::panel::{BOTTOM, EDGE, LEFT, Panel, TOP, px};
use super::{Origin, figure, in_panels};
use crate::matrix;
use crate::prediction::PredictedRun;
use maud::{Markup, html};
use results::{Results, Scale};

/// The figure: one panel for Φ, one for Φ' and one for the energy.
pub(crate) fn agreement(results: &Results) -> Markup {
    let reading = "Every cell at its finest step with a prediction. On the line measured and predicted drift are equal; dots \
                   below 1e-13 are rounding.";
    let origin = Origin {
        data: html! { ", " code { "cells[].runs[].predicted_drift" } },
        command: matrix::command(results, ""),
        nothing: "No drift was predicted.",
    };
    let panels = ["max |Φ|", "max |Φ'|", "max |E|"].into_iter().enumerate();
    figure(
        "Predicted against measured",
        reading,
        in_panels(panels.filter_map(|(quantity, name)| panel(results, quantity, name))),
        &origin,
    )
}

fn panel(results: &Results, quantity: usize, name: &str) -> Option<Markup> {
    let finest = results.cells.iter().filter_map(PredictedRun::finest);
    let points: Vec<[f64; 2]> = finest.filter_map(|run| run.pairs()[quantity]).collect();
    let both = || points.iter().flatten().copied();
    let x = Axis::over(Scale::Logarithmic, both(), [LEFT, EDGE])?;
    let y = Axis::over(Scale::Logarithmic, both(), [BOTTOM, TOP])?;
    let shown = points
        .iter()
        .filter(|[a, b]| x.can_show(*a) && y.can_show(*b));
    let mut dots: Vec<String> = shown
        .map(|[predicted, measured]| format!("M{} {}h0", px(x.at(*predicted)), px(y.at(*measured))))
        .collect();
    // Dots on the same tenth of a pixel are one.
    dots.sort_unstable();
    dots.dedup();
    let title = format!("Measured {name} over predicted {name}, a dot for each cell");
    let panel = Panel::new(title, name, ["predicted", "measured"]);
    let ticks: [Vec<Tick>; 2] = [x.ticks(), y.ticks()];
    Some(panel.draw(
        EDGE,
        ticks,
        html! {
            line.equal x1=(px(LEFT)) y1=(px(BOTTOM)) x2=(px(EDGE)) y2=(px(TOP)) {}
            path.dots d=(dots.concat()) {}
        },
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::captured;

    #[test]
    fn what_agrees_lies_on_the_line_and_what_cannot_be_drawn_is_left_out() {
        let mut results = captured::planted();
        let with = |cell: &&mut results::Cell| PredictedRun::finest(cell).is_some();
        let mut cells: Vec<_> = results.cells.iter_mut().filter(with).collect();
        let count = cells.len();
        assert!(count > 2);
        for (k, cell) in cells.iter_mut().enumerate() {
            for run in &mut cell.runs {
                let Some(predicted) = &mut run.predicted_drift else {
                    continue;
                };
                let value = if k == 0 {
                    0.0
                } else {
                    math::powi(10.0, -(k as i32))
                };
                predicted.position = value;
                run.measured.drift_position = Some(value);
            }
        }
        let text = panel(&results, 0, "max |Φ|").unwrap().into_string();
        assert_eq!(text.matches("h0").count(), count - 1);
        let path = text
            .split(" d=\"")
            .nth(1)
            .unwrap()
            .split('"')
            .next()
            .unwrap();
        for dot in path.split('M').skip(1) {
            let numbers: Vec<f64> = dot
                .trim_end_matches("h0")
                .split(' ')
                .map(|x| x.parse().unwrap())
                .collect();
            let across = (numbers[0] - LEFT) / (EDGE - LEFT);
            let up = (BOTTOM - numbers[1]) / (BOTTOM - TOP);
            assert!((across - up).abs() < 2e-3, "{across} {up}");
        }
        assert!(panel(&captured::empty(), 0, "max |Φ|").is_none());
    }
}
