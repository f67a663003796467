//! Bayo and Ledesma (1996).

mod andrews;
mod drift;
mod fig_2;
mod five_link;
mod four_bar;
mod passages;
mod survival;
mod table_1;
mod table_2;
mod watch;

use crate::{Erratum, Experiment, Paper, Printed};

/// Identifier of the paper.
const PAPER: &str = "bayo-1996";

/// The numbers of the print.
const PRINTED: Printed = Printed::new(include_str!("../../data/bayo-1996.csv"));

/// What is printed wrong.
const ERRATA: &[Erratum] = &[];

/// The paper.
pub(crate) fn paper() -> Paper {
    Paper {
        id: PAPER,
        citation: "",
        summary: "",
        experiments: vec![Experiment {
            id: "table-1",
            title: "Table 1",
            long: false,
            run: || table_1::run(&table_1::Setup::default()),
        }],
        errata: ERRATA,
    }
}
