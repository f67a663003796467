//! The studies beside the matrix, each with its method and problem.

use stepping::{Gain, GainError, Gains, Integrator, Placement, Variant};

/// Makes a variant with feedback on the constraints at a place in the step, `α` and `β` as given.
pub type FeedbackVariant = fn(Integrator, Placement, Gains) -> Box<dyn Variant>;

/// Makes a variant with gains `(α, β)` on the constraints and `ρ` on the energy, all in every stage.
pub type SteadyVariant = fn(Integrator, (Gain, Gain), Gain) -> Result<Box<dyn Variant>, GainError>;

/// The studies of a catalogue. Each runs when its method and its problem are selected.
#[derive(Clone, Copy)]
pub struct Studies {
    /// Steady states of feedback on constraints and energy on the unit circle.
    pub steady_states: Study<SteadyVariant>,
    /// Feedback on the constraints, followed step by step along a motion.
    pub drift: Study<FeedbackVariant>,
    /// Feedback on the constraints, with its drift predicted from more and more samples.
    pub sampling: Study<FeedbackVariant>,
    /// The method whose stable gains are mapped.
    pub gain_maps: &'static str,
}

/// One study: a method on a problem with gains of the study's own choosing.
#[derive(Clone, Copy)]
pub struct Study<V> {
    /// Id of the method.
    pub method: &'static str,
    /// Id of the problem.
    pub problem: &'static str,
    /// Makes variants of the method.
    pub variant: V,
}
