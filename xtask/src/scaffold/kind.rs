//! The two kinds of crates that take part in the matrix.

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
    /// In messages and options.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Self::Method => "method",
            Self::Problem => "problem",
        }
    }

    /// Where its crates are.
    pub(crate) fn folder(self) -> &'static str {
        match self {
            Self::Method => "methods",
            Self::Problem => "problems",
        }
    }

    /// The function that the catalogue calls.
    pub(crate) fn function(self) -> &'static str {
        match self {
            Self::Method => "method",
            Self::Problem => "problems",
        }
    }

    /// The comment above which the catalogue's list grows.
    pub(crate) fn marker(self) -> String {
        format!(
            "// `cargo xtask new-{}` adds its line above this one.",
            self.word()
        )
    }

    /// The crates that are there.
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
