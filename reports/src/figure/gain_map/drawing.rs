//! A map turned into what is drawn: shades, the edge of stability, critical damping, the dead-beat point.

use super::super::panel::{BOTTOM, LEFT, RIGHT, TOP};
use super::super::shade::{Kind, Scale, region};
use super::contour::contour;
use super::squares::Squares;
use results::GainMap;

/// Radii above this only say "unstable"; the edge is interpolated below it.
const FAR: f64 = 2.0;

/// Straight pieces of the parabola of critical damping.
const PIECES: usize = 32;

/// A map that can be drawn.
pub(super) struct Drawing<'a> {
    pub(super) map: &'a GainMap,
    pub(super) x: Squares<'a>,
    pub(super) y: Squares<'a>,
    pub(super) kind: Kind,
    pub(super) scale: Scale,
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
    pub(super) fn new(map: &'a GainMap) -> Option<Self> {
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
    pub(super) fn shades(&self) -> Vec<(String, String)> {
        let (rows, columns) = (self.map.c2.len(), self.map.c1.len());
        let squares: Vec<Vec<Square>> = (0..rows)
            .map(|row| {
                (0..columns)
                    .map(|column| self.square(row, column))
                    .collect()
            })
            .collect();
        let classes = std::iter::once((Square::Plain, "plain".to_owned()))
            .chain((0..self.scale.count).map(|level| (Square::Level(level), Scale::class(level))));
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
    pub(super) fn edge(&self) -> String {
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
    pub(super) fn parabola(&self) -> String {
        // Without a limit the curve leaves the map on its right.
        let edge = 0.5 * self.map.c1.iter().copied().fold(0.0, f64::max);
        let limit = match self.map.critical_limit {
            None => edge,
            Some(limit) if limit.is_finite() => limit,
            Some(_) => 0.0,
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

    pub(super) fn dead_beat(&self) -> Option<[f64; 2]> {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::captured;

    fn map() -> GainMap {
        captured::planted().gain_maps.remove(0)
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
}
