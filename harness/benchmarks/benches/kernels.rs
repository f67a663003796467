//! The parts of a step: evaluating a system, and factoring and solving its equations of motion.

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use nalgebra::{SMatrix, SVector};
use solvers::Kkt;
use std::hint::black_box;
use std::time::Duration;
use system::{Feedback, Reaction, Shape, System, Terms};

/// `System::evaluate` of the default preset of every problem.
fn evaluations(c: &mut Criterion) {
    let mut group = brief(c, "evaluate");
    for problem in catalog::problems() {
        let card = problem.card();
        if card.id.contains('/') {
            continue;
        }
        let system = problem.system();
        let (start, mut terms) = (system.initial(), Terms::new(system.shape()));
        group.bench_function(card.id, |b| {
            b.iter(|| {
                let (q, v) = (black_box(start.q()), black_box(start.v()));
                system.evaluate(0.0, q, v, &mut terms);
                black_box(&terms);
            });
        });
    }
    group.finish();
}

/// Acceleration and multipliers at the start of systems with a growing number of rows: dense kernels of fixed size, the
/// envelope of a coupled mass, and the band of a chain.
fn solutions(c: &mut Criterion) {
    let mut group = brief(c, "kkt");
    let loops = |n| {
        let linkage = n_four_bar::NFourBar::new(n).expect("a positive number of loops");
        Box::new(n_four_bar::NFourBarKernel::new(linkage)) as Box<dyn System>
    };
    let links = |n| {
        let chain = chain::Chain::new(n).expect("a positive number of links");
        Box::new(chain::ChainKernel::new(chain)) as Box<dyn System>
    };
    let first = |mut problems: Vec<Box<dyn problem::Problem>>| problems.swap_remove(0).system();
    let systems = [
        ("pendulum", first(pendulum::problems())),
        ("double-pendulum", first(planar_double_pendulum::problems())),
        ("squeezer", first(andrews_squeezer::problems())),
        ("loops", loops(5)),
        ("loops", loops(12)),
        ("links", links(61)),
        ("links", links(1_000)),
        ("links", links(100_000)),
    ];
    for (name, system) in &systems {
        let shape = system.shape();
        let start = system.initial();
        let (mut terms, mut kkt) = (Terms::new(shape), Kkt::new(shape));
        let mut reaction = Reaction::new(shape.constraints());
        let mut a = vec![0.0; shape.n_v()];
        system.evaluate(0.0, start.q(), start.v(), &mut terms);
        group.throughput(Throughput::Elements(shape.constraints() as u64));
        let id = BenchmarkId::new(*name, format!("m={}", shape.constraints()));
        group.bench_function(id, |b| {
            b.iter(|| {
                let feedback = Feedback::default();
                kkt.accelerate(
                    black_box(&terms),
                    start.v(),
                    feedback,
                    &mut reaction,
                    &mut a,
                )
                .expect("the rows are independent at the start");
                black_box((&a, &reaction));
            });
        });
    }
    group.finish();
}

/// Acceleration and multipliers of two to six dense rows with a diagonal mass, beside nalgebra's Cholesky decomposition
/// of the Schur complement with all sizes known to the compiler.
fn beside_nalgebra(c: &mut Criterion) {
    rows::<3, 2>(c);
    rows::<4, 3>(c);
    rows::<6, 4>(c);
    rows::<7, 5>(c);
    rows::<8, 6>(c);
}

fn rows<const N: usize, const M: usize>(c: &mut Criterion) {
    let mut group = brief(c, "rows");
    let shape = Shape::new(N, M);
    let mut terms = Terms::new(&shape);
    terms.mass.fill(2.0);
    for (k, j) in terms.jacobian.iter_mut().enumerate() {
        *j = math::sin(1.7 * k as f64) + if k / N == k % N { 2.0 } else { 0.0 };
    }
    terms.force.fill(1.0);
    terms.gamma.fill(0.5);
    let (mut kkt, mut reaction, v) = (Kkt::new(&shape), Reaction::new(M), [0.0; N]);
    group.bench_function(BenchmarkId::new("ours", M), |b| {
        let mut a = [0.0; N];
        b.iter(|| {
            kkt.accelerate(
                black_box(&terms),
                &v,
                Feedback::default(),
                &mut reaction,
                &mut a,
            )
            .expect("the rows are independent");
            black_box((&a, &reaction));
        });
    });
    let inverse_mass = SVector::<f64, N>::from_column_slice(&terms.mass).map(|m| 1.0 / m);
    group.bench_function(BenchmarkId::new("nalgebra", M), |b| {
        b.iter(|| {
            let terms = black_box(&terms);
            let j = SMatrix::<f64, M, N>::from_row_slice(&terms.jacobian);
            let free =
                SVector::<f64, N>::from_column_slice(&terms.force).component_mul(&inverse_mass);
            let y = j
                .transpose()
                .map_with_location(|k, _, x| x * inverse_mass[k]);
            let right = j * free - SVector::<f64, M>::from_column_slice(&terms.gamma);
            let schur = (j * y).cholesky().expect("the rows are independent");
            let lambda = schur.solve(&right);
            black_box((free - y * lambda, lambda));
        });
    });
    group.finish();
}

/// Accelerations of Andrews' squeezer along its motion: with the blocks written out, with its loops eliminated one by
/// one, and through the generic evaluation and solver.
fn squeezer(c: &mut Criterion) {
    let mut group = brief(c, "squeezer");
    let problem = andrews_squeezer::problems().swap_remove(0);
    let system = problem.system();
    let end = problem.card().end_time;
    let times: Vec<f64> = (1..=300).map(|k| end * f64::from(k) / 300.0).collect();
    let fixed = |x: &[f64]| -> [f64; 7] { x.try_into().expect("seven angles") };
    let truths = problem.truth(&times);
    let states: Vec<_> = truths.iter().map(|s| (fixed(&s.q), fixed(&s.v))).collect();
    group.throughput(Throughput::Elements(states.len() as u64));
    group.bench_function("limit", |b| {
        b.iter(|| {
            for (q, v) in &states {
                black_box(limits::andrews::accelerate(black_box(q), black_box(v)));
            }
        });
    });
    let shape = system.shape();
    let (mut terms, mut kkt) = (Terms::new(shape), Kkt::new(shape));
    let mut reaction = Reaction::new(shape.constraints());
    let mut a = vec![0.0; shape.n_v()];
    group.bench_function("evaluate and accelerate", |b| {
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

/// Settings for benches of nanoseconds to microseconds: one second for each is enough.
fn brief<'a>(
    c: &'a mut Criterion,
    name: &str,
) -> criterion::BenchmarkGroup<'a, criterion::measurement::WallTime> {
    let mut group = c.benchmark_group(name);
    group
        .warm_up_time(Duration::from_millis(300))
        .measurement_time(Duration::from_secs(1))
        .sample_size(30);
    group
}

criterion_group!(benches, evaluations, solutions, beside_nalgebra, squeezer);
criterion_main!(benches);
