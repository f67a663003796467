//! The picture of the chain in space: its hinges and its tip.

use crate::{FiveLinkChain, LINKS};
use problem::{Drawn, Sketch};

impl Drawn for FiveLinkChain {
    fn sketch(&self) -> Sketch {
        let before = |link: usize| link.checked_sub(1).unwrap_or(LINKS);
        Sketch::space(LINKS)
            .fixed([[0.0; 3]])
            .rods((0..LINKS).map(|link| [before(link), link]))
    }

    fn points(&self, _t: f64, q: &[f64]) -> Vec<f64> {
        let point = |link: &[f64]| [link[0], link[1], link[2]];
        q.chunks_exact(6).flat_map(point).collect()
    }
}
