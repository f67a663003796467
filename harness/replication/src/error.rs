//! The reasons why an experiment could not be carried out.

use augmented_lagrangian::ParameterError as LagrangianError;
use generalized_inverse::CouplingError;
use pendulum::PendulumError;
use problem::ExtrapolationError;
use solvers::{ProjectionError, Singular};
use stepping::{GainError, StepError};
use system::ParameterError;
use thiserror::Error;
use trial::TrialError;
use verification::TripleError;

/// The result of an experiment or of a part of it.
pub(crate) type Result<T> = std::result::Result<T, ReplicationError>;

/// The reason why an experiment could not be carried out.
#[derive(Debug, Error)]
pub enum ReplicationError {
    /// A run could not begin.
    #[error(transparent)]
    Trial(#[from] TrialError),
    /// A step could not be taken.
    #[error(transparent)]
    Step(#[from] StepError),
    /// A gain is not valid for a feedback.
    #[error(transparent)]
    Gain(#[from] GainError),
    /// A parameter of a problem is out of its range.
    #[error(transparent)]
    Parameter(#[from] ParameterError),
    /// A parameter of a pendulum is out of its range.
    #[error(transparent)]
    Pendulum(#[from] PendulumError),
    /// A parameter of the augmented Lagrangian is out of its range.
    #[error(transparent)]
    Lagrangian(#[from] LagrangianError),
    /// Matrices of feedback do not fit together.
    #[error(transparent)]
    Coupling(#[from] CouplingError),
    /// A start could not be made consistent.
    #[error(transparent)]
    Projection(#[from] ProjectionError),
    /// A motion could not be computed to the accuracy of a reference.
    #[error(transparent)]
    Reference(#[from] ExtrapolationError),
    /// No order could be determined from runs with three steps.
    #[error(transparent)]
    Triple(#[from] TripleError),
    /// A system of linear equations is singular.
    #[error(transparent)]
    Singular(#[from] Singular),
    /// Something that an experiment needs is missing.
    #[error("{0}")]
    Missing(&'static str),
}
