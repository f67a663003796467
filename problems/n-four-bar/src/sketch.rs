//! The picture of the loops: bearings, cranks and couplers.

use crate::NFourBar;
use problem::{Drawn, Sketch};

impl Drawn for NFourBar {
    fn sketch(&self) -> Sketch {
        let p = self.parameters();
        let points = p.loops + 1;
        Sketch::plane(points)
            .fixed((0..points).map(|i| [i as f64 * p.length, 0.0]))
            .rods((0..points).map(|i| [points + i, i]))
            .rods((0..p.loops).map(|i| [i, i + 1]))
    }

    fn points(&self, _t: f64, q: &[f64]) -> Vec<f64> {
        q.to_vec()
    }
}
