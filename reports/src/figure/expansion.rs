//! The expansion figure: error of the truncation-error model over step size.

use super::chart::{Chart, Series};
use super::lines::Line;
use super::{figure, of_field};
use crate::number;
use crate::steady::{Group, energy_gain, groups};
use maud::Markup;
use results::{Results, SteadyQuantity, SteadyState};

/// Slopes for comparison: each further term gains one in a series in h, two in a series in h².
const SLOPES: [f64; 3] = [1.0, 2.0, 4.0];

/// The figure.
pub(crate) fn expansion(results: &Results) -> Markup {
    let groups = groups(&results.steady_state);
    let chart = Chart {
        id: "expansion",
        title: "Relative error of the predicted steady-state Φ against step size".to_owned(),
        vertical: "|predicted/exact − 1| of Φ",
        guide: "slopes",
        series: groups.iter().map(series).collect(),
    };
    let reading = "Each panel shows one integrator, each line one choice of gains, named by αh, βh² and ρ. Solid: the leading term alone. Dashed: with the next term. \
                   Both are compared with the exact equilibrium, so no run is needed and no rounding of a run disturbs them.";
    figure(
        "How good the prediction is",
        reading,
        chart.panels(),
        &of_field(
            results,
            "steady_state[].predicted, .two_terms, .exact",
            ["baumgarte-energy", "circle"],
        ),
    )
}

fn series(group: &Group) -> Series {
    let rho = energy_gain(group.rho, group.rho_law);
    let (c1, c2) = (number::plain(group.c1), number::plain(group.c2));
    Series {
        panel: group.rows[0].integrator.clone(),
        line: Line {
            label: format!("{c1}, {c2}, {rho}"),
            title: format!("{}, {}", group.variant, group.gains()),
            points: errors(group, |row| row.predicted),
            second: errors(group, |row| row.two_terms),
            ..Line::default()
        },
        slopes: SLOPES.to_vec(),
    }
}

/// Step and relative error of Φ, coarsest step first.
fn errors(group: &Group, of: fn(&SteadyState) -> Option<f64>) -> Vec<[f64; 2]> {
    let rows = group.rows.iter();
    let phi = rows.filter(|row| row.quantity == SteadyQuantity::Phi);
    let errors = phi.filter_map(|row| {
        // A term that vanishes predicts nothing but the order.
        let predicted = of(row).filter(|predicted| *predicted != 0.0)?;
        Some([row.h, (predicted / row.exact? - 1.0).abs()])
    });
    let mut errors: Vec<[f64; 2]> = errors.collect();
    errors.sort_by(|a, b| b[0].total_cmp(&a[0]));
    errors
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::captured;

    #[test]
    fn a_line_runs_from_coarse_to_fine_and_both_terms_are_drawn() {
        let rows = captured::planted().steady_state;
        let groups = groups(&rows);
        let lines: Vec<Line> = groups.iter().map(|group| series(group).line).collect();
        let both = |line: &Line| line.points.len() > 2 && !line.second.is_empty();
        assert!(lines.iter().any(both));
        for line in &lines {
            assert!(line.points.is_sorted_by(|a, b| a[0] > b[0]));
        }
    }

    #[test]
    fn the_error_is_relative_to_the_exact_value() {
        let mut rows = captured::planted().steady_state;
        rows.truncate(1);
        rows[0].quantity = SteadyQuantity::Phi;
        rows[0].predicted = Some(-1.5);
        rows[0].exact = Some(-2.0);
        assert_eq!(series(&groups(&rows)[0]).line.points, [[rows[0].h, 0.25]]);
    }
}
