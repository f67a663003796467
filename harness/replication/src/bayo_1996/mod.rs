//! Bayo and Ledesma (1996): penalties with multipliers, and projections in the mass metric.
//!
//! One file per table or example; [`watch`] looks at states, [`drift`] tells kinds of drift, [`passages`] counts flat
//! positions of the linkages, [`printed_system`] is what the printed equations are tried on. Not repeated are the
//! columns of CPU times: nothing here reads a clock, and the machines of the time are gone.

mod andrews;
mod drift;
mod errata;
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

use crate::{Experiment, Paper, Printed};
use table_2::Row;

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
        experiments: experiments(),
        errata: errata::ERRATA,
    }
}

const SUMMARY: &str = "The paper finds accelerations or positions by penalties whose share multipliers take over, and \
    moves positions, velocities and accelerations back onto the constraints by the smallest change in the mass metric. \
    Run again, its tables come out once the data are known that it does not print: Table 1 is that of point masses and \
    of the error at the end, and three of the four rows of Table 2 agree; the row without stabilization is off by two \
    decades. What Table 1 counts as a gain of projections is the harm that its feedback does. Singular positions are \
    passed in the one run that is shown, but with the penalty as printed no step size lasts for 100 s; penalties in \
    proportion to mass and step do, and so does the classical multiplier form with projections. Several equations do \
    not work as printed; the corrected ones do.";

fn experiments() -> Vec<Experiment> {
    let quick = |id, title, run| Experiment {
        id,
        title,
        long: false,
        run,
    };
    // Runs over 1000 units of time.
    let long = |id, title, run| Experiment {
        long: true,
        ..quick(id, title, run)
    };
    vec![
        quick(
            "table-1",
            "Table 1 and Fig. 1: energy of a double pendulum",
            || table_1::run(&table_1::Setup::default()),
        ),
        quick(
            "fig-2",
            "Fig. 2: violations with and without projections",
            || fig_2::run(&fig_2::Setup::default()),
        ),
        long("table-2/lagrange", "Table 2, no stabilization", || {
            table_2::run(&table_2::Setup::of(Row::Lagrange))
        }),
        long("table-2/alf", "Table 2, penalties and feedback", || {
            table_2::run(&table_2::Setup::of(Row::Alf))
        }),
        long(
            "table-2/index1",
            "Table 2, index 1 with projections",
            || table_2::run(&table_2::Setup::of(Row::Index1)),
        ),
        long(
            "table-2/index3",
            "Table 2, index 3 with projections",
            || table_2::run(&table_2::Setup::of(Row::Index3)),
        ),
        quick(
            "example-3",
            "Example 3 and Fig. 4: linkages through flat positions",
            || four_bar::run(&four_bar::Setup::default()),
        ),
        quick(
            "example-3/survival",
            "Example 3 over steps and penalties",
            || survival::run(&survival::Setup::default()),
        ),
        quick(
            "example-4",
            "Example 4 and Fig. 6: a chain of five links",
            || five_link::run(&five_link::Setup::default()),
        ),
        quick(
            "example-5",
            "Example 5 and Fig. 7: Andrews' mechanism",
            || andrews::run(&andrews::Setup::default()),
        ),
        quick(
            "eq-14",
            "Eqs. 13-16: projection of positions as printed",
            || position_projection::run(&printed_system::Setup::default()),
        ),
        quick(
            "eq-25",
            "Eqs. 25 and 33: projections of rates as printed",
            || rate_projections::run(&printed_system::Setup::default()),
        ),
        quick("eq-38", "Eq. 38: Newton's iteration as printed", || {
            newton::run(&printed_system::Setup::default())
        }),
    ]
}
