//! Steps of small mechanisms beside their closed form.

use crate::figure::Figure;
use problem::Problem;
use runner::speed::{Race, Walk, by_hand};
use solvers::consistent;
use std::rc::Rc;
use stepping::{Method, Resolution, StepSize, Variant};
use system::{State, System};

/// Step of every comparison in seconds; speed does not depend on it.
pub(crate) const H: f64 = 1e-3;

/// Steps after which a motion starts again, so that it stays in its range.
pub(crate) const STEPS: u64 = 1000;

/// Largest ratio to the closed form: generality must not cost more than the arithmetic itself.
const AT_MOST: f64 = 2.0;

/// A system with its consistent initial state.
pub(crate) struct Moving {
    pub(crate) system: Box<dyn System>,
    pub(crate) start: State,
}

impl Moving {
    pub(crate) fn new(system: Box<dyn System>) -> Option<Self> {
        let start = consistent(system.as_ref()).ok()?;
        Some(Self { system, start })
    }

    /// The default preset of a problem.
    pub(crate) fn first(problems: Vec<Box<dyn Problem>>) -> Option<Self> {
        Self::new(problems.first()?.system())
    }

    pub(crate) fn walk<'a>(&'a self, variant: &'a dyn Variant, h: f64) -> Option<Walk<'a>> {
        Some(Walk {
            variant,
            system: self.system.as_ref(),
            start: &self.start,
            resolution: Resolution::Fixed(StepSize::new(h).ok()?),
            intervals: STEPS,
        })
    }
}

/// The variant of a method with this id.
pub(crate) fn variant<'a>(method: &'a Method, id: &str) -> Option<&'a dyn Variant> {
    let mut variants = method.variants.iter().map(AsRef::as_ref);
    variants.find(|variant: &&dyn Variant| variant.card().id == id)
}

pub(crate) fn pendulum(rounds: usize) -> Vec<Figure> {
    beside(pendulum::problems(), rounds).unwrap_or_default()
}

pub(crate) fn double_pendulum(rounds: usize) -> Vec<Figure> {
    beside(planar_double_pendulum::problems(), rounds).unwrap_or_default()
}

/// Times an RK-4 step with feedback beside its closed form and beside itself.
fn beside(problems: Vec<Box<dyn Problem>>, rounds: usize) -> Option<Vec<Figure>> {
    let problem = problems.first()?;
    let (moving, method) = (Moving::new(problem.system())?, baumgarte::method());
    let id = "baumgarte/rk4";
    let walk = moving.walk(variant(&method, id)?, H)?;
    let mut race = Race::new();
    let limit = race.pace(by_hand(problem.limit()?))?;
    let lane = race.lane(walk.contender(Rc::default()), &[limit])?;
    let again = race.lane(walk.contender(Rc::default()), &[limit])?;
    for _ in 0..rounds {
        race.round();
    }
    Some(vec![
        Figure::ratio(
            format!("{id} over the closed form"),
            race.ratio(lane, limit)?,
            race.ns(lane, limit)?.value,
            AT_MOST,
        ),
        Figure::control("the same".to_owned(), race.between(lane, again, limit)?),
    ])
}
