//! To be written.

use crate::{Erratum, Paper, Printed};

/// The numbers of the print.
const PRINTED: Printed = Printed::new(include_str!("../../data/yoon-1993.csv"));

/// What is printed wrong.
const ERRATA: &[Erratum] = &[];

/// The paper.
pub(crate) fn paper() -> Paper {
    Paper {
        id: "yoon-1993",
        citation: "",
        summary: "",
        experiments: vec![],
        errata: ERRATA,
    }
}
