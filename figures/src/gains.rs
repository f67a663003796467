//! Maps of gains: by which factor a violation grows in a step, and where that is one.

use crate::axis::Axis;
use crate::choice::Choice;
use crate::figure::{Entry, Figure, Height, Layer, Panel, Pen, Place, Sample};
use crate::paper::Ink;
use reports::phrase;
use results::GainMap;

/// Upper ends of the levels with their colours, the weakest decay first: darker is faster, in print without colour too.
const LEVELS: [(f64, Ink); 4] = [
    (STABLE, [222, 235, 247]),
    (0.75, [158, 202, 225]),
    (0.5, [74, 144, 194]),
    (0.25, [8, 69, 128]),
];

const EDGE: Pen = Pen {
    ink: [0, 0, 0],
    width: 450.0,
    dashes: &[],
};

const CRITICAL: Pen = Pen {
    ink: [213, 94, 0],
    width: 300.0,
    dashes: &[1500.0, 800.0],
};

/// Points of the curve of critical damping.
const SAMPLES: usize = 64;

/// Height of a frame as a part of its width.
const HEIGHT: Height = Height::OfWidth(0.72);

/// A corner: its place and the factor there.
type Corner = (Place, f64);

/// The factor on the edge of stability.
const STABLE: f64 = 1.0;

/// A square of a map: its corners, around it from the lower left one, and the points at which the edge of stability crosses
/// the sides that follow them.
struct Square {
    corners: [Corner; 4],
    crossings: [Option<Place>; 4],
}

/// The maps of one integrator, one panel for each placement of the feedback, if there are any.
pub(crate) fn gains(choice: &Choice, integrator: &str) -> Option<Figure> {
    let maps = choice.results.gain_maps.iter();
    let maps: Vec<&GainMap> = maps.filter(|map| map.integrator == integrator).collect();
    let mut variants = choice.results.methods.iter().flat_map(|m| &m.variants);
    let name = variants.find(|variant| variant.integrator == integrator);
    let name = name.map_or(integrator, phrase::integrator);
    let panels: Vec<Panel> = maps.iter().filter_map(|map| panel(map, name)).collect();
    let crossed = panels.iter().flat_map(|panel| &panel.layers);
    let dead_beat = crossed
        .filter(|layer| matches!(layer, Layer::Cross(_)))
        .count()
        > 0;
    (!panels.is_empty()).then(|| Figure {
        title: format!("Stable gains with {name}"),
        small: true,
        panels,
        key: key(dead_beat),
    })
}

fn key(dead_beat: bool) -> Vec<Entry> {
    let entry = |sample: Sample, label: &str| Entry {
        sample,
        label: label.to_owned(),
    };
    let lower = LEVELS.iter().skip(1).map(|(level, _)| *level).chain([0.0]);
    let mut key: Vec<Entry> = LEVELS
        .iter()
        .zip(lower)
        .map(|((high, ink), low)| {
            entry(
                Sample::Area(*ink),
                &format!("violation × {low} to {high} per step"),
            )
        })
        .collect();
    // The fastest decay first.
    key.reverse();
    key.push(entry(Sample::Line(EDGE), "stability edge"));
    key.push(entry(Sample::Line(CRITICAL), "critical damping, α² = 4β"));
    if dead_beat {
        key.push(entry(Sample::Cross, "no violation left after a few steps"));
    }
    key
}

fn panel(map: &GainMap, name: &str) -> Option<Panel> {
    let (columns, rows) = (map.c1.len(), map.c2.len());
    let whole = map.radius.len() == rows
        && map.radius.iter().all(|row| row.len() == columns)
        && map.edge_c1.len() == rows
        && map.edge_c1.iter().all(|row| row.len() + 1 == columns)
        && map.edge_c2.len() + 1 == rows
        && map.edge_c2.iter().all(|row| row.len() == columns);
    let ends = |values: &[f64]| Some([*values.first()?, *values.last()?]);
    let mut x = Axis::linear("α h", ends(&map.c1)?)?;
    let mut y = Axis::linear("β h²", ends(&map.c2)?)?;
    (x.grid, y.grid) = (false, false);
    if !whole {
        return None;
    }
    let squares = squares(map, &x, &y);
    let mut layers: Vec<Layer> = LEVELS
        .iter()
        .map(|(level, ink)| Layer::Area {
            polygons: region(&squares, *level),
            ink: *ink,
        })
        .collect();
    layers.push(Layer::Lines {
        lines: squares.iter().flatten().flatten().flat_map(edge).collect(),
        pen: EDGE,
    });
    layers.push(Layer::Lines {
        lines: vec![critical(map, &x, &y)],
        pen: CRITICAL,
    });
    let dead_beat = map
        .dead_beat
        .and_then(|[c1, c2]| Some([x.at(c1)?, y.at(c2)?]));
    let inside = dead_beat.filter(|place| place.iter().all(|p| (0.0..=1.0).contains(p)));
    layers.extend(inside.map(Layer::Cross));
    Some(Panel {
        heading: format!("{name}, {}", map.placement),
        x,
        y,
        height: HEIGHT,
        layers,
    })
}

/// The squares of the map, row by row; those without a finite factor at a corner are absent.
fn squares(map: &GainMap, x: &Axis, y: &Axis) -> Vec<Vec<Option<Square>>> {
    let corner = |row: usize, column: usize| -> Option<Corner> {
        let place = [x.at(map.c1[column])?, y.at(map.c2[row])?];
        let factor = map.radius[row][column];
        factor.is_finite().then_some((place, factor))
    };
    let square = |row: usize, column: usize| -> Option<Square> {
        let (low, left) = (row - 1, column - 1);
        let on_row = |k: usize| Some([x.at(map.edge_c1[k][left]?)?, y.at(map.c2[k])?]);
        let on_column = |k: usize| Some([x.at(map.c1[k])?, y.at(map.edge_c2[low][k]?)?]);
        Some(Square {
            corners: [
                corner(low, left)?,
                corner(low, column)?,
                corner(row, column)?,
                corner(row, left)?,
            ],
            crossings: [on_row(low), on_column(column), on_row(row), on_column(left)],
        })
    };
    let row = |row: usize| {
        (1..map.c1.len())
            .map(|column| square(row, column))
            .collect()
    };
    (1..map.c2.len()).map(row).collect()
}

/// Two triangles of a square, which meet between the corners whose factors are most alike: along a valley, not across it.
fn halves(square: &Square) -> [[Corner; 3]; 2] {
    let [a, b, c, d] = square.corners;
    match (a.1 - c.1).abs() <= (b.1 - d.1).abs() {
        true => [[a, b, c], [a, c, d]],
        false => [[b, c, d], [b, d, a]],
    }
}

/// Polygons that cover where the factor is at most a level. Squares that lie in it entirely are joined along their row.
fn region(squares: &[Vec<Option<Square>>], level: f64) -> Vec<Vec<Place>> {
    let inside = |square: &Square| square.corners.iter().all(|corner| corner.1 <= level);
    let parts = |square: &Square| match level == STABLE {
        true => vec![stable(square)],
        false => halves(square).map(|half| below(&half, level)).into(),
    };
    let mut polygons = vec![];
    for row in squares {
        let mut joined: Option<[Place; 4]> = None;
        for square in row {
            let whole = square.as_ref().filter(|square| inside(square));
            if let Some(square) = whole {
                let [a, b, c, d] = square.corners.map(|corner| corner.0);
                let [first, .., last] = joined.unwrap_or([a, b, c, d]);
                joined = Some([first, b, c, last]);
                continue;
            }
            polygons.extend(joined.take().map(Vec::from));
            let parts = square.iter().flat_map(parts);
            polygons.extend(parts.filter(|part| part.len() > 2));
        }
        polygons.extend(joined.map(Vec::from));
    }
    polygons
}

/// The stable part of a square.
fn stable(square: &Square) -> Vec<Place> {
    let sides = square.corners.iter().zip(square.crossings);
    let kept = sides.flat_map(|((place, factor), crossing)| {
        let corner = (*factor < STABLE).then_some(*place);
        corner.into_iter().chain(crossing)
    });
    kept.collect()
}

/// The edge of stability through a square, as lines between its crossings.
fn edge(square: &Square) -> Vec<Vec<Place>> {
    let crossings: Vec<Place> = square.crossings.into_iter().flatten().collect();
    let pairs = crossings.chunks_exact(2);
    pairs.map(<[Place]>::to_vec).collect()
}

/// The place on an edge of a triangle where the factor has a level, if it passes it.
fn meets((a, u): Corner, (b, v): Corner, level: f64) -> Option<Place> {
    ((u <= level) != (v <= level)).then(|| {
        let part = (level - u) / (v - u);
        [0, 1].map(|k| a[k] + part * (b[k] - a[k]))
    })
}

/// The part of a triangle with factors up to a level.
fn below(corners: &[Corner; 3], level: f64) -> Vec<Place> {
    let mut polygon = vec![];
    for k in 0..3 {
        let (this, next) = (corners[k], corners[(k + 1) % 3]);
        if this.1 <= level {
            polygon.push(this.0);
        }
        polygon.extend(meets(this, next, level));
    }
    polygon
}

/// The gains of critical damping, as far as the map shows them.
fn critical(map: &GainMap, x: &Axis, y: &Axis) -> Vec<Place> {
    let (Some(low), Some(high)) = (map.c1.first(), map.c1.last()) else {
        return vec![];
    };
    let places = (0..=SAMPLES).filter_map(|k| {
        let c1 = low + (high - low) * k as f64 / SAMPLES as f64;
        Some([x.at(c1)?, y.at(0.25 * c1 * c1)?])
    });
    places
        .filter(|place| (0.0..=1.0).contains(&place[1]))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const TRIANGLE: [Corner; 3] = [([0.0, 0.0], 0.0), ([1.0, 0.0], 2.0), ([0.0, 1.0], 2.0)];

    #[test]
    fn squares_inside_are_joined_and_the_others_are_cut() {
        let corner = |x: f64, y: f64, factor: f64| ([x, y], factor);
        let square = |x: f64, right: f64| {
            let crossed = |y: f64| (right > 1.0).then_some([x + 0.5, y]);
            Some(Square {
                corners: [
                    corner(x, 0.0, 0.5),
                    corner(x + 1.0, 0.0, right),
                    corner(x + 1.0, 1.0, right),
                    corner(x, 1.0, 0.5),
                ],
                crossings: [crossed(0.0), None, crossed(1.0), None],
            })
        };
        let row = vec![square(0.0, 0.5), square(1.0, 0.5), square(2.0, 1.5), None];
        assert_eq!(edge(row[2].as_ref().unwrap()), [[[2.5, 0.0], [2.5, 1.0]]]);
        let region = region(&[row], STABLE);
        assert_eq!(region[0], [[0.0, 0.0], [2.0, 0.0], [2.0, 1.0], [0.0, 1.0]]);
        let area = |polygon: &Vec<Place>| {
            let next = polygon.iter().cycle().skip(1);
            let cross = polygon
                .iter()
                .zip(next)
                .map(|(a, b)| a[0] * b[1] - b[0] * a[1]);
            0.5 * cross.sum::<f64>().abs()
        };
        let areas: f64 = region.iter().map(area).sum();
        assert!((areas - 2.5).abs() < 1e-12, "{areas}");
    }

    #[test]
    fn a_triangle_is_cut_where_the_factor_has_the_level() {
        assert_eq!(below(&TRIANGLE, 1.0), [[0.0, 0.0], [0.5, 0.0], [0.0, 0.5]]);
        assert_eq!(below(&TRIANGLE, 3.0).len(), 3);
        assert_eq!(below(&TRIANGLE, -1.0).len(), 0);
    }
}
