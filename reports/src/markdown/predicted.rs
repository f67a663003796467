//! The section on predictions: how many hold.

use super::code;
use crate::facts::Facts;
use crate::number;
use crate::steady::letter;
use crate::tally::Tally;
use results::Results;

/// The section, or an empty text without predictions.
pub(super) fn section(results: &Results, facts: &Facts) -> String {
    let mut lines = vec![];
    if let Some(steady) = &facts.steady {
        let counted = steady.standings.iter();
        let counted = counted.map(|(standing, n)| format!("{} {n}", standing.look().word));
        lines.push(format!(
            "Steady states on the circle: {} of {} match theory ({}).",
            steady.kept(),
            steady.total(),
            counted.collect::<Vec<_>>().join(", "),
        ));
        if let Some((worst, row)) = steady.worst {
            lines.push(format!(
                "Largest relative difference from the exact value: {} ({} of {}, h = {} s).",
                number::scientific(worst),
                letter(row.quantity),
                code(&row.variant),
                number::setting(row.h),
            ));
        }
    }
    let orders = results.steady_orders.iter().map(|order| order.pass);
    let studies = results.drift_studies.iter().map(|study| study.pass);
    let kinds: [(_, Tally<bool>); 2] = [
        ("Orders of steady states", orders.collect()),
        ("Drift along whole runs", studies.collect()),
    ];
    for (name, passes) in kinds.iter().filter(|(_, passes)| passes.total() > 0) {
        let [kept, all] = [passes.count(true), passes.total()];
        lines.push(format!("{name}: {kept} of {all} as predicted."));
    }
    if let Some(predictions) = &facts.predictions {
        lines.push(format!(
            "Drift in the matrix: {} of {} and {} of {} within 10 % of the prediction; {} without a prediction.",
            predictions.cells.count(true),
            number::count(predictions.cells.total(), "cell"),
            predictions.runs.count(true),
            number::count(predictions.runs.total(), "run"),
            number::count(predictions.unpredicted, "cell"),
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
        let all = results.steady_orders.iter_mut();
        all.for_each(|order| order.pass = false);
        let line = format!("Orders of steady states: 0 of {orders} as predicted.\n");
        assert!(render(&results).contains(&line));
        assert!(!render(&captured::empty()).contains("## Predicted drift"));
    }
}
