//! Curves over a common abscissa, each with a colour and a pattern of dashes of its own.

use super::axis::Axis;
use super::lines::{Axes, Line};
use super::marker;
use super::panel::{BOTTOM, EDGE, LEFT, Panel, TOP};
use maud::{Markup, html};
use results::{Curve, Scale};

/// Number of dash patterns in the style sheet, `d0` to `d7`.
const DASHES: usize = 8;

/// The panel with its legend, if there is anything to draw.
pub(super) fn curves(panel: &Panel, scale: Scale, all: &[Curve]) -> Option<Markup> {
    let points = || {
        let points = all.iter().flat_map(|curve| &curve.points);
        points.filter(|[x, y]| x.is_finite() && y.is_finite())
    };
    // Only what can be drawn on the vertical axis stretches the horizontal one.
    let y = Axis::over(scale, points().map(|point| point[1]), [BOTTOM, TOP])?;
    let drawn = points().filter(|point| y.can_show(point[1]));
    let x = Axis::over(Scale::Linear, drawn.map(|point| point[0]), [LEFT, EDGE])?;
    let axes = Axes { x, y };
    let all = all.iter().enumerate().map(line);
    let all: Vec<Line> = all.filter(|line| axes.can_show(&line.points)).collect();
    Some(html! {
        div {
            (panel.draw(EDGE, axes.ticks(), html! { @for line in &all { (line.draw(&axes)) } }))
            ul.keys { @for line in &all { (line.key()) } }
        }
    })
}

fn line((k, curve): (usize, &Curve)) -> Line {
    Line {
        look: format!("curve s{} d{}", k % marker::LOOKS, k % DASHES),
        name: curve.name.clone(),
        points: curve.points.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn curve(name: &str, points: &[[f64; 2]]) -> Curve {
        Curve {
            name: name.into(),
            points: points.to_vec(),
        }
    }

    fn drawn(scale: Scale, all: &[Curve]) -> Option<String> {
        curves(&Panel::example(), scale, all).map(Markup::into_string)
    }

    #[test]
    fn a_logarithmic_panel_leaves_a_gap_where_a_value_is_not_positive() {
        let points = [
            [0.0, 0.0],
            [1.0, 1e-3],
            [2.0, 1e-2],
            [3.0, -1.0],
            [4.0, 0.1],
            [5.0, 1.0],
        ];
        let log = drawn(Scale::Logarithmic, &[curve("a", &points)]).unwrap();
        // The legend has a line with two points of its own.
        assert_eq!(log.matches("<polyline").count(), 2 + 1);
        assert_eq!(log.matches(',').count(), 4 + 2, "one comma for each point");
        let linear = drawn(Scale::Linear, &[curve("a", &points)]).unwrap();
        assert_eq!(linear.matches("<polyline").count(), 1 + 1);
        assert_eq!(linear.matches(',').count(), points.len() + 2);
    }

    #[test]
    fn what_cannot_be_drawn_is_no_panel() {
        assert!(drawn(Scale::Linear, &[]).is_none());
        assert!(drawn(Scale::Linear, &[curve("a", &[[0.0, f64::NAN]])]).is_none());
        let never_positive = curve("a", &[[0.0, 0.0], [1.0, -1.0]]);
        assert!(drawn(Scale::Logarithmic, &[never_positive]).is_none());
    }

    #[test]
    fn eight_curves_differ_in_their_dashes() {
        let all: Vec<Curve> = (0..8)
            .map(|k| curve(&format!("c{k}"), &[[0.0, 1.0], [1.0, f64::from(k)]]))
            .collect();
        let text = drawn(Scale::Linear, &all).unwrap();
        for k in 0..8 {
            // In the frame and in the legend.
            assert_eq!(text.matches(&format!(" d{k}\"")).count(), 2);
        }
    }

    #[test]
    fn a_long_name_stands_whole_below() {
        let name = "α = β = 25 1/s, feedback held, one of two very long names of curves";
        let text = drawn(Scale::Linear, &[curve(name, &[[0.0, 1.0], [1.0, 2.0]])]).unwrap();
        assert!(text.contains(&format!("</svg>{name}</li>")), "{text}");
        assert!(!text.contains('…'));
    }

    #[test]
    fn a_single_point_is_still_seen() {
        let text = drawn(Scale::Logarithmic, &[curve("a", &[[0.0, 1.0]])]).unwrap();
        assert!(text.contains("<path"));
    }
}
