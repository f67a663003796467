//! The publications behind methods and replications, each spelt out once.
//!
//! Method cards and replicated papers show these texts and no others, so that a paper is cited alike everywhere.

/// The method of constraint violation stabilization.
pub const BAUMGARTE_1972: &str = "J. Baumgarte, Stabilization of constraints and integrals of motion in dynamical \
     systems, Comput. Methods Appl. Mech. Eng. 1 (1972) 1-16";

/// Explicit equations of constrained motion by a pseudo-inverse.
pub const UDWADIA_KALABA_1992: &str = "F. E. Udwadia, R. E. Kalaba, A new perspective on constrained motion, \
     Proc. R. Soc. Lond. A 439 (1992) 407-410";

/// Feedback along gradients and the energy as a constraint; the paper with the id `yoon-1993`.
pub const YOON_1992: &str = "S. Yoon, R. M. Howe, D. T. Greenwood, Constraint violation stabilization using gradient \
     feedback in constrained dynamics simulation, J. Guid. Control Dyn. 15 (1992), No. 6";

/// The truncation-error model; our copy of the paper names neither a journal nor a year.
pub const YOON_TRUNCATION: &str = "S. Yoon, R. M. Howe, D. T. Greenwood, A truncation error model and its application \
     to the accuracy analysis of constraint violations";

/// Penalties with multipliers, and projections in the mass metric.
pub const BAYO_1996: &str = "E. Bayo, R. Ledesma, Augmented Lagrangian and mass-orthogonal projection methods for \
     constrained multibody dynamics, Nonlinear Dynamics 9 (1996) 113-130";

/// The generalized inverse method with feedback of the violations.
pub const EUN_2003: &str = "H.-C. Eun, K.-H. Yang, H.-S. Chung, Explicit motion of dynamic systems with position \
     constraints, KSME Int. J. 17 (2003)";

/// Algebraic constraint enforcement.
pub const WELCH_2007: &str = "S. W. J. Welch, M. Hong, J. A. Trapp, M.-H. Choi, Parameter-free second-order numerical \
     scheme for constrained multibody dynamic systems, J. Guid. Control Dyn. 30 (2007), doi:10.2514/1.28708";

/// A publication field by field, for programs that cite it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Citation {
    /// The text for people, one of those above.
    pub text: &'static str,
    /// A short name: first author and year.
    pub key: &'static str,
    /// Authors, joined by ` and `.
    pub authors: &'static str,
    /// Title.
    pub title: &'static str,
    /// Journal; empty where it is not known.
    pub journal: &'static str,
    /// Volume; empty where it is not known.
    pub volume: &'static str,
    /// Number of the issue; empty where it is not known.
    pub number: &'static str,
    /// Pages; empty where they are not known.
    pub pages: &'static str,
    /// Year; empty where it is not known.
    pub year: &'static str,
    /// Digital object identifier; empty where it is not known.
    pub doi: &'static str,
}

impl Citation {
    const BLANK: Self = Self {
        text: "",
        key: "",
        authors: "",
        title: "",
        journal: "",
        volume: "",
        number: "",
        pages: "",
        year: "",
        doi: "",
    };
}

/// Every publication.
pub const CITATIONS: [Citation; 7] = [
    Citation {
        text: BAUMGARTE_1972,
        key: "baumgarte1972",
        authors: "J. Baumgarte",
        title: "Stabilization of constraints and integrals of motion in dynamical systems",
        journal: "Comput. Methods Appl. Mech. Eng.",
        volume: "1",
        pages: "1-16",
        year: "1972",
        ..Citation::BLANK
    },
    Citation {
        text: UDWADIA_KALABA_1992,
        key: "udwadia1992",
        authors: "F. E. Udwadia and R. E. Kalaba",
        title: "A new perspective on constrained motion",
        journal: "Proc. R. Soc. Lond. A",
        volume: "439",
        pages: "407-410",
        year: "1992",
        ..Citation::BLANK
    },
    Citation {
        text: YOON_1992,
        key: "yoon1992",
        authors: "S. Yoon and R. M. Howe and D. T. Greenwood",
        title: "Constraint violation stabilization using gradient feedback in constrained dynamics simulation",
        journal: "J. Guid. Control Dyn.",
        volume: "15",
        number: "6",
        year: "1992",
        ..Citation::BLANK
    },
    Citation {
        text: YOON_TRUNCATION,
        key: "yoon-truncation",
        authors: "S. Yoon and R. M. Howe and D. T. Greenwood",
        title: "A truncation error model and its application to the accuracy analysis of constraint violations",
        ..Citation::BLANK
    },
    Citation {
        text: BAYO_1996,
        key: "bayo1996",
        authors: "E. Bayo and R. Ledesma",
        title: "Augmented Lagrangian and mass-orthogonal projection methods for constrained multibody dynamics",
        journal: "Nonlinear Dynamics",
        volume: "9",
        pages: "113-130",
        year: "1996",
        ..Citation::BLANK
    },
    Citation {
        text: EUN_2003,
        key: "eun2003",
        authors: "H.-C. Eun and K.-H. Yang and H.-S. Chung",
        title: "Explicit motion of dynamic systems with position constraints",
        journal: "KSME Int. J.",
        volume: "17",
        year: "2003",
        ..Citation::BLANK
    },
    Citation {
        text: WELCH_2007,
        key: "welch2007",
        authors: "S. W. J. Welch and M. Hong and J. A. Trapp and M.-H. Choi",
        title: "Parameter-free second-order numerical scheme for constrained multibody dynamic systems",
        journal: "J. Guid. Control Dyn.",
        volume: "30",
        year: "2007",
        doi: "10.2514/1.28708",
        ..Citation::BLANK
    },
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_citation_is_one_line_with_its_year() {
        for (text, year) in [
            (BAUMGARTE_1972, "1972"),
            (UDWADIA_KALABA_1992, "1992"),
            (YOON_1992, "1992"),
            (BAYO_1996, "1996"),
            (EUN_2003, "2003"),
            (WELCH_2007, "2007"),
        ] {
            assert!(text.contains(&format!("({year})")), "{text}");
            assert!(!text.contains("  ") && !text.contains('\n'), "{text}");
        }
    }

    #[test]
    fn the_fields_of_a_publication_are_parts_of_its_text() {
        for citation in CITATIONS {
            let Citation { text, authors, .. } = citation;
            let authors: Vec<&str> = authors.split(" and ").collect();
            assert!(text.starts_with(&authors.join(", ")), "{text}");
            for part in [
                citation.title,
                citation.journal,
                citation.volume,
                citation.number,
                citation.pages,
                citation.year,
                citation.doi,
            ] {
                assert!(text.contains(part), "{part} is not in {text}");
            }
            assert!(!citation.key.is_empty() && !citation.title.is_empty());
        }
    }
}
