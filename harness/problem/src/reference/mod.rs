//! Reference solutions: how they are computed to more digits than a double holds, and how they are stored.
//!
//! A [`Route`] is one way to compute the motion of a problem in double-double precision. Two routes that share little
//! ([`Route::redundant`] integrates all coordinates with their multipliers, [`Route::embedded`] integrates minimal
//! coordinates and never sees Φ) must agree before their digits are stored as a [`Recorded`] trajectory.
//! A [`Stored`] truth takes the coordinates of the route at any time from it, and everything else from the route.

mod between;
mod embedded;
mod flow;
mod recorded;
mod redundant;
mod stored;

pub use embedded::Embedding;
pub use flow::Flow;
pub use recorded::{Recorded, RecordedError, RecordedState};
pub use stored::Stored;

use crate::{Extrapolation, ExtrapolationError, Truth};
use system::{Auto, DoubleDouble, Mechanism, Scalar, Scratch};
use thiserror::Error;

/// The true state at one time, to more digits than a double holds.
#[derive(Clone, Debug)]
pub struct Precise {
    /// Time in seconds.
    pub t: f64,
    /// Coordinates q.
    pub q: Vec<DoubleDouble>,
    /// Velocities v.
    pub v: Vec<DoubleDouble>,
    /// Accelerations v'.
    pub a: Vec<DoubleDouble>,
    /// Multipliers; absent where they are not unique.
    pub lambda: Option<Vec<DoubleDouble>>,
    /// The coordinates that the route integrates: q itself or minimal ones.
    pub u: Vec<DoubleDouble>,
    /// The velocities that belong to `u`.
    pub w: Vec<DoubleDouble>,
    /// `T + V - W` minus its value at the start.
    pub energy_defect: f64,
    /// The size of the energies in that difference.
    pub energy_scale: f64,
}

/// Reasons why a motion could not be computed.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum RouteError {
    /// The integration stopped.
    #[error(transparent)]
    Extrapolation(#[from] ExtrapolationError),
    /// The equations of motion are singular.
    #[error("the equations of motion are singular at t = {t}")]
    Singular {
        /// Time of the singularity.
        t: f64,
    },
}

impl RouteError {
    /// An integration that met singular equations stopped because of them, whatever it says itself.
    fn because(singular: Option<f64>, stopped: ExtrapolationError) -> Self {
        singular.map_or(Self::Extrapolation(stopped), |t| Self::Singular { t })
    }
}

/// Settings of the extrapolation behind a route.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// Columns of the extrapolation table.
    pub columns: usize,
    /// Error allowed in a step, relative to each component or absolute below one.
    pub tolerance: f64,
    /// First step tried, in seconds.
    pub first_step: f64,
}

impl Settings {
    /// Fourteen columns to 1e-28, close to what double-double arithmetic can do.
    pub fn fine(first_step: f64) -> Self {
        Self::new(14, 1e-28, first_step)
    }

    /// Ten columns to 1e-26: other steps, other formulas.
    pub fn coarse(first_step: f64) -> Self {
        Self::new(10, 1e-26, first_step)
    }

    fn new(columns: usize, tolerance: f64, first_step: f64) -> Self {
        Self {
            columns,
            tolerance,
            first_step,
        }
    }

    /// The extrapolation itself.
    pub fn extrapolation<S: Scalar>(self) -> Extrapolation<S> {
        Extrapolation::new(self.columns, self.tolerance, self.first_step)
    }

    fn describe(self) -> String {
        let Self {
            columns, tolerance, ..
        } = self;
        format!("double-double extrapolation with {columns} columns to {tolerance:.0e}")
    }
}

/// One way to compute the motion of a problem to more digits than a double holds.
pub struct Route {
    /// Name for people.
    pub name: String,
    computation: Box<dyn Computation>,
}

/// The computation behind a route, in coordinates `u` and velocities `w` of its own.
pub trait Computation: Send + Sync {
    /// The motion at the given ascending times.
    ///
    /// # Errors
    /// When the integration stops before the end.
    fn run(&self, times: &[f64]) -> Result<Vec<Precise>, RouteError>;

    /// Everything that follows from `u` and `w` at time `t`; `None` where the equations are singular.
    fn state(&self, t: DoubleDouble, u: &[DoubleDouble], w: &[DoubleDouble]) -> Option<Moving>;

    /// The rates `u'`, which are `w` unless there are quaternions.
    fn rates(&self, _u: &[DoubleDouble], w: &[DoubleDouble]) -> Vec<DoubleDouble> {
        w.to_vec()
    }

    /// The velocities `w` that belong to the rates `u'`.
    fn velocities(&self, _u: &[DoubleDouble], rates: &[DoubleDouble]) -> Vec<DoubleDouble> {
        rates.to_vec()
    }
}

impl Route {
    /// A route by a computation of its own.
    pub fn new(name: impl Into<String>, computation: impl Computation + 'static) -> Self {
        Self {
            name: name.into(),
            computation: Box::new(computation),
        }
    }

    /// All coordinates and their multipliers, `M a + Jᵀ λ = f`, `J a = γ`, without any stabilization: the drift
    /// stays at the rounding of double-double arithmetic.
    pub fn redundant<M: Mechanism + 'static>(mechanism: M, settings: Settings) -> Self {
        let name = format!("redundant coordinates, {}", settings.describe());
        Self::new(name, redundant::AllCoordinates::new(mechanism, settings))
    }

    /// Minimal coordinates, from which `embedding` places all the others.
    pub fn embedded<M: Mechanism + 'static, E: Embedding + 'static>(
        mechanism: M,
        embedding: E,
        settings: Settings,
    ) -> Self {
        let name = format!("minimal coordinates, {}", settings.describe());
        let minimal = embedded::MinimalCoordinates::new(mechanism, embedding, settings);
        Self::new(name, minimal)
    }

    /// The motion at the given ascending times. Times mean their shortest decimal, as in [`system::Scalar::decimal`].
    ///
    /// # Errors
    /// When the integration stops before the end.
    pub fn run(&self, times: &[f64]) -> Result<Vec<Precise>, RouteError> {
        self.computation.run(times)
    }
}

/// The numbers of every route.
type Wide = DoubleDouble;

/// Equations of motion of first order for a state whose last entry is the work done.
trait Equations {
    /// Writes `y'`, where it is not zero; `None` where the equations are singular.
    fn rate(&mut self, t: Wide, y: &[Wide], out: &mut [Wide]) -> Option<()>;

    /// The coordinates and velocities that the route calls its own, from `y = (u, w, W)`.
    fn own<'y>(&self, y: &'y [Wide]) -> (&'y [Wide], &'y [Wide]);

    /// Coordinates, velocities, accelerations and multipliers of the state `y`.
    fn state(&mut self, t: Wide, y: &[Wide]) -> Option<Moving>;
}

/// What moves at one time, to more digits than a double holds.
#[derive(Clone, Debug)]
pub struct Moving {
    /// Coordinates q.
    pub q: Vec<DoubleDouble>,
    /// Velocities v.
    pub v: Vec<DoubleDouble>,
    /// Accelerations v'.
    pub a: Vec<DoubleDouble>,
    /// Multipliers; absent where they are not unique.
    pub lambda: Option<Vec<DoubleDouble>>,
}

fn round(x: &[DoubleDouble]) -> Vec<f64> {
    x.iter().map(|x| x.value()).collect()
}

impl Precise {
    /// The digits that doubles hold.
    pub fn rounded(&self) -> Truth {
        Truth {
            t: self.t,
            q: round(&self.q),
            v: round(&self.v),
            lambda: self.lambda.as_deref().map(round),
        }
    }
}

/// Follows the motion from `start` through `times`.
fn follow<M: Mechanism>(
    auto: &Auto<M>,
    mut equations: impl Equations,
    start: Vec<Wide>,
    settings: Settings,
    times: &[f64],
) -> Result<Vec<Precise>, RouteError> {
    let zero = Wide::ZERO;
    let (mut y, mut t) = ([start, vec![zero]].concat(), zero);
    let mut extrapolation = settings.extrapolation();
    let mut scratch = Scratch::default();
    let Moving { q, v, .. } = equations
        .state(t, &y)
        .ok_or(RouteError::Singular { t: 0.0 })?;
    let start = auto.energy_in(t, &q, &v, &mut scratch);
    let mut states = Vec::with_capacity(times.len());
    for &time in times {
        let end = Wide::decimal(time);
        let mut singular = None;
        let rate = |t: Wide, y: &[Wide], out: &mut [Wide]| {
            out.fill(zero);
            if equations.rate(t, y, out).is_none() {
                singular.get_or_insert(t.value());
                out.fill(Wide::from(f64::NAN));
            }
        };
        extrapolation
            .advance(rate, &mut y, t, end)
            .map_err(|stopped| RouteError::because(singular, stopped))?;
        t = end;
        let Moving { q, v, a, lambda } = equations
            .state(t, &y)
            .ok_or(RouteError::Singular { t: time })?;
        let energy = auto.energy_in(t, &q, &v, &mut scratch);
        let potential = auto.energy_in(t, &q, &vec![zero; v.len()], &mut scratch);
        let work = y[y.len() - 1];
        let (u, w) = equations.own(&y);
        states.push(Precise {
            t: time,
            u: u.to_vec(),
            w: w.to_vec(),
            energy_defect: (energy - start - work).value(),
            energy_scale: (energy - potential).value().abs().max(energy.value().abs()),
            q,
            v,
            a,
            lambda,
        });
    }
    Ok(states)
}
