//! Fig. 1.

use super::{ROWS, Run};
use crate::bayo_1996::DATA;
use crate::figure::curve;
use crate::{Figure, said};

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
    DATA.figure("fig-1", vec![curves], said![])
}
