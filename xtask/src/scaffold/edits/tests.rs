//! Every edit on small files of the same form.

use super::*;

const WORKSPACE: &str = "\
[workspace.dependencies]
# The harness.
runner = { package = \"driftbench-runner\", path = \"harness/runner\" }
# The crates under test.
baumgarte = { package = \"driftbench-baumgarte\", path = \"methods/baumgarte\" }
unstabilized = { package = \"driftbench-unstabilized\", path = \"methods/unstabilized\" }
circle = { package = \"driftbench-circle\", path = \"problems/circle\" }
serde = \"1\"

[workspace.lints.rust]
missing_docs = \"warn\"
";

const MANIFEST: &str = "\
[dependencies]
stepping.workspace = true
baumgarte.workspace = true
unstabilized.workspace = true
circle.workspace = true
";

const LIST: &str = "\
mod selection;
pub fn methods() -> Vec<Method> {
    vec![
        baumgarte::method(),
        // `cargo xtask new-method` adds its line above this one.
    ]
}
";

fn name(text: &str) -> Name {
    Name::parse(text).unwrap()
}

fn line_after(text: &str, line: &str) -> String {
    text.lines()
        .skip_while(|l| *l != line)
        .nth(1)
        .unwrap_or_default()
        .to_owned()
}

#[test]
fn the_workspace_lists_methods_in_order() {
    let edit = |id: &str| add_to_workspace(WORKSPACE, Kind::Method, &name(id)).unwrap();
    let (first, last) = (
        "baumgarte = { package = \"driftbench-baumgarte\", path = \"methods/baumgarte\" }",
        "unstabilized = { package = \"driftbench-unstabilized\", path = \"methods/unstabilized\" }",
    );
    let ggl = "ggl = { package = \"driftbench-ggl\", path = \"methods/ggl\" }";
    assert_eq!(line_after(&edit("ggl"), first), ggl);
    assert_eq!(line_after(&edit("ggl"), ggl), last);
    assert_eq!(
        line_after(&edit("zeta"), last),
        "zeta = { package = \"driftbench-zeta\", path = \"methods/zeta\" }"
    );
    let alpha = "alpha = { package = \"driftbench-alpha\", path = \"methods/alpha\" }";
    assert_eq!(
        line_after(&edit("alpha"), "# The crates under test."),
        alpha
    );
    assert_eq!(
        listed(&edit("ggl"), Kind::Method),
        ["baumgarte", "ggl", "unstabilized"]
    );
    // Nothing else changes.
    assert_eq!(edit("ggl").replace(&format!("{ggl}\n"), ""), WORKSPACE);
}

#[test]
fn the_catalogue_depends_on_the_method() {
    let known = listed(WORKSPACE, Kind::Method);
    let text = add_to_manifest(MANIFEST, &name("my-ggl"), &known).unwrap();
    assert_eq!(
        line_after(&text, "baumgarte.workspace = true"),
        "my-ggl.workspace = true"
    );
    assert_eq!(
        line_after(&text, "my-ggl.workspace = true"),
        "unstabilized.workspace = true"
    );
}

#[test]
fn the_list_grows_above_the_marker() {
    let text = add_to_list(LIST, Kind::Method, &name("my-ggl")).unwrap();
    assert_eq!(
        line_after(&text, "        baumgarte::method(),"),
        "        my_ggl::method(),"
    );
    let after = line_after(&text, "        my_ggl::method(),");
    assert_eq!(after.trim(), Kind::Method.marker());
}

#[test]
fn a_second_time_is_refused_everywhere() {
    let ggl = name("ggl");
    let known = listed(WORKSPACE, Kind::Method);
    let text = add_to_workspace(WORKSPACE, Kind::Method, &ggl).unwrap();
    assert!(
        add_to_workspace(&text, Kind::Method, &ggl)
            .unwrap_err()
            .to_string()
            .contains("is taken")
    );
    let text = add_to_manifest(MANIFEST, &ggl, &known).unwrap();
    assert!(
        add_to_manifest(&text, &ggl, &known)
            .unwrap_err()
            .to_string()
            .contains("taken")
    );
    let text = add_to_list(LIST, Kind::Method, &ggl).unwrap();
    assert!(
        add_to_list(&text, Kind::Method, &ggl)
            .unwrap_err()
            .to_string()
            .contains("listed already")
    );
}

#[test]
fn names_of_other_packages_and_modules_are_refused() {
    for taken in ["runner", "circle", "serde", "baumgarte"] {
        assert!(
            add_to_workspace(WORKSPACE, Kind::Method, &name(taken)).is_err(),
            "{taken}"
        );
    }
    // A key of another table is no package.
    assert!(add_to_workspace(WORKSPACE, Kind::Method, &name("missing-docs")).is_ok());
    assert!(add_to_list(LIST, Kind::Method, &name("selection")).is_err());
    let lock = "[[package]]\nname = \"rand\"\nversion = \"0.10.3\"\n";
    assert!(refuse_locked(lock, &name("rand")).is_err());
    assert!(refuse_locked(lock, &name("ran")).is_ok());
}

#[test]
fn a_catalogue_that_was_rewritten_is_left_alone() {
    assert!(add_to_list("fn methods() {}\n", Kind::Method, &name("ggl")).is_err());
    assert!(add_to_workspace("[workspace]\n", Kind::Method, &name("ggl")).is_err());
    assert!(add_to_manifest("[dependencies]\n", &name("ggl"), &[]).is_err());
}

#[test]
fn problems_have_their_own_block_and_list() {
    let bead = name("bead");
    let text = add_to_workspace(WORKSPACE, Kind::Problem, &bead).unwrap();
    let last =
        "unstabilized = { package = \"driftbench-unstabilized\", path = \"methods/unstabilized\" }";
    let line = "bead = { package = \"driftbench-bead\", path = \"problems/bead\" }";
    assert_eq!(line_after(&text, last), line);
    assert!(add_to_list(LIST, Kind::Problem, &bead).is_err());
    let list = LIST.replace("new-method", "new-problem");
    let text = add_to_list(&list, Kind::Problem, &bead).unwrap();
    assert!(text.contains("        bead::problems(),\n"), "{text}");
}

#[test]
fn what_was_added_can_be_removed() {
    let ggl = name("ggl");
    let text = add_to_workspace(WORKSPACE, Kind::Method, &ggl).unwrap();
    let line = workspace_line(Kind::Method, &ggl);
    assert_eq!(remove_line(&text, &line).unwrap(), WORKSPACE);
    let text = add_to_list(LIST, Kind::Method, &ggl).unwrap();
    let line = list_line(Kind::Method, &ggl);
    assert_eq!(remove_line(&text, &line).unwrap(), LIST);
    assert!(remove_line(LIST, &line).is_err());
}

#[test]
fn the_lock_file_forgets_a_package() {
    let package = |id: &str| format!("[[package]]\nname = \"{id}\"\nversion = \"0.1.0\"\n");
    let catalog = |more: &str| {
        package("driftbench-catalog")
            + "dependencies = [\n \"driftbench-baumgarte\",\n"
            + more
            + " \"serde\",\n]\n"
    };
    let head = "# Generated.\nversion = 4\n\n";
    for last in ["serde", "aaa"] {
        let old = [head.to_owned() + &catalog(""), package(last)].join("\n");
        let with = catalog(" \"driftbench-ggl\",\n");
        let middle = [
            head.to_owned() + &with,
            package("driftbench-ggl"),
            package(last),
        ]
        .join("\n");
        assert_eq!(remove_from_lock(&middle, &name("ggl")), old);
        let end = [
            head.to_owned() + &with,
            package(last),
            package("driftbench-ggl"),
        ]
        .join("\n");
        assert_eq!(remove_from_lock(&end, &name("ggl")), old);
    }
}

#[test]
fn a_hyphen_and_an_underscore_are_the_same_to_rust() {
    let lock = "[[package]]\nname = \"serde_json\"\n";
    assert!(refuse_locked(lock, &name("serde-json")).is_err());
}
