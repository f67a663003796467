//! The parts of a paper that can be run: its experiments, with its errata.

use crate::{Claim, Erratum, Figure, Printed, Result};

/// A paper as claims that can be run.
pub struct Paper {
    /// Identifier, for example `welch-2007`.
    pub id: &'static str,
    /// Authors, title, journal.
    pub citation: &'static str,
    /// What the paper is about, and what running it again has shown.
    pub summary: &'static str,
    /// The numbers of the print.
    pub printed: Printed,
    /// Its tables, figures and remarks.
    pub experiments: Vec<Experiment>,
    /// Ids of its claims, with a name in braces for what differs between the claims of a table.
    pub claims: Vec<&'static str>,
    /// What is printed wrong.
    pub errata: Vec<Erratum>,
}

/// One table, one figure or one remark.
#[derive(Clone, Copy)]
pub struct Experiment {
    /// Identifier within the paper, for example `table-1`; the ids of its claims and figures begin with it.
    pub id: &'static str,
    /// What is run, in a few words.
    pub title: &'static str,
    /// Whether it takes so long that a quick run leaves it out.
    pub long: bool,
    /// Runs the experiment with the set-up of the paper.
    pub run: fn() -> Result<Finding>,
}

/// What an experiment found.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Finding {
    /// The claims with their verdicts.
    pub claims: Vec<Claim>,
    /// The figures that were drawn.
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
