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
//! **Difficulty tags.** `stored-digits`, `planar`.
//!
//! **Origin.** Welch, Hong, Trapp and Choi (2007), table 2, with gravity along -y as in their force vector. The mass and
//! the inertia of the rod and the position of its centre are the printed ones, also where a uniform rod would have
//! others.

mod kernel;
mod minimal;
mod presets;

pub use kernel::SliderCrankKernel;
pub use presets::problems;

use mechanics::parameters::{finite, positive};
use mechanics::{Auto, Mechanism, ParameterError, Pattern, Scalar, Shape, consistent};
use minimal::CrankAngle;

/// Where the mechanism starts, at rest.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Initial {
    /// At this crank angle in rad, every constraint satisfied.
    Closed {
        /// The crank angle.
        angle: f64,
    },
    /// At these coordinates, which need not satisfy the constraints but must have a consistent state near them.
    Stated([f64; 4]),
}

/// What makes one slider-crank different from another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Parameters {
    /// Length r of the crank in m.
    pub crank: f64,
    /// Length L of the rod in m, more than that of the crank.
    pub rod: f64,
    /// Distance L₁ of the centre of mass from the end of the crank along the rod, in m.
    pub centre: f64,
    /// Mass of the rod in kg.
    pub mass: f64,
    /// Moment of inertia of the crank about its pivot, in kg m².
    pub crank_inertia: f64,
    /// Moment of inertia of the rod about its centre of mass, in kg m².
    pub rod_inertia: f64,
    /// Gravity in m/s², towards -y.
    pub gravity: f64,
    /// The start.
    pub initial: Initial,
}

impl Default for Parameters {
    /// The printed values, started closed at the printed crank angle.
    fn default() -> Self {
        Self {
            crank: 0.3,
            rod: 0.5,
            centre: 0.3,
            mass: 1.0,
            crank_inertia: 0.045,
            rod_inertia: 0.006875, // 33/4800
            gravity: 10.0,
            initial: Initial::Closed { angle: 0.9851 },
        }
    }
}

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
        let p = parameters;
        positive("crank", p.crank)?;
        positive("rod", p.rod)?;
        if p.crank >= p.rod {
            return Err(ParameterError::Impossible {
                what: "crank",
                value: p.crank,
                why: "a crank must be shorter than its rod to turn freely",
            });
        }
        finite("centre", p.centre)?;
        positive("mass", p.mass)?;
        positive("crank inertia", p.crank_inertia)?;
        positive("rod inertia", p.rod_inertia)?;
        finite("gravity", p.gravity)?;
        let slider_crank = Self { parameters };
        match p.initial {
            Initial::Closed { angle } => {
                finite("angle", angle)?;
            }
            Initial::Stated(q) => slider_crank.can_start_near(q)?,
        }
        Ok(slider_crank)
    }

    /// The parameters it was made with.
    pub fn parameters(&self) -> &Parameters {
        &self.parameters
    }

    fn can_start_near(&self, q: [f64; 4]) -> Result<(), ParameterError> {
        for (what, q) in ["stated θ", "stated φ", "stated x", "stated y"]
            .into_iter()
            .zip(q)
        {
            finite(what, q)?;
        }
        let mut phi = [0.0; 3];
        self.constraint(0.0, &q, &mut phi);
        let gap = phi.iter().fold(0.0, |a: f64, x| a.max(x.abs()));
        if gap <= self.parameters.crank && consistent(&Auto::new(*self)).is_ok() {
            return Ok(());
        }
        Err(ParameterError::Impossible {
            what: "gap in the joints at the stated start",
            value: gap,
            why: "no consistent state is near",
        })
    }
}

impl Mechanism for SliderCrank {
    fn shape(&self) -> Shape {
        let constant = Pattern::empty(4, 4);
        Shape::new(4, 3)
            .with_force_rows(constant)
            .expect("the pattern has one row per velocity")
    }

    fn initial<S: Scalar>(&self) -> (Vec<S>, Vec<S>) {
        let q = match self.parameters.initial {
            Initial::Closed { angle } => CrankAngle(self.parameters).closed(S::decimal(angle)),
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
    fn impossible_parameters_are_refused_with_their_value() {
        let refusal = |p: Parameters| SliderCrank::new(p).unwrap_err().to_string();
        let usual = Parameters::default();
        assert_eq!(
            refusal(Parameters {
                crank: 0.0,
                ..usual
            }),
            "crank must be positive and finite, got 0"
        );
        assert_eq!(
            refusal(Parameters {
                crank: 0.5,
                ..usual
            }),
            "crank = 0.5: a crank must be shorter than its rod to turn freely"
        );
        assert_eq!(
            refusal(Parameters {
                rod: f64::INFINITY,
                ..usual
            }),
            "rod must be positive and finite, got inf"
        );
        assert_eq!(
            refusal(Parameters {
                centre: f64::NAN,
                ..usual
            }),
            "centre must be finite, got NaN"
        );
        assert_eq!(
            refusal(Parameters {
                mass: -1.0,
                ..usual
            }),
            "mass must be positive and finite, got -1"
        );
        assert_eq!(
            refusal(Parameters {
                crank_inertia: 0.0,
                ..usual
            }),
            "crank inertia must be positive and finite, got 0"
        );
        assert_eq!(
            refusal(Parameters {
                rod_inertia: 0.0,
                ..usual
            }),
            "rod inertia must be positive and finite, got 0"
        );
        assert_eq!(
            refusal(Parameters {
                gravity: f64::NAN,
                ..usual
            }),
            "gravity must be finite, got NaN"
        );
    }

    #[test]
    fn starts_that_cannot_be_made_consistent_are_refused() {
        let refusal = |initial| {
            let p = Parameters {
                initial,
                ..Parameters::default()
            };
            SliderCrank::new(p).unwrap_err().to_string()
        };
        assert_eq!(
            refusal(Initial::Closed { angle: f64::NAN }),
            "angle must be finite, got NaN"
        );
        assert_eq!(
            refusal(Initial::Stated([0.9851, f64::NAN, 0.4256, 0.1])),
            "stated φ must be finite, got NaN"
        );
        assert_eq!(
            refusal(Initial::Stated([0.0, 0.0, 1.0, 0.0])),
            "gap in the joints at the stated start = 0.4: no consistent state is near"
        );
    }

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
