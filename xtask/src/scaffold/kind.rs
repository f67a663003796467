//! The two kinds of crates that take part in the matrix.

use super::name::Name;
use anyhow::Context;
use std::fs;
use std::path::Path;

/// Method or problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Method,
    Problem,
}

impl Kind {
    /// One of two words.
    pub(crate) fn of(self, method: &'static str, problem: &'static str) -> &'static str {
        match self {
            Self::Method => method,
            Self::Problem => problem,
        }
    }

    /// The word of messages and options.
    pub(crate) fn word(self) -> &'static str {
        self.of("method", "problem")
    }

    /// The folder of its crates.
    pub(crate) fn folder(self) -> &'static str {
        self.of("methods", "problems")
    }

    /// The folder of one of its crates.
    pub(crate) fn path(self, name: &Name) -> String {
        format!("{}/{}", self.folder(), name.id())
    }

    /// The function that the catalogue calls.
    pub(crate) fn function(self) -> &'static str {
        self.of("method", "problems")
    }

    /// A name for examples.
    pub(crate) fn example(self) -> &'static str {
        self.of("my-feedback", "my-mechanism")
    }

    /// The comment above which the catalogue's list grows.
    pub(crate) fn marker(self) -> String {
        let word = self.word();
        format!("// `cargo xtask new-{word}` adds its line above this one.")
    }

    /// The names of the existing crates.
    ///
    /// # Errors
    /// When their folder cannot be read.
    pub(crate) fn crates(self, root: &Path) -> anyhow::Result<Vec<String>> {
        let folder = root.join(self.folder());
        let entries = fs::read_dir(&folder).with_context(|| folder.display().to_string())?;
        let mut names: Vec<String> = entries
            .filter_map(Result::ok)
            .filter(|entry| entry.path().join("Cargo.toml").is_file())
            .filter_map(|entry| entry.file_name().into_string().ok())
            .collect();
        names.sort();
        Ok(names)
    }
}
