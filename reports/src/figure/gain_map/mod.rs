//! Gain maps: which gains are stable, and what violation they leave.

mod contour;
mod drawing;
mod squares;

use super::marker;
use super::panel::{LEFT, Panel, RIGHT, TOP, px};
use super::shade::{Kind, legend};
use super::{figure, of_field};
use crate::number;
use drawing::Drawing;
use maud::{Markup, PreEscaped, html};
use results::{GainMap, Results};

/// The figure, one panel for each map.
pub(crate) fn gain_maps(results: &Results) -> Markup {
    let panels: Vec<Markup> = results.gain_maps.iter().filter_map(panel).collect();
    let reading = "Shaded gains are stable, and the line around them is where a violation neither grows nor decays. \
                   The stronger the colour, the more violation is left: the |Φ| that the model predicts on the unit circle, \
                   or, where it predicts none, the factor by which a violation shrinks in a step. \
                   The dashed parabola is critical damping, βh² = (αh)²/4, as far as it is stable.";
    figure(
        "Stable gains",
        reading,
        (!panels.is_empty()).then(|| html! { div.panels { @for panel in &panels { (panel) } } }),
        &of_field(results, "gain_maps", ["baumgarte", "circle"]),
    )
}

fn panel(map: &GainMap) -> Option<Markup> {
    let drawing = Drawing::new(map)?;
    let name = format!("{}, {}", map.integrator, map.placement);
    let panel = Panel {
        title: format!("Stable gains of {name}"),
        name: &name,
        across: "αh",
        up: "βh²",
        right: RIGHT,
        x: drawing.x.ticks(),
        y: drawing.y.ticks(),
    };
    let scale = format!(
        "translate({LEFT} {TOP}) scale({:.4} {:.4})",
        drawing.x.width,
        drawing.y.width.abs()
    );
    Some(html! {
        div {
            (panel.draw(html! {
                g.shade transform=(scale) {
                    @for (class, path) in drawing.shades() { path class=(class) d=(PreEscaped(path)) {} }
                }
                path.edge d=(drawing.edge()) {}
                @let parabola = drawing.parabola();
                @if !parabola.is_empty() { polyline.critical points=(parabola) {} }
                @if let Some([x, y]) = drawing.dead_beat() {
                    g.dead-beat {
                        path d=(marker::path(3, [x, y])) {}
                        text x=(px(x)) y=(px(y - 8.0)) text-anchor="middle" { "dead-beat" }
                    }
                }
                (legend(levels(&drawing), &drawing.scale))
            }))
            p.caption { (caption(&drawing)) }
        }
    })
}

/// What the levels are.
fn levels(drawing: &Drawing) -> &'static str {
    match drawing.kind {
        Kind::Decades => "|Φ| from",
        Kind::Even => "factor from",
    }
}

/// The numbers of a map in one line.
fn caption(drawing: &Drawing) -> String {
    let map = drawing.map;
    let limit = match map.critical_limit {
        None => "Critical damping is stable for every step.".to_owned(),
        Some(s) if s > 0.0 && s.is_finite() => {
            format!(
                "Critical damping with rate λ is stable up to λh = {}.",
                number::plain(s)
            )
        }
        Some(_) => "Critical damping is not stable for any step.".to_owned(),
    };
    let dead_beat = match map.dead_beat {
        Some([c1, c2]) => format!(
            "Dead-beat at αh = {}, βh² = {}.",
            number::plain(c1),
            number::plain(c2)
        ),
        None => "No gains are dead-beat.".to_owned(),
    };
    match drawing.kind {
        Kind::Decades => format!(
            "{limit} {dead_beat} |Φ| is for h = {} s.",
            number::setting(map.h)
        ),
        Kind::Even => format!("{limit} {dead_beat}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::captured;

    fn map() -> GainMap {
        captured::planted().gain_maps.remove(0)
    }

    #[test]
    fn a_ragged_map_is_drawn_as_far_as_it_goes() {
        let mut map = map();
        map.radius.truncate(5);
        map.radius[0].truncate(2);
        map.violation.clear();
        map.violation.push(vec![]);
        assert!(panel(&map).is_some());
        map.c1.reverse();
        assert!(panel(&map).is_none(), "an axis must grow");
        map.c1.clear();
        assert!(panel(&map).is_none());
    }

    #[test]
    fn a_dead_beat_point_outside_the_frame_is_told_but_not_drawn() {
        let mut map = map();
        map.dead_beat = Some([1e3, 1e3]);
        let text = panel(&map).unwrap().into_string();
        assert!(!text.contains("class=\"dead-beat\"") && text.contains("Dead-beat at αh = 1000"));
    }

    #[test]
    fn a_map_stays_small() {
        let map = map();
        let squares = map.c1.len() * map.c2.len();
        let size = panel(&map).unwrap().into_string().len();
        assert!(
            size < 8 * squares.max(1000),
            "{size} bytes for {squares} squares"
        );
    }
}
