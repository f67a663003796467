//! Predictions of the truncation-error model compared with runs.

use crate::Order;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// One steady-state violation on the unit circle: predicted, exact and measured.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SteadyState {
    /// Variant id.
    pub variant: String,
    /// Integrator id.
    pub integrator: String,
    /// Step size in s.
    pub h: f64,
    /// Gain on Φ' in 1/s.
    pub alpha: f64,
    /// Gain on Φ in 1/s².
    pub beta: f64,
    /// Gain on the energy error.
    pub rho: f64,
    /// Dependence of the gain on the energy error on the step.
    pub rho_law: RhoLaw,
    /// The violation that is compared.
    pub quantity: SteadyQuantity,
    /// From the leading term of the truncation-error model; absent where the integrator has none.
    pub predicted: Option<f64>,
    /// From the leading and the next term.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub two_terms: Option<f64>,
    /// From the equilibrium of the discrete map; absent where there is none.
    pub exact: Option<f64>,
    /// Largest factor by which a disturbance of that equilibrium grows in a step; above one it is unstable.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub spectral_radius: Option<f64>,
    /// From a run that was seen to settle; absent where it did not.
    pub measured: Option<f64>,
    /// Rounding by which `exact` and `measured` may differ, besides 1e-6 of their size.
    pub floor: f64,
    /// Whether the run behaves as the equilibrium predicts: it settles there if stable, and leaves it if not.
    pub pass: bool,
    /// The reason where there is no measured value.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub why: Option<String>,
}

/// A steady-state violation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum SteadyQuantity {
    /// The position violation Φ.
    Phi,
    /// The velocity violation Φ'.
    PhiDot,
    /// The energy error.
    Psi,
}

/// Dependence of the gain on the energy error on the step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum RhoLaw {
    /// The same for every step.
    Fixed,
    /// Inversely proportional to the step.
    PerStep,
}

/// The power of the step with which a steady-state violation falls, for gains `α = c₁/h`, `β = c₂/h²`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SteadyOrder {
    /// Variant id.
    pub variant: String,
    /// Integrator id.
    pub integrator: String,
    /// The gain `α h`.
    pub c1: f64,
    /// The gain `β h²`.
    pub c2: f64,
    /// The gain on the energy error; its multiple `ρh` where it is tied to the step.
    pub rho: f64,
    /// Dependence of the gain on the energy error on the step.
    pub rho_law: RhoLaw,
    /// The violation that is compared.
    pub quantity: SteadyQuantity,
    /// The order that theory predicts.
    pub predicted: f64,
    /// The slope of the exact equilibria at the two finest steps.
    pub exact: Option<f64>,
    /// The order of the measured violations.
    pub measured: Order,
    /// Whether predicted and measured order agree within 0.05.
    pub pass: bool,
}

/// Drift that is predicted for one run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct PredictedDrift {
    /// What predicts it.
    #[serde(default)]
    pub by: DriftModel,
    /// max |Φ| on the output grid.
    pub position: f64,
    /// max |J v + Φ_t| on the output grid.
    pub velocity: f64,
    /// max |T + V - (T + V)₀ - W| on the output grid, which only local defects predict.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub energy: Option<f64>,
    /// Whether all measured drifts are within a tenth of the predicted ones, or at rounding like them.
    pub pass: bool,
    /// If not, the assumption of the model that fails.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub reason: Option<MissReason>,
    /// The reason in words, with the numbers that decided it.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub why: Option<String>,
    /// The samples of local defects.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub sampling: Option<Sampling>,
    /// max |Φ| and max |J v + Φ_t| of the truncation-error model, where it applies beside local defects.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub by_truncation_error: Option<[f64; 2]>,
}

/// What predicts a drift.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum DriftModel {
    /// The model of the truncation error of a multistep integrator.
    #[default]
    TruncationError,
    /// The local defects of a one-step method, sampled along the true motion.
    LocalDefects,
}

/// The samples of a prediction from local defects.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Sampling {
    /// Steps that were taken for it.
    pub steps: u64,
    /// Evaluations of the system for it; those of the run are in `work`.
    pub evaluations: u64,
    /// How well samples were met by polynomials through their neighbours, relative to their size: the worst of Φ, Φ' and the
    /// energy, at the places that were sampled last. Absent where there were no samples to compare.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub error: Option<f64>,
    /// What rounding may leave of Φ, Φ' and the energy, in the run or in the samples. Drifts below ten times as much are not
    /// told apart.
    pub rounding: [f64; 3],
}

/// Reasons why a run does not drift as predicted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum MissReason {
    /// The drift is rounding.
    AtRounding,
    /// The run has left the motion along which the prediction was made.
    LeftTheMotion,
    /// Terms of the model that were left out are large, and with the next one the prediction holds.
    SeriesNotSettled,
    /// Terms of the model that were left out are large, but the next one does not repair the prediction.
    NotConfirmed,
    /// Modes that belong to the integrator alone die out no faster than violations.
    ModesOfTheIntegrator,
    /// The run meets the output times elsewhere on its way.
    EarlyOrLate,
    /// The derivatives along the motion are not good enough.
    RoughDerivatives,
    /// Samples are too few for how fast local defects change.
    TooFewSamples,
    /// What the steps add cancels, and the rest is a small part of it.
    Cancels,
    /// No known reason.
    Unexplained,
}

/// Largest violations over the steps of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Drift {
    /// max |Φ|.
    pub position: f64,
    /// max |J v + Φ_t|.
    pub velocity: f64,
    /// max |T + V - (T + V)₀ - W|.
    pub energy: f64,
}

/// A run that was compared with its prediction at every step.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct DriftStudy {
    /// Variant id.
    pub variant: String,
    /// Integrator id.
    pub integrator: String,
    /// Problem id.
    pub problem: String,
    /// Step size in s.
    pub h: f64,
    /// Gain on Φ' in 1/s.
    pub alpha: f64,
    /// Gain on Φ in 1/s².
    pub beta: f64,
    /// Largest violations that the model predicts, over all steps. The energy is not predicted and zero here.
    pub predicted: Drift,
    /// Largest violations of the run, over all steps.
    pub measured: Drift,
    /// Root mean square of measured minus predicted Φ over the steps, relative to that of the measured one.
    pub curve_error: f64,
    /// Whether the largest violations agree within `tolerance`, and the curves too.
    pub pass: bool,
    /// Largest allowed relative difference of the largest violations and of the curves.
    pub tolerance: f64,
    /// The assumption of the model that fails, where the largest violations differ by more.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub why: Option<String>,
    /// Both curves, thinned out, for the coarsest step of each variant.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub curve: Vec<DriftPoint>,
}

/// Predicted and measured violation at one time.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct DriftPoint {
    /// Time in s.
    pub t: f64,
    /// Predicted Φ of the first row.
    pub predicted: f64,
    /// Measured Φ of the first row.
    pub measured: f64,
}

/// The gains `α = c₁/h`, `β = c₂/h²` for which violations of a linear constraint decay, and the violation that remains on
/// the unit circle.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct GainMap {
    /// Integrator id.
    pub integrator: String,
    /// Placement of the feedback in a step, in words.
    pub placement: String,
    /// `α h`, the columns of the map.
    pub c1: Vec<f64>,
    /// `β h²`, the rows of the map.
    pub c2: Vec<f64>,
    /// Largest factor by which a violation grows in a step: one list for each `c2`, with one number for each `c1`.
    pub radius: Vec<Vec<f64>>,
    /// Where the edge of stability crosses the rows: for each row the `c1` between two neighbours of which one is stable,
    /// one entry less than there are columns.
    pub edge_c1: Vec<Vec<Option<f64>>>,
    /// Where it crosses the columns: for each pair of neighbouring rows the `c2` between them in every column.
    pub edge_c2: Vec<Vec<Option<f64>>>,
    /// Predicted |Φ| of the steady state on the unit circle with steps of `h`; absent where the gains are not
    /// stable or there is no prediction.
    pub violation: Vec<Vec<Option<f64>>>,
    /// The step for `violation`, in s.
    pub h: f64,
    /// The power of the step with which `violation` grows while `c1` and `c2` stay; absent where nothing is predicted.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub violation_power: Option<i32>,
    /// Critical damping `α = 2 s/h`, `β = (s/h)²` is stable for `s` up to here; absent where there is no limit.
    pub critical_limit: Option<f64>,
    /// `(c₁, c₂)` that end a violation in a finite number of steps, where there are any.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub dead_beat: Option<[f64; 2]>,
}

/// Drift that local defects predict over the plane of gains `α = c₁/h`, `β = c₂/h²`, on one mechanism with one step.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct MechanismGains {
    /// Problem id.
    pub problem: String,
    /// Integrator id.
    pub integrator: String,
    /// Placement of the feedback in a step, in words.
    pub placement: String,
    /// Step size in s.
    pub h: f64,
    /// `α h`, the columns of the map.
    pub c1: Vec<f64>,
    /// `β h²`, the rows of the map.
    pub c2: Vec<f64>,
    /// Predicted max |Φ|: one list for each `c2`, with one number for each `c1`; absent where gains are not stable.
    pub position: Vec<Vec<Option<f64>>>,
    /// Predicted max |J v + Φ_t|.
    pub velocity: Vec<Vec<Option<f64>>>,
    /// Predicted max |T + V - (T + V)₀ - W|.
    pub energy: Vec<Vec<Option<f64>>>,
    /// What is predicted without feedback.
    pub without: Drift,
    /// The gains to use; absent where none are stable with some room and better than none.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub recommended: Option<RecommendedGains>,
}

/// Gains with the least predicted |Φ| among those that are stable with room and whose Φ' does no harm: a step with it leads
/// less far away than a run without feedback.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct RecommendedGains {
    /// `α h`.
    pub c1: f64,
    /// `β h²`.
    pub c2: f64,
    /// α in 1/s.
    pub alpha: f64,
    /// β in 1/s².
    pub beta: f64,
    /// Factor by which a violation shrinks in a step.
    pub radius: f64,
    /// What is predicted with them.
    pub predicted: Drift,
    /// What a run with them does; absent where it did not come to its end.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub measured: Option<Drift>,
}

/// A run whose drift is predicted from more and more sampled steps.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SamplingStudy {
    /// Integrator id.
    pub integrator: String,
    /// Placement of the feedback in a step, in words.
    pub placement: String,
    /// Problem id.
    pub problem: String,
    /// Step size in s.
    pub h: f64,
    /// Gain on Φ' in 1/s.
    pub alpha: f64,
    /// Gain on Φ in 1/s².
    pub beta: f64,
    /// Steps of the run.
    pub steps: u64,
    /// Largest violations of the run at the output times.
    pub measured: Drift,
    /// Predictions, from few samples to many.
    pub predictions: Vec<SampledDrift>,
}

/// A drift that is predicted from some number of sampled steps.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SampledDrift {
    /// Steps that were sampled.
    pub steps: u64,
    /// The prediction.
    pub predicted: Drift,
}
