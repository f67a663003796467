//! Predicted and measured violation over time, with their signs.

use super::curves::curves;
use super::panel::Panel;
use super::{figure, in_panels, of_field};
use crate::number;
use maud::Markup;
use results::{Curve, DriftPoint, DriftStudy, Results, Scale};

/// The most points drawn of one curve, about two per pixel.
const MOST: usize = 440;

/// A run whose violation is so many times the predicted one is drawn by sizes, on a logarithmic scale that shows how it
/// left.
const LOST: f64 = 1e3;

/// The figure, one panel per study with curves.
pub(crate) fn studies(results: &Results) -> Markup {
    let reading = "Φ of the first constraint over time, every panel with its own vertical scale. \
                   Solid: measured. Dashed, on top of it: predicted. Where only one line is visible they are the same. \
                   Runs that leave their prediction altogether are drawn as |Φ| on a logarithmic scale.";
    let studies = &results.drift_studies;
    let problem = studies.first().map_or("", |study| &study.problem);
    figure(
        "Violation over time",
        reading,
        in_panels(studies.iter().filter_map(panel)),
        &of_field(results, "drift_studies[].curve", ["baumgarte", problem]),
    )
}

fn panel(study: &DriftStudy) -> Option<Markup> {
    let name = format!("{}, h = {} s", study.variant, number::setting(study.h));
    let problem = &study.problem;
    let title = format!("Predicted and measured Φ over time on {problem}: {name}");
    let lost = study.measured.position > LOST * study.predicted.position;
    let (scale, letter) = match lost {
        true => (Scale::Logarithmic, "|Φ|"),
        false => (Scale::Linear, "Φ"),
    };
    let panel = Panel::new(title, &name, ["time in s", letter]);
    let stride = study.curve.len().div_ceil(MOST).max(1);
    let points = study.curve.iter().step_by(stride);
    let points = points.filter(|point| point.predicted.is_finite() && point.measured.is_finite());
    let curve = |name: &str, of: fn(&DriftPoint) -> f64| Curve {
        name: name.into(),
        points: (points.clone())
            .map(|point| [point.t, if lost { of(point).abs() } else { of(point) }])
            .collect(),
    };
    let measured = curve("measured", |point| point.measured);
    let predicted = curve("predicted", |point| point.predicted);
    curves(&panel, scale, &[measured, predicted])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::captured;

    #[test]
    fn a_run_that_left_its_prediction_is_drawn_by_sizes() {
        let mut study = captured::results().drift_studies.remove(0);
        let shown = |study: &DriftStudy| panel(study).unwrap().into_string();
        assert!(!shown(&study).contains("|Φ|"));
        study.measured.position = 1e4 * study.predicted.position;
        assert!(shown(&study).contains("|Φ|"));
    }

    #[test]
    fn a_long_curve_is_thinned_and_a_broken_one_is_left_out() {
        let mut study = captured::results().drift_studies.remove(0);
        let point = study.curve[0];
        study.curve = (0..10_000)
            .map(|k| DriftPoint {
                t: f64::from(k),
                ..point
            })
            .collect();
        let text = panel(&study).unwrap().into_string();
        let count = text.matches(',').count();
        assert!((MOST / 2..3 * MOST).contains(&count), "{count}");
        study.curve = vec![DriftPoint {
            measured: f64::NAN,
            ..point
        }];
        assert!(panel(&study).is_none());
    }
}
