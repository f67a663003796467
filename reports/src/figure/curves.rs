//! Curves over a common abscissa, each with a colour and a pattern of dashes of its own.

use super::axis::Axis;
use super::lines::{Axes, FITS, Line, lines};
use super::marker;
use super::panel::{BOTTOM, LEFT, Panel, RIGHT, TOP};
use maud::{Markup, html};
use results::{Curve, Scale};

/// Number of dash patterns in the style sheet, `d0` to `d7`.
const DASHES: usize = 8;

/// The panel, if there is anything to draw.
pub(super) fn curves(panel: &Panel, scale: Scale, all: &[Curve]) -> Option<Markup> {
    let points = || {
        let points = all.iter().flat_map(|curve| &curve.points);
        points.filter(|[x, y]| x.is_finite() && y.is_finite())
    };
    // Only what can be drawn on the vertical axis stretches the horizontal one.
    let y = Axis::over(scale, points().map(|point| point[1]), [BOTTOM, TOP])?;
    let drawn = points().filter(|point| y.can_show(point[1]));
    let x = Axis::over(Scale::Linear, drawn.map(|point| point[0]), [LEFT, RIGHT])?;
    let axes = Axes { x, y };
    let all = all.iter().enumerate().map(line);
    let all: Vec<Line> = all
        .filter(|line| axes.end(&line.points).is_some())
        .collect();
    let cut = all.iter().any(|line| line.label.chars().count() > FITS);
    Some(html! {
        div {
            (panel.draw(axes.ticks(), lines(&axes, all.iter())))
            // Names that do not fit beside their lines stand in full below.
            @if cut { ul.keys { @for line in &all { (key(line)) } } }
        }
    })
}

fn line((k, curve): (usize, &Curve)) -> Line {
    Line {
        look: format!("curve s{} d{}", k % marker::LOOKS, k % DASHES),
        label: curve.name.clone(),
        title: curve.name.clone(),
        points: curve.points.clone(),
        ..Line::default()
    }
}

/// A sample of the line with its whole name.
fn key(line: &Line) -> Markup {
    html! {
        li {
            svg viewBox="0 0 34 8" aria-hidden="true" {
                g class=(format!("series {}", line.look)) { polyline points="0,4 34,4" {} }
            }
            (line.label)
        }
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
        assert_eq!(log.matches("<polyline").count(), 2);
        assert_eq!(log.matches(',').count(), 4, "one comma for each point");
        let linear = drawn(Scale::Linear, &[curve("a", &points)]).unwrap();
        assert_eq!(linear.matches("<polyline").count(), 1);
        assert_eq!(linear.matches(',').count(), points.len());
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
            assert_eq!(text.matches(&format!(" d{k}\"")).count(), 1);
        }
    }

    #[test]
    fn a_long_name_is_cut_beside_its_line_and_whole_below() {
        let name = "α = β = 25 1/s, feedback held";
        let text = drawn(Scale::Linear, &[curve(name, &[[0.0, 1.0], [1.0, 2.0]])]).unwrap();
        assert!(text.contains("…</text>") && text.contains(&format!("</svg>{name}</li>")));
        let short = drawn(Scale::Linear, &[curve("a", &[[0.0, 1.0], [1.0, 2.0]])]).unwrap();
        assert!(!short.contains("<ul"));
    }

    #[test]
    fn a_single_point_is_still_seen() {
        let text = drawn(Scale::Logarithmic, &[curve("a", &[[0.0, 1.0]])]).unwrap();
        assert!(text.contains("<path"));
    }
}
