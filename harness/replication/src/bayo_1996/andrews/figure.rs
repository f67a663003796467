//! Fig. 7.

use super::{ANGLES, Run};
use crate::Figure;
use crate::figure::{curve, panel};
use results::Scale;

/// The figure, from the runs.
pub(super) fn draw(rigid: &Run, stiff: &Run) -> Figure {
    let draw = |name: &str, angles: &[usize]| {
        let curves = angles.iter().flat_map(|&k| {
            let (angle, spring) = (ANGLES[k], format!("{} with the spring", ANGLES[k]));
            [
                curve(angle, &rigid.curve(k)),
                curve(&spring, &stiff.curve(k)),
            ]
        });
        panel(
            name,
            ["t in s", "angle in rad"],
            Scale::Linear,
            curves.collect(),
        )
    };
    Figure {
        id: "fig-7".to_owned(),
        title: "Fig. 7: angles of Andrews' mechanism".to_owned(),
        reading: "Crank and rod turn, the other bodies swing; Ω is always -Φ. With the stiff spring the curves lie on \
                  those of the joint."
            .to_owned(),
        panels: vec![
            draw("Crank and rod", &[0, 1]),
            draw("Rocker and arms", &[2, 3, 4, 6]),
        ],
    }
}
