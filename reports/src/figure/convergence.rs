//! The convergence figure: position error over step size.

use super::chart::{Chart, Series};
use super::lines::Line;
use super::{figure, of_problem};
use crate::matrix::{self, Matrix, slug};
use maud::Markup;
use results::{Problem, Run};

/// The figure for one problem.
pub(crate) fn convergence(matrix: &Matrix, problem: &Problem) -> Markup {
    let chart = Chart {
        id: &format!("convergence-{}", slug(&problem.id)),
        title: format!("Position error against step size on {}", problem.name),
        vertical: "position error",
        guide: "claimed order",
        series: series(matrix, problem),
    };
    let reading = "Each panel shows one method, with all other methods as pale lines behind it. \
                   A line as steep as the dashed guide has its claimed order. \
                   Dashed lines with markers are adaptive runs, drawn at their mean step.";
    figure(
        "Convergence",
        reading,
        chart.panels(),
        &of_problem(matrix, problem, "runs[].h, runs[].errors.position"),
    )
}

/// One line per variant.
fn series(matrix: &Matrix, problem: &Problem) -> Vec<Series> {
    let column = matrix.column(problem).into_iter();
    let lines = column.map(|(method, variant, cell)| {
        let point = |run: &Run| Some([run.h, run.measured.position?]);
        Series {
            panel: method.name.clone(),
            line: Line {
                label: matrix::tail(method, &variant.id).to_owned(),
                title: variant.id.clone(),
                points: cell.order_runs().iter().filter_map(point).collect(),
                dashed: matrix::adaptive(cell),
                ..Line::default()
            },
            slopes: matrix::claims(variant, cell).position.into_iter().collect(),
        }
    });
    lines.collect()
}
