//! Picking from the catalogue by name.

use runner::Selection;
use stepping::Method;

fn ids(methods: &[Method]) -> Vec<String> {
    methods
        .iter()
        .flat_map(|f| f.variants.iter().map(|v| v.card().id))
        .collect()
}

fn methods(names: &[&str]) -> Selection {
    Selection {
        methods: names.iter().map(|n| (*n).to_owned()).collect(),
        ..Default::default()
    }
}

#[test]
fn a_method_a_variant_and_a_branch_can_be_named() {
    let all = catalog::methods;
    let one = methods(&["baumgarte/rk4"]).pick_methods(all()).unwrap();
    assert_eq!(ids(&one), ["baumgarte/rk4"]);
    let branch = ids(&methods(&["baumgarte/rk4/*"]).pick_methods(all()).unwrap());
    assert!(branch.len() > 3 && branch.iter().all(|id| id.starts_with("baumgarte/rk4")));
    let variant = ids(&methods(&["unstabilized"]).pick_methods(all()).unwrap());
    assert!(variant.len() >= 12 && variant.iter().all(|id| id.starts_with("unstabilized/")));
}

#[test]
fn unknown_names_are_answered_with_similar_ones() {
    let picked = methods(&["baumgart"]).pick_methods(catalog::methods());
    let error = picked.err().unwrap().to_string();
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
