//! Yoon, Howe and Greenwood (1992): feedback of violations along their gradient, and the energy as a constraint.
//!
//! Example 1 is a pendulum that turns over, [`pendulum`] with unit mass, length and gravity, which starts at (1, 0)
//! with velocity (0, 2). It runs with AB-3 and `h = 0.01 s`, started by RK-4. Its figures have no numbers, so only
//! the statements of the text about them can be judged: which violation stays bounded, which is the largest, and what
//! a change of gains does.
//!
//! The text chooses `α_g = α_e = 40` and says that this is the eigenvalue 6.3246 of Baumgarte's feedback with β = 40.
//! Both cannot be true, so everything is run with either value ([`example::readings`]). The copy of the paper at hand
//! has no figures, so their range of time is not known; 20 s are our choice.

mod angle;
mod eq_60d;
mod example;
mod figures;
mod gains;
mod placement;
mod slow_instability;

use crate::Paper;
use crate::data::{Data, data};
use std::sync::LazyLock;
use stepping::citation;

/// The printed numbers, the words of the claims and the errata of the paper.
static DATA: LazyLock<Data> = data!("yoon-1993", citation::YOON_1992);

/// The paper with its experiments, in the order of the report.
pub(crate) fn paper() -> Paper {
    DATA.paper(&[
        figures::EXPERIMENT,
        gains::EXPERIMENT,
        placement::EXPERIMENT,
        slow_instability::EXPERIMENT,
        eq_60d::EXPERIMENT,
    ])
}
