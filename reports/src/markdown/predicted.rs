//! What was predicted, in a few counts.

use super::code;
use crate::facts::Facts;
use crate::number;
use crate::steady::{Standing, letter};
use results::Results;

/// The section, where there are predictions.
pub(super) fn section(results: &Results, facts: &Facts) -> String {
    let mut lines = vec![];
    if let Some(steady) = &facts.steady {
        let counted = Standing::ALL
            .into_iter()
            .filter(|standing| steady.count(*standing) > 0)
            .map(|standing| format!("{} {}", standing.word(), steady.count(standing)));
        lines.push(format!(
            "Steady states on the circle: {} of {} are what the equilibrium says ({}).",
            steady.kept(),
            steady.total(),
            counted.collect::<Vec<_>>().join(", "),
        ));
        if let Some((worst, row)) = steady.worst {
            lines.push(format!(
                "Largest |measured/exact - 1|: {} ({} of {}, h = {} s).",
                number::scientific(worst),
                letter(row.quantity),
                code(&row.variant),
                number::setting(row.h),
            ));
        }
    }
    let pass_of = |name: &str, passes: &[bool]| {
        let kept = passes.iter().filter(|pass| **pass).count();
        format!("{name}: {kept} of {} as predicted.", passes.len())
    };
    if !results.steady_orders.is_empty() {
        let passes: Vec<bool> = results
            .steady_orders
            .iter()
            .map(|order| order.pass)
            .collect();
        lines.push(pass_of("Orders of steady states", &passes));
    }
    if !results.drift_studies.is_empty() {
        let passes: Vec<bool> = results
            .drift_studies
            .iter()
            .map(|study| study.pass)
            .collect();
        lines.push(pass_of("Drift along whole runs", &passes));
    }
    if let Some(forecast) = &facts.forecast {
        lines.push(format!(
            "Drift in the matrix: {} of {} and {} of {} as predicted within a tenth; {} without a prediction.",
            forecast.cells_kept,
            number::count(forecast.cells, "cell"),
            forecast.runs_kept,
            number::count(forecast.runs, "run"),
            number::count(forecast.unpredicted, "cell"),
        ));
    }
    if lines.is_empty() {
        return String::new();
    }
    format!("## Predicted drift\n\n{}\n", lines.join("\n"))
}

#[cfg(test)]
mod tests {
    use super::super::render;
    use crate::captured;

    #[test]
    fn the_counts_of_predictions_follow_the_results() {
        let mut results = captured::planted();
        let orders = results.steady_orders.len();
        results
            .steady_orders
            .iter_mut()
            .for_each(|order| order.pass = false);
        let text = render(&results);
        assert!(text.contains(&format!(
            "Orders of steady states: 0 of {orders} as predicted."
        )));
        assert!(!render(&captured::empty()).contains("## Predicted drift"));
    }
}
