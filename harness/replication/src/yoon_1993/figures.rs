//! Figs. 3 to 5: violations of the six cases, and the statements of the text about them.

mod reading;

use super::DATA;
use super::example::{Case, Example, Largest, readings};
use crate::words::Said;
use crate::{Claim, Entry, Finding, Result, said, setup};
use reading::Reading;
use stepping::{Integrator, Placement};

pub(super) const EXPERIMENT: Entry = ("figs-3-5", || run(&Setup::default()));

setup! {
    /// The example, with both readings of the gains.
    struct Setup {
        example: Example = Example::default(),
        /// Another integrator, of which the paper says nothing.
        other: Integrator = Integrator::Rk4,
        readings: [f64; 2] = readings(),
    }
}

/// A violation counts as stable on the scale of the figure if its largest value in the second half of the run is less
/// than this many times that in the first.
const STABLE: f64 = 1.1;

/// Room of the ratio of the two halves of a run for growth in proportion to time, whose ratio is 2 but for the ripple
/// within a turn.
const LINEAR: f64 = 0.1;

/// The factor from which on a violation is several times as large as another.
const SEVERAL: f64 = 2.0;

const BAUMGARTE: Case = Case::Baumgarte(Placement::EveryPass);
const WITH_ENERGY: Case = Case::BaumgarteWithEnergy(Placement::EveryPass);
const GRADIENT: Case = Case::Gradient(Placement::ForwardEuler);
const GEOMETRIC: Case = Case::GradientWithoutEnergy(Placement::ForwardEuler);

fn run(setup: &Setup) -> Result<Finding> {
    let exact = setup.example.exact()?;
    let reading = |rate| Reading::new(&setup.example, rate, &exact);
    let [printed, same] = setup.readings;
    let readings = [reading(printed)?, reading(same)?];
    let mut claims = vec![no_control(&readings[0])];
    for reading in &readings {
        claims.extend(violations(reading));
    }
    claims.push(comparison(&readings));
    claims.extend(worsened(setup, &readings[0])?);
    let figures = readings.iter().map(|reading| reading.drawn(&exact));
    let figures = figures.collect();
    Ok(Finding { claims, figures })
}

/// Checks how Φ grows without control, of which the paper says only how it is drawn.
fn no_control(reading: &Reading) -> Claim {
    let none = reading.of(Case::NoControl).phi;
    let ratios @ [baumgarte, gradient] =
        [BAUMGARTE, GRADIENT].map(|case| none / reading.of(case).phi);
    let growth = reading.growth(Case::NoControl);
    let holds = (growth - 2.0).abs() <= LINEAR && ratios.iter().all(|ratio| *ratio > SEVERAL);
    let divided = DATA.get("Fig. 3", "no control", "divided by").text;
    let said = said![
        growth,
        baumgarte,
        gradient,
        divided,
        room = LINEAR,
        several = SEVERAL
    ];
    DATA.statement("figs-3-5/fig-3/no-control", holds, said)
}

/// Judges the statements about Figs. 3 and 4 for one reading.
fn violations(reading: &Reading) -> [Claim; 2] {
    let growths @ [baumgarte, gradient] = [BAUMGARTE, GRADIENT].map(|case| reading.growth(case));
    let largest = reading.of(BAUMGARTE).psi;
    let mut others = reading.runs.iter().filter(|(case, ..)| *case != BAUMGARTE);
    let said: Said<'_> = said![
        tag = reading.tag(),
        baumgarte,
        gradient,
        stable = STABLE,
        phi = reading.listed(|l| l.phi),
        psi = reading.listed(|l| l.psi),
    ];
    let stable = growths.iter().all(|g| *g < STABLE);
    let is_largest = others.all(|(.., l)| l.psi < largest);
    [
        DATA.statement("figs-3-5/fig-3/stable/{tag}", stable, said),
        DATA.statement("figs-3-5/fig-4/largest/{tag}", is_largest, said),
    ]
}

/// Judges whether it depends on the gains which of the two full methods is better (Fig. 5).
fn comparison(readings: &[Reading; 2]) -> Claim {
    let ahead = readings
        .each_ref()
        .map(|r| r.of(GRADIENT).error < r.of(WITH_ENERGY).error);
    let words = |r: &Reading| format!("gains {}: {}", r.tag(), r.listed(|l| l.error));
    let said = said![first = words(&readings[0]), second = words(&readings[1])];
    DATA.statement("figs-3-5/fig-5/not-comparable", ahead[0] != ahead[1], said)
}

/// Judges the conclusion of the paper that control of the constraints alone makes the motion worse, checks it with
/// another integrator, and judges that control of the energy improves the run by angle.
fn worsened(setup: &Setup, reading: &Reading) -> Result<[Claim; 3]> {
    let none = reading.of(Case::NoControl).error;
    let ab3_with = [BAUMGARTE, GEOMETRIC].map(|case| reading.of(case).error / none);
    let rk4 = Example {
        integrator: setup.other,
        rate: reading.rate,
        ..setup.example
    };
    let exact = rk4.exact()?;
    let error = |case| Result::Ok(Largest::of(&rk4.history(case)?, &exact).error);
    // The controls by Euler steps, as the paper has it for methods of several passes.
    let by_euler = [Case::Baumgarte(Placement::ForwardEuler), GEOMETRIC];
    let rk4_none = error(Case::NoControl)?;
    let rk4_with = [
        error(by_euler[0])? / rk4_none,
        error(by_euler[1])? / rk4_none,
    ];
    let [alone, with] = [Case::Angle, Case::AngleWithEnergy].map(|case| reading.of(case).error);
    let judged = |id, ratios @ [baumgarte, gradient]: [f64; 2], holds: fn(&f64) -> bool| {
        let holds = ratios.iter().all(holds);
        DATA.statement(id, holds, said![baumgarte, gradient])
    };
    Ok([
        judged("figs-3-5/conclusion/ab3", ab3_with, |ratio| *ratio > 1.0),
        judged("figs-3-5/conclusion/rk4", rk4_with, |ratio| *ratio < 1.0),
        DATA.statement(
            "figs-3-5/conclusion/angle",
            with < alone,
            said![alone, with],
        ),
    ])
}

#[cfg(test)]
mod tests;
