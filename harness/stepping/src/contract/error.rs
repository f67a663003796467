//! Every way in which a method can say no.

use crate::{Point, StepControl};
use solvers::{ProjectionError, Singular};
use system::State;
use thiserror::Error;

/// Why a step could not be taken. The time is part of the answer.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
pub enum StepError {
    /// The equations of motion were singular.
    #[error("t = {t:.6}: {cause}")]
    Singular {
        /// Time.
        t: f64,
        /// Where and how nearly.
        cause: Singular,
    },
    /// A coordinate or velocity is not a number any more, or far beyond every mechanism.
    #[error("t = {t:.6}: diverged, the state has left all bounds")]
    Diverged {
        /// Time.
        t: f64,
    },
    /// An implicit equation was not solved.
    #[error("t = {t:.6}: no convergence in {iterations} iterations, last change {change:.1e}")]
    NotConverged {
        /// Time.
        t: f64,
        /// Iterations done.
        iterations: u32,
        /// Last change, relative to the state.
        change: f64,
    },
    /// An adaptive integrator cannot meet its tolerance.
    #[error("t = {t:.6}: the tolerance asks for steps below {h:.1e}")]
    StepTooSmall {
        /// Time.
        t: f64,
        /// Step.
        h: f64,
    },
}

/// Beyond this size products of coordinates overflow before long, and no mechanism has any business there.
const OUT_OF_BOUNDS: f64 = 1e50;

impl StepError {
    /// Equations that could not be solved at a point. A state that has left all bounds makes them look singular; the
    /// answer says what it really is.
    #[cold]
    pub fn singular(at: Point<'_>, cause: Singular) -> Self {
        if at.q.iter().chain(at.v).all(|x| x.abs() < OUT_OF_BOUNDS) {
            Self::Singular { t: at.t, cause }
        } else {
            Self::Diverged { t: at.t }
        }
    }

    /// Whether a step has left numbers behind.
    ///
    /// # Errors
    /// [`StepError::Diverged`] when the state is not finite.
    #[inline]
    pub fn unless_finite(state: &State) -> Result<(), Self> {
        // Overflow and NaN both survive a sum.
        let sum: f64 = state.y().iter().sum();
        if sum.is_finite() {
            Ok(())
        } else {
            Err(Self::Diverged { t: state.t })
        }
    }

    /// A projection that could not be done, as what happened to the step.
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

    /// When it happened.
    pub fn time(&self) -> f64 {
        match *self {
            Self::Singular { t, .. }
            | Self::Diverged { t }
            | Self::NotConverged { t, .. }
            | Self::StepTooSmall { t, .. } => t,
        }
    }
}

/// Why a method does not treat a system. It never guesses.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
pub enum Refusal {
    /// Rows are redundant, or the mass matrix is singular.
    #[error("the multipliers are not unique at the start: {0}")]
    Singular(#[from] Singular),
    /// Rows that are independent, but too little for a method that tells dependent ones by a threshold.
    #[error(
        "rows are nearly dependent at the start: {sweeps} sweeps leave {residual:.1e} of their residual"
    )]
    NearlyDependent {
        /// Iterations done.
        sweeps: u32,
        /// What they left.
        residual: f64,
    },
    /// Velocity-level rows.
    #[error("{0} nonholonomic rows: the method needs position-level constraints")]
    Nonholonomic(usize),
    /// Unit quaternions.
    #[error("{0} quaternions: the method needs q' = v")]
    Quaternions(usize),
    /// Constraints or potential that depend on time.
    #[error("constraints or potential depend on time")]
    Rheonomic,
    /// Forces without a potential.
    #[error("forces without a potential: the energy is not an invariant")]
    NonConservative,
    /// Gains were given row by row, for another number of rows.
    #[error("gains for {given} rows, the system has {rows}")]
    Gains {
        /// Rows there are gains for.
        given: usize,
        /// Rows of the system.
        rows: usize,
    },
    /// Feedback under which violations of this system would grow.
    #[error("the feedback lets violations grow: eigenvalue {re:.3}{im:+.3}i")]
    Unstable {
        /// Real part of an eigenvalue of the violations.
        re: f64,
        /// Its imaginary part.
        im: f64,
    },
    /// The method needs the other kind of resolution.
    #[error("the variant runs with {needs} steps only")]
    Resolution {
        /// What it needs.
        needs: StepControl,
    },
    /// An integrator that cannot control its error was asked to.
    #[error("{0} has no error estimate to control a tolerance with")]
    NoErrorEstimate(&'static str),
}
