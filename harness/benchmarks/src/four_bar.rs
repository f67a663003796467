//! Growth of a step with the number of loops, whose mass couples neighbours.

use crate::figure::{Figure, duration};
use crate::steps::{Moving, variant};
use runner::speed::{Lane, Race, yardstick};
use std::rc::Rc;

const LOOPS: [usize; 4] = [10, 20, 40, 400];
const H: f64 = 1e-4;
const AT_MOST: f64 = 1.1;

pub(crate) fn growth(rounds: usize) -> Vec<Figure> {
    measure(rounds).unwrap_or_default()
}

fn measure(rounds: usize) -> Option<Vec<Figure>> {
    let method = baumgarte::method();
    let variant = variant(&method, "baumgarte/rk4")?;
    let linkage = |loops| {
        let linkage = n_four_bar::NFourBar::new(loops).ok()?;
        Moving::new(Box::new(n_four_bar::NFourBarKernel::new(linkage)))
    };
    let moving: Vec<Moving> = LOOPS.into_iter().map(linkage).collect::<Option<_>>()?;
    let mut race = Race::new();
    let unit = race.pace(yardstick())?;
    let lanes: Vec<Lane> = moving
        .iter()
        .map(|moving| race.lane(moving.walk(variant, H)?.contender(Rc::default()), &[unit]))
        .collect::<Option<_>>()?;
    let again = race.lane(
        moving[0].walk(variant, H)?.contender(Rc::default()),
        &[unit],
    )?;
    for _ in 0..rounds {
        race.round();
    }
    let at = |k: usize| Some((LOOPS[k], race.ns(lanes[k], unit)?));
    let each: Vec<String> = (0..LOOPS.len())
        .map(|k| Some(format!("{} {}", LOOPS[k], duration(at(k)?.1.value))))
        .collect::<Option<_>>()?;
    let mut figures = vec![
        Figure::exponent(
            "exponent from 10 to 40 loops".to_owned(),
            [at(0)?, at(2)?],
            AT_MOST,
        ),
        Figure::exponent(
            "exponent from 10 to 400 loops".to_owned(),
            [at(0)?, at(3)?],
            AT_MOST,
        ),
        Figure::control("10 loops".to_owned(), race.between(lanes[0], again, unit)?),
    ];
    figures[0].detail = format!("loops and time of a step: {}", each.join(", "));
    Some(figures)
}
