//! Names that are valid as a crate, an id and an identifier.

use anyhow::bail;

/// The longest name that fits into tables and into the lines of the templates.
const LONGEST: usize = 40;

/// Keywords of Rust in any edition.
const KEYWORDS: [&str; 51] = [
    "abstract", "as", "async", "await", "become", "box", "break", "const", "continue", "crate",
    "do", "dyn", "else", "enum", "extern", "false", "final", "fn", "for", "gen", "if", "impl",
    "in", "let", "loop", "macro", "match", "mod", "move", "mut", "override", "priv", "pub", "ref",
    "return", "self", "static", "struct", "super", "trait", "true", "try", "type", "typeof",
    "unsafe", "unsized", "use", "virtual", "where", "while", "yield",
];

/// Crates that come with the compiler.
const BUILT_IN: [&str; 5] = ["alloc", "core", "proc-macro", "std", "test"];

/// Primitive types, which a crate of the same name would hide.
const PRIMITIVE: [&str; 17] = [
    "bool", "char", "f32", "f64", "i8", "i16", "i32", "i64", "i128", "isize", "str", "u8", "u16",
    "u32", "u64", "u128", "usize",
];

/// File names that Windows reserves and that are kebab-case.
const DEVICES: [&str; 4] = ["aux", "con", "nul", "prn"];

/// Prefix of our packages on the registry; their libraries do not have it.
const PREFIX: &str = "driftbench-";

/// The name of a crate: kebab-case, no keyword, no built-in crate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Name(String);

impl Name {
    /// Checks a name.
    ///
    /// # Errors
    /// When a rule is broken; the message names it.
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
            let length = text.len();
            bail!("`{text}` has {length} characters, at most {LONGEST} fit");
        }
        let reserved: [(&[&str], &str); 4] = [
            (&KEYWORDS, "is a keyword of Rust"),
            (&BUILT_IN, "is a crate that comes with Rust"),
            (&PRIMITIVE, "is a type of Rust"),
            (&DEVICES, "cannot be a folder on Windows"),
        ];
        if let Some((_, why)) = reserved.iter().find(|(words, _)| words.contains(&text)) {
            bail!("`{text}` {why}");
        }
        Ok(Self(text.to_owned()))
    }

    /// The name as a folder and as an id: `my-feedback`.
    pub(crate) fn id(&self) -> &str {
        &self.0
    }

    /// The name as a package: `driftbench-my-feedback`.
    pub(crate) fn package(&self) -> String {
        format!("{PREFIX}{}", self.0)
    }

    /// Whether a package has the same name in Rust code, where `-` is `_` and our prefix is left out.
    pub(crate) fn is_same(&self, package: &str) -> bool {
        let library = package.strip_prefix(PREFIX).unwrap_or(package);
        library.replace('_', "-") == self.0
    }

    /// The name in Rust code: `my_feedback`.
    pub(crate) fn identifier(&self) -> String {
        self.0.replace('-', "_")
    }

    /// The name in titles: `My feedback`.
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
        let letter = "does not start with a letter";
        let hyphen = ": hyphens stand alone, between letters or digits";
        let with_rust = "is a crate that comes with Rust";
        for (bad, why) in [
            ("", letter),
            ("2fast", letter),
            ("-x", letter),
            ("a--b", hyphen),
            ("a-", hyphen),
            ("yield", "is a keyword of Rust"),
            ("crate", "is a keyword of Rust"),
            ("std", with_rust),
            ("core", with_rust),
            ("alloc", with_rust),
            ("test", with_rust),
            ("proc-macro", with_rust),
            ("f64", "is a type of Rust"),
            ("nul", "cannot be a folder on Windows"),
            (&long, "has 41 characters, at most 40 fit"),
        ] {
            let message = Name::parse(bad).unwrap_err().to_string();
            assert_eq!(message, format!("`{bad}` {why}").replace("` :", "`:"));
        }
        for (bad, c) in [
            ("My-method", 'M'),
            ("my_method", '_'),
            ("méthode", 'é'),
            ("../evil", '.'),
            ("a/b", '/'),
            ("a b", ' '),
        ] {
            let message = Name::parse(bad).unwrap_err().to_string();
            let why = format!("{c:?} is not a lowercase letter, a digit or a hyphen");
            assert_eq!(message, format!("`{bad}`: {why}"));
        }
    }
}
