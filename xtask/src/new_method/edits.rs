//! The three places where a method is registered, edited as plain text.

use super::name::Name;
use anyhow::{Context, bail};

/// The comment above which the catalogue's list grows.
const MARKER: &str = "// `cargo xtask new-method` adds its line above this one.";

/// Refuses the name of any package that the workspace already uses, ours or not.
///
/// # Errors
/// When the lock file has the name.
pub(crate) fn refuse_locked(lock: &str, name: &Name) -> anyhow::Result<()> {
    let entry = format!("name = \"{}\"", name.id());
    if lock.lines().any(|line| line.trim_end() == entry) {
        bail!(
            "`{}` is taken: a package in Cargo.lock has this name",
            name.id()
        );
    }
    Ok(())
}

/// The methods that the manifest of the workspace lists.
pub(crate) fn methods(workspace: &str) -> Vec<String> {
    let key = |line: &str| is_method(line).then(|| key(line).to_owned());
    workspace.lines().filter_map(key).collect()
}

/// The manifest of the workspace with one more method.
///
/// # Errors
/// When the name is taken, or there is no block of methods to add it to.
pub(crate) fn workspace(text: &str, name: &Name) -> anyhow::Result<String> {
    refuse_key(text, "[workspace.dependencies]", name)?;
    let line = format!("{0} = {{ path = \"methods/{0}\" }}", name.id());
    insert_sorted(text, &line, is_method).context("no line with `path = \"methods/...\"`")
}

/// The manifest of the catalogue with one more method beside the `methods` it has.
///
/// # Errors
/// When the name is taken, or none of the methods is there.
pub(crate) fn catalog_manifest(
    text: &str,
    name: &Name,
    methods: &[String],
) -> anyhow::Result<String> {
    refuse_key(text, "[dependencies]", name)?;
    let line = format!("{}.workspace = true", name.id());
    let is_method = |line: &str| line.contains('=') && methods.iter().any(|m| m == key(line));
    insert_sorted(text, &line, is_method).context("no method among the dependencies")
}

/// The catalogue with one more line in its list of methods.
///
/// # Errors
/// When the method is listed, its identifier means something else there, or the marker is gone.
pub(crate) fn catalog_list(text: &str, name: &Name) -> anyhow::Result<String> {
    let identifier = name.identifier();
    let entry = format!("{identifier}::method(),");
    if text.lines().any(|line| line.trim() == entry) {
        bail!("`{}` is listed already", name.id());
    }
    let module = format!("mod {identifier};");
    if text.lines().any(|line| line.trim().ends_with(&module)) {
        bail!("`{identifier}` is a module there");
    }
    let is_marker = |line: &&str| line.trim() == MARKER;
    let marker = text.split_inclusive('\n').find(is_marker);
    let marker = marker.with_context(|| format!("the line `{MARKER}` is gone"))?;
    let indent = &marker[..marker.len() - marker.trim_start().len()];
    Ok(text.replacen(marker, &format!("{indent}{entry}\n{marker}"), 1))
}

fn is_method(line: &str) -> bool {
    line.contains("path = \"methods/")
}

/// The key of a line `key = value` or `key.workspace = true`.
fn key(line: &str) -> &str {
    line.split(['=', '.']).next().unwrap_or_default().trim()
}

fn refuse_key(text: &str, table: &str, name: &Name) -> anyhow::Result<()> {
    let inside = text.lines().skip_while(|line| line.trim() != table).skip(1);
    let mut entries = inside.take_while(|line| !line.starts_with('['));
    if entries.any(|line| key(line) == name.id()) {
        bail!("`{}` is taken: it stands in {table}", name.id());
    }
    Ok(())
}

/// Puts `new` before the first line of its `kind` that sorts behind it, or else after the last of them.
fn insert_sorted(text: &str, new: &str, kind: impl Fn(&str) -> bool) -> Option<String> {
    let mut lines: Vec<&str> = text.split_inclusive('\n').collect();
    let behind = lines
        .iter()
        .position(|line| kind(line) && key(line) > key(new));
    let at = match behind {
        Some(at) => at,
        None => lines.iter().rposition(|line| kind(line))? + 1,
    };
    let new = format!("{new}\n");
    lines.insert(at, &new);
    Some(lines.concat())
}

#[cfg(test)]
mod tests {
    use super::*;

    const WORKSPACE: &str = "\
[workspace.dependencies]
# The harness.
runner = { path = \"harness/runner\" }
# The crates under test.
baumgarte = { path = \"methods/baumgarte\" }
unstabilized = { path = \"methods/unstabilized\" }
circle = { path = \"problems/circle\" }
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
        let edit = |id: &str| workspace(WORKSPACE, &name(id)).unwrap();
        let (first, last) = (
            "baumgarte = { path = \"methods/baumgarte\" }",
            "unstabilized = { path = \"methods/unstabilized\" }",
        );
        let ggl = "ggl = { path = \"methods/ggl\" }";
        assert_eq!(line_after(&edit("ggl"), first), ggl);
        assert_eq!(line_after(&edit("ggl"), ggl), last);
        assert_eq!(
            line_after(&edit("zeta"), last),
            "zeta = { path = \"methods/zeta\" }"
        );
        let alpha = "alpha = { path = \"methods/alpha\" }";
        assert_eq!(
            line_after(&edit("alpha"), "# The crates under test."),
            alpha
        );
        assert_eq!(methods(&edit("ggl")), ["baumgarte", "ggl", "unstabilized"]);
        // Nothing else changes.
        assert_eq!(edit("ggl").replace(&format!("{ggl}\n"), ""), WORKSPACE);
    }

    #[test]
    fn the_catalogue_depends_on_the_method() {
        let known = methods(WORKSPACE);
        let text = catalog_manifest(MANIFEST, &name("my-ggl"), &known).unwrap();
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
        let text = catalog_list(LIST, &name("my-ggl")).unwrap();
        assert_eq!(
            line_after(&text, "        baumgarte::method(),"),
            "        my_ggl::method(),"
        );
        let after = line_after(&text, "        my_ggl::method(),");
        assert_eq!(after.trim(), MARKER);
    }

    #[test]
    fn a_second_time_is_refused_everywhere() {
        let ggl = name("ggl");
        let known = methods(WORKSPACE);
        let text = workspace(WORKSPACE, &ggl).unwrap();
        assert!(
            workspace(&text, &ggl)
                .unwrap_err()
                .to_string()
                .contains("is taken")
        );
        let text = catalog_manifest(MANIFEST, &ggl, &known).unwrap();
        assert!(
            catalog_manifest(&text, &ggl, &known)
                .unwrap_err()
                .to_string()
                .contains("taken")
        );
        let text = catalog_list(LIST, &ggl).unwrap();
        assert!(
            catalog_list(&text, &ggl)
                .unwrap_err()
                .to_string()
                .contains("listed already")
        );
    }

    #[test]
    fn names_of_other_packages_and_modules_are_refused() {
        for taken in ["runner", "circle", "serde", "baumgarte"] {
            assert!(workspace(WORKSPACE, &name(taken)).is_err(), "{taken}");
        }
        // A key of another table is no package.
        assert!(workspace(WORKSPACE, &name("missing-docs")).is_ok());
        assert!(catalog_list(LIST, &name("selection")).is_err());
        let lock = "[[package]]\nname = \"rand\"\nversion = \"0.10.3\"\n";
        assert!(refuse_locked(lock, &name("rand")).is_err());
        assert!(refuse_locked(lock, &name("ran")).is_ok());
    }

    #[test]
    fn a_catalogue_that_was_rewritten_is_left_alone() {
        assert!(catalog_list("fn methods() {}\n", &name("ggl")).is_err());
        assert!(workspace("[workspace]\n", &name("ggl")).is_err());
        assert!(catalog_manifest("[dependencies]\n", &name("ggl"), &[]).is_err());
    }
}
