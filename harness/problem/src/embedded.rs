//! A problem made from a mechanism with minimal coordinates, the shortest way to a problem.

use crate::{Embedding, Precise, Problem, ProblemCard, Route, Settings, Truth};
use system::{Auto, Mechanism, System};

/// A problem whose truth is followed in minimal coordinates.
#[derive(Clone, Copy, Debug)]
pub struct Embedded<M> {
    /// The specification, which also places all coordinates.
    pub mechanism: M,
    /// The card for the report.
    pub card: ProblemCard,
}

impl<M: Mechanism + Embedding + Copy + 'static> Embedded<M> {
    /// A fortieth of the time is tried first.
    fn first_step(&self) -> f64 {
        0.025 * self.card.end_time
    }

    fn minimal(&self) -> Route {
        let settings = Settings::fine(self.first_step());
        Route::embedded(self.mechanism, self.mechanism, settings)
    }
}

impl<M: Mechanism + Embedding + Copy + 'static> Problem for Embedded<M> {
    fn card(&self) -> ProblemCard {
        self.card
    }

    fn system(&self) -> Box<dyn System> {
        Box::new(Auto::new(self.mechanism))
    }

    /// # Panics
    /// When the motion cannot be followed to the end: `cargo xtask reference` says why.
    fn truth(&self, times: &[f64]) -> Vec<Truth> {
        let states = self.minimal().run(times);
        let states = states.expect("the minimal coordinates can be followed to the end");
        states.iter().map(Precise::rounded).collect()
    }

    fn routes(&self) -> Vec<Route> {
        let settings = Settings::coarse(self.first_step());
        vec![self.minimal(), Route::redundant(self.mechanism, settings)]
    }
}
