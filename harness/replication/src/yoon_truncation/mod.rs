//! Yoon, Howe and Greenwood on the truncation-error model, which predicts violations.
//!
//! Problem 1 is a unit mass that turns on the unit circle without forces, under Baumgarte's feedback and a constant
//! gain on the energy (Eqs. 33-37): [`circle::CircleKernel`] with [`baumgarte_energy::BaumgarteEnergy`]. Every number
//! that the paper prints about it can be computed: the coefficients of the model exactly, the violations by runs.

mod energy_gain;
mod examples;
mod model;
mod orders;
mod steady_run;

use crate::Paper;
use crate::data::{Data, data};
use std::sync::LazyLock;
use stepping::citation;

/// The printed numbers, the words of the claims and the errata of the paper.
static DATA: LazyLock<Data> = data!("yoon-truncation", citation::YOON_TRUNCATION);

/// The names of Φ, Φ' and ψ, each as in the data, in ids and in words.
const QUANTITIES: [[&str; 3]; 3] = [
    ["Phi", "phi", "Φ"],
    ["Phi dot", "phi-dot", "Φ'"],
    ["psi", "psi", "ψ"],
];

/// The paper with its experiments, in the order of the report.
pub(crate) fn paper() -> Paper {
    DATA.paper(&[
        model::EXPERIMENT,
        examples::EXPERIMENT,
        orders::EXPERIMENT,
        energy_gain::EXPERIMENT,
    ])
}
