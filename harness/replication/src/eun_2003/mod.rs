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

use crate::errata::errata;
use crate::{Paper, Printed};

/// The numbers of the print.
const PRINTED: Printed = Printed::new(include_str!("../../data/eun-2003.csv"));

/// The paper.
pub(crate) fn paper() -> Paper {
    Paper {
        id: "eun-2003",
        citation: "H.-C. Eun, K.-H. Yang, H.-S. Chung, Explicit motion of dynamic systems with position constraints, \
                   KSME Int. J. 17 (2003)",
        summary: "Accelerations by a pseudo-inverse, with the violation and its rate fed back. The gains at which its \
                  measures are least come out, as far as they are more than noise: the constraints are linear, every \
                  Runge-Kutta stage keeps them, and all that is measured is rounding near 1e-16. A start that really \
                  violates them shows the stabilization at work. That rows influence each other through diagonal gains is \
                  not so; coupled gains pay for a known direction of the error, at the expense of another.",
        printed: PRINTED,
        experiments: vec![
            minima::ONE_ROW,
            minima::TWO_ROWS,
            rounding::EXPERIMENT,
            inconsistent_start::EXPERIMENT,
            decoupling::EXPERIMENT,
            coupling::EXPERIMENT,
        ],
        errata: errata(include_str!("../../data/eun-2003.errata.toml")),
    }
}
