//! Equivalent problems have equivalent solutions.
//!
//! Every variant is run on a pendulum that starts off its constraints, and on the same pendulum turned, moved,
//! rescaled or rewritten. A symmetry that a card lists as broken must really be broken: the list documents
//! what to expect and does not excuse from the check.

use crate::fixtures::Setting;
use crate::run::suited;
use crate::verdict::{Verdict, at_most, collect, ensure, every_variant};
use stepping::{Method, Resolution, StepError, Symmetry, Variant};
use system::State;
use trial::Trial;
use verification::Max;

/// Rounding of a run, multiplied by penalties of 1e7 and the growth of a second of pendulum motion.
const ROUNDING: f64 = 1e-9;

/// The same for multipliers, which such penalties multiply once more.
const MULTIPLIER_ROUNDING: f64 = 1e-7;

/// A broken symmetry shows at least this many times above rounding.
const CLEARLY: f64 = 10.0;

/// Tolerance of adaptive variants.
const TOLERANCE: f64 = 1e-6;

/// Duration of the runs, in seconds of the plain problem.
const END: f64 = 1.0;

/// A rotation about (1, 2, 3) by one radian, to rounding.
fn rotation() -> [[f64; 3]; 3] {
    let length = 14.0_f64.sqrt();
    let [x, y, z] = [1.0 / length, 2.0 / length, 3.0 / length];
    let (s, c) = math::sin_cos(1.0);
    let d = 1.0 - c;
    [
        [c + x * x * d, x * y * d - z * s, x * z * d + y * s],
        [x * y * d + z * s, c + y * y * d, y * z * d - x * s],
        [x * z * d - y * s, y * z * d + x * s, c + z * z * d],
    ]
}

/// The problem after the change that belongs to a symmetry.
fn setting(symmetry: Symmetry) -> Option<Setting> {
    let mut setting = Setting::PLAIN;
    match symmetry {
        Symmetry::Rotation => setting.rotation = rotation(),
        Symmetry::Translation => setting.shift = [2.0, -1.0, 0.5],
        Symmetry::RowPermutation => setting.swapped = true,
        Symmetry::RowScaling => setting.row_scale = [30.0, 0.2],
        Symmetry::MassScaling => setting.mass = 7.0,
        Symmetry::TimeScaling => setting.time = 0.4,
        Symmetry::Reversal | Symmetry::FreeMotion => return None,
    }
    Some(setting)
}

/// Every symmetry holds, or is listed on the card and really broken.
///
/// # Errors
/// How far the answers are apart.
pub fn same_question_same_answer(method: &Method) -> Verdict {
    every_variant(method, |variant| {
        let plain = run(variant, Setting::PLAIN).map_err(|e| e.to_string())?;
        collect(Symmetry::ALL.into_iter().map(|symmetry| {
            let Some(setting) = setting(symmetry) else {
                return Ok(());
            };
            let changed = run(variant, setting).map_err(|e| format!("{symmetry:?}: {e}"))?;
            let gap = plain.seen_in(setting).gap(&changed);
            judge(variant, symmetry, gap)
        }))
    })
}

/// Reversed velocities lead back to the start, to rounding, unless the card says that they do not.
///
/// # Errors
/// How far from the start it ends.
pub fn reversed_motion_returns(method: &Method) -> Verdict {
    every_variant(method, |variant| {
        let system = Setting::PLAIN.system();
        let named = |e: StepError| format!("Reversal: {e}");
        let steps = steps(variant);
        let mut state = system.initial();
        let start = state.clone();
        for _ in 0..2 {
            let mut trial = Trial::from(variant, &*system, resolution(variant, 1.0), state)
                .map_err(|refusal| refusal.to_string())?;
            state = trial.steps(steps).map_err(named)?.clone();
            for v in state.q_v_mut().1 {
                *v = -*v;
            }
        }
        judge(
            variant,
            Symmetry::Reversal,
            gap(state.q(), start.q(), ROUNDING),
        )
    })
}

fn judge(variant: &dyn Variant, symmetry: Symmetry, gap: f64) -> Verdict {
    let card = variant.card();
    let listed = card.breaks.iter().any(|b| b.symmetry == symmetry);
    if listed {
        ensure(gap > CLEARLY, || {
            format!("lists {symmetry:?} as broken, but it holds within {gap:.1e} of rounding")
        })
    } else {
        at_most(gap, 1.0, || {
            format!("breaks {symmetry:?}: the answers are {gap:.1e} times rounding apart")
        })
    }
}

/// The end of a run.
struct Answer {
    state: State,
    lambda: Vec<f64>,
}

impl Answer {
    /// The same motion as it would be seen in another setting.
    fn seen_in(&self, setting: Setting) -> Self {
        let system = setting.system();
        let (q, v) = (self.state.q(), self.state.v());
        Self {
            state: State::new(
                system.shape(),
                self.state.t,
                &setting.position(q),
                &setting.velocity(v),
            ),
            lambda: setting.multipliers(&self.lambda),
        }
    }

    /// The largest difference in multiples of rounding.
    fn gap(&self, other: &Self) -> f64 {
        gap(self.state.q(), other.state.q(), ROUNDING)
            .max(gap(self.state.v(), other.state.v(), ROUNDING))
            .max(gap(&self.lambda, &other.lambda, MULTIPLIER_ROUNDING))
    }
}

fn gap(a: &[f64], b: &[f64], rounding: f64) -> f64 {
    let scale = a.iter().fold(1.0_f64, |s, x| s.max(x.abs()));
    // What is not a number is infinitely far from everything.
    let largest = Max::of(a.iter().zip(b).map(|(a, b)| a - b));
    largest.unwrap_or(0.0) / (scale * rounding)
}

fn run(variant: &dyn Variant, setting: Setting) -> Result<Answer, String> {
    let system = setting.system();
    let mut trial = Trial::new(variant, &*system, resolution(variant, setting.time))
        .map_err(|refusal| refusal.to_string())?;
    let named = |e: StepError| e.to_string();
    let state = trial.steps(steps(variant)).map_err(named)?.clone();
    let lambda = trial.multipliers().map_err(named)?.values.to_vec();
    Ok(Answer { state, lambda })
}

/// Number of steps: few enough that errors of high orders exceed rounding; for low orders more than a hundred, so that
/// what a method does every hundred steps is included.
fn steps(variant: &dyn Variant) -> usize {
    match variant.card().ladder_order() {
        0..=2 => 125,
        3..=5 => 25,
        _ => 10,
    }
}

fn resolution(variant: &dyn Variant, time: f64) -> Resolution {
    suited(variant, time * END / steps(variant) as f64, TOLERANCE)
}
