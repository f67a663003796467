//! The picture of a pendulum: its pivot, its rod and its mass.

use crate::Pendulum;
use problem::{Drawn, Sketch};

impl Drawn for Pendulum {
    fn sketch(&self) -> Sketch {
        Sketch::plane(1).fixed([[0.0, 0.0]]).rods([[0, 1]])
    }

    fn points(&self, _t: f64, q: &[f64]) -> Vec<f64> {
        q.to_vec()
    }
}
