//! The exact motion of the pendulum: its angle by elliptic functions, and what follows from it.

use crate::{Pendulum, PendulumError};
use problem::Truth;
use problem::elliptic::{Direction, PendulumMotion};

/// The motion of one pendulum from its initial state.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Motion {
    pendulum: Pendulum,
    angle: PendulumMotion,
}

impl Motion {
    /// The motion of `pendulum`.
    pub(crate) fn new(pendulum: Pendulum) -> Result<Self, PendulumError> {
        let p = pendulum.parameters();
        let natural = (p.gravity / p.length).sqrt();
        let angle = PendulumMotion::new(natural, p.angle, p.rate)?;
        Ok(Self { pendulum, angle })
    }

    /// Time after which the mass is back with the same velocity; infinite on the separatrix.
    pub fn period(&self) -> f64 {
        self.angle.period()
    }

    /// The state and the multiplier at time `t`.
    pub fn at(&self, t: f64) -> Truth {
        let p = self.pendulum.parameters();
        let Direction { sin, cos, rate } = self.angle.at(t);
        let (x, y) = (p.length * sin, -p.length * cos);
        let square = rate * rate * p.length * p.length;
        Truth {
            t,
            q: vec![x, y],
            v: vec![-rate * y, rate * x],
            lambda: Some(vec![
                p.mass * (square - p.gravity * y) / (p.length * p.length),
            ]),
        }
    }
}

#[cfg(test)]
mod tests;
