//! The picture of a slider-crank: bearing, crank, rod and the rail of the slide.

use crate::SliderCrank;
use problem::{Drawn, Sketch};

impl Drawn for SliderCrank {
    fn sketch(&self) -> Sketch {
        let p = self.parameters();
        // The slide runs from one dead centre to the other; the rail goes on for a quarter of the crank.
        let beyond = 0.25 * p.crank;
        let rail = [p.rod - p.crank - beyond, p.rod + p.crank + beyond];
        Sketch::plane(2)
            .fixed([[0.0, 0.0]])
            .path(rail.map(|x| [x, 0.0]))
            .rods([[2, 0], [0, 1]])
    }

    /// The end of the crank, and the end of the rod on the slide.
    fn points(&self, _t: f64, q: &[f64]) -> Vec<f64> {
        let p = self.parameters();
        let (sin_theta, cos_theta) = math::sin_cos(q[0]);
        let (sin_phi, cos_phi) = math::sin_cos(q[1]);
        let rest = p.rod - p.centre;
        vec![
            p.crank * cos_theta,
            p.crank * sin_theta,
            q[2] + rest * cos_phi,
            q[3] + rest * sin_phi,
        ]
    }
}
