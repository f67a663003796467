//! Eun, Yang and Chung (2003): the generalized inverse method of Udwadia and Kalaba, stabilized.
//!
//! The system is [`three_mass_oscillator`]: three masses in a row, driven and damped, whose displacements obey one or
//! two linear constraints. Initial values, the order of the Runge-Kutta scheme, the values of β and the quadrature
//! are not stated. With a start at rest, order 5(4), `β = cα²` for c = 0.05, 0.10 … 0.50 and the trapezoidal rule,
//! everything else fits.
//!
//! Runge-Kutta methods keep linear constraints, so the violations that the paper measures are rounding. Its minima
//! are judged over an ensemble of tolerances, each of which gives another sequence of rounding errors ([`grid`]).

mod coupling;
mod decoupling;
mod grid;
mod inconsistent_start;
mod minima;
mod oscillator;
mod rounding;

use crate::Paper;
use crate::data::{Data, data};
use std::sync::LazyLock;
use stepping::citation;

/// The printed numbers, the words of the claims and the errata of the paper.
static DATA: LazyLock<Data> = data!("eun-2003", citation::EUN_2003);

/// The paper with its experiments, in the order of the report.
pub(crate) fn paper() -> Paper {
    DATA.paper(&[
        minima::ONE_ROW,
        minima::TWO_ROWS,
        rounding::EXPERIMENT,
        inconsistent_start::EXPERIMENT,
        decoupling::EXPERIMENT,
        coupling::EXPERIMENT,
    ])
}
