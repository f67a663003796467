//! The exact motion of the loops, as parallelograms through every flat position.
//!
//! **Angle.** All points have the acceleration `a = L (θ'' (cos θ, -sin θ) - θ'² (sin θ, cos θ))`. Point i carries
//! the mass `μ_i = m/3 + c_i m/2` and the weight `w_i g = (1 + c_i) m g/2`, where `c_i` is the number of its couplers, so that
//! `θ'' = W² sin θ` with `W² = (g/L) Σw/Σμ`.
//!
//! **Multipliers.** The weights are not in proportion to the masses, and rods must carry the difference from point
//! to point: `δ_i = W² μ_i/m - (g/L) w_i/m`, whose sum is zero. In y-direction only the crank can hold point i, in x-direction its
//! couplers take what is left:
//!
//! ```text
//! crank i     μ_i (θ'² - W² cos θ) + m δ_i / cos θ
//! coupler i   m D_i tan θ,  D_i = δ_0 + … + δ_i
//!
//! δ_i = (g/L) · 2/(4 (4N+1))       inside the row
//! δ_i = -(g/L) · (N-1)/(4 (4N+1))  at its ends
//! D_i = (g/L) · (2i - (N-1))/(4 (4N+1))
//! ```
//!
//! In this form nothing cancels but what has to vanish.
//!
//! **Pole.** A flat crank cannot hold anything up: for N ≥ 2 the multipliers of the truth grow as 1/cos θ towards each flat
//! position, with opposite signs on its two sides, while q, v and accelerations remain smooth. With one loop both δ are zero, and
//! there is no pole. A numerical solution that has left the parallelograms by ε finds accelerations that are off by about
//! ε/cos θ and multipliers that are off by ε/cos² θ: near a passage λ has hardly any digits, and an ε that is too large for
//! the nearest evaluation throws the solution off altogether.

use crate::NFourBar;
use problem::Truth;
use problem::elliptic::{Direction, PendulumMotion};
use system::ParameterError;

/// The motion of one row of loops from its initial state.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Motion {
    linkage: NFourBar,
    /// The angle from hanging down, π + θ.
    angle: PendulumMotion,
    /// W².
    square: f64,
}

impl Motion {
    /// The motion of `linkage`.
    pub(crate) fn new(linkage: NFourBar) -> Result<Self, ParameterError> {
        let p = linkage.parameters();
        let n = p.loops as f64;
        let square = p.gravity / p.length * (3.0 * (3.0 * n + 1.0)) / (2.0 * (4.0 * n + 1.0));
        let angle = PendulumMotion::from_top(square.sqrt(), p.speed / p.length).map_err(|_| {
            ParameterError::impossible(
                "speed",
                p.speed,
                "with this gravity and length the motion leaves the range of double precision",
            )
        })?;
        Ok(Self {
            linkage,
            angle,
            square,
        })
    }

    /// Time of one full turn of the cranks; infinite when they stand still upright.
    pub fn period(&self) -> f64 {
        self.angle.period()
    }

    /// sin θ, cos θ and θ' at time `t`.
    pub fn crank(&self, t: f64) -> Direction {
        let Direction { sin, cos, rate } = self.angle.at(t);
        Direction {
            sin: -sin,
            cos: -cos,
            rate,
        }
    }

    /// The state and the multipliers at time `t`. Exactly in a flat position there are no multipliers.
    pub fn at(&self, t: f64) -> Truth {
        let p = self.linkage.parameters();
        let crank = self.crank(t);
        let Direction { sin, cos, rate } = crank;
        let points = 0..=p.loops;
        let velocity = [p.length * rate * cos, -p.length * rate * sin];
        Truth {
            t,
            q: points
                .clone()
                .flat_map(|i| [p.length * (i as f64 + sin), p.length * cos])
                .collect(),
            v: points.flat_map(|_| velocity).collect(),
            lambda: (cos != 0.0).then(|| self.multipliers(crank)),
        }
    }

    /// Crank 0, coupler 0, crank 1, …
    fn multipliers(&self, Direction { sin, cos, rate }: Direction) -> Vec<f64> {
        let p = self.linkage.parameters();
        let n = p.loops as f64;
        let unit = p.mass * p.gravity / p.length / (4.0 * (4.0 * n + 1.0));
        let pull = p.mass * (rate * rate - self.square * cos);
        (0..=2 * p.loops)
            .map(|row| {
                let i = row / 2;
                if row % 2 == 1 {
                    return unit * (2.0 * i as f64 - (n - 1.0)) * (sin / cos);
                }
                let inside = self.linkage.couplers_at(i) == 2;
                let (mass, delta) = if inside {
                    (4.0 / 3.0, 2.0 * unit)
                } else {
                    (5.0 / 6.0, -(n - 1.0) * unit)
                };
                mass * pull + delta / cos
            })
            .collect()
    }
}

#[cfg(test)]
mod tests;
