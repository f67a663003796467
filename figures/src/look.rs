//! How variants are told apart: colour, marker and dashes differ together, so that none of them is needed.

use crate::paper::{Ink, Point};
use std::f64::consts::TAU;

/// The most variants that one figure tells apart.
pub const MOST: usize = 8;

/// Colours that people with any kind of colour vision tell apart, by Okabe and Ito; the last one is a grey in place of
/// their yellow, which is too light for lines on white. Neighbours differ in lightness, for prints in grey.
const INKS: [Ink; MOST] = [
    [0, 0, 0],
    [213, 94, 0],
    [0, 114, 178],
    [86, 180, 233],
    [0, 158, 115],
    [204, 121, 167],
    [230, 159, 0],
    [120, 120, 120],
];

/// Lengths of dashes and gaps in micrometres, in turn; none for a line without gaps.
const DASHES: [&[f64]; MOST] = [
    &[],
    &[2200.0, 1000.0],
    &[700.0, 900.0],
    &[2200.0, 900.0, 300.0, 900.0],
    &[4000.0, 1000.0],
    &[1200.0, 800.0],
    &[2200.0, 900.0, 300.0, 900.0, 300.0, 900.0],
    &[100.0, 900.0],
];

/// Width of a line in micrometres.
pub(crate) const LINE: f64 = 300.0;

/// Half of the size of a marker in micrometres.
const MARKER: f64 = 850.0;

/// The look of the k-th variant of a figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Look(pub(crate) usize);

/// The shape of a marker: its corners, and whether it is filled or only outlined.
pub(crate) struct Shape {
    pub(crate) corners: Vec<Point>,
    pub(crate) filled: bool,
}

impl Look {
    pub(crate) fn ink(self) -> Ink {
        INKS[self.0 % MOST]
    }

    pub(crate) fn dashes(self) -> &'static [f64] {
        DASHES[self.0 % MOST]
    }

    /// The marker around a point.
    pub(crate) fn marker(self, [x, y]: Point) -> Shape {
        let polygon = |n: usize, size: f64, turned: f64| -> Vec<Point> {
            let corner = |k: usize| {
                let angle = TAU * (k as f64 + turned) / n as f64;
                [
                    x + size * MARKER * math::sin(angle),
                    y - size * MARKER * math::cos(angle),
                ]
            };
            (0..n).map(corner).collect()
        };
        let star = |points: usize, inner: f64| -> Vec<Point> {
            let outer = polygon(points, 1.3, 0.0).into_iter();
            let inner = polygon(points, inner, 0.5).into_iter();
            outer.zip(inner).flat_map(|(a, b)| [a, b]).collect()
        };
        // Filled and hollow ones alternate: where two coincide, both are seen.
        let (corners, filled) = match self.0 % MOST {
            0 => (polygon(32, 0.8, 0.0), true),
            1 => (polygon(4, 1.45, 0.5), false),
            2 => (polygon(3, 1.1, 0.0), true),
            3 => (polygon(4, 1.5, 0.0), false),
            4 => (polygon(3, 1.1, 0.5), true),
            5 => (polygon(32, 1.15, 0.0), false),
            6 => (star(5, 0.5), true),
            _ => (star(4, 0.45), false),
        };
        Shape { corners, filled }
    }
}

/// The dashes of a line of straight pieces.
pub(crate) fn dashed(line: &[Point], pattern: &[f64]) -> Vec<Vec<Point>> {
    if pattern.is_empty() || line.len() < 2 {
        return vec![line.to_vec()];
    }
    let mut dashes = vec![vec![line[0]]];
    let (mut k, mut left) = (0, pattern[0]);
    for ends in line.windows(2) {
        let [a, b] = [ends[0], ends[1]];
        let [x, y] = [b[0] - a[0], b[1] - a[1]];
        let length = (x * x + y * y).sqrt();
        let mut done = 0.0;
        while length - done > left {
            done += left;
            let part = done / length;
            let turn = [a[0] + part * (b[0] - a[0]), a[1] + part * (b[1] - a[1])];
            let drawing = k % 2 == 0;
            if drawing {
                if let Some(dash) = dashes.last_mut() {
                    dash.push(turn);
                }
            } else {
                dashes.push(vec![turn]);
            }
            k = (k + 1) % pattern.len();
            left = pattern[k];
        }
        left -= length - done;
        if k % 2 == 0
            && let Some(dash) = dashes.last_mut()
        {
            dash.push(b);
        }
    }
    dashes
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn no_two_looks_share_a_colour_dashes_or_a_marker() {
        let looks = || (0..MOST).map(Look);
        let inks: BTreeSet<Ink> = looks().map(Look::ink).collect();
        let dashes: BTreeSet<String> = looks().map(|l| format!("{:?}", l.dashes())).collect();
        let markers: BTreeSet<String> = looks()
            .map(|l| format!("{:.0?}", l.marker([0.0; 2]).corners))
            .collect();
        assert_eq!([inks.len(), dashes.len(), markers.len()], [MOST; 3]);
    }

    #[test]
    fn every_pattern_ends_with_a_gap() {
        assert!(DASHES.iter().all(|pattern| pattern.len() % 2 == 0));
    }

    #[test]
    fn dashes_go_on_around_a_bend() {
        let line = [[0.0, 0.0], [3.0, 0.0], [3.0, 4.0]];
        assert_eq!(
            dashed(&line, &[2.0, 2.0]),
            [vec![[0.0, 0.0], [2.0, 0.0]], vec![[3.0, 1.0], [3.0, 3.0]],]
        );
        assert_eq!(
            dashed(&line, &[4.0, 9.0]),
            [vec![[0.0, 0.0], [3.0, 0.0], [3.0, 1.0]]]
        );
        assert_eq!(dashed(&line, &[]), [line.to_vec()]);
    }
}
