//! Picking from the catalogue by name.

use runner::{Matrix, MatrixError, Selection, Settings};

/// Ids of the variants that these names pick.
fn picked(names: &[&str]) -> Result<Vec<String>, MatrixError> {
    let selection = Selection {
        methods: names.iter().map(|n| (*n).to_owned()).collect(),
        ..Default::default()
    };
    let settings = Settings {
        selection,
        ..Default::default()
    };
    let matrix = Matrix::plan(settings, catalog::catalog())?;
    Ok(matrix.variants().map(str::to_owned).collect())
}

#[test]
fn a_method_a_variant_and_a_branch_can_be_named() {
    let one = picked(&["baumgarte/rk4"]).unwrap();
    assert_eq!(one, ["baumgarte/rk4"]);
    let branch = picked(&["baumgarte/rk4/*"]).unwrap();
    assert!(branch.len() > 3 && branch.iter().all(|id| id.starts_with("baumgarte/rk4")));
    let variant = picked(&["unstabilized"]).unwrap();
    assert!(variant.len() >= 12 && variant.iter().all(|id| id.starts_with("unstabilized/")));
}

#[test]
fn unknown_names_are_answered_with_similar_ones() {
    let error = picked(&["baumgart"]).err().unwrap().to_string();
    assert!(error.starts_with("unknown method `baumgart`; nearest: baumgarte,"));
    for (problem, tag, nearest) in [
        (Some("pendulm"), None, "pendulum"),
        (None, Some("closed-from"), "closed-form"),
    ] {
        let names = |name: Option<&str>| name.map(str::to_owned).into_iter().collect();
        let selection = Selection {
            problems: names(problem),
            tags: names(tag),
            ..Default::default()
        };
        let error = selection.pick_problems(catalog::problems()).err().unwrap();
        assert!(error.to_string().contains(nearest), "{error}");
    }
}
