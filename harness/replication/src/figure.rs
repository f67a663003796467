//! Figures from runs, with curves thinned out to the resolution that can be seen.

use results::{Curve, ReplicatedFigure, ReplicatedPanel};

/// A figure of a paper, drawn from our runs.
#[derive(Clone, Debug, PartialEq)]
pub struct Figure {
    /// Identifier within the paper, for example `fig-2`.
    pub id: String,
    /// The title, which says which figure it is and what it shows.
    pub title: String,
    /// How to read the figure, and what it makes visible.
    pub reading: String,
    /// The panels of the figure.
    pub panels: Vec<ReplicatedPanel>,
}

impl Figure {
    /// The figure in the form of the results.
    pub(crate) fn result(self, paper: &str) -> ReplicatedFigure {
        ReplicatedFigure {
            id: format!("{paper}/{}", self.id),
            paper: paper.to_owned(),
            title: self.title,
            reading: self.reading,
            panels: self.panels,
        }
    }
}

/// Largest number of buckets of a curve, each of which keeps its lowest and its highest point.
const BUCKETS: usize = 240;

/// Significant digits to which points are rounded.
const DIGITS: i32 = 5;

/// A curve that is thinned out without losing its extremes; points that are not finite are left out.
pub(crate) fn curve(name: &str, points: &[[f64; 2]]) -> Curve {
    let finite = |point: &&[f64; 2]| point.iter().all(|x| x.is_finite());
    let points: Vec<[f64; 2]> = points.iter().filter(finite).copied().collect();
    let size = points.len().div_ceil(BUCKETS).max(1);
    let thinned = points.chunks(size).flat_map(|bucket| {
        let by = |a: &usize, b: &usize| bucket[*a][1].total_cmp(&bucket[*b][1]);
        let low = (0..bucket.len()).min_by(by).unwrap_or(0);
        let high = (0..bucket.len()).max_by(by).unwrap_or(0);
        let mut kept = vec![low.min(high), low.max(high)];
        kept.dedup();
        kept.into_iter().map(|k| bucket[k].map(rounded))
    });
    Curve {
        name: name.to_owned(),
        points: thinned.collect(),
    }
}

fn rounded(x: f64) -> f64 {
    if x == 0.0 {
        return 0.0;
    }
    let unit = math::powi(10.0, DIGITS - 1 - math::log10(x.abs()).floor() as i32);
    let rounded = (x * unit).round() / unit;
    if rounded.is_finite() { rounded } else { x }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_spike_survives_and_points_are_few() {
        let mut points: Vec<[f64; 2]> = (0..100_000).map(|k| [f64::from(k), 1.0]).collect();
        points[77_777][1] = 5.0;
        points[33_333][1] = f64::NAN;
        let curve = curve("spike", &points);
        assert!(curve.points.len() <= 2 * BUCKETS);
        assert!(curve.points.iter().any(|point| point[1] == 5.0));
        assert!(curve.points.iter().flatten().all(|x| x.is_finite()));
    }

    #[test]
    fn points_keep_five_digits() {
        for (x, expected) in [
            (1.234_567e-9, 1.2346e-9),
            (-98_765.4, -98_765.0),
            (0.0, 0.0),
        ] {
            assert!((rounded(x) - expected).abs() <= 1e-12 * x.abs(), "{x}");
        }
    }
}
