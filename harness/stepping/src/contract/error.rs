//! Steps that fail and systems that are refused.

use crate::{Point, StepControl};
use solvers::{ProjectionError, Singular};
use system::State;
use thiserror::Error;

/// Why a step could not be taken, with the time at which it failed.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
pub enum StepError {
    /// The equations of motion were singular.
    #[error("t = {t:.6}: {cause}")]
    Singular {
        /// Time in seconds.
        t: f64,
        /// The row and its pivot.
        cause: Singular,
    },
    /// A coordinate or velocity is NaN, or larger than in any mechanism.
    #[error("t = {t:.6}: diverged, the state has left all bounds")]
    Diverged {
        /// Time in seconds.
        t: f64,
    },
    /// The iteration for an implicit equation did not converge.
    #[error("t = {t:.6}: no convergence in {iterations} iterations, last change {change:.1e}")]
    NotConverged {
        /// Time in seconds.
        t: f64,
        /// Iterations done.
        iterations: u32,
        /// Last change, relative to the state.
        change: f64,
    },
    /// The method gave multipliers for another number of rows than the system has.
    #[error("t = {t:.6}: {given} multipliers for {rows} rows")]
    WrongMultipliers {
        /// Time in seconds.
        t: f64,
        /// Multipliers given.
        given: usize,
        /// Rows of the system.
        rows: usize,
    },
    /// A count of work became smaller or too large for any work, as one does that wraps.
    #[error("t = {t:.6}: a count of work became smaller, or larger than any work")]
    WrongCount {
        /// Time in seconds.
        t: f64,
    },
    /// An adaptive integrator cannot meet its tolerance.
    #[error("t = {t:.6}: the tolerance asks for steps below {h:.1e}")]
    StepTooSmall {
        /// Time in seconds.
        t: f64,
        /// The step size at which the integrator gave up, in seconds.
        h: f64,
    },
}

/// Coordinates and velocities above this size mean that a run has diverged: their products would soon overflow.
const OUT_OF_BOUNDS: f64 = 1e50;

impl StepError {
    /// The error for equations that could not be solved at a point. A state that has left all bounds makes them look
    /// singular, and is reported as diverged.
    #[cold]
    pub fn singular(at: Point<'_>, cause: Singular) -> Self {
        if at.q.iter().chain(at.v).all(|x| x.abs() < OUT_OF_BOUNDS) {
            Self::Singular { t: at.t, cause }
        } else {
            Self::Diverged { t: at.t }
        }
    }

    /// Checks that the state after a step is finite.
    ///
    /// # Errors
    /// [`StepError::Diverged`] when the state is not finite.
    #[inline]
    pub fn unless_finite(state: &State) -> Result<(), Self> {
        // A sum is not finite where a term is infinite or NaN.
        let sum: f64 = state.y().iter().sum();
        if sum.is_finite() {
            Ok(())
        } else {
            Err(Self::Diverged { t: state.t })
        }
    }

    /// The error of a step whose projection failed.
    pub fn in_projection(state: &State, error: ProjectionError) -> Self {
        match error {
            ProjectionError::Singular(cause) => Self::singular(state.into(), cause),
            ProjectionError::NotConverged {
                iterations,
                residual,
            } => Self::NotConverged {
                t: state.t,
                iterations: u32::try_from(iterations).unwrap_or(u32::MAX),
                change: residual,
            },
        }
    }

    /// Time of the failure in seconds.
    pub fn time(&self) -> f64 {
        match *self {
            Self::Singular { t, .. }
            | Self::Diverged { t }
            | Self::NotConverged { t, .. }
            | Self::WrongMultipliers { t, .. }
            | Self::WrongCount { t }
            | Self::StepTooSmall { t, .. } => t,
        }
    }
}

/// Why a method does not treat a system.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
pub enum Refusal {
    /// Rows are redundant, or the mass matrix is singular.
    #[error("the multipliers are not unique at the start: {0}")]
    Singular(#[from] Singular),
    /// Rows are so nearly dependent that the method cannot tell whether they are dependent.
    #[error(
        "rows are nearly dependent at the start: {sweeps} sweeps leave {residual:.1e} of their residual"
    )]
    NearlyDependent {
        /// Number of sweeps made.
        sweeps: u32,
        /// Relative residual that remains.
        residual: f64,
    },
    /// There are velocity-level rows.
    #[error("{0} nonholonomic rows: the method needs position-level constraints")]
    Nonholonomic(usize),
    /// Coordinates contain unit quaternions.
    #[error("{0} quaternions: the method needs q' = v")]
    Quaternions(usize),
    /// Constraints or potential depend on time.
    #[error("constraints or potential depend on time")]
    Rheonomic,
    /// There are forces without a potential.
    #[error("forces without a potential: the energy is not an invariant")]
    NonConservative,
    /// Gains were given row by row, but for another number of rows.
    #[error("gains for {given} rows, the system has {rows}")]
    Gains {
        /// Number of rows that have gains.
        given: usize,
        /// Number of rows of the system.
        rows: usize,
    },
    /// The feedback would let violations of this system grow.
    #[error("the feedback lets violations grow: eigenvalue {re:.3}{im:+.3}i")]
    Unstable {
        /// Real part of an eigenvalue of the violations.
        re: f64,
        /// Imaginary part of this eigenvalue.
        im: f64,
    },
    /// The variant needs the other kind of resolution.
    #[error("the variant runs with {needs} steps only")]
    Resolution {
        /// The kind it needs.
        needs: StepControl,
    },
    /// Adaptive steps were asked of an integrator without an error estimate.
    #[error("{0} has no error estimate to control a tolerance with")]
    NoErrorEstimate(&'static str),
}
