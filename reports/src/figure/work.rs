//! Work and precision: what a given accuracy costs in evaluations of the system.

use super::chart::{Chart, Horizontal};
use super::{figure, of_problem, series};
use crate::matrix::{Matrix, slug};
use maud::Markup;
use results::Problem;

/// The figure for one problem.
pub(crate) fn work(matrix: &Matrix, problem: &Problem) -> Markup {
    let chart = Chart {
        id: &format!("work-{}", slug(&problem.id)),
        title: format!("Position error against evaluations on {}", problem.name),
        horizontal: Horizontal::Work,
        vertical: "position error",
        guide: "claimed order",
        series: series(matrix, problem, |run| run.work.evaluations as f64),
    };
    let reading = "Lower and further left is better: less error for the same number of evaluations. \
                   Counts are exact and do not depend on the machine; other methods are the pale lines.";
    figure(
        "Work and precision",
        reading,
        chart.panels(),
        &of_problem(
            matrix,
            problem,
            "runs[].work.evaluations, runs[].errors.position",
        ),
    )
}
