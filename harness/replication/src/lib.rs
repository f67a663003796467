//! The tables and figures of the papers as claims that run. Each has a set-up, a printed value, our value and a
//! verdict.
//!
//! There is one module per [`Paper`] and one file per [`Experiment`]: a table, a figure or a remark that can be
//! judged. Everything known before a run is data: the printed numbers (`data/*.csv`, see [`Printed`]), the words of
//! the claims with the rules that judge them (`data/*.claims.toml`), and the errata (`data/*.errata.toml`, see
//! [`Erratum`]). Every number of ours is computed by the run. A claim that is known to differ states the reason, and
//! is expected to differ. A claim for which the paper does not say enough states what is missing, and cannot be
//! compared. A claim that used to be reproduced and no longer is counts as lost
//! ([`results::ReplicatedClaim::is_lost`]).
//!
//! Where a paper leaves its set-up open, the module says which one makes the digits match and how it was found.
//! Chaotic motions and rounding are judged by ranges ([`Rule`]), with the reason stated beside them. A range that hardly
//! fails is refused.

mod bayo_1996;
mod bisection;
mod claim;
mod data;
mod errata;
mod error;
mod eun_2003;
mod experiment;
mod figure;
mod printed;
mod rk4;
mod run;
mod setup;
mod steps;
#[cfg(test)]
mod testing;
mod welch_2007;
mod words;
mod yoon_1993;
mod yoon_truncation;

pub use claim::{Claim, Rule};
pub use errata::Erratum;
pub use error::ReplicationError;
pub use experiment::{Experiment, Finding, Paper};
pub use figure::Figure;
pub use printed::{Printed, PrintedNumber};
pub use run::{Findings, run};

pub(crate) use data::Entry;
pub(crate) use error::Result;
pub(crate) use setup::setup;
pub(crate) use words::said;

/// Every paper, in the order of the report.
pub fn papers() -> Vec<Paper> {
    vec![
        yoon_1993::paper(),
        yoon_truncation::paper(),
        eun_2003::paper(),
        welch_2007::paper(),
        bayo_1996::paper(),
    ]
}
