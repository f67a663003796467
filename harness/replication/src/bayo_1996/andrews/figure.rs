//! Fig. 7.

use super::{ANGLES, Run};
use crate::bayo_1996::DATA;
use crate::figure::curve;
use crate::{Figure, said};

/// The figure, from the runs.
pub(super) fn draw(rigid: &Run, stiff: &Run) -> Figure {
    let panels: [&[usize]; 2] = [&[0, 1], &[2, 3, 4, 6]];
    let curves = panels.map(|angles| {
        let both = angles.iter().flat_map(|&k| {
            let spring = format!("{} with the spring", ANGLES[k]);
            [
                curve(ANGLES[k], &rigid.curve(k)),
                curve(&spring, &stiff.curve(k)),
            ]
        });
        both.collect()
    });
    DATA.figure("fig-7", curves.into(), said![])
}
