//! Steps of small mechanisms beside their closed form.

use crate::figure::Figure;
use mechanics::{Problem, State, System, consistent};
use runner::speed::{Contender, Race, Walk};
use std::hint::black_box;
use std::rc::Rc;
use std::time::Instant;
use stepping::{Family, Method, Resolution, StepSize};

/// Step of every comparison in seconds; speed does not depend on it.
pub(crate) const H: f64 = 1e-3;

/// Steps until a motion starts again, so that none grows out of its range.
pub(crate) const STEPS: u64 = 1000;

/// Generality must not cost more than the arithmetic itself.
const AT_MOST: f64 = 2.0;

/// A system with its start, so that steps can be made.
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

    pub(crate) fn walk<'a>(&'a self, method: &'a dyn Method, h: f64) -> Option<Walk<'a>> {
        Some(Walk {
            method,
            system: self.system.as_ref(),
            start: &self.start,
            resolution: Resolution::Fixed(StepSize::new(h).ok()?),
            intervals: STEPS,
        })
    }
}

/// The variant of a family with this id.
pub(crate) fn variant<'a>(family: &'a Family, id: &str) -> Option<&'a dyn Method> {
    let mut variants = family.variants.iter().map(AsRef::as_ref);
    variants.find(|method: &&dyn Method| method.card().id == id)
}

pub(crate) fn pendulum(rounds: usize) -> Vec<Figure> {
    let limit = limits::pendulum::Limit::new(limits::pendulum::Parameters {
        gravity: 9.81,
        length: 1.0,
        alpha: 20.0,
        beta: 100.0,
        h: H,
    });
    let by_hand: Contender<'_> = Box::new(|steps| {
        let mut y = [-1.0, 0.0, 0.0, 0.0];
        let begin = Instant::now();
        for _ in 0..steps {
            limit.step(black_box(&mut y));
        }
        Some(begin.elapsed())
    });
    let moving = Moving::first(pendulum::problems());
    beside(by_hand, moving, "baumgarte/rk4", rounds).unwrap_or_default()
}

pub(crate) fn double_pendulum(rounds: usize) -> Vec<Figure> {
    let limit = limits::double_pendulum::Limit::new(limits::double_pendulum::Parameters {
        gravity: 10.0,
        length: 5.0,
        alpha: 20.0,
        beta: 100.0,
        h: H,
    });
    let by_hand: Contender<'_> = Box::new(|steps| {
        let (mut q, mut v) = ([0.0, 2.5, 0.0, 0.0, 7.5, 0.0], [0.0; 6]);
        let begin = Instant::now();
        for _ in 0..steps {
            limit.step(black_box(&mut q), black_box(&mut v));
        }
        Some(begin.elapsed())
    });
    let moving = Moving::first(planar_double_pendulum::problems());
    beside(by_hand, moving, "baumgarte/rk4", rounds).unwrap_or_default()
}

/// Times a variant beside the closed form of its step, and beside itself.
fn beside(
    by_hand: Contender<'_>,
    moving: Option<Moving>,
    id: &str,
    rounds: usize,
) -> Option<Vec<Figure>> {
    let (moving, family) = (moving?, baumgarte::family());
    let walk = moving.walk(variant(&family, id)?, H)?;
    let mut race = Race::new();
    let limit = race.reference(by_hand)?;
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
