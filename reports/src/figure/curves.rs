//! Curves: predicted and measured violation along whole runs, signs and all.

use super::label::spread;
use super::linear_axis::LinearAxis;
use super::panel::{BOTTOM, LEFT, LINE, Panel, RIGHT, TOP, px};
use super::{figure, of_field};
use crate::number;
use maud::{Markup, html};
use results::{DriftPoint, DriftStudy, Results};

/// Points of one curve; more than two for each pixel nobody sees.
const MOST: usize = 440;

/// The figure, one panel for every study that kept its curves.
pub(crate) fn curves(results: &Results) -> Markup {
    let panels: Vec<Markup> = results.drift_studies.iter().filter_map(panel).collect();
    let reading = "Φ of the first constraint over time, every panel with its own vertical scale. \
                   Solid: measured. Dashed, on top of it: predicted. Where only one line is to be seen they are the same.";
    let problem = results
        .drift_studies
        .first()
        .map_or("", |study| &study.problem);
    figure(
        "Violation over time",
        reading,
        (!panels.is_empty()).then(|| html! { div.panels { @for panel in &panels { (panel) } } }),
        &of_field(results, "drift_studies[].curve", ["baumgarte", problem]),
    )
}

fn panel(study: &DriftStudy) -> Option<Markup> {
    let finite = |point: &&DriftPoint| {
        [point.t, point.predicted, point.measured]
            .iter()
            .all(|x| x.is_finite())
    };
    let stride = study.curve.len().div_ceil(MOST).max(1);
    let points: Vec<&DriftPoint> = study.curve.iter().step_by(stride).filter(finite).collect();
    let values = points
        .iter()
        .flat_map(|point| [point.predicted, point.measured]);
    let x = LinearAxis::over(points.iter().map(|point| point.t), [LEFT, RIGHT])?;
    let y = LinearAxis::over(values, [BOTTOM, TOP])?;
    let name = format!("{}, h = {} s", study.variant, number::setting(study.h));
    let panel = Panel {
        title: format!(
            "Predicted and measured Φ over time on {}: {name}",
            study.problem
        ),
        name: &name,
        across: "time in s",
        up: "Φ",
        right: RIGHT,
        x: x.ticks(),
        y: y.ticks(),
    };
    let line = |of: fn(&DriftPoint) -> f64| {
        let pairs = points
            .iter()
            .map(|point| format!("{:.1},{:.1}", x.at(point.t), y.at(of(point))));
        pairs.collect::<Vec<_>>().join(" ")
    };
    let last = points.last()?;
    let ends = [y.at(last.measured), y.at(last.predicted)];
    let places = spread(&ends, LINE, [TOP + 4.0, BOTTOM]);
    Some(panel.draw(html! {
        g.series.s0 {
            polyline points=(line(|point| point.measured)) {}
            text x=(RIGHT + 8.0) y=(px(places[0] + 3.5)) { "measured" }
        }
        g.series.s1 {
            polyline.dashed points=(line(|point| point.predicted)) {}
            text x=(RIGHT + 8.0) y=(px(places[1] + 3.5)) { "predicted" }
        }
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::captured;

    #[test]
    fn a_long_curve_is_thinned_and_a_broken_one_is_left_out() {
        let mut study = captured::planted().drift_studies.remove(0);
        let point = study.curve[0];
        study.curve = (0..10_000)
            .map(|k| DriftPoint {
                t: f64::from(k),
                ..point
            })
            .collect();
        let text = panel(&study).unwrap().into_string();
        assert!(
            text.matches(',').count() < 3 * MOST,
            "{}",
            text.matches(',').count()
        );
        study.curve = vec![DriftPoint {
            measured: f64::NAN,
            ..point
        }];
        assert!(panel(&study).is_none());
    }
}
