//! Gain maps: which gains are stable, and what violation they leave.

use super::axis::Tick;
use super::contour::contour;
use super::linear_axis::round_values;
use super::marker;
use super::panel::{BOTTOM, LEFT, LINE, Panel, RIGHT, TOP, px};
use super::shade::{Kind, Scale, region};
use super::{figure, of_field};
use crate::number;
use maud::{Markup, PreEscaped, html};
use results::{GainMap, Results};

/// Radii above this only say "unstable"; the edge is interpolated below it.
const FAR: f64 = 2.0;

/// Straight pieces of the parabola of critical damping.
const PIECES: usize = 32;

/// The figure, one panel for each map.
pub(crate) fn gain_maps(results: &Results) -> Markup {
    let panels: Vec<Markup> = results.gain_maps.iter().filter_map(panel).collect();
    let reading = "Shaded gains are stable, and the line around them is where a violation neither grows nor decays. \
                   The darker the shade, the more violation is left: the |Φ| that the model predicts on the unit circle, \
                   or, where it predicts none, the factor by which a violation shrinks in a step. \
                   The dashed parabola is critical damping, βh² = (αh)²/4, as far as it is stable.";
    figure(
        "Stable gains",
        reading,
        (!panels.is_empty()).then(|| html! { div.panels { @for panel in &panels { (panel) } } }),
        &of_field(results, "gain_maps", ["baumgarte", "circle"]),
    )
}

/// One axis of a map. Squares have equal widths whatever the values in their middles are.
struct Squares<'a> {
    values: &'a [f64],
    from: f64,
    width: f64,
}

impl<'a> Squares<'a> {
    /// An axis over growing values, at least two.
    fn new(values: &'a [f64], [from, to]: [f64; 2]) -> Option<Self> {
        let grows = values.windows(2).all(|pair| pair[0] < pair[1]);
        let finite = values.iter().all(|x| x.is_finite());
        (values.len() > 1 && grows && finite).then(|| Self {
            values,
            from,
            width: (to - from) / values.len() as f64,
        })
    }

    /// The pixel of a value between the first and the last.
    fn at(&self, value: f64) -> Option<f64> {
        let next = self.values.iter().position(|x| value <= *x)?;
        let before = match next {
            0 if value < self.values[0] => return None,
            0 => 0,
            next => next - 1,
        };
        let gap = self.values[next] - self.values[before];
        let share = if gap > 0.0 {
            (value - self.values[before]) / gap
        } else {
            0.0
        };
        Some(self.from + (before as f64 + share + 0.5) * self.width)
    }

    fn ticks(&self) -> Vec<Tick> {
        let ends = self.values.first().zip(self.values.last());
        let values = ends.map_or_else(Vec::new, |(low, high)| round_values(*low, *high));
        let ticks = values.into_iter().filter_map(|x| {
            let (at, text) = (self.at(x)?, number::plain(x));
            Some(Tick { at, text })
        });
        ticks.collect()
    }
}

/// A map that can be drawn.
struct Drawing<'a> {
    map: &'a GainMap,
    x: Squares<'a>,
    y: Squares<'a>,
    kind: Kind,
    scale: Scale,
}

/// What a square shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Square {
    Unstable,
    Level(usize),
    /// Stable, but without the value that the others are shaded by.
    Plain,
}

impl<'a> Drawing<'a> {
    fn new(map: &'a GainMap) -> Option<Self> {
        let x = Squares::new(&map.c1, [LEFT, RIGHT])?;
        let y = Squares::new(&map.c2, [BOTTOM, TOP])?;
        let squares =
            || (0..map.c2.len()).flat_map(|row| (0..map.c1.len()).map(move |column| (row, column)));
        let stable = || {
            squares().filter(|(row, column)| radius(map, *row, *column).is_some_and(|r| r < 1.0))
        };
        let violations = stable().filter_map(|(row, column)| violation(map, row, column));
        let radii = stable().filter_map(|(row, column)| radius(map, row, column));
        let (kind, scale) = match Scale::over(Kind::Decades, violations) {
            Some(scale) => (Kind::Decades, scale),
            // Without a stable square there is still a frame to show that.
            None => (Kind::Even, Scale::over(Kind::Even, radii.chain([0.0]))?),
        };
        Some(Self {
            map,
            x,
            y,
            kind,
            scale,
        })
    }

    fn square(&self, row: usize, column: usize) -> Square {
        let Some(radius) = radius(self.map, row, column).filter(|radius| *radius < 1.0) else {
            return Square::Unstable;
        };
        let value = match self.kind {
            Kind::Decades => violation(self.map, row, column),
            Kind::Even => Some(radius),
        };
        value
            .and_then(|value| self.scale.level(value))
            .map_or(Square::Plain, Square::Level)
    }

    /// One path for each level that occurs.
    fn shades(&self) -> Vec<(String, String)> {
        let (rows, columns) = (self.map.c2.len(), self.map.c1.len());
        let squares: Vec<Vec<Square>> = (0..rows)
            .map(|row| {
                (0..columns)
                    .map(|column| self.square(row, column))
                    .collect()
            })
            .collect();
        let classes = std::iter::once((Square::Plain, "plain".to_owned()))
            .chain((0..self.scale.count).map(|level| (Square::Level(level), format!("l{level}"))));
        classes
            .map(|(class, name)| {
                (
                    name,
                    region(rows, columns, |row, column| squares[row][column] == class),
                )
            })
            .filter(|(_, path)| !path.is_empty())
            .collect()
    }

    /// The edge of stability, in pixels.
    fn edge(&self) -> String {
        let (rows, columns) = (self.map.c2.len(), self.map.c1.len());
        let value = |row: usize, column: usize| radius(self.map, row, column).map(|r| r.min(FAR));
        let pieces = contour(rows, columns, 1.0, value);
        let x = |at: f64| self.x.from + (at + 0.5) * self.x.width;
        let y = |at: f64| self.y.from + (at + 0.5) * self.y.width;
        let pieces = pieces.iter().map(|[a, b]| {
            format!(
                "M{:.1} {:.1}L{:.1} {:.1}",
                x(a[0]),
                y(a[1]),
                x(b[0]),
                y(b[1])
            )
        });
        pieces.collect()
    }

    /// Critical damping as far as it is stable and inside the map.
    fn parabola(&self) -> String {
        let limit = if self.map.critical_limit.is_finite() {
            self.map.critical_limit
        } else {
            0.0
        };
        let points = (0..=PIECES).filter_map(|k| {
            let s = limit * k as f64 / PIECES as f64;
            Some(format!(
                "{:.1},{:.1}",
                self.x.at(2.0 * s)?,
                self.y.at(s * s)?
            ))
        });
        points.collect::<Vec<_>>().join(" ")
    }

    fn dead_beat(&self) -> Option<[f64; 2]> {
        let [c1, c2] = self.map.dead_beat?;
        Some([self.x.at(c1)?, self.y.at(c2)?])
    }
}

/// A radius that is a number; lists may be shorter than they should be.
fn radius(map: &GainMap, row: usize, column: usize) -> Option<f64> {
    let radius = *map.radius.get(row)?.get(column)?;
    (!radius.is_nan()).then_some(radius)
}

fn violation(map: &GainMap, row: usize, column: usize) -> Option<f64> {
    let violation = (*map.violation.get(row)?.get(column)?)?;
    (violation > 0.0 && violation.is_finite()).then_some(violation)
}

fn panel(map: &GainMap) -> Option<Markup> {
    let drawing = Drawing::new(map)?;
    let name = format!("{}, {}", map.integrator, map.placement);
    let panel = Panel {
        title: format!("Stable gains of {name}"),
        name: &name,
        across: "αh",
        up: "βh²",
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
                (legend(&drawing))
            }))
            p.caption { (caption(&drawing)) }
        }
    })
}

/// The levels beside the frame, the darkest on top.
fn legend(drawing: &Drawing) -> Markup {
    let title = match drawing.kind {
        Kind::Decades => "|Φ| from",
        Kind::Even => "factor from",
    };
    let x = RIGHT + 14.0;
    html! {
        g.shade {
            text x=(px(x)) y=(px(TOP + 8.0)) { (title) }
            @for (k, level) in (0..drawing.scale.count).rev().enumerate() {
                @let y = TOP + 16.0 + (LINE + 3.0) * k as f64;
                rect class=(format!("l{level}")) x=(px(x)) y=(px(y)) width="14" height="12" {}
                text x=(px(x + 20.0)) y=(px(y + 9.5)) { (drawing.scale.begins(level)) }
            }
        }
    }
}

/// The numbers of a map in one line.
fn caption(drawing: &Drawing) -> String {
    let map = drawing.map;
    let limit = match map.critical_limit {
        s if s > 0.0 && s.is_finite() => {
            format!(
                "Critical damping with rate λ is stable up to λh = {}.",
                number::plain(s)
            )
        }
        _ => "Critical damping is not stable for any step.".to_owned(),
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
    use crate::fixture;

    fn map() -> GainMap {
        fixture::small().gain_maps.remove(0)
    }

    #[test]
    fn every_stable_square_is_shaded_and_no_other() {
        let map = map();
        let drawing = Drawing::new(&map).unwrap();
        for row in 0..map.c2.len() {
            for column in 0..map.c1.len() {
                let stable = map.radius[row][column] < 1.0;
                assert_eq!(drawing.square(row, column) != Square::Unstable, stable);
            }
        }
    }

    #[test]
    fn a_map_without_violations_is_shaded_by_its_radius() {
        let mut map = map();
        map.violation.clear();
        let drawing = Drawing::new(&map).unwrap();
        assert_eq!(drawing.kind, Kind::Even);
        assert!(drawing.shades().len() > 2);
    }

    #[test]
    fn the_edge_of_euler_is_where_it_is_known_to_be() {
        // One end of its triangle: αh = βh² up to αh = 4, βh² = 4.
        let map = map();
        let drawing = Drawing::new(&map).unwrap();
        let on_edge = [drawing.x.at(1.5).unwrap(), drawing.y.at(1.5).unwrap()];
        let edge = drawing.edge();
        let points = edge
            .split(['M', 'L'])
            .filter_map(|pair| pair.split_once(' '));
        let near = points
            .map(|(x, y)| {
                (x.parse::<f64>().unwrap() - on_edge[0])
                    .hypot(y.parse::<f64>().unwrap() - on_edge[1])
            })
            .fold(f64::INFINITY, f64::min);
        assert!(near < 5.0, "{near}");
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
