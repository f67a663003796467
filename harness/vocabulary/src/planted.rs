//! Defects planted on purpose, with which `cargo xtask gate --self-test` tests the gate.
//!
//! Without the feature `planted-defects` every question is answered with a constant `false`, and the compiler removes
//! it with everything that depends on it.

/// Declares every defect with its id and its words.
macro_rules! defects {
    ($($Name:ident $id:literal $words:literal,)+) => {
        /// A defect that can be planted.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[repr(u8)]
        pub enum Defect {
            $(#[doc = $words] $Name,)+
        }

        impl Defect {
            /// Every defect.
            pub const ALL: &[Self] = &[$(Self::$Name,)+];

            /// The id that people type.
            pub const fn id(self) -> &'static str {
                match self { $(Self::$Name => $id,)+ }
            }

            /// What is wrong, in words.
            pub const fn words(self) -> &'static str {
                match self { $(Self::$Name => $words,)+ }
            }
        }
    };
}

defects! {
    AbsoluteOrder "absolute-order" "The order estimator takes the magnitude of a slope, so that growing errors converge.",
    SlowStep "slow-step" "A step takes three times as long.",
    LooseClaimRule "loose-claim-rule" "A claim of a paper may be wrong by 20,000 times as much.",
    CellsReversed "cells-reversed" "The cells are in reverse order.",
    FactorizationsNotCounted "factorizations-not-counted" "Factorizations are not counted.",
    JudgeNeverBelow "judge-never-below" "The judge never says that a claim is missed.",
    WrongBeyondSixtyRows "wrong-beyond-sixty-rows" "The solver is wrong for systems of more than 60 rows.",
    RankingReversed "ranking-reversed" "Boards list the worst first.",
    LooseSteadyStates "loose-steady-states" "Steady states agree when they differ by a factor of 1000.",
    MultiplierSign "multiplier-sign" "The multipliers have the wrong sign.",
    GainDoubled "gain-doubled" "The feedback of velocities is twice as strong.",
    RungeKuttaWeight "runge-kutta-weight" "The weights of Runge-Kutta methods add up to 1.0001.",
    AdamsCoefficient "adams-coefficient" "The newest rate of Adams-Bashforth methods weighs 0.01 % more.",
    OneStageLess "one-stage-less" "Runge-Kutta methods do not evaluate their last stage.",
    MeanForMaximum "mean-for-maximum" "Drifts are means instead of maxima.",
    DriftAfterProjection "drift-after-projection" "Drifts are measured after a projection onto the constraints.",
    EnergyWithoutWork "energy-without-work" "The energy balance leaves out the work done.",
    StaleFactorization "stale-factorization" "Projections keep the factorization of the first step.",
    PivotThreshold "pivot-threshold" "Solvers call a matrix singular whose pivots fall below a third.",
    ProjectionStopsEarly "projection-stops-early" "Projections stop at a million times the rounding error.",
    LooseTolerance "loose-tolerance" "Adaptive steps use ten times the tolerance.",
    LadderShortened "ladder-shortened" "Ladders lack their finest step.",
    CellDropped "cell-dropped" "One cell is missing.",
    VariantRenamed "variant-renamed" "One variant has another id.",
    AllocatesInStep "allocates-in-step" "A step allocates memory.",
    EvaluationsDoubled "evaluations-doubled" "Evaluations are counted twice.",
    EvaluationsNotCounted "evaluations-not-counted" "Evaluations are not counted.",
    SolvesNotCounted "solves-not-counted" "Solves are not counted.",
    IterationsNotCounted "iterations-not-counted" "Iterations of projections are not counted.",
    PredictionsAlwaysHold "predictions-always-hold" "Every predicted drift counts as confirmed.",
    FactorsOfHalfTheGain "factors-of-half-the-gain" "Predictions of drift take half the feedback of positions.",
    WorkTwice "work-twice" "Predictions of the energy count the work of the constraints twice.",
    LocalDefectSign "local-defect-sign" "What a sampled step adds to velocities has the wrong sign.",
    SteadySign "steady-sign" "The measured steady-state violations have the wrong sign.",
    AlwaysReproduced "always-reproduced" "Every claim of a paper counts as reproduced.",
    ScoresInverted "scores-inverted" "The best solver has the lowest score.",
    TiesBackwards "ties-backwards" "Ties are listed in the reverse order of their names.",
    TruthShifted "truth-shifted" "The true positions are wrong by 1e-9.",
    RoomWidened "room-widened" "Orders may miss their claims by ten times as much.",
    UndecidedConfirmed "undecided-confirmed" "Undecided claims count as confirmed.",
    ClaimLowered "claim-lowered" "Cards claim one order less for positions.",
    RefusalRuns "refusal-runs" "A refused cell counts as one that ran.",
    BudgetTooSmall "budget-too-small" "Runs are stopped as over budget after a millionth of it.",
    PairedInverted "paired-inverted" "Ratios to the unstabilized run are inverted.",
    DigestWithoutCells "digest-without-cells" "The digest leaves out the cells.",
    Unrepeatable "unrepeatable" "Errors depend on how many runs were made before.",
    PanicInStep "panic-in-step" "A Runge-Kutta step panics.",
    NotANumber "not-a-number" "Accelerations of systems with more than two rows are not numbers.",
    FeedbackLost "feedback-lost" "The feedback of positions is lost.",
    TimeShifted "time-shifted" "Later stages are evaluated at the time of the first.",
    MultipliersStale "multipliers-stale" "The multipliers are 0.1 % too large.",
    FloorRaised "floor-raised" "The rounding floor is a million times higher.",
    PapersLost "papers-lost" "One experiment of every paper is left out.",
}

/// The number of the active defect, counted from one; zero for none.
#[cfg(feature = "planted-defects")]
static ACTIVE: std::sync::atomic::AtomicU8 = std::sync::atomic::AtomicU8::new(0);

/// Whether this defect is planted at the moment.
#[cfg(feature = "planted-defects")]
#[inline(always)]
pub fn is(defect: Defect) -> bool {
    ACTIVE.load(std::sync::atomic::Ordering::Relaxed) == defect as u8 + 1
}

/// Whether this defect is planted: never in this build.
#[cfg(not(feature = "planted-defects"))]
#[inline(always)]
pub const fn is(_defect: Defect) -> bool {
    false
}

/// Plants one defect in the whole process, or none; without the feature `planted-defects` nothing happens.
pub fn plant(defect: Option<Defect>) {
    #[cfg(feature = "planted-defects")]
    ACTIVE.store(
        defect.map_or(0, |defect| defect as u8 + 1),
        std::sync::atomic::Ordering::Relaxed,
    );
    #[cfg(not(feature = "planted-defects"))]
    let _ = defect;
}

/// Whether defects can be planted in this build.
pub const AVAILABLE: bool = cfg!(feature = "planted-defects");
