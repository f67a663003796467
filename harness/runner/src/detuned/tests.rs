use super::*;
use crate::ladders::Practice;
use crate::testing;
use results::Quantity;
use stepping::{Card, Integrator, Prepared, Variant};
use system::System;
use unstabilized::Unstabilized;

/// Gains that change nothing, gains that cannot be run, and no gains at all.
#[derive(Clone, Copy, PartialEq)]
enum Planted {
    Idle,
    Breaks,
    Untuned,
    Broken,
}

const RK4: Unstabilized = Unstabilized {
    integrator: Integrator::Rk4,
    step_control: StepControl::Fixed,
};

impl Variant for Planted {
    fn card(&self) -> Card {
        Card::of("planted", Integrator::Rk4)
    }

    fn detuned(&self, _factor: f64) -> Option<Box<dyn Variant + '_>> {
        match self {
            Self::Idle => Some(Box::new(*self)),
            Self::Breaks => Some(Box::new(Self::Broken)),
            Self::Untuned | Self::Broken => None,
        }
    }

    fn prepare<'a>(&'a self, system: &'a dyn System, resolution: Resolution) -> Prepared<'a> {
        assert!(*self != Self::Broken, "planted");
        RK4.prepare(system, resolution)
    }
}

fn on_circle() -> PreparedProblem {
    PreparedProblem::new(circle::problems().remove(0))
}

fn pair<'a>(variant: &'a dyn Variant, prepared: &'a PreparedProblem) -> Pair<'a> {
    Pair {
        method: "m",
        variant,
        prepared,
        practice: Practice::Off,
        beat: &|| {},
    }
}

/// A cell whose runs of practice have these steps.
fn practised(pair: Pair<'_>, steps: &[f64]) -> Cell {
    let mut cell = testing::cell("m", "p", &[(1e-3, 10)]);
    let start = pair.prepared.start.as_ref().unwrap();
    for h in steps {
        let resolution = Resolution::Fixed(StepSize::new(*h).unwrap());
        let kind = LadderKind::Practice;
        let ended = pair.run(resolution, start, kind);
        let Ended::Finished(finished) = ended else {
            panic!("the right gains come to the end");
        };
        cell.runs.push(finished.run);
    }
    cell
}

#[test]
fn gains_that_do_nothing_cost_nothing_when_they_are_wrong() {
    let prepared = on_circle();
    let pair = pair(&Planted::Idle, &prepared);
    let found = detuned(pair, &practised(pair, &[0.02, 0.005, 0.001]));
    let factors: Vec<(f64, f64)> = found.iter().map(|d| (d.factor, d.h)).collect();
    assert_eq!(factors, [(1.0 / 3.0, 0.005), (3.0, 0.005)]);
    for wrong in &found {
        assert_eq!(wrong.factors, PerQuantity::from_fn(|_| Some(1.0)));
        assert!(!wrong.stopped);
    }
}

/// Under Euler's method a particle on the unit circle settles where a step does not change its radius, at
/// `w = -h |v|²/2`, and where feedback does nothing, `α w + β Φ = 0` up to h² (the truncation-error model). So
/// `Φ = (α/β) h |v|²/2`: with α times f and β times f² it is 1/f of what it was, and w is the same. The speed grows by
/// h in a second, which moves both by 1 % within the slowest time constant of 0.6 s.
#[test]
fn steady_violations_are_inversely_proportional_to_the_factor() {
    let prepared = on_circle();
    let method = baumgarte::method();
    let mut variants = method.variants.iter();
    let euler = variants.find(|v| v.card().id == "baumgarte/euler").unwrap();
    let pair = pair(euler.as_ref(), &prepared);
    let found = detuned(pair, &practised(pair, &[0.005]));
    assert_eq!(found.len(), 2);
    for wrong in found {
        let of = |quantity| wrong.factors[quantity].unwrap();
        let (phi, w) = (of(Quantity::DriftPosition), of(Quantity::DriftVelocity));
        assert!((phi * wrong.factor - 1.0).abs() < 0.02, "{wrong:?}");
        assert!((w - 1.0).abs() < 0.02, "{wrong:?}");
    }
}

#[test]
fn wrong_gains_that_stop_a_run_are_told_from_those_that_cannot_be_compared() {
    let prepared = on_circle();
    let breaks = pair(&Planted::Breaks, &prepared);
    let mut cell = practised(breaks, &[0.005]);
    let found = detuned(breaks, &cell);
    assert_eq!(found.len(), 2);
    for wrong in found {
        assert!(wrong.stopped);
        assert_eq!(wrong.factors, PerQuantity::default());
    }
    assert_eq!(detuned(pair(&Planted::Untuned, &prepared), &cell), []);
    cell.runs[1].stopped = Some("t = 0.1: planted".to_owned());
    assert_eq!(detuned(breaks, &cell), []);
    cell.runs.pop();
    assert_eq!(detuned(breaks, &cell), [], "no runs of practice");
}

#[test]
fn the_step_follows_the_time_scale_and_slow_problems_are_left_out() {
    let mut prepared = on_circle();
    let steps = [0.05, 0.005, 0.001];
    let cell = practised(pair(&Planted::Idle, &prepared), &steps);
    let at = |prepared: &mut PreparedProblem, time_scale| {
        prepared.card.time_scale = time_scale;
        let found = detuned(pair(&Planted::Idle, prepared), &cell);
        found.first().map(|wrong| wrong.h)
    };
    assert_eq!(at(&mut prepared, 1.0), Some(0.005));
    assert_eq!(at(&mut prepared, 0.1), Some(0.001));
    assert_eq!(at(&mut prepared, 10.0), Some(0.05));
    for tag in SLOW_TAGS {
        prepared.card.tags = vec![tag].leak();
        assert_eq!(at(&mut prepared, 1.0), None, "{tag}");
    }
    prepared.card.tags = &[];
    prepared.card.start = Start::AsStated;
    assert_eq!(at(&mut prepared, 1.0), None);
}
