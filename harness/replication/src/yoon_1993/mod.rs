//! Yoon, Howe and Greenwood (1993): violations fed back along their gradient, and the energy as a constraint.
//!
//! Example 1 is a pendulum that turns over, [`pendulum`] with unit mass, length and gravity, from (1, 0) with velocity
//! (0, 2); AB-3 with `h = 0.01 s`, started by RK-4. Its figures come without numbers, so what can be judged is what the
//! text reads off them: which violation stays bounded, which is the largest, what a change of gains does.
//!
//! The text chooses `α_g = α_e = 40` and says that this is the eigenvalue 6.3246 of Baumgarte's feedback with β = 40. It
//! cannot be both; everything is run with either ([`example::readings`]). The copy of the paper at hand has no figures, so
//! that their range of time is not known; 20 s are our choice.

mod angle;
mod eq_60d;
mod example;
mod figures;
mod gains;
mod placement;
mod slow_instability;

use crate::errata::errata;
use crate::{Paper, Printed};

/// The numbers of the print.
const PRINTED: Printed = Printed::new(include_str!("../../data/yoon-1993.csv"));

/// The paper.
pub(crate) fn paper() -> Paper {
    Paper {
        id: "yoon-1993",
        citation: "S. Yoon, R. M. Howe, D. T. Greenwood, Constraint violation stabilization using gradient feedback in \
                   constrained dynamics simulation, J. Guid. Control Dyn. 15 (1992), No. 6",
        summary: "Positions are corrected down the gradient of the violation (CVSGF) and the energy is held like a \
                  constraint, with the controls integrated by one Euler step. What the figures are said to show comes out \
                  for AB-3. Three remarks do not: control in every pass of RK-4 does not diverge but spoils the accuracy, \
                  large gains hardly change the state error, and the control by forward Euler that the paper recommends \
                  makes violations under gradient feedback grow, slowly and whatever the gain, until the run settles on \
                  another motion; its own Eq. 59 is the cure.",
        printed: PRINTED,
        experiments: vec![
            figures::EXPERIMENT,
            gains::EXPERIMENT,
            placement::EXPERIMENT,
            slow_instability::EXPERIMENT,
            eq_60d::EXPERIMENT,
        ],
        errata: errata(include_str!("../../data/yoon-1993.errata.toml")),
    }
}
