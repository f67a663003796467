//! Runs of the catalogue for tests.

use results::{Provenance, Results};
use runner::{Matrix, Scope, Selection, Settings, Unobserved};

/// Methods or variants on problems; an empty list stands for all of them.
pub(crate) fn run(
    problems: &[&str],
    methods: &[&str],
    scope: Scope,
    jobs: Option<usize>,
) -> Results {
    let names = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
    let settings = Settings {
        selection: Selection {
            methods: names(methods),
            problems: names(problems),
            tags: vec![],
        },
        scope,
        jobs,
        ..Settings::default()
    };
    let matrix = Matrix::plan(settings, catalog::catalog()).unwrap();
    matrix.run(Provenance::default(), &Unobserved)
}
