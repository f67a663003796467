//! To be written.

mod figures;
mod pendulum;
mod printed_start;
mod runge_kutta;
mod runs;
mod stability;
mod table_1;
mod table_1_comments;
mod table_2;
mod table_3;
mod three_dimensions;
mod time_constants;

use crate::{Erratum, Experiment, Paper, Printed};

/// The numbers of the print.
const PRINTED: Printed = Printed::new(include_str!("../../data/welch-2007.csv"));

/// What is printed wrong.
const ERRATA: &[Erratum] = &[];

/// The paper.
pub(crate) fn paper() -> Paper {
    Paper {
        id: "welch-2007",
        citation: "",
        summary: "",
        experiments: vec![Experiment {
            id: "table-1",
            title: "",
            long: false,
            run: || table_1::run(&table_1::Setup::default()),
        }],
        errata: ERRATA,
    }
}
