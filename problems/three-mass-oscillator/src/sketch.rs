//! The picture of the three masses: in a row on a rail, with springs between them and to a wall.

use crate::ThreeMassOscillator;
use problem::{Drawn, Sketch};

/// Distances between wall and masses at rest in m: the equations know displacements only, and in the motions of the
/// benchmark no mass passes another with these.
const APART: f64 = 4.0;

/// Half the height of the wall in m.
const WALL: f64 = 1.0;

impl Drawn for ThreeMassOscillator {
    fn sketch(&self) -> Sketch {
        Sketch::plane(3)
            .fixed([[0.0, 0.0]])
            .path([[0.0, -WALL], [0.0, WALL]])
            .path([[0.0, -WALL], [4.0 * APART, -WALL]])
            .springs([[3, 0], [0, 1], [1, 2]])
    }

    fn points(&self, _t: f64, q: &[f64]) -> Vec<f64> {
        let place = |(k, x): (usize, &f64)| [(k + 1) as f64 * APART + x, 0.0];
        q.iter().enumerate().flat_map(place).collect()
    }
}
