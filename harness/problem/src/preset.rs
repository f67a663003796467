//! Presets, of which most problem crates are made.

use crate::{Drawn, LimitKernel, Problem, ProblemCard, Route, Stored, Truth};
use system::{Auto, Mechanism, System};

/// One preset: a mechanism with its kernel, its card and its true motion.
#[derive(Clone, Copy)]
pub struct Preset<M> {
    /// The specification of the mechanism.
    pub mechanism: M,
    /// The hand-written system of the mechanism.
    pub kernel: fn(M) -> Box<dyn System>,
    /// The source of the true motion.
    pub known: Known<M>,
    /// Ways to compute the motion to more digits, see [`Problem::routes`].
    pub routes: fn(&Preset<M>) -> Vec<Route>,
    /// Published digits, see [`Problem::published`].
    pub published: &'static str,
    /// The closed form of a step, see [`Problem::limit`].
    pub limit: Option<fn(&M) -> LimitKernel>,
    /// The card for the report.
    pub card: ProblemCard,
}

/// The source of the true motion of a preset.
#[derive(Clone, Copy)]
pub enum Known<M> {
    /// A computation that rounds to double precision.
    Formula(fn(&M, &[f64]) -> Vec<Truth>),
    /// A trajectory of the first route.
    Stored(&'static Stored),
}

impl<M: Mechanism + Drawn + Copy + 'static> Problem for Preset<M> {
    fn card(&self) -> ProblemCard {
        self.card
    }

    fn system(&self) -> Box<dyn System> {
        (self.kernel)(self.mechanism)
    }

    fn specification(&self) -> Option<Box<dyn System>> {
        Some(Box::new(Auto::new(self.mechanism)))
    }

    fn truth(&self, times: &[f64]) -> Vec<Truth> {
        match self.known {
            Known::Formula(formula) => formula(&self.mechanism, times),
            Known::Stored(stored) => stored.truth(&self.routes()[0], times),
        }
    }

    fn drawn(&self) -> Option<&dyn Drawn> {
        Some(&self.mechanism)
    }

    fn routes(&self) -> Vec<Route> {
        (self.routes)(self)
    }

    fn stored(&self) -> Option<&'static str> {
        match self.known {
            Known::Formula(_) => None,
            Known::Stored(stored) => Some(stored.text()),
        }
    }

    fn published(&self) -> &'static str {
        self.published
    }

    fn limit(&self) -> Option<LimitKernel> {
        self.limit.map(|limit| limit(&self.mechanism))
    }
}
