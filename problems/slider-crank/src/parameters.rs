//! What can be chosen, and what cannot.

use system::ParameterError;
use system::parameters::{all_finite, all_positive};

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

/// The parameters of a slider-crank.
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

impl Parameters {
    /// Refuses parameters that are out of range. Whether a stated start can be closed is checked elsewhere.
    pub(crate) fn check(&self) -> Result<(), ParameterError> {
        all_positive([("crank", self.crank), ("rod", self.rod)])?;
        if self.crank >= self.rod {
            return Err(ParameterError::impossible(
                "crank",
                self.crank,
                "a crank must be shorter than its rod to turn freely",
            ));
        }
        all_positive([
            ("mass", self.mass),
            ("crank inertia", self.crank_inertia),
            ("rod inertia", self.rod_inertia),
        ])?;
        all_finite([("centre", self.centre), ("gravity", self.gravity)])?;
        match self.initial {
            Initial::Closed { angle } => all_finite([("angle", angle)]),
            Initial::Stated([theta, phi, x, y]) => all_finite([
                ("stated θ", theta),
                ("stated φ", phi),
                ("stated x", x),
                ("stated y", y),
            ]),
        }
    }
}
