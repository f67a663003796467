//! The picture of two rods: the pivot and the ends of the rods.

use crate::DoublePendulum;
use problem::{Drawn, Sketch};

impl Drawn for DoublePendulum {
    fn sketch(&self) -> Sketch {
        let rods = [[2, 0], [0, 1]];
        Sketch::plane(2).fixed([[0.0, 0.0]]).rods(rods)
    }

    /// The coordinates have x downwards and y sideways.
    fn points(&self, _t: f64, q: &[f64]) -> Vec<f64> {
        let half = 0.5 * self.parameters().length;
        let end = |rod: &[f64]| {
            let (sin, cos) = math::sin_cos(rod[2]);
            [rod[1] + half * cos, -(rod[0] + half * sin)]
        };
        q.chunks_exact(3).flat_map(end).collect()
    }
}
