//! Andrews' squeezing mechanism to a given accuracy, beside a hand-written adaptive integration.

use crate::figure::Figure;
use crate::steps::{Moving, variant};
use limits::andrews::dopri5;
use problem::Problem;
use runner::speed::{Contender, Lane, Race, Walk, yardstick};
use std::hint::black_box;
use std::rc::Rc;
use std::time::Instant;
use stepping::{Resolution, StepControl, StepSize, Tolerance, Variant};
use trial::Trial;

/// Largest error of an angle at the end, relative to the largest angle.
const ACCURACY: f64 = 1e-7;
/// Largest time of the best variant, relative to the code written by hand.
const AT_MOST: f64 = 2.5;
/// Ratio between neighbouring tolerances and steps, which limits what a variant can gain by luck.
const STRIDE: f64 = 1.1;

pub(crate) fn to_accuracy(rounds: usize) -> Vec<Figure> {
    measure(rounds).unwrap_or_default()
}

/// The mechanism, the end time, and the coordinates there.
struct Task {
    moving: Moving,
    end: f64,
    truth: Vec<f64>,
}

impl Task {
    fn new(problem: &dyn Problem) -> Option<Self> {
        let end = problem.card().end_time;
        Some(Self {
            moving: Moving::new(problem.system())?,
            end,
            truth: problem.truth(&[end]).pop()?.q,
        })
    }

    fn error(&self, q: &[f64]) -> f64 {
        let scale = self.truth.iter().fold(0.0_f64, |a, x| a.max(x.abs()));
        let gaps = q
            .iter()
            .zip(&self.truth)
            .map(|(q, t)| (q - t).abs() / scale);
        gaps.fold(0.0, |a, gap| if gap > a || gap.is_nan() { gap } else { a })
    }

    /// Error of one run of a method; infinite where it does not reach its end.
    fn error_of(&self, walk: &Walk<'_>) -> f64 {
        let (start, intervals) = (walk.start.clone(), walk.intervals as usize);
        let Ok(mut trial) = Trial::from(walk.variant, walk.system, walk.resolution, start) else {
            return f64::INFINITY;
        };
        let end = trial.steps(intervals);
        end.map_or(f64::INFINITY, |state| self.error(state.q()))
    }

    /// The cheapest run within the accuracy such that every finer one is within it too.
    fn cheapest<'a>(&'a self, variant: &'a dyn Variant) -> Option<Walk<'a>> {
        let walk = |k: i32| -> Option<Walk<'a>> {
            let finer = math::powi(STRIDE, k);
            let (resolution, intervals) = match variant.card().step_control {
                StepControl::Adaptive => {
                    let resolution = Resolution::Adaptive {
                        tolerance: Tolerance::new(1e-3 / finer).ok()?,
                        interval: StepSize::new(self.end).ok()?,
                    };
                    (resolution, 1)
                }
                StepControl::Fixed => {
                    let steps = (40.0 * finer).round();
                    let h = StepSize::new(self.end / steps).ok()?;
                    (Resolution::Fixed(h), steps as u64)
                }
            };
            Some(Walk {
                variant,
                system: self.moving.system.as_ref(),
                start: &self.moving.start,
                resolution,
                intervals,
            })
        };
        // Steps shrink to about 1/280, tolerances much further.
        let rungs = match variant.card().step_control {
            StepControl::Adaptive => 200,
            StepControl::Fixed => 60,
        };
        let walks: Vec<Walk<'a>> = (0..rungs).map_while(walk).collect();
        let last_outside = walks
            .iter()
            .rposition(|walk| !(self.error_of(walk) <= ACCURACY));
        walks.get(last_outside.map_or(0, |k| k + 1)).copied()
    }
}

fn measure(rounds: usize) -> Option<Vec<Figure>> {
    let problem = andrews_squeezer::problems().swap_remove(0);
    let task = Task::new(problem.as_ref())?;
    let tolerance = by_hand(&task)?;
    let end = task.end;
    let methods = [
        unstabilized::method(),
        baumgarte::method(),
        mass_projection::method(),
    ];
    let ids = [
        "unstabilized/dopri5/adaptive",
        "unstabilized/dop853/adaptive",
        "unstabilized/dop853",
        "baumgarte/dopri5/adaptive",
        "baumgarte/dop853/adaptive",
        "baumgarte/dop853",
        "mass-projection/dop853",
    ];
    let methods = ids
        .iter()
        .filter_map(|id| methods.iter().find_map(|f| variant(f, id)));
    let walks: Vec<Walk<'_>> = methods.filter_map(|m| task.cheapest(m)).collect();

    let mut race = Race::new();
    let unit = race.pace(yardstick())?;
    let limit: Contender<'_> = Box::new(move |runs| {
        let begin = Instant::now();
        for _ in 0..runs {
            black_box(dopri5::integrate(black_box(tolerance), end));
        }
        Some(begin.elapsed())
    });
    let limit = race.pace(limit)?;
    let lanes: Vec<Lane> = walks
        .iter()
        .map(|walk| race.lane(walk.contender(Rc::default()), &[limit, unit]))
        .collect::<Option<_>>()?;
    let again = race.lane(walks.first()?.contender(Rc::default()), &[limit, unit])?;
    for _ in 0..rounds {
        race.round();
    }
    let mut figures: Vec<Figure> = walks
        .iter()
        .zip(&lanes)
        .filter_map(|(walk, &lane)| {
            // A lane counts intervals, of which a run has several; the kernel counts runs.
            let runs = walk.intervals as f64;
            let what = format!("{}, whole run", walk.variant.card().id);
            let ratio = race.ratio(lane, limit)?.scaled(runs);
            Some(Figure::ratio(
                what,
                ratio,
                race.ns(lane, unit)?.value * runs,
                AT_MOST,
            ))
        })
        .collect();
    figures.sort_by(|a, b| a.value.value.total_cmp(&b.value.value));
    // Only the best variant has a limit.
    for figure in figures.iter_mut().skip(1) {
        figure.at_most = None;
    }
    let control = race.between(*lanes.first()?, again, unit)?;
    figures.push(Figure::control(walks.first()?.variant.card().id, control));
    Some(figures)
}

/// The largest tolerance with which the hand-written integration is accurate enough, as all smaller ones are.
fn by_hand(task: &Task) -> Option<f64> {
    let tolerances: Vec<f64> = (0..200).map(|k| 1e-3 / math::powi(STRIDE, k)).collect();
    let good = |tolerance: f64| task.error(&dopri5::integrate(tolerance, task.end).q) <= ACCURACY;
    let last_outside = tolerances.iter().rposition(|&tolerance| !good(tolerance));
    tolerances.get(last_outside.map_or(0, |k| k + 1)).copied()
}
