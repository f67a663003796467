//! The hand-written kernels, ready to be timed.

use super::race::Contender;
use std::hint::black_box;
use std::time::Instant;
use stepping::Integrator;

/// The kernel for this problem and integrator, where one was written. Presets differ in numbers, not in speed, so one
/// kernel with the default parameters serves them all.
pub(super) fn kernel(problem: &str, integrator: Integrator) -> Option<Contender<'static>> {
    // Neither gains nor the step change what is computed.
    let (alpha, beta, h) = (20.0, 100.0, 1e-3);
    match (problem.split('/').next()?, integrator) {
        ("pendulum", Integrator::Rk4) => {
            let limit = limits::pendulum::Limit::new(limits::pendulum::Parameters {
                gravity: 9.81,
                length: 1.0,
                alpha,
                beta,
                h,
            });
            let mut y = [1.0, 0.0, 0.0, 0.0];
            Some(repeated(move || limit.step(black_box(&mut y))))
        }
        ("planar-double-pendulum", Integrator::Rk4) => {
            let limit = limits::double_pendulum::Limit::new(limits::double_pendulum::Parameters {
                gravity: 10.0,
                length: 5.0,
                alpha,
                beta,
                h,
            });
            let (mut q, mut v) = ([0.0, 2.5, 0.0, 0.0, 7.5, 0.0], [0.0; 6]);
            Some(repeated(move || {
                limit.step(black_box(&mut q), black_box(&mut v));
            }))
        }
        _ => None,
    }
}

/// The kernel that every time is measured in: one step of the pendulum, the shortest there is.
pub fn yardstick() -> Contender<'static> {
    kernel("pendulum", Integrator::Rk4).expect("the pendulum has a kernel")
}

/// One call is one unit.
fn repeated(mut call: impl FnMut() + 'static) -> Contender<'static> {
    Box::new(move |units| {
        let begin = Instant::now();
        for _ in 0..units {
            call();
        }
        Some(begin.elapsed())
    })
}
