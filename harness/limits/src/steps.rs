//! Sequences of RK-4 steps to be timed. The gains and the step do not change the amount of work.

use crate::{Parameters, andrews, chain, double_pendulum, pendulum, runge_kutta};
use std::hint::black_box;

/// Takes the given number of steps; each call continues where the last one ended.
pub type Steps = Box<dyn FnMut(u64)>;

const ALPHA: f64 = 20.0;
const BETA: f64 = 100.0;

fn parameters(gravity: f64, length: f64) -> Parameters {
    Parameters {
        gravity,
        length,
        alpha: ALPHA,
        beta: BETA,
        h: 1e-3,
    }
}

/// Steps of the pendulum.
pub fn pendulum() -> Steps {
    let limit = pendulum::Limit::new(parameters(9.81, 1.0));
    let mut y = [1.0, 0.0, 0.0, 0.0];
    repeated(move || limit.step(black_box(&mut y)))
}

/// Steps of the double pendulum in redundant coordinates.
pub fn double_pendulum() -> Steps {
    let limit = double_pendulum::Limit::new(parameters(10.0, 5.0));
    let (mut q, mut v) = ([0.0, 2.5, 0.0, 0.0, 7.5, 0.0], [0.0; 6]);
    repeated(move || limit.step(black_box(&mut q), black_box(&mut v)))
}

/// Small steps of Andrews' squeezer, which is fast; it is put back to its start before it turns much.
pub fn andrews() -> Steps {
    let start = (andrews::START, [0.0; 7]);
    let (mut q, mut v) = start;
    let mut steps = 0;
    repeated(move || {
        steps += 1;
        if steps % 100 == 0 {
            (q, v) = start;
        }
        let acceleration = |q: &_, v: &_| andrews::accelerate(q, v).0;
        runge_kutta::step(1e-5, acceleration, black_box(&mut q), black_box(&mut v));
    })
}

/// Steps of a chain with this many links, which is stretched out again every thousand steps.
pub fn chain(links: usize) -> Steps {
    let mut limit = chain::Limit::new(chain::Parameters {
        links,
        length: 1.0,
        mass: 1.0,
        gravity: 9.81,
        alpha: ALPHA,
        beta: BETA,
    });
    let start = (0..links).flat_map(|i| [i as f64 + 0.5, 0.0, 0.0]);
    let start: Vec<f64> = start.collect();
    let (mut q, mut v) = (start.clone(), vec![0.0; 3 * links]);
    let (mut lambda, mut steps) = (vec![0.0; 2 * links], 0);
    let mut long = runge_kutta::Long::new(3 * links);
    repeated(move || {
        steps += 1;
        if steps % 1000 == 0 {
            q.copy_from_slice(&start);
            v.fill(0.0);
        }
        let acceleration =
            |q: &[f64], v: &[f64], a: &mut [f64]| limit.accelerate(q, v, a, &mut lambda);
        long.step(1e-4, acceleration, black_box(&mut q), black_box(&mut v));
    })
}

/// The loop is on this side of the virtual call, which a step of some nanoseconds would feel.
fn repeated(mut step: impl FnMut() + 'static) -> Steps {
    Box::new(move |steps| {
        for _ in 0..steps {
            step();
        }
    })
}
