//! The files of a new crate.

use super::kind::Kind;
use super::name::Name;

/// Path inside of the crate, and text with placeholders.
macro_rules! files {
    ($kind:literal) => {
        [
            (
                "Cargo.toml",
                include_str!(concat!("../../templates/", $kind, "/Cargo.toml.tmpl")),
            ),
            (
                "src/lib.rs",
                include_str!(concat!("../../templates/", $kind, "/lib.rs.tmpl")),
            ),
            (
                "tests/conformance.rs",
                include_str!(concat!("../../templates/", $kind, "/conformance.rs.tmpl")),
            ),
        ]
    };
}

/// Every file of the crate, path and content.
pub(crate) fn render(kind: Kind, name: &Name) -> Vec<(&'static str, String)> {
    let fill = |text: &str| {
        text.replace("@NAME@", name.id())
            .replace("@IDENT@", &name.identifier())
            .replace("@TITLE@", &name.title())
    };
    let files = match kind {
        Kind::Method => files!("method"),
        Kind::Problem => files!("problem"),
    };
    files
        .into_iter()
        .map(|(path, text)| (path, fill(text)))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn both(name: &str) -> impl Iterator<Item = (&'static str, String)> {
        let name = Name::parse(name).unwrap();
        let kinds = [Kind::Method, Kind::Problem];
        kinds.into_iter().flat_map(move |kind| render(kind, &name))
    }

    #[test]
    fn every_placeholder_is_filled() {
        for (path, text) in both("my-feedback") {
            assert!(!text.contains('@'), "{path}:\n{text}");
            assert!(
                text.contains("my-feedback") || text.contains("my_feedback"),
                "{path}"
            );
            assert!(text.ends_with('\n'), "{path}");
        }
    }

    #[test]
    fn lines_are_short_even_for_the_longest_name() {
        for (path, text) in both(&"m".repeat(40)) {
            for line in text.lines() {
                assert!(line.chars().count() <= 120, "{path}: {line}");
            }
        }
    }

    #[test]
    fn a_first_method_is_short() {
        let files = render(Kind::Method, &Name::parse("my-feedback").unwrap());
        let text = &files[1].1;
        let is_code = |line: &&str| !line.trim().is_empty() && !line.trim().starts_with("//");
        let lines = text.lines().filter(is_code).count();
        assert!(lines <= 60, "{lines} lines of code");
        let imports = text.split("use stepping::{").nth(1).unwrap();
        let imports = imports.split('}').next().unwrap();
        let names = imports.split(',').filter(|n| !n.trim().is_empty()).count();
        assert!(names <= 10, "{names} imported names");
    }

    #[test]
    fn a_new_problem_is_the_one_of_the_readme() {
        let files = render(Kind::Problem, &Name::parse("bead").unwrap());
        let text = &files[1].1;
        let readme = include_str!("../../../README.md");
        assert!(
            readme.contains(text),
            "README.md shows another problem than the template"
        );
        let tested = include_str!("../../../harness/conformance/tests/common/readme_bead.rs");
        assert_eq!(text, tested);
    }
}
