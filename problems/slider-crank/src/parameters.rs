//! What can be chosen, and what cannot.

use mechanics::ParameterError;
use mechanics::parameters::{finite, positive};

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

impl Parameters {
    /// Refuses what cannot be; whether a stated start can be closed is another question.
    pub(crate) fn check(&self) -> Result<(), ParameterError> {
        positive("crank", self.crank)?;
        positive("rod", self.rod)?;
        if self.crank >= self.rod {
            return Err(ParameterError::Impossible {
                what: "crank",
                value: self.crank,
                why: "a crank must be shorter than its rod to turn freely",
            });
        }
        finite("centre", self.centre)?;
        positive("mass", self.mass)?;
        positive("crank inertia", self.crank_inertia)?;
        positive("rod inertia", self.rod_inertia)?;
        finite("gravity", self.gravity)?;
        match self.initial {
            Initial::Closed { angle } => {
                finite("angle", angle)?;
            }
            Initial::Stated([theta, phi, x, y]) => {
                finite("stated θ", theta)?;
                finite("stated φ", phi)?;
                finite("stated x", x)?;
                finite("stated y", y)?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::SliderCrank;

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
}
