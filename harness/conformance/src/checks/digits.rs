//! The true motion holds the digits that the card promises, at any time.
//!
//! Runs are compared with the truth at output times, and λ of half-step methods between them. So the truth is compared at
//! random times with the first route of the problem, which is followed from the start in double-double precision. An
//! error counts relative to the largest value of its quantity (q, v or λ) along the motion.

use crate::verdict::{Verdict, at_most, collect, ensure, every_problem};
use numerics::SplitMix64;
use problem::{Precise, Problem, Truth};
use system::{DoubleDouble, Scalar, largest};

/// Random times at which truth and route are compared.
const TIMES: usize = 20;

const SEED: u64 = 0x7d16_175a_11ce;

/// The truth agrees with the first route of its problem at random times, to the digits that the card promises. Problems
/// without a route are held to their equations of motion only.
///
/// # Errors
/// For each quantity the largest difference, with its time.
pub fn truths_hold_their_digits(problems: &[Box<dyn Problem>]) -> Verdict {
    every_problem(problems, holds)
}

fn holds(problem: &dyn Problem) -> Verdict {
    let Some(route) = problem.routes().into_iter().next() else {
        return Ok(());
    };
    let card = problem.card();
    let mut generator = SplitMix64::new(SEED);
    let mut random = || 0.5 * (1.0 + generator.symmetric()) * card.end_time;
    let mut times: Vec<f64> = (0..TIMES).map(|_| random()).collect();
    times.sort_by(f64::total_cmp);
    let states = route
        .run(&times)
        .map_err(|e| format!("the route cannot be followed: {e}"))?;
    let truths = problem.truth(&times);
    ensure(truths.len() == states.len(), || {
        format!("{} truths for {TIMES} times", truths.len())
    })?;
    let outputs = problem.truth(&problem.ladder().times(card.end_time));
    let digits = card.reference.digits;
    let unit = math::powi(0.1, digits as i32);
    collect(Quantity::ALL.map(|quantity| {
        let values = |truth: &Truth| largest(quantity.of(truth));
        let size = truths
            .iter()
            .chain(&outputs)
            .map(values)
            .fold(0.0, f64::max);
        let off = truths.iter().zip(&states).map(|(truth, state)| {
            let miss = difference(quantity.of(truth), quantity.of_route(state));
            (miss, truth.t)
        });
        let (miss, t) = off.fold((0.0, 0.0), |a, b| if b.0 > a.0 { b } else { a });
        at_most(miss, unit * size, || {
            let (name, relative) = (quantity.letter(), miss / size);
            format!(
                "t = {t:.6}: {name} is off by {relative:.1e}, the card promises {digits} digits"
            )
        })
    }))
}

#[derive(Clone, Copy)]
enum Quantity {
    Position,
    Velocity,
    Multiplier,
}

impl Quantity {
    const ALL: [Self; 3] = [Self::Position, Self::Velocity, Self::Multiplier];

    fn letter(self) -> &'static str {
        match self {
            Self::Position => "q",
            Self::Velocity => "v",
            Self::Multiplier => "λ",
        }
    }

    fn of(self, truth: &Truth) -> &[f64] {
        match self {
            Self::Position => &truth.q,
            Self::Velocity => &truth.v,
            Self::Multiplier => truth.lambda.as_deref().unwrap_or_default(),
        }
    }

    fn of_route(self, state: &Precise) -> &[DoubleDouble] {
        match self {
            Self::Position => &state.q,
            Self::Velocity => &state.v,
            Self::Multiplier => state.lambda.as_deref().unwrap_or_default(),
        }
    }
}

/// The largest difference; infinite where one has values that the other has not, or one of them is not a number.
fn difference(truth: &[f64], route: &[DoubleDouble]) -> f64 {
    if truth.len() != route.len() {
        return f64::INFINITY;
    }
    let apart = truth.iter().zip(route);
    apart.fold(0.0, |most: f64, (&truth, &route)| {
        let apart = (DoubleDouble::from(truth) - route).abs().value();
        if apart.is_nan() {
            f64::INFINITY
        } else {
            most.max(apart)
        }
    })
}
