//! The cost that Baumgarte's feedback adds to a step.

use crate::figure::Figure;
use crate::steps::{H, Moving, variant};
use runner::speed::{Race, yardstick};
use std::rc::Rc;

/// Largest ratio of the times of a step with and without feedback. Feedback only enters the right-hand side of a
/// solve that is made anyway, which costs less than this.
const AT_MOST: f64 = 1.05;

pub(crate) fn over_none(rounds: usize) -> Vec<Figure> {
    let chain = || {
        Moving::new(Box::new(chain::ChainKernel::new(
            chain::Chain::new(10).ok()?,
        )))
    };
    // The squeezing mechanism is fast and needs small steps to reach the end of its run.
    let systems = [
        ("pendulum", Moving::first(pendulum::problems()), H),
        (
            "planar-double-pendulum",
            Moving::first(planar_double_pendulum::problems()),
            H,
        ),
        (
            "andrews-squeezer",
            Moving::first(andrews_squeezer::problems()),
            1e-5,
        ),
        ("chain, 10 links", chain(), 0.1 * H),
    ];
    let figures = systems
        .into_iter()
        .filter_map(|(name, moving, h)| over_none_on(name, &moving?, h, rounds));
    figures.flatten().collect()
}

fn over_none_on(name: &str, moving: &Moving, h: f64, rounds: usize) -> Option<Vec<Figure>> {
    let (with, without) = (baumgarte::method(), unstabilized::method());
    let with = moving.walk(variant(&with, "baumgarte/rk4")?, h)?;
    let without = moving.walk(variant(&without, "unstabilized/rk4")?, h)?;
    let mut race = Race::new();
    let unit = race.pace(yardstick())?;
    let plain = race.pace(without.contender(Rc::default()))?;
    let fed = race.lane(with.contender(Rc::default()), &[unit, plain])?;
    let same = race.lane(without.contender(Rc::default()), &[plain])?;
    for _ in 0..rounds {
        race.round();
    }
    Some(vec![
        Figure::ratio(
            format!("{name}, with over without feedback"),
            race.ratio(fed, plain)?,
            race.ns(fed, unit)?.value,
            AT_MOST,
        ),
        Figure::control(
            format!("{name}, without feedback"),
            race.ratio(same, plain)?,
        ),
    ])
}
