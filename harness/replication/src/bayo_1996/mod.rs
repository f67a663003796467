//! Bayo and Ledesma (1996): penalties with multipliers, and projections in the mass metric.
//!
//! There is one file per table or example. [`watch`] evaluates states, [`drift`] classifies drift, [`passages`]
//! counts flat positions of the linkages, and [`printed_system`] has the systems on which the printed equations are
//! tried. The columns of CPU times are not repeated, because nothing here reads a clock.

mod andrews;
mod drift;
mod fig_2;
mod five_link;
mod four_bar;
mod increments;
mod newton;
mod passages;
mod position_projection;
mod printed_system;
mod rate_projections;
mod survival;
mod table_1;
mod table_2;
mod watch;

use crate::Paper;
use crate::data::{Data, data};
use std::sync::LazyLock;
use stepping::citation;

/// The printed numbers, the words of the claims and the errata of the paper.
static DATA: LazyLock<Data> = data!("bayo-1996", citation::BAYO_1996);

/// The paper with its experiments, in the order of the report.
pub(crate) fn paper() -> Paper {
    DATA.paper(&[
        table_1::EXPERIMENT,
        fig_2::EXPERIMENT,
        table_2::LAGRANGE,
        table_2::ALF,
        table_2::INDEX1,
        table_2::INDEX3,
        four_bar::EXPERIMENT,
        survival::EXPERIMENT,
        five_link::EXPERIMENT,
        andrews::EXPERIMENT,
        position_projection::EXPERIMENT,
        rate_projections::EXPERIMENT,
        newton::EXPERIMENT,
    ])
}
