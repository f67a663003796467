//! The picture of the bead on its ring.

use crate::Circle;
use problem::{Drawn, Sketch};

/// Corners of the ring: more could not be told apart in a picture.
const CORNERS: u32 = 60;

impl Drawn for Circle {
    fn sketch(&self) -> Sketch {
        let corner = |k: u32| {
            let angle = std::f64::consts::TAU * f64::from(k) / f64::from(CORNERS);
            let (sin, cos) = math::sin_cos(angle);
            [cos, sin]
        };
        Sketch::plane(1).path((0..=CORNERS).map(corner))
    }

    fn points(&self, _t: f64, q: &[f64]) -> Vec<f64> {
        q.to_vec()
    }
}
