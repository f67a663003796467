//! Agreement of two trajectories, counted in digits.

use problem::{Moving, Precise, RecordedState, Truth};
use system::{DoubleDouble, Scalar, widen};

/// Largest number of digits counted: the precision of double-double arithmetic.
const ALL_DIGITS: f64 = 30.0;

/// Digits of agreement for each kind of quantity.
#[derive(Clone, Copy, Debug)]
pub struct Digits {
    /// Digits of coordinates.
    pub q: f64,
    /// Digits of velocities.
    pub v: f64,
    /// Digits of multipliers, where they are unique.
    pub lambda: Option<f64>,
}

/// The values of one state that are compared.
#[derive(Clone)]
pub(super) struct Values {
    q: Vec<DoubleDouble>,
    v: Vec<DoubleDouble>,
    lambda: Option<Vec<DoubleDouble>>,
}

impl From<&Precise> for Values {
    fn from(at: &Precise) -> Self {
        Self {
            q: at.q.clone(),
            v: at.v.clone(),
            lambda: at.lambda.clone(),
        }
    }
}

impl From<Moving> for Values {
    fn from(at: Moving) -> Self {
        Self {
            q: at.q,
            v: at.v,
            lambda: at.lambda,
        }
    }
}

impl From<&Truth> for Values {
    fn from(at: &Truth) -> Self {
        Self {
            q: widen(&at.q),
            v: widen(&at.v),
            lambda: at.lambda.as_ref().map(widen),
        }
    }
}

/// The coordinates and velocities of a route, for q and v.
impl From<&RecordedState> for Values {
    fn from(at: &RecordedState) -> Self {
        Self {
            q: at.u.clone(),
            v: at.w.clone(),
            lambda: None,
        }
    }
}

impl Digits {
    /// The smallest of them.
    pub fn least(&self) -> f64 {
        self.q.min(self.v).min(self.lambda.unwrap_or(ALL_DIGITS))
    }

    pub(super) fn between(a: &[Values], b: &[Values]) -> Self {
        let pick = |pick: fn(&Values) -> &[DoubleDouble]| agreement(a, b, pick);
        let with_lambda = a.iter().chain(b).all(|s| s.lambda.is_some());
        Self {
            q: pick(|s| &s.q),
            v: pick(|s| &s.v),
            lambda: with_lambda.then(|| pick(|s| s.lambda.as_deref().unwrap_or_default())),
        }
    }
}

fn agreement(a: &[Values], b: &[Values], pick: fn(&Values) -> &[DoubleDouble]) -> f64 {
    let (mut difference, mut scale): (f64, f64) = (0.0, 0.0);
    for (a, b) in a.iter().zip(b) {
        let (a, b) = (pick(a), pick(b));
        if a.len() != b.len() {
            return 0.0;
        }
        for (&a, &b) in a.iter().zip(b) {
            let apart = (a - b).abs().value();
            if apart.is_nan() {
                return 0.0;
            }
            difference = difference.max(apart);
            scale = scale.max(a.value().abs());
        }
    }
    if a.len() != b.len() {
        return 0.0;
    }
    if difference == 0.0 || scale == 0.0 {
        return ALL_DIGITS;
    }
    (-math::log10(difference / scale)).clamp(0.0, ALL_DIGITS)
}

/// Digits to which `T + V - W` is conserved.
pub(super) fn of_energy(states: &[Precise]) -> f64 {
    let (mut defect, mut scale): (f64, f64) = (0.0, f64::MIN_POSITIVE);
    for state in states {
        if state.energy_defect.is_nan() {
            return 0.0;
        }
        defect = defect.max(state.energy_defect.abs());
        scale = scale.max(state.energy_scale);
    }
    (-math::log10(defect / scale)).clamp(0.0, ALL_DIGITS)
}
