//! Gain maps: stable gains, shaded by the violation that they leave.

use super::heat_map::{HeatMap, Levels};
use super::marker;
use super::panel::{Panel, px};
use super::{figure, in_panels, of_field};
use crate::number;
use maud::{Markup, html};
use results::{GainMap, Results, Scale};

/// Larger radii are cut to this value before the edge of stability is interpolated.
const FAR: f64 = 2.0;

/// Number of straight pieces of the parabola of critical damping.
const PIECES: usize = 32;

/// The figure, one panel for each map.
pub(crate) fn gain_maps(results: &Results) -> Markup {
    let reading = "Shaded gains are stable, and the line around them is where a violation neither grows nor decays. \
                   The stronger the colour, the more violation is left: the |Φ| that the model predicts on the unit circle, \
                   or, where it predicts none, the factor by which a violation shrinks in a step. \
                   The dashed parabola is critical damping, βh² = (αh)²/4, as far as it is stable.";
    figure(
        "Stable gains",
        reading,
        in_panels(results.gain_maps.iter().filter_map(panel)),
        &of_field(results, "gain_maps", ["baumgarte", "circle"]),
    )
}

fn panel(map: &GainMap) -> Option<Markup> {
    let (drawn, scale) = shaded(map)?;
    let name = format!("{}, {}", map.integrator, map.placement);
    let panel = Panel::new(format!("Stable gains of {name}"), &name, ["αh", "βh²"]);
    let levels = match scale {
        Scale::Logarithmic => "|Φ| from",
        Scale::Linear => "factor from",
    };
    Some(html! {
        div {
            (panel.draw([drawn.x.round_ticks(), drawn.y.round_ticks()], html! {
                (drawn.shades())
                path.edge d=(edge(map, &drawn)) {}
                @let parabola = parabola(map, &drawn);
                @if !parabola.is_empty() { polyline.critical points=(parabola) {} }
                @if let Some([x, y]) = map.dead_beat.and_then(|gains| place(&drawn, gains)) {
                    g.dead-beat {
                        path d=(marker::path(3, [x, y])) {}
                        text x=(px(x)) y=(px(y - 8.0)) text-anchor="middle" { "dead-beat" }
                    }
                }
                (drawn.levels.legend(levels))
            }))
            p.caption { (caption(map, scale)) }
        }
    })
}

/// The stable gains, shaded by violation on a logarithmic scale, or by radius if there are no violations.
fn shaded(map: &GainMap) -> Option<(HeatMap<'_>, Scale)> {
    let grows = |values: &[f64]| {
        let finite = values.iter().all(|x| x.is_finite());
        values.len() > 1 && finite && values.windows(2).all(|pair| pair[0] < pair[1])
    };
    if !(grows(&map.c1) && grows(&map.c2)) {
        return None;
    }
    let stable = |of: fn(&GainMap, usize, usize) -> Option<f64>| -> Vec<Vec<Option<f64>>> {
        let value = |row, column| {
            radius(map, row, column).filter(|radius| *radius < 1.0)?;
            // A stable square without a violation is shown without a level.
            Some(of(map, row, column).unwrap_or(0.0))
        };
        let row = |row| (0..map.c1.len()).map(|column| value(row, column)).collect();
        (0..map.c2.len()).map(row).collect()
    };
    // Without a stable square there is still a frame to show that.
    let levels = |scale, values: &[Vec<Option<f64>>]| {
        let present = values.iter().flatten().filter_map(|x| *x);
        Levels::over(scale, present.chain([0.0]))
    };
    let (violations, radii) = (stable(violation), stable(radius));
    let (levels, values, scale) = match levels(Scale::Logarithmic, &violations) {
        Some(levels) => (levels, violations, Scale::Logarithmic),
        None => (levels(Scale::Linear, &radii)?, radii, Scale::Linear),
    };
    Some((HeatMap::new([&map.c1, &map.c2], levels, values)?, scale))
}

/// The edge of stability, in pixels.
fn edge(map: &GainMap, drawn: &HeatMap) -> String {
    drawn.contour(1.0, |row, column| {
        radius(map, row, column).map(|r| r.min(FAR))
    })
}

/// The parabola of critical damping, as far as it is stable and inside the map.
fn parabola(map: &GainMap, drawn: &HeatMap) -> String {
    // Without a limit the curve leaves the map on its right.
    let edge = 0.5 * map.c1.iter().copied().fold(0.0, f64::max);
    let limit = match map.critical_limit {
        None => edge,
        Some(limit) if limit.is_finite() => limit,
        Some(_) => 0.0,
    };
    let points = (0..=PIECES).filter_map(|k| {
        let s = limit * k as f64 / PIECES as f64;
        let [x, y] = place(drawn, [2.0 * s, s * s])?;
        Some(format!("{x:.1},{y:.1}"))
    });
    points.collect::<Vec<_>>().join(" ")
}

/// The pixels of a pair of gains inside the map.
fn place(drawn: &HeatMap, [c1, c2]: [f64; 2]) -> Option<[f64; 2]> {
    Some([drawn.x.at(c1)?, drawn.y.at(c2)?])
}

/// A spectral radius, if it is present and a number.
fn radius(map: &GainMap, row: usize, column: usize) -> Option<f64> {
    let radius = *map.radius.get(row)?.get(column)?;
    (!radius.is_nan()).then_some(radius)
}

fn violation(map: &GainMap, row: usize, column: usize) -> Option<f64> {
    let violation = (*map.violation.get(row)?.get(column)?)?;
    (violation > 0.0 && violation.is_finite()).then_some(violation)
}

/// The caption of a map.
fn caption(map: &GainMap, scale: Scale) -> String {
    let limit = match map.critical_limit {
        None => "Critical damping is stable for every step.".to_owned(),
        Some(s) if s > 0.0 && s.is_finite() => {
            let s = number::plain(s);
            format!("Critical damping with rate λ is stable up to λh = {s}.")
        }
        Some(_) => "Critical damping is not stable for any step.".to_owned(),
    };
    let dead_beat = match map.dead_beat.map(|gains| gains.map(number::plain)) {
        Some([c1, c2]) => format!("Dead-beat at αh = {c1}, βh² = {c2}."),
        None => "No gains are dead-beat.".to_owned(),
    };
    let h = number::setting(map.h);
    match scale {
        Scale::Logarithmic => format!("{limit} {dead_beat} |Φ| is for h = {h} s."),
        Scale::Linear => format!("{limit} {dead_beat}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::captured;

    fn map() -> GainMap {
        captured::results().gain_maps.remove(0)
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
            "{size} bytes, {squares} squares"
        );
    }

    #[test]
    fn every_stable_square_is_shaded_and_no_other() {
        let map = map();
        let (drawn, _) = shaded(&map).unwrap();
        for row in 0..map.c2.len() {
            for column in 0..map.c1.len() {
                let stable = map.radius[row][column] < 1.0;
                assert_eq!(drawn.value(row, column).is_some(), stable);
            }
        }
    }

    #[test]
    fn a_map_without_violations_is_shaded_by_its_radius() {
        let mut map = map();
        map.violation.clear();
        let (drawn, scale) = shaded(&map).unwrap();
        assert_eq!(scale, Scale::Linear);
        let shades = drawn.shades().into_string();
        assert!(shades.matches("<path").count() > 2);
    }

    #[test]
    fn the_edge_of_euler_is_where_it_is_known_to_be() {
        // One end of its triangle: αh = βh² up to αh = 4, βh² = 4.
        let map = map();
        let (drawn, _) = shaded(&map).unwrap();
        let on_edge = place(&drawn, [1.5, 1.5]).unwrap();
        let edge = edge(&map, &drawn);
        let pairs = edge.split(['M', 'L']);
        let points = pairs.filter_map(|pair| pair.split_once(' '));
        let distances = points.map(|(x, y)| {
            let [x, y] = [x, y].map(|pixel| pixel.parse::<f64>().unwrap());
            math::hypot(x - on_edge[0], y - on_edge[1])
        });
        let near = distances.fold(f64::INFINITY, f64::min);
        assert!(near < 5.0, "{near}");
    }
}
