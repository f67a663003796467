//! Welch, Hong, Trapp and Choi (2007): algebraic constraint enforcement of second order, and Baumgarte's feedback
//! beside it, on a planar double pendulum, a slider-crank and a spatial pendulum of three links.

mod eq_64;
mod errata;
mod figures;
mod linearized;
mod optimal_gains;
mod pendulum;
mod pendulum_figures;
mod printed_start;
mod runge_kutta;
mod runs;
mod slider_crank_figures;
mod slider_crank_run;
mod stability;
mod table_1;
mod table_1_comments;
mod table_2;
mod table_3;
mod table_3_comments;
mod three_dimensions;
mod time_constants;

use crate::{Experiment, Finding, Paper, Printed, ReplicationError};
use three_link_pendulum::Pin;

/// The numbers of the print.
const PRINTED: Printed = Printed::new(include_str!("../../data/welch-2007.csv"));

/// The paper.
pub(crate) fn paper() -> Paper {
    Paper {
        id: "welch-2007",
        citation: "S. W. J. Welch, M. Hong, J. A. Trapp, M.-H. Choi: Parameter-free second-order numerical scheme for \
                   constrained multibody dynamic systems. Journal of Guidance, Control, and Dynamics 30 (2007), \
                   doi:10.2514/1.28708",
        summary: "A predictor and a corrector choose the multipliers so that the constraints, expanded to second \
                  order, vanish at the end of the step; there is nothing to tune. The paper compares it with \
                  Baumgarte's feedback under gains tied to the step. Once what the text leaves open is identified, \
                  Table 1 comes out again to nine digits and more in coordinates and velocities, and Table 2 to all of \
                  its digits; of Table 3 only sizes and orders do, as masses and the axis of the pin are not stated. \
                  Not confirmed are the limit of stability of 0.0664 s; unconditional stability, which is marginal \
                  and fails from the rounded start of the slider-crank; second order in space, which needs a second \
                  pass; and steps that are called converged.",
        printed: PRINTED,
        experiments: experiments(),
        errata: errata::ERRATA,
    }
}

/// An experiment that takes little time.
fn short(
    id: &'static str,
    title: &'static str,
    run: fn() -> Result<Finding, ReplicationError>,
) -> Experiment {
    Experiment {
        id,
        title,
        long: false,
        run,
    }
}

/// One of hundreds of thousands of steps in space.
fn long(
    id: &'static str,
    title: &'static str,
    run: fn() -> Result<Finding, ReplicationError>,
) -> Experiment {
    Experiment {
        id,
        title,
        long: true,
        run,
    }
}

fn experiments() -> Vec<Experiment> {
    vec![
        short("table-1", "Table 1: planar double pendulum", || {
            table_1::run(&table_1::Setup::default())
        }),
        short("table-1-comments", "Orders read from Table 1", || {
            table_1_comments::run(&table_1_comments::Setup::default())
        }),
        short("table-2", "Table 2: slider-crank", || {
            table_2::run(&table_2::Setup::default())
        }),
        short(
            "slider-crank-figures",
            "Figures 1 to 3: slider-crank",
            || slider_crank_figures::run(&slider_crank_figures::Setup::default()),
        ),
        long(
            "table-3/pin-x",
            "Table 3: three-link pendulum, pin along x",
            || table_3::run(&table_3::Setup::new(Pin::X)),
        ),
        long(
            "table-3/pin-y",
            "Table 3: three-link pendulum, pin along y",
            || table_3::run(&table_3::Setup::new(Pin::Y)),
        ),
        long(
            "pendulum-figures",
            "Figures 4 to 7: three-link pendulum",
            || pendulum_figures::run(&pendulum_figures::Setup::default()),
        ),
        short(
            "stability",
            "Stability of the linearized double pendulum",
            || stability::run(&stability::Setup::default()),
        ),
        short("printed-start", "Stability from the printed start", || {
            printed_start::run(&printed_start::Setup::default())
        }),
        short("three-dimensions", "Order in three dimensions", || {
            three_dimensions::run(&three_dimensions::Setup::default())
        }),
        short(
            "time-constants",
            "Order of Baumgarte's feedback in Table 3",
            || time_constants::run(&time_constants::Setup::default()),
        ),
        short("optimal-gains", "Gains called optimal", || {
            optimal_gains::run(&optimal_gains::Setup::default())
        }),
        short(
            "runge-kutta",
            "Order of Runge-Kutta methods with gains per step",
            || runge_kutta::run(&runge_kutta::Setup::default()),
        ),
    ]
}
