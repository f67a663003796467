//! Time per step: the generic path against the hand-written limit, and every integrator beside it.

use criterion::measurement::WallTime;
use criterion::{BatchSize, BenchmarkGroup, Criterion, criterion_group, criterion_main};
use mechanics::{Feedback, Kkt, Problem, Reaction, System, Terms, consistent};
use std::hint::black_box;
use stepping::{Method, Resolution, StepControl, StepSize};

fn pendulum() -> Box<dyn Problem> {
    pendulum::problems().swap_remove(0)
}

/// One RK-4 step of the pendulum with Baumgarte feedback: `limit` is the closed form written by hand,
/// `baumgarte/rk4` goes through `dyn System`, the generic solver and the generic integrator.
fn pendulum_steps(c: &mut Criterion) {
    let mut group = c.benchmark_group("pendulum");
    let h = 1e-3;
    let limit = limits::pendulum::Limit::new(limits::pendulum::Parameters {
        gravity: 9.81,
        length: 1.0,
        alpha: 20.0,
        beta: 100.0,
        h,
    });
    // Batches of a thousand steps from the start, so that no motion grows out of its range.
    group.throughput(criterion::Throughput::Elements(1000));
    for (name, step) in [
        ("limit", limits::pendulum::Limit::step as fn(&_, &mut _)),
        ("limit-reordered", limits::pendulum::Limit::reordered_step),
    ] {
        group.bench_function(name, |b| {
            b.iter(|| {
                let mut y = [-1.0, 0.0, 0.0, 0.0];
                for _ in 0..1000 {
                    step(&limit, black_box(&mut y));
                }
                y
            });
        });
    }
    let problem = pendulum();
    let system = problem.system();
    let start = consistent(system.as_ref()).expect("the pendulum starts consistently");
    let resolution = Resolution::Fixed(StepSize::new(h).expect("a positive step"));
    for family in [baumgarte::family(), unstabilized::family()] {
        for method in &family.variants {
            let card = method.card();
            if card.control == StepControl::Adaptive {
                continue;
            }
            let mut stepper = method
                .prepare(system.as_ref(), resolution)
                .expect("treated");
            let mut state = start.clone();
            group.bench_function(&card.id, |b| {
                b.iter(|| {
                    state.clone_from(&start);
                    for _ in 0..1000 {
                        stepper
                            .step(black_box(&mut state))
                            .expect("one second of swinging");
                    }
                });
            });
        }
    }
    group.finish();
}

/// One RK-4 step of the double pendulum in maximal coordinates: `limit` is the closed form written by hand,
/// `limit-factored` solves for the multipliers with everything but that done on paper, `baumgarte/rk4` goes through
/// `dyn System`, the generic solver and the generic integrator.
fn double_pendulum_steps(c: &mut Criterion) {
    let mut group = c.benchmark_group("planar-double-pendulum");
    let h = 1e-3;
    let limit = limits::double_pendulum::Limit::new(limits::double_pendulum::Parameters {
        gravity: 10.0,
        length: 5.0,
        alpha: 20.0,
        beta: 100.0,
        h,
    });
    let problem = planar_double_pendulum::problems().swap_remove(0);
    let system = problem.system();
    let start = consistent(system.as_ref()).expect("the rods start pinned");
    group.throughput(criterion::Throughput::Elements(1000));
    for (name, step) in [
        (
            "limit",
            limits::double_pendulum::Limit::step as fn(&_, &mut _, &mut _),
        ),
        (
            "limit-factored",
            limits::double_pendulum::Limit::factored_step,
        ),
    ] {
        group.bench_function(name, |b| {
            b.iter(|| {
                let mut q = [0.0, 2.5, 0.0, 0.0, 7.5, 0.0];
                let mut v = [0.0; 6];
                for _ in 0..1000 {
                    step(&limit, black_box(&mut q), black_box(&mut v));
                }
                (q, v)
            });
        });
    }
    let family = baumgarte::family();
    let resolution = Resolution::Fixed(StepSize::new(h).expect("a positive step"));
    let mut stepper = rk4(&family.variants)
        .prepare(system.as_ref(), resolution)
        .expect("treated");
    let mut state = start.clone();
    group.bench_function("baumgarte/rk4", |b| {
        b.iter(|| {
            state.clone_from(&start);
            for _ in 0..1000 {
                stepper
                    .step(black_box(&mut state))
                    .expect("one second of falling");
            }
        });
    });
    group.finish();
}

/// One RK-4 step of chains of growing length; time per link must stay flat.
fn chain_steps(c: &mut Criterion) {
    let mut group = c.benchmark_group("chain");
    group.sample_size(10);
    for links in [10_usize, 100, 1_000, 10_000] {
        let chain = chain::Chain::new(links).expect("a positive number of links");
        ten_steps(&mut group, links, &chain::ChainKernel::new(chain));
    }
    group.finish();
}

/// One RK-4 step of rows of loops, whose mass couples neighbours; time per loop must stay flat.
fn n_four_bar_steps(c: &mut Criterion) {
    let mut group = c.benchmark_group("n-four-bar");
    group.sample_size(10);
    for loops in [10_usize, 100, 1_000] {
        let linkage = n_four_bar::NFourBar::new(loops).expect("a positive number of loops");
        ten_steps(&mut group, loops, &n_four_bar::NFourBarKernel::new(linkage));
    }
    group.finish();
}

/// Times ten steps from the start of a system made of `parts`.
fn ten_steps(group: &mut BenchmarkGroup<'_, WallTime>, parts: usize, system: &dyn System) {
    let family = baumgarte::family();
    let method = rk4(&family.variants);
    let resolution = Resolution::Fixed(StepSize::new(1e-4).expect("a positive step"));
    let start = consistent(system).expect("the start is consistent");
    group.throughput(criterion::Throughput::Elements(parts as u64));
    group.bench_function(format!("baumgarte/rk4/{parts}"), |b| {
        b.iter_batched_ref(
            || {
                (
                    method.prepare(system, resolution).expect("treated"),
                    start.clone(),
                )
            },
            |(stepper, state)| {
                for _ in 0..10 {
                    stepper.step(state).expect("a millisecond of falling");
                }
            },
            BatchSize::LargeInput,
        );
    });
}

/// One acceleration of Andrews' squeezer at states along its motion: `limit` has the blocks of the mass matrix and of
/// the Schur complement written out, `limit-by-loops` eliminates the loops one by one, `System + Kkt` is the generic
/// evaluation and the generic solver.
fn squeezer_accelerations(c: &mut Criterion) {
    let mut group = c.benchmark_group("andrews");
    let problem = andrews_squeezer::problems().swap_remove(0);
    let system = problem.system();
    let end = problem.card().end_time;
    let times: Vec<f64> = (1..=300).map(|k| end * f64::from(k) / 300.0).collect();
    let fixed = |x: &[f64]| -> [f64; 7] { x.try_into().expect("seven angles") };
    let truths = problem.truth(&times);
    let states: Vec<_> = truths.iter().map(|s| (fixed(&s.q), fixed(&s.v))).collect();
    group.throughput(criterion::Throughput::Elements(states.len() as u64));
    for (name, accelerate) in [
        ("limit", limits::andrews::accelerate as fn(&_, &_) -> _),
        ("limit-by-loops", limits::andrews::accelerate_by_loops),
    ] {
        group.bench_function(name, |b| {
            b.iter(|| {
                for (q, v) in &states {
                    black_box(accelerate(black_box(q), black_box(v)));
                }
            });
        });
    }
    let shape = system.shape();
    let (mut terms, mut kkt) = (Terms::new(shape), Kkt::new(shape));
    let mut reaction = Reaction::new(shape.constraints());
    let mut a = vec![0.0; shape.n_v()];
    group.bench_function("System + Kkt", |b| {
        b.iter(|| {
            for (q, v) in &states {
                system.evaluate(0.0, black_box(q), black_box(v), &mut terms);
                kkt.accelerate(&terms, v, Feedback::default(), &mut reaction, &mut a)
                    .expect("the loops are independent");
                black_box((&a, &reaction));
            }
        });
    });
    group.finish();
}

fn rk4(variants: &[Box<dyn Method>]) -> &dyn Method {
    let mut all = variants.iter().map(AsRef::as_ref);
    all.find(|m: &&dyn Method| m.card().id == "baumgarte/rk4")
        .expect("the variant exists")
}

criterion_group!(
    benches,
    pendulum_steps,
    double_pendulum_steps,
    chain_steps,
    n_four_bar_steps,
    squeezer_accelerations
);
criterion_main!(benches);
