//! The file of a baseline: one entry per line, so that a review sees what changed, with a checksum over all of them.

use super::{
    Baseline, BaselineBoard, BaselineCell, BaselineClaim, BaselinePart, BaselineProblem,
    BaselineSpeed, BaselineStudy,
};
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// The version of the file.
const VERSION: u32 = 2;

/// The beginning of every version.
const BEGINNING: &str = "{\"version\":";

/// The command in every version, near its beginning.
const COMMAND: &str = "\"command\":\"cargo xtask gate";

/// A file that is no baseline.
#[derive(Debug, Error)]
pub enum BaselineError {
    /// It is something else.
    #[error("this is not a baseline of the gate")]
    NotOurs,
    /// It has another version.
    #[error("version {0} instead of {VERSION}; `cargo xtask gate --bless` writes the present one")]
    Version(u32),
    /// It was changed by hand or is not complete.
    #[error("it was edited or cut short: its checksum is {found}, not {stated}")]
    Checksum {
        /// The checksum it states.
        stated: String,
        /// The checksum of its content.
        found: String,
    },
    /// It has no cells.
    #[error("it is empty: no cell can be compared with it")]
    Empty,
    /// It has another number of cells than its parts say.
    #[error("it has {found} cells, its parts have {stated}")]
    Short {
        /// The number that it states.
        stated: usize,
        /// The number that it has.
        found: usize,
    },
    /// It is not well formed.
    #[error(transparent)]
    Json(#[from] serde_json::Error),
}

/// The first line.
#[derive(Deserialize)]
struct Head {
    version: u32,
    #[serde(default)]
    checksum: String,
}

/// Everything after the first line.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Content {
    command: String,
    parts: Vec<BaselinePart>,
    problems: Vec<BaselineProblem>,
    cells: Vec<BaselineCell>,
    studies: Vec<BaselineStudy>,
    boards: Vec<BaselineBoard>,
    claims: Vec<BaselineClaim>,
    speed: Option<BaselineSpeed>,
}

/// Whether a text is a baseline of any version, complete or not: only such a file may be replaced.
pub fn is_ours(text: &str) -> bool {
    let first: String = text.chars().take(400).collect();
    first.starts_with(BEGINNING) && first.contains(COMMAND)
}

impl Baseline {
    /// Reads a baseline of the present version.
    ///
    /// # Errors
    /// When the text is not a baseline, has another version, was edited or cut short, or has no cells.
    pub fn parse(text: &str) -> Result<Self, BaselineError> {
        if !is_ours(text) {
            return Err(BaselineError::NotOurs);
        }
        let (head, content) = text.split_once('\n').ok_or(BaselineError::NotOurs)?;
        let Some(head) = head.strip_suffix(',') else {
            // The first version has its command in the first line.
            return Err(BaselineError::Version(1));
        };
        let head: Head = serde_json::from_str(&format!("{head}}}"))?;
        if head.version != VERSION {
            return Err(BaselineError::Version(head.version));
        }
        let found = checksum(content);
        if found != head.checksum {
            return Err(BaselineError::Checksum {
                stated: head.checksum,
                found,
            });
        }
        let mut content: Content = serde_json::from_str(&format!("{{{content}"))?;
        // The steps of a run are written once.
        for run in content.cells.iter_mut().flat_map(|cell| &mut cell.runs) {
            run.work.steps = run.steps;
        }
        let stated = content
            .parts
            .iter()
            .fold(0_usize, |sum, part| sum.saturating_add(part.cells));
        let found = content.cells.len();
        if found == 0 {
            return Err(BaselineError::Empty);
        }
        if found != stated {
            return Err(BaselineError::Short { stated, found });
        }
        Ok(Self {
            command: content.command,
            parts: content.parts,
            problems: content.problems,
            cells: content.cells,
            studies: content.studies,
            boards: content.boards,
            claims: content.claims,
            speed: content.speed,
        })
    }

    /// The baseline as text.
    pub fn to_text(&self) -> String {
        let content = [
            format!("\"command\":{}", json(&self.command)),
            lines("parts", &self.parts),
            lines("problems", &self.problems),
            lines("cells", &self.cells),
            lines("studies", &self.studies),
            lines("boards", &self.boards),
            lines("claims", &self.claims),
            format!("\"speed\":{}", json(&self.speed)),
        ];
        let content = format!("{}}}\n", content.join(",\n"));
        let checksum = checksum(&content);
        format!("{BEGINNING}{VERSION},\"checksum\":\"{checksum}\",\n{content}")
    }
}

/// A list with one item per line.
fn lines<T: Serialize>(name: &str, items: &[T]) -> String {
    let items: Vec<String> = items.iter().map(json).collect();
    format!("\"{name}\":[\n{}\n]", items.join(",\n"))
}

/// A value in one line; numbers that JSON does not have become null.
fn json<T: Serialize>(value: &T) -> String {
    serde_json::to_string(value).unwrap_or_else(|_| "null".to_owned())
}

/// FNV-1a over the bytes of a text.
fn checksum(text: &str) -> String {
    results::fingerprint(&text)
}
