//! Bayo and Ledesma (1996): penalties with multipliers, and projections in the mass metric.
//!
//! One file per table or example; [`watch`] looks at states, [`drift`] tells kinds of drift, [`passages`] counts flat
//! positions of the linkages, [`printed_system`] is what the printed equations are tried on. Not repeated are the
//! columns of CPU times: nothing here reads a clock, and the machines of the time are gone.

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

use crate::errata::errata;
use crate::{Paper, Printed};

/// Identifier of the paper.
const PAPER: &str = "bayo-1996";

/// The numbers of the print.
const PRINTED: Printed = Printed::new(include_str!("../../data/bayo-1996.csv"));

/// The paper.
pub(crate) fn paper() -> Paper {
    Paper {
        id: PAPER,
        citation: "E. Bayo and R. Ledesma, Augmented Lagrangian and mass-orthogonal projection methods for \
                   constrained multibody dynamics, Nonlinear Dynamics 9 (1996) 113-130",
        summary: SUMMARY,
        printed: PRINTED,
        experiments: vec![
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
        ],
        errata: errata(include_str!("../../data/bayo-1996.errata.toml")),
    }
}

const SUMMARY: &str = "The paper finds accelerations or positions by penalties whose share multipliers take over, and \
    moves positions, velocities and accelerations back onto the constraints by the smallest change in the mass metric. \
    Run again, its tables come out once the data are known that it does not print: Table 1 is that of point masses and \
    of the error at the end, and three of the four rows of Table 2 agree; the row without stabilization is off by two \
    decades. What projections remove in Table 1 is the harm that its feedback does. Singular positions are \
    passed in the one run that is shown; over 100 s the penalty as printed fails with most steps, while penalties in \
    proportion to mass and step last, and so does the classical multiplier form with projections. Several equations do \
    not work as printed; the corrected ones do.";
