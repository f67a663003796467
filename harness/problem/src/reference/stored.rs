//! The truth of a problem from its stored trajectory.

use super::{Moving, Recorded, RecordedError, Route, round};
use crate::Truth;
use std::sync::OnceLock;

/// A trajectory that is part of a crate, read when it is first asked for.
pub struct Stored {
    text: &'static str,
    recorded: OnceLock<Result<Recorded, RecordedError>>,
}

impl Stored {
    /// The trajectory of this text, in the form of [`Recorded`].
    pub const fn new(text: &'static str) -> Self {
        let recorded = OnceLock::new();
        Self { text, recorded }
    }

    /// The text itself.
    pub fn text(&self) -> &'static str {
        self.text
    }

    /// The true motion at the given times, by the route that the trajectory was stored from.
    ///
    /// # Panics
    /// When the trajectory cannot be read or its states are singular: `cargo xtask reference` says why.
    pub fn truth(&self, route: &Route, times: &[f64]) -> Vec<Truth> {
        let recorded = self.recorded.get_or_init(|| Recorded::parse(self.text));
        let recorded = recorded
            .as_ref()
            .expect("the stored trajectory is part of the crate");
        let truth = |&t: &f64| {
            let Moving { q, v, lambda, .. } = recorded
                .at(route, t)
                .expect("the stored motion is not singular");
            Truth {
                t,
                q: round(&q),
                v: round(&v),
                lambda: lambda.as_deref().map(round),
            }
        };
        times.iter().map(truth).collect()
    }
}
