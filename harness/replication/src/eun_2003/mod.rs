//! Eun, Yang and Chung (2003): the generalized inverse method of Udwadia and Kalaba, stabilized.
//!
//! Three masses in a row, driven and damped, whose displacements obey one or two linear constraints:
//! [`three_mass_oscillator`]. Initial values, the order of the Runge-Kutta scheme, the values of β and the quadrature are
//! not stated; at rest, 5(4), `β = cα²` with c = 0.05, 0.10 … 0.50 and the trapezoidal rule make everything else fit.
//!
//! Runge-Kutta methods keep linear constraints, so what the paper measures is rounding. Its minima are judged over an
//! ensemble of tolerances, which are as many sequences of rounding errors ([`grid`]).

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

/// The numbers and the words of the paper.
static DATA: LazyLock<Data> = data!("eun-2003");

/// The paper.
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
