//! Steps: limit kernels written by hand, and every method on every problem.

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use solvers::consistent;
use std::hint::black_box;
use std::time::Duration;
use stepping::{Method, Resolution, StepControl, StepSize, Variant};
use system::System;

/// Steps after which a motion starts again, so that it stays in its range.
const STEPS: u32 = 100;

/// RK-4 steps in closed form; the step of the pendulum also in the order for equations of second order.
fn limits(c: &mut Criterion) {
    let mut group = c.benchmark_group("limit");
    let (alpha, beta, h) = (20.0, 100.0, 1e-3);
    let pendulum = limits::pendulum::Limit::new(limits::Parameters {
        gravity: 9.81,
        length: 1.0,
        alpha,
        beta,
        h,
    });
    for (name, step) in [
        ("pendulum", limits::pendulum::Limit::step as fn(&_, &mut _)),
        (
            "pendulum-reordered",
            limits::pendulum::Limit::reordered_step,
        ),
    ] {
        group.bench_function(name, |b| {
            let mut y = [-1.0, 0.0, 0.0, 0.0];
            b.iter(|| step(&pendulum, black_box(&mut y)));
        });
    }
    let double = limits::double_pendulum::Limit::new(limits::Parameters {
        gravity: 10.0,
        length: 5.0,
        alpha,
        beta,
        h,
    });
    group.bench_function("planar-double-pendulum", |b| {
        let (mut q, mut v) = ([0.0, 2.5, 0.0, 0.0, 7.5, 0.0], [0.0; 6]);
        b.iter(|| double.step(black_box(&mut q), black_box(&mut v)));
    });
    group.finish();
}

/// One fixed-step variant of each method on the default preset of each problem, where the method does not refuse it.
fn methods_and_problems(c: &mut Criterion) {
    let methods = catalog::methods();
    for problem in catalog::problems() {
        let card = problem.card();
        if card.id.contains('/') {
            continue;
        }
        let system = problem.system();
        // A step that every method can make.
        let steps = *problem
            .ladder()
            .steps(2)
            .last()
            .expect("a ladder has rungs");
        let h = card.end_time / steps as f64;
        let mut group = c.benchmark_group(format!("step/{}", card.id));
        group
            .warm_up_time(Duration::from_millis(100))
            .measurement_time(Duration::from_millis(400))
            .sample_size(10);
        for method in &methods {
            if let Some(variant) = representative(method) {
                steps_of(&mut group, variant, system.as_ref(), h);
            }
        }
        group.finish();
    }
}

/// The RK-4 variant of a method, so that methods can be compared, or else its first fixed-step variant.
fn representative(method: &Method) -> Option<&dyn Variant> {
    let fixed = || {
        let variants = method.variants.iter().map(AsRef::as_ref);
        variants.filter(|variant: &&dyn Variant| variant.card().step_control == StepControl::Fixed)
    };
    let rk4 = format!("{}/rk4", method.id);
    fixed()
        .find(|variant| variant.card().id == rk4)
        .or_else(|| fixed().next())
}

fn steps_of(
    group: &mut criterion::BenchmarkGroup<'_, criterion::measurement::WallTime>,
    variant: &dyn Variant,
    system: &dyn System,
    h: f64,
) {
    let resolution = Resolution::Fixed(StepSize::new(h).expect("ladders are positive"));
    let Ok(start) = consistent(system) else {
        return;
    };
    let Ok(mut stepper) = variant.prepare(system, resolution) else {
        return;
    };
    let mut state = start.clone();
    group.throughput(criterion::Throughput::Elements(u64::from(STEPS)));
    group.bench_function(BenchmarkId::from_parameter(variant.card().id), |b| {
        b.iter(|| {
            state.clone_from(&start);
            for _ in 0..STEPS {
                if stepper.step(black_box(&mut state)).is_err() {
                    return;
                }
            }
        });
    });
}

criterion_group!(benches, limits, methods_and_problems);
criterion_main!(benches);
