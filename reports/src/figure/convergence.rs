//! Convergence: how the position error falls when the step is refined.

use super::chart::{Chart, Horizontal};
use super::{figure, of_problem, series};
use crate::matrix::{Matrix, slug};
use maud::Markup;
use results::Problem;

/// The figure for one problem.
pub(crate) fn convergence(matrix: &Matrix, problem: &Problem) -> Markup {
    let chart = Chart {
        id: &format!("convergence-{}", slug(&problem.id)),
        title: format!("Position error against step size on {}", problem.name),
        horizontal: Horizontal::Steps,
        vertical: "position error",
        guide: "claimed order",
        series: series(matrix, problem, |run| run.h),
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
