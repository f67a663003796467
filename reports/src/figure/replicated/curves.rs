//! Lines over a common abscissa. Each has a colour and a pattern of dashes of its own, and its name at its end.

use super::super::axis::{LogAxis, Tick};
use super::super::label::{shortened, spread};
use super::super::linear_axis::LinearAxis;
use super::super::marker;
use super::super::panel::{BOTTOM, LEFT, LINE, RIGHT, TOP, px};
use super::Frame;
use maud::{Markup, html};
use results::{Curve, Scale};

/// Letters of a name that fit beside the frame.
const FITS: usize = 17;

/// Patterns of dashes in the style sheet, `d0` to `d7`.
const DASHES: usize = 8;

/// The vertical axis of either kind.
enum Up {
    Linear(LinearAxis),
    Logarithmic(LogAxis),
}

impl Up {
    fn over(scale: Scale, values: impl Iterator<Item = f64>) -> Option<Self> {
        Some(match scale {
            Scale::Linear => Self::Linear(LinearAxis::over(values, [BOTTOM, TOP])?),
            Scale::Logarithmic => Self::Logarithmic(LogAxis::over(values, [BOTTOM, TOP])?),
        })
    }

    fn at(&self, value: f64) -> f64 {
        match self {
            Self::Linear(axis) => axis.at(value),
            Self::Logarithmic(axis) => axis.at(value),
        }
    }

    fn ticks(&self) -> Vec<Tick> {
        match self {
            Self::Linear(axis) => axis.ticks(),
            Self::Logarithmic(axis) => axis.ticks(),
        }
    }
}

/// The panel, where there is anything to draw.
pub(super) fn curves(frame: &Frame, scale: Scale, all: &[Curve]) -> Option<Markup> {
    let drawable = || {
        all.iter()
            .flat_map(|curve| &curve.points)
            .filter(|point| can_be_drawn(scale, point))
    };
    let x = LinearAxis::over(drawable().map(|point| point[0]), [LEFT, RIGHT])?;
    let y = Up::over(scale, drawable().map(|point| point[1]))?;
    let lines: Vec<Line> = all
        .iter()
        .enumerate()
        .filter_map(|(look, curve)| {
            let place = |point: &[f64; 2]| [x.at(point[0]), y.at(point[1])];
            let pieces: Vec<Vec<[f64; 2]>> = curve
                .points
                .split(|point| !can_be_drawn(scale, point))
                .filter(|piece| !piece.is_empty())
                .map(|piece| piece.iter().map(place).collect())
                .collect();
            let end = *pieces.last()?.last()?;
            Some(Line {
                look,
                name: &curve.name,
                pieces,
                end,
            })
        })
        .collect();
    let ends: Vec<f64> = lines.iter().map(|line| line.end[1]).collect();
    let places = spread(&ends, LINE, [TOP + 4.0, BOTTOM]);
    let cut = lines.iter().any(|line| line.name.chars().count() > FITS);
    let panel = frame.panel(x.ticks(), y.ticks());
    Some(html! {
        div {
            (panel.draw(html! { @for (line, place) in lines.iter().zip(places) { (line.draw(place)) } }))
            // Names that do not fit beside their lines stand in full below.
            @if cut { ul.keys { @for line in &lines { (line.key()) } } }
        }
    })
}

/// Finite, and on a logarithmic axis positive.
fn can_be_drawn(scale: Scale, [x, y]: &[f64; 2]) -> bool {
    x.is_finite() && y.is_finite() && (scale == Scale::Linear || *y > 0.0)
}

/// A curve in pixels.
struct Line<'a> {
    look: usize,
    name: &'a str,
    /// Neighbouring points; where some cannot be drawn there is a gap.
    pieces: Vec<Vec<[f64; 2]>>,
    end: [f64; 2],
}

impl Line<'_> {
    fn classes(&self) -> String {
        let (colour, dash) = (self.look % marker::LOOKS, self.look % DASHES);
        format!("series curve s{colour} d{dash}")
    }

    fn draw(&self, place: f64) -> Markup {
        html! {
            g class=(self.classes()) {
                title { (self.name) }
                @for piece in &self.pieces {
                    @match piece[..] {
                        // A line through one point would not be seen.
                        [point] => path d=(marker::small(0, point)) {},
                        _ => polyline points=(polyline(piece)) {},
                    }
                }
                line.leader x1=(px(self.end[0] + 1.0)) y1=(px(self.end[1])) x2=(px(RIGHT + 8.0)) y2=(px(place)) {}
                text x=(px(RIGHT + 11.0)) y=(px(place + 3.5)) { (shortened(self.name, FITS)) }
            }
        }
    }

    /// A sample of the line with its whole name.
    fn key(&self) -> Markup {
        html! {
            li {
                svg viewBox="0 0 34 8" aria-hidden="true" { g class=(self.classes()) { polyline points="0,4 34,4" {} } }
                (self.name)
            }
        }
    }
}

/// Points in tenths of a pixel; those that fall on the one before are left out.
fn polyline(points: &[[f64; 2]]) -> String {
    let mut pairs: Vec<String> = points
        .iter()
        .map(|[x, y]| format!("{},{}", px(*x), px(*y)))
        .collect();
    pairs.dedup();
    pairs.join(" ")
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
        curves(&Frame::example(), scale, all).map(Markup::into_string)
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
        assert!(
            drawn(
                Scale::Logarithmic,
                &[curve("a", &[[0.0, 0.0], [1.0, -1.0]])]
            )
            .is_none()
        );
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
