//! The picture of two links: the pivot and their ends.

use crate::NaturalPendulum;
use problem::{Drawn, Sketch};

impl Drawn for NaturalPendulum {
    fn sketch(&self) -> Sketch {
        let links = [[2, 0], [0, 1]];
        Sketch::plane(2).fixed([[0.0, 0.0]]).rods(links)
    }

    fn points(&self, _t: f64, q: &[f64]) -> Vec<f64> {
        q.to_vec()
    }
}
