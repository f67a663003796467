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
}
