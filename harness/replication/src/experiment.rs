//! The parts of a paper that can be run: its experiments, with its errata.

use crate::{Claim, Erratum, Figure, Printed, Result};

/// A paper with its experiments, claims and errata.
pub struct Paper {
    /// Identifier, for example `welch-2007`.
    pub id: &'static str,
    /// Authors, title and journal of the paper.
    pub citation: &'static str,
    /// What the paper is about, and what the replication has shown.
    pub summary: &'static str,
    /// The printed numbers of the paper.
    pub printed: Printed,
    /// The tables, figures and remarks that can be run.
    pub experiments: Vec<Experiment>,
    /// Ids of the claims, with names in braces for the parts that differ between the claims of a table.
    pub claims: Vec<&'static str>,
    /// The errata of the paper, as far as a text copy shows them.
    pub errata: Vec<Erratum>,
}

/// One table, figure or remark that can be run.
#[derive(Clone, Copy)]
pub struct Experiment {
    /// Identifier within the paper, for example `table-1`, with which the ids of its claims begin.
    pub id: &'static str,
    /// What is run, in a few words.
    pub title: &'static str,
    /// Whether the experiment takes so long that a quick run leaves it out.
    pub long: bool,
    /// Runs the experiment with the set-up of the paper.
    pub run: fn() -> Result<Finding>,
}

/// The outcome of an experiment.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Finding {
    /// The claims with their verdicts.
    pub claims: Vec<Claim>,
    /// The figures drawn from the runs.
    pub figures: Vec<Figure>,
}

impl From<Vec<Claim>> for Finding {
    fn from(claims: Vec<Claim>) -> Self {
        Self {
            claims,
            figures: Vec::new(),
        }
    }
}
