//! The picture of the three links in space: the ground and the lower ends.

use crate::ThreeLinkPendulum;
use problem::{Drawn, Sketch};
use system::quaternion::rotate;

impl Drawn for ThreeLinkPendulum {
    fn sketch(&self) -> Sketch {
        let links = [[3, 0], [0, 1], [1, 2]];
        Sketch::space(3).fixed([[0.0; 3]]).rods(links)
    }

    fn points(&self, _t: f64, q: &[f64]) -> Vec<f64> {
        let links = q.chunks_exact(7).zip(self.parameters().lengths);
        let lower_end = |(link, length): (&[f64], f64)| {
            let attitude = std::array::from_fn(|k| link[3 + k]);
            let arm = rotate(attitude, [0.0, 0.0, 0.5 * length]);
            [0, 1, 2].map(|k| link[k] - arm[k])
        };
        links.flat_map(lower_end).collect()
    }
}
