//! The parameters of a squeezer.

use system::ParameterError;
use system::parameters::{finite, positive};

/// The crank angle at the start; the loops determine everything else.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Crank {
    /// In line with the rod, Θ = 0 and β = -0.0617….
    InLine,
    /// At this angle β in rad, within one turn of zero.
    At(f64),
}

/// The parameters of a squeezer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Parameters {
    /// Torque on the crank in N m.
    pub torque: f64,
    /// Stiffness of the spring in N/m.
    pub spring_stiffness: f64,
    /// Rest length of the spring in m.
    pub spring_length: f64,
    /// The crank at the start.
    pub crank: Crank,
    /// Stiffness in N/m of a spring in place of the joint between K2 and K3, which then has no rows.
    pub joint_stiffness: Option<f64>,
}

impl Default for Parameters {
    /// The test set.
    fn default() -> Self {
        Self {
            torque: 0.033,
            spring_stiffness: 4530.0,
            spring_length: 0.07785,
            crank: Crank::InLine,
            joint_stiffness: None,
        }
    }
}

impl Parameters {
    /// Refuses the first parameter that is out of range, by name.
    pub(crate) fn check(&self) -> Result<(), ParameterError> {
        finite("torque", self.torque)?;
        positive("spring_stiffness", self.spring_stiffness)?;
        positive("spring_length", self.spring_length)?;
        if let Some(stiffness) = self.joint_stiffness {
            positive("joint_stiffness", stiffness)?;
        }
        if let Crank::At(beta) = self.crank {
            let value = finite("crank", beta)?;
            if value.abs() > std::f64::consts::TAU {
                return Err(ParameterError::impossible(
                    "crank",
                    value,
                    "the angle must lie within one turn of zero",
                ));
            }
        }
        Ok(())
    }
}
