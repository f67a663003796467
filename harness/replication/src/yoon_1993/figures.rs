//! Figs. 3 to 5: violations of the six cases, and what the text reads off them.

mod drawing;
mod reading;

use super::PRINTED;
use super::example::{Case, Example, Largest, readings};
use crate::{Claim, Experiment, Finding, ReplicationError, Rule};
use drawing::drawn;
use reading::Reading;
use stepping::{Integrator, Placement};

pub(super) const EXPERIMENT: Experiment = Experiment::quick(
    "figs-3-5",
    "Figs. 3 to 5: six cases on the rotating pendulum",
    || run(&Setup::default()),
);

/// The example, with both readings of the gains.
struct Setup {
    example: Example,
    /// Another integrator, for the conclusion.
    other: Integrator,
    readings: [f64; 2],
}

impl Default for Setup {
    fn default() -> Self {
        Self {
            example: Example::default(),
            other: Integrator::Rk4,
            readings: readings(),
        }
    }
}

/// A violation whose largest value in the second half of the run exceeds that in the first by less than this factor
/// counts as stable on the scale of the figure.
const STABLE: f64 = 1.1;

/// Parts of the printed factor by which curves may differ and still be worth drawing together.
const COMPARABLE: [f64; 2] = [1.0 / 3.0, 3.0];

const BAUMGARTE: Case = Case::Baumgarte(Placement::EveryPass);
const WITH_ENERGY: Case = Case::BaumgarteWithEnergy(Placement::EveryPass);
const GRADIENT: Case = Case::Gradient(Placement::ForwardEuler);
const GEOMETRIC: Case = Case::GradientWithoutEnergy(Placement::ForwardEuler);

fn run(setup: &Setup) -> Result<Finding, ReplicationError> {
    let exact = setup.example.exact()?;
    let readings = setup
        .readings
        .map(|rate| Reading::new(&setup.example, rate, &exact));
    let [first, second] = readings;
    let readings = [first?, second?];
    let mut claims = vec![no_control(&readings[0])];
    for reading in &readings {
        claims.extend(violations(reading));
    }
    claims.push(comparison(&readings));
    claims.extend(worsened(setup, &readings[0])?);
    let mut figures = Vec::new();
    for reading in &readings {
        figures.push(drawn(reading, &exact));
    }
    Ok(Finding { claims, figures })
}

fn no_control(reading: &Reading) -> Claim {
    let factor = PRINTED.get("Fig. 3", "no control", "divided by");
    let ratio = reading.of(Case::NoControl).phi / reading.of(BAUMGARTE).phi;
    let [low, high] = COMPARABLE;
    let rule = Rule::Between {
        low: low * factor.value,
        high: high * factor.value,
        why: "curves that are divided by a round number to fit into one frame",
    };
    let words = "how many times larger Φ is without control than under Baumgarte's feedback";
    Claim::number("figs-3-5/fig-3/no-control", words, factor, ratio, rule)
        .showing(format!("{ratio:.1}"))
        .remark(format!(
            "It grows in proportion to time: {:.2} times as large in the second half of the run as in the first.",
            reading.growth(Case::NoControl)
        ))
}

/// Figs. 3 and 4 for one reading.
fn violations(reading: &Reading) -> Vec<Claim> {
    let tag = reading.tag();
    let id = |what: &str| format!("figs-3-5/{what}/{tag}");
    let gains = format!("gains {tag} 1/s");
    let growths = [BAUMGARTE, GRADIENT].map(|case| reading.growth(case));
    let largest = reading.of(BAUMGARTE).psi;
    let others = reading.runs.iter().filter(|(case, ..)| *case != BAUMGARTE);
    vec![
        Claim::statement(
            [&id("fig-3/stable"), "Fig. 3"],
            format!("Baumgarte's feedback and CVSGF both make Φ stable, {gains}"),
            "stable",
            format!(
                "second half over first: {:.3} and {:.3}; max |Φ|: {}",
                growths[0],
                growths[1],
                reading.listed(|l| l.phi)
            ),
            growths.iter().all(|g| *g < STABLE),
            format!("less than {STABLE} times in the second half of 20 s"),
        )
        .remark("Over 20 s; over minutes CVSGF by forward Euler does not stay there, see slow-instability."),
        Claim::statement(
            [&id("fig-4/largest"), "Fig. 4"],
            format!("Baumgarte's feedback without the energy has the largest Ψ, {gains}"),
            "the largest",
            format!("max |Ψ|: {}", reading.listed(|l| l.psi)),
            others.into_iter().all(|(.., l)| l.psi < largest),
            "larger than in every other case",
        ),
    ]
}

/// Fig. 5: which of the two full methods is better depends on the gains.
fn comparison(readings: &[Reading; 2]) -> Claim {
    let ahead = readings
        .each_ref()
        .map(|r| r.of(GRADIENT).error < r.of(WITH_ENERGY).error);
    let words = |r: &Reading| format!("gains {}: {}", r.tag(), r.listed(|l| l.error));
    Claim::statement(
        ["figs-3-5/fig-5/not-comparable", "Fig. 5"],
        "CVSGF and Baumgarte with energy cannot be compared without optimal gains",
        "cannot be compared",
        format!(
            "max error of x, {}; {}",
            words(&readings[0]),
            words(&readings[1])
        ),
        ahead[0] != ahead[1],
        "which of the two has the smaller error of x depends on the reading of the gains",
    )
}

/// The conclusion of the paper: control of the constraints alone makes the motion worse.
fn worsened(setup: &Setup, reading: &Reading) -> Result<[Claim; 3], ReplicationError> {
    let none = reading.of(Case::NoControl).error;
    let with = [BAUMGARTE, GEOMETRIC].map(|case| reading.of(case).error / none);
    let rk4 = Example {
        integrator: setup.other,
        rate: reading.rate,
        ..setup.example
    };
    let exact = rk4.exact()?;
    let error = |case| Ok::<_, ReplicationError>(Largest::of(&rk4.history(case)?, &exact).error);
    // The controls by Euler steps, as the paper has it for methods of several passes.
    let by_euler = [Case::Baumgarte(Placement::ForwardEuler), GEOMETRIC];
    let rk4_none = error(Case::NoControl)?;
    let rk4_with = [
        error(by_euler[0])? / rk4_none,
        error(by_euler[1])? / rk4_none,
    ];
    let angle = [Case::Angle, Case::AngleWithEnergy].map(|case| reading.of(case).error);
    let words = |[baumgarte, gradient]: [f64; 2]| {
        format!(
            "errors of x over that without control: Baumgarte {baumgarte:.1e}, CVSGF without energy {gradient:.1e}"
        )
    };
    let worse = "both have a larger error of x than no control";
    Ok([
        Claim::statement(
            ["figs-3-5/conclusion/ab3", "Conclusion"],
            "control of the constraints without the energy worsens the state, AB-3",
            "worsens",
            words(with),
            with.iter().all(|ratio| *ratio > 1.0),
            worse,
        ),
        Claim::statement(
            ["figs-3-5/conclusion/rk4", "Conclusion"],
            "the same with RK-4, controls by forward Euler",
            "worsens",
            words(rk4_with),
            rk4_with.iter().all(|ratio| *ratio > 1.0),
            worse,
        )
        .known_to_differ(
            "A statement about AB-3, whose damping error acts along the circle; with RK-4 at the same step both controls \
             make x better.",
        ),
        Claim::statement(
            ["figs-3-5/conclusion/angle", "Test simulations"],
            "the energy is worth controlling even in independent coordinates",
            "necessary even for θ",
            format!("max error of x with θ alone: {:.2e}, with energy {:.2e}", angle[0], angle[1]),
            angle[1] < angle[0],
            "a smaller error of x with the energy",
        ),
    ])
}

#[cfg(test)]
mod tests;
