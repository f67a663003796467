//! What the text says of the runs of Table 3: convergence, and orders of magnitude between the methods.

use super::DATA;
use super::pendulum::{Swing, decades, gap};
use super::runs::PLOTTING_ACCURACY;
use super::table_3::Setup;
use crate::{Claim, said};
use system::largest;

/// "Converged to within plotting accuracy" for both methods.
pub(super) fn converged(
    setup: &Setup,
    baumgarte: &[Swing; 2],
    algebraic: &[Swing; 2],
) -> [Claim; 2] {
    let claim = |id, [coarse, fine]: &[Swing; 2]| {
        let gap = gap(coarse, fine);
        let said = said![pin = setup.name(), gap = 100.0 * gap];
        DATA.statement(id, gap <= PLOTTING_ACCURACY, said)
    };
    [
        claim("table-3/pin-{pin}/converged/baumgarte", baumgarte),
        claim("table-3/pin-{pin}/converged/algebraic", algebraic),
    ]
}

/// "Approximately four orders of magnitude", twice.
pub(super) fn orders_of_magnitude(
    setup: &Setup,
    baumgarte: &Swing,
    algebraic: &Swing,
) -> [Claim; 2] {
    let constraints = (baumgarte.mean / algebraic.mean).log10();
    let energy = decades(&algebraic.energy, &baumgarte.energy);
    let most = |run: &Swing| largest(run.energy.iter().map(|point| point[1]));
    let most = (most(algebraic) / most(baumgarte)).log10();
    let claim = |id, ours| DATA.number(id, ours, said![pin = setup.name(), most]);
    [
        claim("table-3/pin-{pin}/constraints", constraints),
        claim("table-3/pin-{pin}/energy", energy),
    ]
}
