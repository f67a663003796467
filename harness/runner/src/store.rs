//! A place for finished work, so that none is done twice.

use crate::{Answer, Scope};
use serde::{Deserialize, Serialize};

/// Names a finished piece of work. Its source, the code that did it, is known to the store alone.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Key {
    /// What was done.
    pub what: Kind,
    /// The part of the catalogue that was run, which decides on ladders.
    pub scope: Scope,
    /// Id of the method; empty where there is none.
    pub method: String,
    /// Id of the variant; empty where there is none.
    pub variant: String,
    /// Id of the problem; empty where there is none.
    pub problem: String,
}

/// Kinds of finished work.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// A prepared problem.
    Problem,
    /// A cell.
    Cell,
    /// The frames of a run that drifts.
    Motion,
    /// A study.
    Study,
    /// The speed of one cell, measured in a few rounds.
    QuickSpeed,
    /// The speed of one cell, measured in many rounds.
    FullSpeed,
}

/// Keeps finished work. Calls come from several threads.
pub trait Store: Sync {
    /// Finished work of this name.
    fn find(&self, key: &Key) -> Option<Answer>;
    /// Keeps finished work.
    fn keep(&self, key: &Key, answer: &Answer);
    /// Returns when everything that was given to it is safe.
    fn settle(&self) {}
}

/// Keeps nothing.
pub struct Forgetful;

impl Store for Forgetful {
    fn find(&self, _key: &Key) -> Option<Answer> {
        None
    }

    fn keep(&self, _key: &Key, _answer: &Answer) {}
}
