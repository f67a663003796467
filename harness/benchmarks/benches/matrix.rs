//! The whole quick matrix: accuracy, orders and predictions, on all processors.

use criterion::{Criterion, SamplingMode, criterion_group, criterion_main};
use results::Provenance;
use runner::{Matrix, Scope, Settings, Unobserved};

fn quick_matrix(c: &mut Criterion) {
    let mut group = c.benchmark_group("matrix");
    // A run takes seconds, so there are as few samples as the statistics allow.
    group.sample_size(10).sampling_mode(SamplingMode::Flat);
    group.bench_function("quick", |b| {
        b.iter(|| {
            let settings = Settings {
                scope: Scope::Quick,
                ..Settings::default()
            };
            let matrix = Matrix::plan(settings, catalog::catalog());
            let matrix = matrix.expect("the catalogue is not empty");
            matrix.run(Provenance::default(), &Unobserved)
        });
    });
    group.finish();
}

criterion_group!(benches, quick_matrix);
criterion_main!(benches);
