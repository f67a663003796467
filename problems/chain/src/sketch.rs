//! The picture of a chain: the pivot and the ends of the links.

use crate::Chain;
use problem::{Drawn, Sketch};

impl Drawn for Chain {
    fn sketch(&self) -> Sketch {
        let links = self.parameters().links;
        let before = |link: usize| link.checked_sub(1).unwrap_or(links);
        Sketch::plane(links)
            .fixed([[0.0, 0.0]])
            .rods((0..links).map(|link| [before(link), link]))
    }

    fn points(&self, _t: f64, q: &[f64]) -> Vec<f64> {
        let half = 0.5 * self.parameters().length;
        let end = |link: &[f64]| {
            let (sin, cos) = math::sin_cos(link[2]);
            [link[0] + half * cos, link[1] + half * sin]
        };
        q.chunks_exact(3).flat_map(end).collect()
    }
}
