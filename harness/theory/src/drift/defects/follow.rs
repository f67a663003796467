//! Violations and energy of a run, from the local defects of its steps.

use super::coupling::Coupling;
use super::field::Field;
use super::law::Law;
use crate::violations::{Leap, Sum};
use results::planted::{self, Defect};
use std::collections::BTreeMap;

/// How far a run is off at one time.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Off {
    /// `(Φ, w)` of each row.
    pub(crate) violations: Vec<[f64; 2]>,
    /// Ψ.
    pub(crate) energy: f64,
}

/// A number of steps at once for every kind of row, or one after the other where they are not the same along the motion.
enum Leaps<'a> {
    AtOnce {
        of_kind: Vec<Leap>,
        sum: Sum,
    },
    OneByOne {
        coupling: &'a Coupling,
        steps: usize,
    },
}

impl<'a> Leaps<'a> {
    fn new(field: &Field, law: &'a Law, steps: usize) -> Self {
        if let Some(coupling) = &law.coupling {
            return Self::OneByOne { coupling, steps };
        }
        let leap = |step: &_| Leap::new(*step, steps, field.stride, field.count);
        Self::AtOnce {
            of_kind: law.steps.iter().map(leap).collect(),
            sum: Sum::new(steps, field.stride, field.count),
        }
    }

    fn from(&self, k: usize, field: &Field, law: &Law, off: &Off) -> Off {
        match self {
            Self::AtOnce { of_kind, sum } => {
                let mut energy = off.energy + sum.over(k, &field.energy);
                let rows = off.violations.iter().enumerate();
                let violations = rows.map(|(row, e)| {
                    let leap = &of_kind[law.of_row[row]];
                    let (after, work) = leap.advance(k, field.row(row), *e);
                    energy += match planted::is(Defect::WorkTwice) {
                        true => 2.0 * work,
                        false => work,
                    };
                    after
                });
                let violations = violations.collect();
                Off { violations, energy }
            }
            Self::OneByOne { coupling, steps } => {
                let mut off = off.clone();
                let first = k * field.stride;
                for step in first..first + steps {
                    let (left, gained) = coupling.after(step as f64, &off.violations);
                    let (delta, energy) = field.between(step);
                    off.energy += energy + if field.is_beside { 0.0 } else { gained };
                    off.violations = left
                        .into_iter()
                        .zip(delta)
                        .map(|(left, delta)| [left[0] + delta[0], left[1] + delta[1]])
                        .collect();
                }
                off
            }
        }
    }
}

/// Follows a run from `start` to the end of its samples, and looks at each of them.
pub(crate) fn follow(field: &Field, law: &Law, start: Off) -> Vec<Off> {
    let leaps = Leaps::new(field, law, field.stride);
    let mut course = vec![start];
    for k in 0..field.count - 1 {
        course.push(leaps.from(k, field, law, &course[k]));
    }
    course
}

/// How far the run of a `course` is off at the ends of these steps.
pub(crate) fn at(field: &Field, law: &Law, course: &[Off], steps: &[usize]) -> Vec<Off> {
    let mut leaps: BTreeMap<usize, Leaps> = BTreeMap::new();
    let at = |&step: &usize| {
        let (k, rest) = (step / field.stride, step % field.stride);
        if rest == 0 {
            return course[k].clone();
        }
        let partial = leaps.entry(rest);
        let leaps = partial.or_insert_with(|| Leaps::new(field, law, rest));
        leaps.from(k, field, law, &course[k])
    };
    steps.iter().map(at).collect()
}
