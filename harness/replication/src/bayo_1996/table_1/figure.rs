//! Fig. 1.

use super::{ROWS, Run};
use crate::Figure;
use crate::figure::{curve, panel};
use results::Scale;

/// The figure, from the runs.
pub(super) fn draw(runs: &[Run], plain: &Run) -> Figure {
    let named = ROWS.iter().zip(runs).map(|((row, every, _), run)| {
        let name = match every {
            None => "no projections".to_owned(),
            Some(_) => format!("projected {row}"),
        };
        curve(&name, &run.history)
    });
    let mut curves: Vec<_> = named.collect();
    curves.push(curve("no projections, no feedback", &plain.history));
    Figure {
        id: "fig-1".to_owned(),
        title: "Fig. 1: energy of the double pendulum".to_owned(),
        reading: "Error of the energy in percent of the largest kinetic energy. Under the feedback it drifts; the more \
                  often the state is projected, the less there is for the feedback to act on. The curve without \
                  feedback and projections is ours."
            .to_owned(),
        panels: vec![panel("", ["t in s", "error in %"], Scale::Linear, curves)],
    }
}
