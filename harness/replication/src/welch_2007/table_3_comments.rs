//! What the text says of the runs of Table 3: convergence, and orders of magnitude between the methods.

use super::PRINTED;
use super::figures::{PLOTTING_ACCURACY, percent};
use super::pendulum::{Swing, decades, gap};
use super::table_3::Setup;
use crate::largest::largest;
use crate::{Claim, PrintedNumber, Rule};
use three_link_pendulum::Pin;

/// "Converged to within plotting accuracy" for both methods.
pub(super) fn converged(
    setup: &Setup,
    baumgarte: &[Swing; 2],
    algebraic: &[Swing; 2],
) -> [Claim; 2] {
    let pin = setup.name();
    let of = |id: &str, name: &str, [coarse, fine]: &[Swing; 2]| {
        let gap = gap(coarse, fine);
        Claim::statement(
            [&format!("table-3/pin-{pin}/converged/{id}"), "Section VI"],
            format!(
                "centres by {name} are converged to plotting accuracy at Δt = 2.5e-5 s, pin along {pin}"
            ),
            "converged",
            format!(
                "halving the step moves a centre by {} of its range",
                percent(gap)
            ),
            gap <= PLOTTING_ACCURACY,
            "no coordinate of a centre moves by more than 1 % of its range",
        )
    };
    let sensitive = "Runs with two steps part before 10 s: the motion multiplies the difference.";
    let baumgarte = of("baumgarte", "Baumgarte's feedback", baumgarte);
    [
        match setup.pin {
            Pin::X => baumgarte.known_to_differ(sensitive),
            Pin::Y => baumgarte,
        },
        of("algebraic", "the algebraic method", algebraic).known_to_differ(format!(
            "{sensitive} In space the algebraic method is of first order only, which makes it large."
        )),
    ]
}

/// "Approximately four orders of magnitude", twice.
pub(super) fn orders_of_magnitude(
    setup: &Setup,
    baumgarte: &Swing,
    algebraic: &Swing,
) -> [Claim; 2] {
    let pin = setup.name();
    let printed = |what| PRINTED.get("Section VI", "table-3", what);
    let constraints = (baumgarte.mean / algebraic.mean).log10();
    let most = |run: &Swing| largest(run.energy.iter().map(|point| point[1]));
    let energy = decades(&algebraic.energy, &baumgarte.energy);
    let claim = |id: &str, words: &str, printed: PrintedNumber, ours: f64| {
        let rule = Rule::Between {
            low: printed.value - 0.5,
            high: printed.value + 0.5,
            why: "about four orders of magnitude are claimed: ours are to round to that",
        };
        let id = format!("table-3/pin-{pin}/{id}");
        Claim::number(id, format!("{words}, pin along {pin}"), printed, ours, rule)
            .showing(format!("{ours:.1}"))
    };
    [
        claim(
            "constraints",
            "orders of magnitude by which the mean |Φ| of Baumgarte's feedback is larger",
            printed("orders of magnitude in the constraints"),
            constraints,
        ),
        claim(
            "energy",
            "orders of magnitude by which its change of energy is smaller, as a mean over time",
            printed("orders of magnitude in the energy"),
            energy,
        )
        .remark(format!(
            "Between the largest values of the two runs there are {:.1} orders.",
            (most(algebraic) / most(baumgarte)).log10()
        )),
    ]
}
