//! Yoon, Howe and Greenwood on the truncation-error model: violations that can be known beforehand.
//!
//! Problem 1 is a unit mass that turns on the unit circle without forces, under Baumgarte's feedback and a constant
//! gain on the energy (Eqs. 33-37): [`circle::CircleKernel`] with [`baumgarte_energy::BaumgarteEnergy`]. Everything the
//! paper prints about it can be computed: the coefficients of the model exactly, the violations by runs.

mod energy_gain;
mod examples;
mod model;
mod orders;
mod steady_run;

use crate::errata::errata;
use crate::{Paper, Printed};

/// The numbers of the print.
const PRINTED: Printed = Printed::new(include_str!("../../data/yoon-truncation.csv"));

/// Φ, Φ' and ψ: as the data call them, in ids, in words.
const QUANTITIES: [[&str; 3]; 3] = [
    ["Phi", "phi", "Φ"],
    ["Phi dot", "phi-dot", "Φ'"],
    ["psi", "psi", "ψ"],
];

/// The paper.
pub(crate) fn paper() -> Paper {
    Paper {
        id: "yoon-truncation",
        citation: "S. Yoon, R. M. Howe, D. T. Greenwood, A truncation error model and its application to the accuracy \
                   analysis of constraint violations",
        summary: "An integrator follows, on smooth motions, a slightly different equation; from its coefficients the \
                  paper predicts the violations at which feedback and truncation error balance. Both examples come \
                  out to the printed digits, and the model behind them is exact. Two formulas on the way carry terms \
                  that do not belong there, and one coefficient is misprinted.",
        printed: PRINTED,
        experiments: vec![
            model::EXPERIMENT,
            examples::EXPERIMENT,
            orders::EXPERIMENT,
            energy_gain::EXPERIMENT,
        ],
        errata: errata(include_str!("../../data/yoon-truncation.errata.toml")),
    }
}
