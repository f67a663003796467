//! The files of a new method crate.

use super::name::Name;

/// Path inside of the crate, and text with placeholders.
const FILES: [(&str, &str); 3] = [
    (
        "Cargo.toml",
        include_str!("../../templates/method/Cargo.toml.tmpl"),
    ),
    (
        "src/lib.rs",
        include_str!("../../templates/method/lib.rs.tmpl"),
    ),
    (
        "tests/conformance.rs",
        include_str!("../../templates/method/conformance.rs.tmpl"),
    ),
];

/// Every file of the crate, path and content.
pub(crate) fn render(name: &Name) -> Vec<(&'static str, String)> {
    let fill = |text: &str| {
        text.replace("@NAME@", name.id())
            .replace("@IDENT@", &name.identifier())
            .replace("@TITLE@", &name.title())
    };
    FILES
        .into_iter()
        .map(|(path, text)| (path, fill(text)))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_placeholder_is_filled() {
        let name = Name::parse("my-feedback").unwrap();
        for (path, text) in render(&name) {
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
        let name = Name::parse(&"m".repeat(40)).unwrap();
        for (path, text) in render(&name) {
            for line in text.lines() {
                assert!(line.chars().count() <= 110, "{path}: {line}");
            }
        }
    }
}
