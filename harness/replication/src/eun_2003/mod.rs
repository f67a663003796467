//! To be written.

use crate::{Erratum, Paper, Printed};

/// The numbers of the print.
const PRINTED: Printed = Printed::new(include_str!("../../data/eun-2003.csv"));

/// What is printed wrong.
const ERRATA: &[Erratum] = &[];

/// The paper.
pub(crate) fn paper() -> Paper {
    Paper {
        id: "eun-2003",
        citation: "",
        summary: "",
        experiments: vec![],
        errata: ERRATA,
    }
}
