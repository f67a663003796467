//! Welch, Hong, Trapp and Choi (2007): algebraic constraint enforcement of second order compared with Baumgarte's
//! feedback, on a planar double pendulum, a slider-crank and a spatial pendulum of three links.

mod eq_64;
mod history;
mod linearized;
mod matrices;
mod optimal_gains;
mod pendulum;
mod pendulum_figures;
mod printed_start;
mod runge_kutta;
mod runs;
mod slider_crank_figures;
mod stability;
mod table_1;
mod table_1_comments;
mod table_2;
mod table_3;
mod three_dimensions;
mod time_constants;

use crate::Paper;
use crate::data::{Data, data};
use std::sync::LazyLock;
use stepping::citation;

/// The printed numbers, the words of the claims and the errata of the paper.
static DATA: LazyLock<Data> = data!("welch-2007", citation::WELCH_2007);

/// The paper with its experiments, in the order of the report.
pub(crate) fn paper() -> Paper {
    DATA.paper(&[
        table_1::EXPERIMENT,
        table_1_comments::EXPERIMENT,
        table_2::EXPERIMENT,
        slider_crank_figures::EXPERIMENT,
        table_3::PIN_X,
        table_3::PIN_Y,
        pendulum_figures::EXPERIMENT,
        stability::EXPERIMENT,
        printed_start::EXPERIMENT,
        three_dimensions::EXPERIMENT,
        time_constants::EXPERIMENT,
        optimal_gains::EXPERIMENT,
        runge_kutta::EXPERIMENT,
    ])
}
