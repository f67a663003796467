//! Why an experiment could not be carried out.

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

/// What an experiment finds, or why it could not be carried out.
pub(crate) type Result<T> = std::result::Result<T, ReplicationError>;

/// Why an experiment could not be carried out.
#[derive(Debug, Error)]
pub enum ReplicationError {
    /// A run could not begin.
    #[error(transparent)]
    Trial(#[from] TrialError),
    /// A step could not be taken.
    #[error(transparent)]
    Step(#[from] StepError),
    /// A gain that makes no sense.
    #[error(transparent)]
    Gain(#[from] GainError),
    /// A parameter of a problem that makes no sense.
    #[error(transparent)]
    Parameter(#[from] ParameterError),
    /// A pendulum that cannot be.
    #[error(transparent)]
    Pendulum(#[from] PendulumError),
    /// A parameter of the augmented Lagrangian that makes no sense.
    #[error(transparent)]
    Lagrangian(#[from] LagrangianError),
    /// Matrices of feedback that make no sense.
    #[error(transparent)]
    Coupling(#[from] CouplingError),
    /// A start could not be made consistent.
    #[error(transparent)]
    Projection(#[from] ProjectionError),
    /// A motion could not be followed to the digits of a reference.
    #[error(transparent)]
    Reference(#[from] ExtrapolationError),
    /// Three steps from which no order can be found.
    #[error(transparent)]
    Triple(#[from] TripleError),
    /// Equations without a solution.
    #[error(transparent)]
    Singular(#[from] Singular),
    /// What was looked for is not there.
    #[error("{0}")]
    Missing(&'static str),
}
