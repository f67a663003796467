//! Time of the generic path relative to code written by hand, and growth of its cost with the size of a system.
//!
//! Each [`Comparison`] times something of ours beside a hand-written kernel (or beside another method of ours) in one
//! race, round after round, and gives a few [`Figure`]s with their limits. `cargo xtask bench` shows them in a table;
//! the benches of this crate time one part at a time.
//!
//! **Invariant:** nothing here is part of a report; the matrix measures its own cells.

mod chain;
mod feedback;
mod figure;
mod four_bar;
mod squeezer;
mod steps;

pub use figure::{Figure, Unit};

/// One comparison, which can be run by itself.
pub struct Comparison {
    /// The word by which it is chosen.
    pub id: &'static str,
    /// Name of the comparison.
    pub title: &'static str,
    /// Runs the comparison for a number of rounds. There are no figures where something could not be timed.
    pub run: fn(rounds: usize) -> Vec<Figure>,
}

/// Every comparison, short ones first.
pub fn comparisons() -> Vec<Comparison> {
    vec![
        Comparison {
            id: "pendulum",
            title: "Pendulum: one RK-4 step with Baumgarte's feedback",
            run: steps::pendulum,
        },
        Comparison {
            id: "double-pendulum",
            title: "Planar double pendulum: one RK-4 step in redundant coordinates",
            run: steps::double_pendulum,
        },
        Comparison {
            id: "feedback",
            title: "Baumgarte's feedback over none: one RK-4 step",
            run: feedback::over_none,
        },
        Comparison {
            id: "squeezer",
            title: "Andrews' squeezer to 1e-7: over adaptive Dormand-Prince steps by hand",
            run: squeezer::to_accuracy,
        },
        Comparison {
            id: "n-four-bar",
            title: "Row of four-bar loops: one RK-4 step",
            run: four_bar::growth,
        },
        Comparison {
            id: "chain",
            title: "Chain: one acceleration",
            run: chain::accelerations,
        },
    ]
}
