//! The files of a new crate, filled in from templates.

use super::kind::Kind;
use super::name::Name;

/// Paths of the files inside the crate.
const PATHS: [&str; 3] = ["Cargo.toml", "src/lib.rs", "tests/conformance.rs"];

/// Templates of the files.
macro_rules! texts {
    ($($file:literal),*) => {
        [$(include_str!(concat!("../../templates/", $file, ".tmpl"))),*]
    };
}

/// Every file of the crate, path and content.
pub(crate) fn render(kind: Kind, name: &Name) -> Vec<(&'static str, String)> {
    let fill = |text: &str| {
        text.replace("@NAME@", name.id())
            .replace("@IDENT@", &name.identifier())
            .replace("@TITLE@", &name.title())
    };
    let texts = match kind {
        Kind::Method => texts![
            "method/Cargo.toml",
            "method/lib.rs",
            "method/conformance.rs"
        ],
        Kind::Problem => texts![
            "problem/Cargo.toml",
            "problem/lib.rs",
            "problem/conformance.rs"
        ],
    };
    PATHS.into_iter().zip(texts.map(fill)).collect()
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
            assert!(text.replace('_', "-").contains("my-feedback"), "{path}");
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
        assert!(readme.contains(text), "README.md shows another problem");
        let tested = include_str!("../../../harness/conformance/tests/common/readme_bead.rs");
        assert_eq!(text, tested);
    }
}
