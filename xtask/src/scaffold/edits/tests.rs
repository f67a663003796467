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

/// Asserts that lines follow each other in a text.
#[track_caller]
fn assert_follow(text: &str, lines: &[&str]) {
    let known: Vec<&str> = text.lines().collect();
    let found = known.windows(lines.len()).any(|window| window == lines);
    assert!(found, "{lines:?} do not stand together in\n{text}");
}

#[test]
fn the_workspace_lists_methods_in_order() {
    let edit = |id: &str| add_to_workspace(WORKSPACE, Kind::Method, &name(id)).unwrap();
    let line = |id: &str| workspace_line(Kind::Method, &name(id));
    let (first, last) = (line("baumgarte"), line("unstabilized"));
    let circle = workspace_line(Kind::Problem, &name("circle"));
    let ggl = line("ggl");
    assert_follow(&edit("ggl"), &[&first, &ggl, &last]);
    assert_follow(&edit("zeta"), &[&last, &line("zeta"), &circle]);
    assert_follow(
        &edit("alpha"),
        &["# The crates under test.", &line("alpha"), &first],
    );
    let methods = ["baumgarte", "ggl", "unstabilized"];
    assert_eq!(listed(&edit("ggl"), Kind::Method), methods);
    // Nothing else changes.
    assert_eq!(edit("ggl").replace(&format!("{ggl}\n"), ""), WORKSPACE);
}

#[test]
fn the_catalogue_depends_on_the_method_and_lists_it_above_the_marker() {
    let known = listed(WORKSPACE, Kind::Method);
    let text = add_to_manifest(MANIFEST, &name("my-ggl"), &known).unwrap();
    let lines = ["baumgarte", "my-ggl", "unstabilized"].map(|id| format!("{id}.workspace = true"));
    assert_follow(&text, &lines.each_ref().map(String::as_str));
    let text = add_to_list(LIST, Kind::Method, &name("my-ggl")).unwrap();
    let marker = format!("        {}", Kind::Method.marker());
    let lines = [
        "        baumgarte::method(),",
        "        my_ggl::method(),",
        &marker,
    ];
    assert_follow(&text, &lines);
}

#[test]
fn a_second_time_is_refused_everywhere() {
    let ggl = name("ggl");
    let known = listed(WORKSPACE, Kind::Method);
    let to_workspace = |text: &str| add_to_workspace(text, Kind::Method, &ggl);
    let to_manifest = |text: &str| add_to_manifest(text, &ggl, &known);
    let to_list = |text: &str| add_to_list(text, Kind::Method, &ggl);
    let again = to_workspace(&to_workspace(WORKSPACE).unwrap());
    let why = "`ggl` is taken: it is in [workspace.dependencies]";
    assert_eq!(again.unwrap_err().to_string(), why);
    let again = to_manifest(&to_manifest(MANIFEST).unwrap());
    let why = "`ggl` is taken: it is in [dependencies]";
    assert_eq!(again.unwrap_err().to_string(), why);
    let again = to_list(&to_list(LIST).unwrap());
    assert_eq!(again.unwrap_err().to_string(), "`ggl` is listed already");
}

#[test]
fn names_of_other_packages_and_modules_are_refused() {
    for taken in ["runner", "circle", "serde", "baumgarte"] {
        let added = add_to_workspace(WORKSPACE, Kind::Method, &name(taken));
        assert!(added.is_err(), "{taken}");
    }
    // A key of another table is no package.
    assert!(add_to_workspace(WORKSPACE, Kind::Method, &name("missing-docs")).is_ok());
    assert!(add_to_list(LIST, Kind::Method, &name("selection")).is_err());
    let lock = "[[package]]\nname = \"serde_json\"\nversion = \"0.10.3\"\n";
    // A hyphen and an underscore are the same to Rust.
    assert!(refuse_locked(lock, &name("serde-json")).is_err());
    assert!(refuse_locked(lock, &name("serde")).is_ok());
    let lock = lock.replace("serde_json", "rand");
    assert!(refuse_locked(&lock, &name("rand")).is_err());
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
    let last = workspace_line(Kind::Method, &name("unstabilized"));
    let line = "bead = { package = \"driftbench-bead\", path = \"problems/bead\" }";
    assert_follow(&text, &[&last, line]);
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
