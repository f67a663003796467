//! Names that can be a crate, an id and an identifier at once.

use anyhow::bail;

/// Longer names do not fit into tables, nor into the lines of the template.
const LONGEST: usize = 40;

/// Words that Rust keeps for itself, in any edition.
const KEYWORDS: [&str; 51] = [
    "abstract", "as", "async", "await", "become", "box", "break", "const", "continue", "crate",
    "do", "dyn", "else", "enum", "extern", "false", "final", "fn", "for", "gen", "if", "impl",
    "in", "let", "loop", "macro", "match", "mod", "move", "mut", "override", "priv", "pub", "ref",
    "return", "self", "static", "struct", "super", "trait", "true", "try", "type", "typeof",
    "unsafe", "unsized", "use", "virtual", "where", "while", "yield",
];

/// Crates that come with the compiler.
const BUILT_IN: [&str; 5] = ["alloc", "core", "proc-macro", "std", "test"];

/// Types that need no import, which a crate of the same name would hide.
const PRIMITIVE: [&str; 17] = [
    "bool", "char", "f32", "f64", "i8", "i16", "i32", "i64", "i128", "isize", "str", "u8", "u16",
    "u32", "u64", "u128", "usize",
];

/// File names that Windows keeps for itself, as far as they are names of ours.
const DEVICES: [&str; 4] = ["aux", "con", "nul", "prn"];

/// Packages begin with this, so that they can be published beside everybody else's; their libraries do not.
const PREFIX: &str = "driftbench-";

/// The name of a crate: kebab-case, no keyword, no built-in crate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Name(String);

impl Name {
    /// Checks a name.
    ///
    /// # Errors
    /// With the rule that it breaks.
    pub(crate) fn parse(text: &str) -> anyhow::Result<Self> {
        let allowed = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        if let Some(c) = text.chars().find(|c| !allowed(*c)) {
            bail!("`{text}`: {c:?} is not a lowercase letter, a digit or a hyphen");
        }
        if !text.starts_with(|c: char| c.is_ascii_lowercase()) {
            bail!("`{text}` does not start with a letter");
        }
        if text.ends_with('-') || text.contains("--") {
            bail!("`{text}`: hyphens stand alone, between letters or digits");
        }
        if text.len() > LONGEST {
            bail!(
                "`{text}` has {} characters, at most {LONGEST} fit",
                text.len()
            );
        }
        if KEYWORDS.contains(&text) {
            bail!("`{text}` is a keyword of Rust");
        }
        if BUILT_IN.contains(&text) {
            bail!("`{text}` is a crate that comes with Rust");
        }
        if PRIMITIVE.contains(&text) {
            bail!("`{text}` is a type of Rust");
        }
        if DEVICES.contains(&text) {
            bail!("`{text}` cannot be a folder on Windows");
        }
        Ok(Self(text.to_owned()))
    }

    /// As a folder and as an id: `my-feedback`.
    pub(crate) fn id(&self) -> &str {
        &self.0
    }

    /// As a package: `driftbench-my-feedback`.
    pub(crate) fn package(&self) -> String {
        format!("{PREFIX}{}", self.0)
    }

    /// Whether a package of this name would be the same to Rust code, which writes `_` for `-` and leaves our prefix out.
    pub(crate) fn is_same(&self, package: &str) -> bool {
        let library = package.strip_prefix(PREFIX).unwrap_or(package);
        library.replace('_', "-") == self.0
    }

    /// As Rust code names the crate: `my_feedback`.
    pub(crate) fn identifier(&self) -> String {
        self.0.replace('-', "_")
    }

    /// For people: `My feedback`.
    pub(crate) fn title(&self) -> String {
        let words = self.0.replace('-', " ");
        let (first, rest) = words.split_at(1);
        first.to_ascii_uppercase() + rest
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kebab_case_names_are_accepted() {
        for good in ["ggl", "my-feedback", "projection-2", "a1-b2-c3"] {
            assert_eq!(Name::parse(good).unwrap().id(), good);
        }
        let name = Name::parse("my-feedback-2").unwrap();
        assert_eq!(name.identifier(), "my_feedback_2");
        assert_eq!(name.title(), "My feedback 2");
    }

    #[test]
    fn every_other_name_is_refused_with_its_reason() {
        let long = "a".repeat(LONGEST + 1);
        for (bad, why) in [
            ("", "does not start with a letter"),
            ("2fast", "does not start with a letter"),
            ("-x", "does not start with a letter"),
            ("My-method", "'M' is not a lowercase letter"),
            ("my_method", "'_' is not a lowercase letter"),
            ("méthode", "'é' is not a lowercase letter"),
            ("../evil", "'.' is not a lowercase letter"),
            ("a/b", "'/' is not a lowercase letter"),
            ("a b", "' ' is not a lowercase letter"),
            ("a--b", "hyphens stand alone"),
            ("a-", "hyphens stand alone"),
            ("yield", "keyword"),
            ("crate", "keyword"),
            ("std", "comes with Rust"),
            ("core", "comes with Rust"),
            ("alloc", "comes with Rust"),
            ("test", "comes with Rust"),
            ("proc-macro", "comes with Rust"),
            ("f64", "type of Rust"),
            ("nul", "Windows"),
            (&long, "at most 40 fit"),
        ] {
            let message = Name::parse(bad).unwrap_err().to_string();
            assert!(message.contains(why), "{bad}: {message}");
        }
    }
}
