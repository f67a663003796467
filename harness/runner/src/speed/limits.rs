//! The hand-written kernels, ready to be timed.

use super::race::Contender;
use limits::runge_kutta;
use std::hint::black_box;
use std::time::Instant;
use stepping::Integrator;

/// The kernel for this problem and integrator, with so many velocities, where one was written. Presets that differ in
/// numbers only share the kernel with the default ones: neither gains nor the step change what is computed.
pub fn limit_kernel(
    problem: &str,
    integrator: Integrator,
    velocities: usize,
) -> Option<Contender<'static>> {
    let (alpha, beta, h) = (20.0, 100.0, 1e-3);
    if integrator != Integrator::Rk4 {
        return None;
    }
    match (problem.split('/').next()?, velocities) {
        ("pendulum", 2) => {
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
        ("planar-double-pendulum", 6) => {
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
        ("andrews-squeezer", 7) if !problem.ends_with("/stiff-spring") => {
            let start = (limits::andrews::START, [0.0; 7]);
            // From the start again before it turns much: small steps, as the mechanism is fast.
            let (mut q, mut v) = start;
            let mut steps = 0;
            Some(repeated(move || {
                steps += 1;
                if steps % 100 == 0 {
                    (q, v) = start;
                }
                let acceleration = |q: &_, v: &_| limits::andrews::accelerate(q, v).0;
                runge_kutta::step(1e-5, acceleration, black_box(&mut q), black_box(&mut v));
            }))
        }
        ("chain", _) => {
            let links = velocities / 3;
            let mut limit = limits::chain::Limit::new(limits::chain::Parameters {
                links,
                length: 1.0,
                mass: 1.0,
                gravity: 9.81,
                alpha,
                beta,
            });
            let start = (0..links).flat_map(|i| [i as f64 + 0.5, 0.0, 0.0]);
            let start: Vec<f64> = start.collect();
            let (mut q, mut v) = (start.clone(), vec![0.0; 3 * links]);
            let (mut lambda, mut steps) = (vec![0.0; 2 * links], 0);
            let mut long = runge_kutta::Long::new(3 * links);
            Some(repeated(move || {
                steps += 1;
                if steps % 1000 == 0 {
                    q.copy_from_slice(&start);
                    v.fill(0.0);
                }
                let acceleration =
                    |q: &[f64], v: &[f64], a: &mut [f64]| limit.accelerate(q, v, a, &mut lambda);
                long.step(1e-4, acceleration, black_box(&mut q), black_box(&mut v));
            }))
        }
        _ => None,
    }
}

/// The kernel that every time is measured in: one step of the pendulum, the shortest there is.
pub fn yardstick() -> Contender<'static> {
    limit_kernel("pendulum", Integrator::Rk4, 2).expect("the pendulum has a kernel")
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
