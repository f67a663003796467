//! Problems that behave like the circle but for one deed in one place.

use crate::deed::Deed;
use problem::{Ladder, LimitKernel, Problem, ProblemCard, Truth};
use system::System;

/// A call in which a deed is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Call {
    Nothing,
    Card,
    System,
    Truth,
    Ladder,
}

pub(crate) struct HostileProblem {
    inner: Box<dyn Problem>,
    pub(crate) id: &'static str,
    pub(crate) deed: Deed,
    pub(crate) at: Call,
}

impl HostileProblem {
    pub(crate) fn boxed(id: &'static str, deed: Deed, at: Call) -> Box<dyn Problem> {
        let inner = circle::problems().swap_remove(0);
        Box::new(Self {
            inner,
            id,
            deed,
            at,
        })
    }

    fn at(&self, call: Call) {
        if self.at == call {
            self.deed.commit();
        }
    }
}

impl Problem for HostileProblem {
    fn card(&self) -> ProblemCard {
        self.at(Call::Card);
        ProblemCard {
            id: self.id,
            ..self.inner.card()
        }
    }

    fn system(&self) -> Box<dyn System> {
        self.at(Call::System);
        self.inner.system()
    }

    fn truth(&self, times: &[f64]) -> Vec<Truth> {
        self.at(Call::Truth);
        self.inner.truth(times)
    }

    fn ladder(&self) -> Ladder {
        self.at(Call::Ladder);
        self.inner.ladder()
    }

    fn limit(&self) -> Option<LimitKernel> {
        None
    }
}
