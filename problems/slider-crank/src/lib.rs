//! A slider-crank: crank, connecting rod and a slide that guides the end of the rod.
//!
//! **Sketch.** A crank turns about the origin. A rod is pinned to its end, and the other end of the rod slides along the
//! x axis. The weight of the rod pulls the crank down; released from rest above the axis, the mechanism
//! swings through both dead centres and back, its rod and crank folding over each other on the way.
//!
//! **Coordinates.** `q = (θ, φ, x, y)`: angle of the crank and of the rod from +x, and the centre of mass of the rod;
//! `v = q'`.
//!
//! **M** = diag(J₁, J₂, m, m): the crank about the pivot, the rod about its centre, the mass of the rod; the slide has
//! none. **f** = (0, 0, 0, -m g).
//!
//! **Φ** = (r cos θ + L₁ cos φ - x, r sin θ + L₁ sin φ - y, (L - L₁) sin φ + y): the centre lies L₁ along the rod from the end
//! of the crank, and the end of the rod on the x axis. With r < L the rows are independent everywhere, since
//! `L sin φ = -r sin θ` keeps the rod from standing upright. At θ = ±π the first two lengths cancel when L₁ = r, as
//! they do here, and the centre passes through the pivot; nothing is singular there.
//!
//! **Parameters.** Lengths r, L, L₁ in m, mass m in kg, moments of inertia J₁, J₂ in kg m², gravity g in m/s²: see
//! [`Parameters`].
//!
//! **Initial state.** At rest at the crank angle 0.9851 rad; the other coordinates follow. The paper gives them rounded to
//! four decimals, which leaves `Φ = (4e-5, -2e-6, -2e-7)`: one preset starts from the printed numbers. Three presets:
//!
//! | id | start | end |
//! | --- | --- | --- |
//! | `slider-crank` | θ = 0.9851, closed | 1.2 s |
//! | `slider-crank/welch-2007` | θ = 0.9851, closed | 10 s |
//! | `slider-crank/printed-start` | as printed | 1.2 s |
//!
//! **Known truth.** Stored digits on which two routes in double-double precision agree: all coordinates with their
//! multipliers, and the crank angle alone with `φ = -arcsin((r/L) sin θ)`. The printed start is projected onto the
//! constraints in the mass metric, and two settings of the first route have to agree.
//! The potential energy is `m g (1 - L₁/L) r sin θ`: the crank turns back at -π - 0.9851 rad.
//!
//! **Difficulty tags.** `stored-digits`, `planar`, `closed-loop`; `long-run` for 10 s.
//!
//! **Origin.** Welch, Hong, Trapp and Choi (2007), table 2, with gravity along -y as in their force vector. The mass and
//! the inertia of the rod and the position of its centre are the printed ones, also where a uniform rod would have
//! others.

mod kernel;
mod minimal;
mod parameters;
mod presets;
mod sketch;

pub use kernel::SliderCrankKernel;
pub use parameters::{Initial, Parameters};
pub use presets::problems;

use minimal::closed;
use solvers::consistent;
use system::{Auto, Mechanism, ParameterError, Scalar, Shape};

/// The specification: a slider-crank in four coordinates.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SliderCrank {
    parameters: Parameters,
}

impl SliderCrank {
    /// A slider-crank with these parameters.
    ///
    /// # Errors
    /// When a parameter is out of range, the crank is too long to turn, or no consistent state is near the stated start.
    pub fn new(parameters: Parameters) -> Result<Self, ParameterError> {
        parameters.check()?;
        let slider_crank = Self { parameters };
        if let Initial::Stated(q) = parameters.initial {
            slider_crank.can_start_near(q)?;
        }
        Ok(slider_crank)
    }

    /// The parameters it was made with.
    pub fn parameters(&self) -> &Parameters {
        &self.parameters
    }

    fn can_start_near(&self, q: [f64; 4]) -> Result<(), ParameterError> {
        let mut phi = [0.0; 3];
        self.constraint(0.0, &q, &mut phi);
        let gap = phi.iter().fold(0.0, |a: f64, x| a.max(x.abs()));
        if gap <= self.parameters.crank && consistent(&Auto::new(*self)).is_ok() {
            return Ok(());
        }
        Err(ParameterError::impossible(
            "gap in the joints at the stated start",
            gap,
            "no consistent state is near",
        ))
    }
}

impl Mechanism for SliderCrank {
    fn shape(&self) -> Shape {
        Shape::new(4, 3).with_constant_forces()
    }

    fn initial<S: Scalar>(&self) -> (Vec<S>, Vec<S>) {
        let q = match self.parameters.initial {
            Initial::Closed { angle } => closed(&self.parameters, S::decimal(angle)),
            Initial::Stated(q) => q.map(S::decimal),
        };
        (q.to_vec(), vec![S::from(0.0); 4])
    }

    fn constraint<S: Scalar>(&self, _t: S, q: &[S], out: &mut [S]) {
        let p = self.parameters;
        let [crank, rod, centre] = [p.crank, p.rod, p.centre].map(S::decimal);
        let (sin_theta, cos_theta) = q[0].sin_cos();
        let (sin_phi, cos_phi) = q[1].sin_cos();
        out[0] = crank * cos_theta + centre * cos_phi - q[2];
        out[1] = crank * sin_theta + centre * sin_phi - q[3];
        out[2] = (rod - centre) * sin_phi + q[3];
    }

    fn mass<S: Scalar>(&self, _q: &[S], out: &mut [S]) {
        let p = self.parameters;
        out.copy_from_slice(&[p.crank_inertia, p.rod_inertia, p.mass, p.mass].map(S::decimal));
    }

    fn potential<S: Scalar>(&self, _t: S, q: &[S]) -> S {
        S::decimal(self.parameters.mass) * S::decimal(self.parameters.gravity) * q[3]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_closed_start_is_the_printed_one_to_its_four_decimals() {
        let (q, v) = SliderCrank::new(Parameters::default())
            .unwrap()
            .initial::<f64>();
        for (q, printed) in q.iter().zip(presets::PRINTED) {
            assert!((q - printed).abs() <= 0.5e-4, "{q} is printed as {printed}");
        }
        assert_eq!(v, [0.0; 4]);
    }
}
