//! The result types that other programs read: `results.json`, field by field.
//!
//! These types are plain data. The runner fills them, the reports render them, and the checked-in JSON
//! schema is generated from them, so the three cannot disagree.
//!
//! Ids are kebab-case and final. A variant is `method/integrator[/what-differs]`, a problem is
//! `problem[/preset]`. A number that could not be formed is absent (`null`), never `NaN`.

mod board;
mod cell;
mod difference;
mod end_state;
mod erratum;
mod expected;
mod fingerprint;
mod history;
mod motion;
mod paired;
mod practice;
mod replicated;
mod speed;
mod theory;
mod work_precision;

pub use board::{Board, BoardLine, BoardOf, Condition, Figure, Instance, Scoring};
pub use cell::{Cell, Reasons, Run, TYPICAL_STEP};
pub use difference::{Change, ComparedWith, Difference, StatusCounts, Subject};
pub use end_state::{EndState, EndStates};
pub use erratum::{Erratum, ErratumKind, errata_in_words};
pub use expected::{ExpectedFailure, KnownFailure};
pub use fingerprint::{checksum, fingerprint};
pub use history::DriftHistory;
pub use motion::{Drifting, Motion};
pub use paired::{Beaten, Paired, ParetoSet, Spread, WhatItBuys, Worse};
pub use practice::{Detuned, LadderKind, LargestStep};
pub use replicated::{
    Curve, Drawing, Mark, ReplicatedClaim, ReplicatedFigure, ReplicatedPanel, ReplicatedPaper,
    ReplicationVerdict, Scale,
};
pub use speed::{LimitKernel, Speed, Timing, TimingNoise};
pub use theory::{
    Drift, DriftModel, DriftPoint, DriftStudy, GainMap, MechanismGains, MissReason, PredictedDrift,
    RecommendedGains, RhoLaw, SampledDrift, Sampling, SamplingStudy, SteadyOrder, SteadyQuantity,
    SteadyState,
};
pub use vocabulary::{
    Bound, BrokenSymmetry, ClaimedOrders, Counter, Factor, FailureKind, Group, Growth, GrowthLaw,
    Link, Measured, Order, Orders, Outcome, Parameter, PerCounter, PerFactor, PerQuantity,
    Quantity, Reason, Reference, ReferenceKind, Sketch, Status, Symmetry, Verdict, Words, Work,
    citation, planted,
};
pub use work_precision::{ACCURACIES, Cost, FrontPoint, ParetoFront, Reach};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The version of the field names below; it grows when a field changes its meaning or goes away.
pub const SCHEMA: u32 = 6;

/// The results of one run of the harness.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Results {
    /// Version of this format, [`SCHEMA`].
    pub schema: u32,
    /// Source, machine and time of these numbers.
    pub provenance: Provenance,
    /// The methods that took part, with their variants.
    pub methods: Vec<Method>,
    /// The problems that took part.
    pub problems: Vec<Problem>,
    /// One cell for every variant on every problem; none is ever missing.
    pub cells: Vec<Cell>,
    /// The states in which runs ended, which are written to a file of their own.
    #[serde(skip)]
    pub end_states: Vec<EndState>,
    /// Predicted, exact and measured steady-state violations.
    pub steady_state: Vec<SteadyState>,
    /// The orders with which these violations fall, predicted and measured.
    #[serde(default)]
    pub steady_orders: Vec<SteadyOrder>,
    /// Predicted and measured violations along whole runs.
    #[serde(default)]
    pub drift_studies: Vec<DriftStudy>,
    /// Stable gains of each integrator and placement.
    #[serde(default)]
    pub gain_maps: Vec<GainMap>,
    /// Drift that is predicted from more and more sampled steps.
    #[serde(default)]
    pub sampling_studies: Vec<SamplingStudy>,
    /// Gains for particular mechanisms, from the drift that is predicted with them.
    #[serde(default)]
    pub mechanism_gains: Vec<MechanismGains>,
    /// The papers whose claims were run, each with its own provenance.
    #[serde(default)]
    pub replicated_papers: Vec<ReplicatedPaper>,
    /// Published claims and whether they could be reproduced.
    pub replications: Vec<ReplicatedClaim>,
    /// Figures of these papers, drawn from our runs.
    #[serde(default)]
    pub replicated_figures: Vec<ReplicatedFigure>,
    /// Places of these papers that cannot be what was meant; some may be faults of our copies.
    #[serde(default)]
    pub errata: Vec<Erratum>,
    /// How speed was measured; absent where it was not.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub timing: Option<Timing>,
    /// For every problem and cost the runs that no other beats.
    #[serde(default)]
    pub fronts: Vec<ParetoFront>,
    /// Ratios to the unstabilized run with the same integrator and step, for every variant, problem and ladder.
    #[serde(default)]
    pub paired: Vec<Paired>,
    /// These ratios over all problems: what each variant buys.
    #[serde(default)]
    pub what_it_buys: Vec<WhatItBuys>,
    /// For every integrator the variants that no other beats in drift, energy, error and time.
    #[serde(default)]
    pub pareto_sets: Vec<ParetoSet>,
    /// Rankings that each answer one question.
    #[serde(default)]
    pub boards: Vec<Board>,
    /// Cells of which it is known that they fail, and why.
    #[serde(default)]
    pub expected_failures: Vec<ExpectedFailure>,
    /// What differs from the baseline that was given; absent where there was none.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub difference: Option<Difference>,
}

impl Results {
    /// Results in which nothing was run yet.
    pub fn empty(provenance: Provenance) -> Self {
        Self {
            schema: SCHEMA,
            provenance,
            methods: Vec::new(),
            problems: Vec::new(),
            cells: Vec::new(),
            end_states: Vec::new(),
            steady_state: Vec::new(),
            steady_orders: Vec::new(),
            drift_studies: Vec::new(),
            gain_maps: Vec::new(),
            sampling_studies: Vec::new(),
            mechanism_gains: Vec::new(),
            replicated_papers: Vec::new(),
            replications: Vec::new(),
            replicated_figures: Vec::new(),
            errata: Vec::new(),
            timing: None,
            fronts: Vec::new(),
            paired: Vec::new(),
            what_it_buys: Vec::new(),
            pareto_sets: Vec::new(),
            boards: Vec::new(),
            expected_failures: Vec::new(),
            difference: None,
        }
    }
}

/// Source, machine and time of the numbers.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Provenance {
    /// Source revision that the harness was built from, with `-dirty` when files were changed, or `unknown` outside a
    /// checkout.
    pub commit: String,
    /// Hash of the sources that the harness was built from.
    #[serde(default)]
    pub source: String,
    /// Compiler that built the harness.
    pub rustc: String,
    /// Processor model.
    pub cpu: String,
    /// Number of processors the machine offers.
    pub cores: usize,
    /// UTC date and time of the run, ISO 8601.
    pub date: String,
    /// The command that reproduces these results.
    pub command: String,
    /// Whether only one preset of each problem was run, none that is tagged `large` or `long-run`, and ladders without
    /// their finest step.
    pub quick: bool,
    /// Hash over everything deterministic in the results: equal for any number of jobs.
    pub digest: String,
}

/// One stabilization method and its variants.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Method {
    /// Identifier, for example `baumgarte`.
    pub id: String,
    /// Name for people.
    pub name: String,
    /// Kind of method, for example `feedback`.
    pub kind: String,
    /// One or two sentences on how it works.
    pub summary: String,
    /// Publication of the method.
    pub citation: String,
    /// The variants in the matrix.
    pub variants: Vec<Variant>,
}

/// One row of the matrix.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Variant {
    /// Identifier, for example `baumgarte/rk4/held`.
    pub id: String,
    /// Integrator id, for example `rk4`, or `own`.
    pub integrator: String,
    /// Name for people, without the method: `RK4 · α = 1.5/h, β = 1/h² · held over the step`.
    #[serde(default)]
    pub name: String,
    /// Gains and their placement in words, empty when there are none.
    pub gains: String,
    /// The numbers that a user has to choose, empty where there is nothing to tune.
    #[serde(default)]
    pub parameters: Vec<Parameter>,
    /// Whether its steps follow from a tolerance.
    #[serde(default)]
    pub adaptive: bool,
    /// The orders its theory promises.
    pub claimed_order: ClaimedOrders,
    /// Symmetries of the equations of motion that its steps do not share.
    pub breaks: Vec<BrokenSymmetry>,
}

/// One benchmark problem (one preset).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Problem {
    /// Identifier, for example `pendulum/yoon-1993`.
    pub id: String,
    /// Name for people.
    pub name: String,
    /// The mechanism and its difficulty in one or two sentences.
    pub summary: String,
    /// Difficulty tags, for example `closed-form`, `sparse`.
    pub tags: Vec<String>,
    /// Number of velocity coordinates.
    pub coordinates: usize,
    /// Number of constraint rows.
    pub constraints: usize,
    /// Simulated time in seconds.
    pub end_time: f64,
    /// Factor of the steps of practice: 1 for mechanisms of human size and speed.
    #[serde(default = "human_size")]
    pub time_scale: f64,
    /// Largest sizes along the motion of what each quantity is made of; errors relative to them have no unit.
    #[serde(default)]
    pub scales: PerQuantity<f64>,
    /// Whether the motion can be predicted; where it cannot, runs are judged by their invariants alone.
    #[serde(default = "predictable")]
    pub predictable: bool,
    /// Whether runs start on the constraints; `false` where the stated start violates them on purpose.
    pub consistent_start: bool,
    /// The reference against which errors are measured.
    pub reference: Reference,
    /// Sensitivity of the end to the start: the largest |δq(T)|/|δv(0)| in seconds.
    pub sensitivity: f64,
    /// Alignment of energy and constraints: the largest cosine between the gradients of the energy and of a constraint along
    /// the motion, between 0 and 1.
    pub energy_coupling: f64,
    /// The reason why methods need not show their order here, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub caveat: Option<String>,
    /// The first part of the motion, to be drawn; absent where the problem has no picture.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub motion: Option<Motion>,
}

impl Problem {
    /// The error of the reference in positions: smaller errors of a run cannot be told apart.
    pub fn reference_error(&self) -> f64 {
        self.scales.position * math::powi(10.0, -(self.reference.digits as i32))
    }
}

fn human_size() -> f64 {
    1.0
}

fn predictable() -> bool {
    true
}

/// The integrator id of variants with a discretization of their own.
pub const OWN: &str = "own";

impl Results {
    /// The board with this id whose lines are variants, of all integrators.
    pub fn board(&self, id: &str) -> Option<&Board> {
        let wanted = |b: &&Board| b.id == id && b.of == BoardOf::Variants && b.integrator.is_none();
        self.boards.iter().find(wanted)
    }

    /// The cost that prices are compared in: time where speed was measured, evaluations otherwise.
    pub fn compared_cost(&self) -> Cost {
        match self.timing {
            Some(_) => Cost::Time,
            None => Cost::Evaluations,
        }
    }
}

/// The kind of the method that stabilizes nothing, with which all others are compared.
pub const BASELINE: &str = "baseline";

impl Method {
    /// Whether this method stabilizes nothing.
    pub fn is_baseline(&self) -> bool {
        self.kind == BASELINE
    }
}
