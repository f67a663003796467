//! How well drift is predicted with each integrator, and what that costs.

use crate::matrix::Matrix;
use crate::number;
use crate::page::table;
use crate::prediction::{Agreement, PredictedRun};
use maud::{Markup, html};
use results::{DriftModel, LadderKind};
use std::collections::BTreeMap;

/// Predictions are compared with runs that are at least so long.
const LONG: u64 = 1000;

/// The cells of one integrator whose drift was predicted in the same way.
#[derive(Default)]
struct Row {
    cells: usize,
    /// Cells whose Φ and Φ' are as predicted, and those whose energy is.
    close: [usize; 2],
    /// Cells whose energy is predicted.
    energies: usize,
    steps: Vec<f64>,
    /// Evaluations for the prediction over those of the run.
    parts: Vec<f64>,
}

/// The table, one row for each integrator and kind of prediction.
pub(super) fn table_of(matrix: &Matrix) -> Markup {
    let mut rows: BTreeMap<(usize, bool), Row> = BTreeMap::new();
    let mut names: Vec<&str> = vec![];
    for (_, variant) in matrix.rows() {
        for problem in &matrix.results.problems {
            let cell = matrix.cell(&variant.id, &problem.id);
            let Some(run) = cell.and_then(PredictedRun::finest) else {
                continue;
            };
            let place = names.iter().position(|name| *name == variant.integrator);
            let place = place.unwrap_or_else(|| {
                names.push(&variant.integrator);
                names.len() - 1
            });
            let sampled = run.predicted.by == DriftModel::LocalDefects;
            rows.entry((place, sampled)).or_default().add(run);
        }
    }
    let head = html! {
        tr {
            th scope="col" { "Integrator" } th scope="col" { "Predicted by" } th.num scope="col" { "Cells" }
            th.num scope="col" { "Φ and Φ' within 3 %" } th.num scope="col" { "E within 10 %" }
            th.num scope="col" { "Sampled steps" } th.num scope="col" { "Evaluations, part of the run" }
        }
    };
    table(
        "pairs",
        "Predictions at the finest step of every cell; medians of the last two columns, the last over runs of 1000 steps and more",
        head,
        html! {
            tbody {
                @for ((place, sampled), row) in &rows {
                    tr.integrator {
                        th scope="row" { code { (names[*place]) } }
                        td { @if *sampled { "local defects" } @else { "truncation error" } }
                        td.num { (row.cells) }
                        td.num { (share(row.close[0], row.cells)) }
                        td.num { @if row.energies > 0 { (share(row.close[1], row.energies)) } @else { (number::ABSENT) } }
                        td.num { (median(&row.steps).map_or(number::ABSENT.to_owned(), |steps| format!("{steps:.0}"))) }
                        td.num { (median(&row.parts).map_or(number::ABSENT.to_owned(), number::percent)) }
                    }
                }
            }
        },
    )
}

impl Row {
    fn add(&mut self, run: PredictedRun<'_>) {
        let Agreement { violations, energy } = run.agreement();
        self.cells += 1;
        self.close[0] += usize::from(violations);
        self.energies += usize::from(energy.is_some());
        self.close[1] += usize::from(energy == Some(true));
        let Some(sampling) = run.predicted.sampling else {
            return;
        };
        self.steps.push(sampling.steps as f64);
        if run.run.steps >= LONG && run.run.ladder == LadderKind::Order {
            let evaluations = run.run.work.evaluations.max(1) as f64;
            self.parts.push(sampling.evaluations as f64 / evaluations);
        }
    }
}

fn share(part: usize, of: usize) -> String {
    format!(
        "{part} ({})",
        number::percent(part as f64 / of.max(1) as f64)
    )
}

/// The middle value, or the lower one of two.
fn median(values: &[f64]) -> Option<f64> {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted.get(sorted.len().checked_sub(1)? / 2).copied()
}
