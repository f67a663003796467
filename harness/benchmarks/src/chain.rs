//! Accelerations of chains from a hundred to a million links, beside elimination by blocks.

use crate::figure::{Figure, Unit};
use runner::speed::{Contender, Lane, Pace, Race, yardstick};
use solvers::Kkt;
use std::hint::black_box;
use std::time::Instant;
use system::{Feedback, Reaction, State, System, Terms};
use verification::Measured;

const LINKS: [usize; 5] = [100, 1_000, 10_000, 100_000, 1_000_000];
const FEEDBACK: Feedback = Feedback {
    alpha: 20.0,
    beta: 100.0,
};
/// Number of links from which the ratio has a limit; other costs dominate in shorter chains.
const PROMISED_FROM: usize = 1_000;
const RATIO_AT_MOST: f64 = 4.0;
const EXPONENT_AT_MOST: f64 = 1.05;

pub(crate) fn accelerations(rounds: usize) -> Vec<Figure> {
    measure(rounds).unwrap_or_default()
}

/// Everything that one acceleration needs, through the interfaces that methods use.
struct Generic {
    system: Box<dyn System>,
    state: State,
    terms: Terms,
    kkt: Kkt,
    reaction: Reaction,
    a: Vec<f64>,
}

impl Generic {
    fn new(links: usize) -> Option<Self> {
        let chain = chain::Chain::new(links).ok()?;
        let system: Box<dyn System> = Box::new(chain::ChainKernel::new(chain));
        let shape = system.shape();
        Some(Self {
            state: bent(system.initial(), links),
            terms: Terms::new(shape),
            kkt: Kkt::new(shape),
            reaction: Reaction::new(shape.constraints()),
            a: vec![0.0; shape.n_v()],
            system,
        })
    }

    fn accelerate(&mut self) -> Option<()> {
        let (q, v) = (self.state.q(), self.state.v());
        self.system
            .evaluate(0.0, black_box(q), black_box(v), &mut self.terms);
        self.kkt
            .accelerate(&self.terms, v, FEEDBACK, &mut self.reaction, &mut self.a)
            .ok()?;
        black_box(&self.a);
        Some(())
    }
}

/// A moving chain that hangs in waves, so that angles differ from link to link as in a real motion.
fn bent(mut state: State, links: usize) -> State {
    let n = 3 * links;
    let mut end = [0.0; 2];
    let y = state.y_mut();
    for i in 0..links {
        let angle = -1.2 + 0.9 * math::sin(0.37 * i as f64);
        let (sin, cos) = math::sin_cos(angle);
        y[3 * i..3 * i + 3].copy_from_slice(&[end[0] + 0.5 * cos, end[1] + 0.5 * sin, angle]);
        y[n + 3 * i + 2] = 0.3 * math::cos(0.11 * i as f64);
        end = [end[0] + cos, end[1] + sin];
    }
    state
}

fn by_hand<'a>(links: usize, state: State) -> Contender<'a> {
    let mut limit = limits::chain::Limit::new(limits::chain::Parameters {
        links,
        length: 1.0,
        mass: 1.0,
        gravity: 9.81,
        alpha: FEEDBACK.alpha,
        beta: FEEDBACK.beta,
    });
    let (mut a, mut lambda) = (vec![0.0; 3 * links], vec![0.0; 2 * links]);
    Box::new(move |calls| {
        let begin = Instant::now();
        for _ in 0..calls {
            limit.accelerate(
                black_box(state.q()),
                black_box(state.v()),
                &mut a,
                &mut lambda,
            );
            black_box((&a, &lambda));
        }
        Some(begin.elapsed())
    })
}

fn measure(rounds: usize) -> Option<Vec<Figure>> {
    let mut race = Race::new();
    let unit = race.pace(yardstick())?;
    let mut lanes: Vec<(Lane, Pace)> = Vec::new();
    let mut bytes = Vec::new();
    let mut add = |race: &mut Race<'_>, links: usize| -> Option<(Lane, Pace)> {
        let (generic, kept) = allocations::kept(|| Generic::new(links));
        let mut generic = generic?;
        bytes.push(kept as f64 / links as f64);
        let limit = race.pace(by_hand(links, generic.state.clone()))?;
        let ours: Contender<'_> = Box::new(move |calls| {
            let begin = Instant::now();
            for _ in 0..calls {
                generic.accelerate()?;
            }
            Some(begin.elapsed())
        });
        Some((race.lane(ours, &[limit, unit])?, limit))
    };
    for links in LINKS {
        lanes.push(add(&mut race, links)?);
    }
    let (again, _) = add(&mut race, LINKS[1])?;
    for _ in 0..rounds {
        race.round();
    }
    let mut figures = Vec::new();
    for (&links, &(lane, limit)) in LINKS.iter().zip(&lanes) {
        let ratio = race.ratio(lane, limit)?;
        let per_link = race.ns(lane, unit)?.value / links as f64;
        let what = format!("{links} links, over elimination by blocks, for each link");
        let mut figure = Figure::ratio(what, ratio, per_link, RATIO_AT_MOST);
        figure.at_most = figure.at_most.filter(|_| links >= PROMISED_FROM);
        figures.push(figure);
    }
    let (first, last) = (0, LINKS.len() - 1);
    let at = |k: usize| Some((LINKS[k], race.ns(lanes[k].0, unit)?));
    figures.push(Figure::exponent(
        format!("exponent from {} to {} links", LINKS[first], LINKS[last]),
        [at(first)?, at(last)?],
        EXPONENT_AT_MOST,
    ));
    figures.push(Figure {
        what: "memory of the longest chain, for each link".to_owned(),
        value: Measured::exact(bytes[last]),
        unit: Unit::BytesPerPart,
        at_most: allocations::is_installed().then_some(1.1 * bytes[1]),
        detail: format!("{:.0} bytes for each of 1000 links", bytes[1]),
    });
    let control = race.between(lanes[1].0, again, unit)?;
    figures.push(Figure::control("1000 links".to_owned(), control));
    Some(figures)
}
