//! The picture of the squeezer: seven bodies, their bearings and the spring.

use crate::Squeezer;
use crate::bodies::Bodies;
use crate::data::{A, B, C};
use crate::planar::plus;
use problem::{Drawn, Sketch};

// Moving points: the ends of crank, K5 and K7, the common joint at the end of K2, the end of the spring on K3 and, with a
// spring in place of the joint between K2 and K3, the end of K3.
const CRANK: usize = 0;
const FIVE: usize = 1;
const SEVEN: usize = 2;
const JOINT: usize = 3;
const LEVER: usize = 4;
const ROCKER: usize = 5;

impl Squeezer {
    /// Whether K3 ends elsewhere than K2.
    fn is_loose(&self) -> bool {
        self.parameters().joint_stiffness.is_some()
    }
}

impl Drawn for Squeezer {
    fn sketch(&self) -> Sketch {
        let (points, rocker) = match self.is_loose() {
            false => (ROCKER, JOINT),
            true => (ROCKER + 1, ROCKER),
        };
        let [origin, a, b, c] = [0, 1, 2, 3].map(|bearing| points + bearing);
        let sketch = Sketch::plane(points)
            .fixed([[0.0, 0.0], A, B, C])
            .rods([[origin, CRANK], [CRANK, JOINT]])
            .rods([[b, rocker], [rocker, LEVER], [LEVER, b]])
            .rods([[a, FIVE], [FIVE, JOINT], [a, SEVEN], [SEVEN, JOINT]])
            .springs([[LEVER, c]]);
        match self.is_loose() {
            false => sketch,
            true => sketch.springs([[JOINT, ROCKER]]),
        }
    }

    fn points(&self, _t: f64, q: &[f64]) -> Vec<f64> {
        let Ok(q) = q.try_into() else {
            return Vec::new();
        };
        let bodies = Bodies::at(q);
        let mut points = vec![
            bodies.crank,
            plus(A, bodies.five),
            plus(A, bodies.seven),
            bodies.joint(),
            plus(B, bodies.lever),
        ];
        if self.is_loose() {
            points.push(plus(B, bodies.rocker));
        }
        points.concat()
    }
}
