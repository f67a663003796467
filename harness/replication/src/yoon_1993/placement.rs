//! Where in a step the control acts: in every pass of RK-4, or by one Euler step (Eqs. 54-59).

mod limit;

use super::example::{Case, Example};
use crate::figure::{curve, panel};
use crate::{Claim, Experiment, Figure, Finding, ReplicationError};
use limit::{Kind, example, largest, limit};
use results::Scale;
use stepping::{Integrator, Placement};

pub(super) const EXPERIMENT: Experiment = Experiment::quick(
    "placement",
    "Control in every pass against control by Euler steps",
    || run(&Setup::default()),
);

struct Setup {
    /// The method of several passes.
    integrator: Integrator,
    /// The one whose stable range Euler steps are to widen.
    multistep: Integrator,
    /// In its passes, and beside them.
    placements: [Placement; 2],
    /// Poles times step of critically damped feedback.
    poles: Vec<f64>,
}

impl Default for Setup {
    fn default() -> Self {
        Self {
            integrator: Integrator::Rk4,
            multistep: Integrator::Ab3,
            placements: [Placement::EveryPass, Placement::ForwardEuler],
            poles: vec![0.0632, 0.1, 0.2, 0.35, 0.5, 0.7, 1.0, 1.4, 1.8],
        }
    }
}

fn run(setup: &Setup) -> Result<Finding, ReplicationError> {
    let integrator = setup.integrator;
    let placements = [
        ("every pass", Placement::EveryPass),
        ("first pass, held", Placement::Held),
        ("forward Euler", Placement::ForwardEuler),
    ];
    let mut lines = Vec::new();
    for (name, placement) in placements {
        let mut points = Vec::new();
        for &pole in &setup.poles {
            if let Some(phi) = largest(integrator, placement, pole)? {
                points.push([pole, phi]);
            }
        }
        lines.push((name, points));
    }
    let uncontrolled = {
        let mut largest = 0.0_f64;
        let example = example(integrator, 0.0, Example::default().end);
        let ended = example.follow(Case::NoControl, |seen| {
            largest = largest.max(seen.phi.abs());
            true
        })?;
        if ended { largest } else { f64::INFINITY }
    };
    let (every, euler) = (&lines[0].1, &lines[2].1);
    let diverged = every.len() < setup.poles.len();
    let spoiled = every
        .iter()
        .find(|point| point[1] > uncontrolled)
        .map_or("never worse than no control".to_owned(), |point| {
            format!("worse than no control from λh = {} on", point[0])
        });
    let as_good = !every.is_empty()
        && setup.poles.len() == euler.len()
        && every
            .iter()
            .zip(euler)
            .all(|(every, euler)| euler[1] <= every[1]);
    let words = |line: &[[f64; 2]]| {
        let ends = [line.first(), line.last()].into_iter().flatten();
        let ends = ends.map(|p| format!("{:.1e} at λh = {}", p[1], p[0]));
        ends.collect::<Vec<_>>().join(", ")
    };

    let limits = |kind| -> Result<[f64; 2], ReplicationError> {
        Ok([
            limit(setup.multistep, kind, setup.placements[0])?,
            limit(setup.multistep, kind, setup.placements[1])?,
        ])
    };
    let wider = |id: &str, name: &str, [inside, by_euler]: [f64; 2]| {
        Claim::statement(
            [id, "Constraint control using Euler integration"],
            format!("Euler steps widen the stable range of the control, {name} with AB-3"),
            "favourable stability region",
            format!("stable up to λh = {inside:.3} in every pass, {by_euler:.3} by forward Euler"),
            by_euler > inside,
            "a larger limit by forward Euler",
        )
    };
    let every_limit = limit(integrator, Kind::Baumgarte, Placement::EveryPass)?;
    let claims = vec![
        Claim::statement(
            ["placement/every-pass/diverges", "Constraint control using Euler integration"],
            "control in every pass of RK-4 makes violations diverge",
            "divergence in most simulations",
            format!(
                "bounded up to λh = {every_limit:.2}; max |Φ| {}; {spoiled}",
                words(every)
            ),
            diverged,
            format!("a run with λh up to {} diverges", setup.poles.last().copied().unwrap_or_default()),
        )
        .known_to_differ(
            "It does not diverge but loses its order: stages lie off the constraint by O(h²), and a gain of 1/h² makes a \
             force of order one of that, so that violations grow with the gain.",
        ),
        Claim::statement(
            ["placement/euler/as-effective", "Constraint control using Euler integration"],
            "control by one Euler step is as effective as by the whole integrator, RK-4",
            "just as effective",
            format!("max |Φ| in every pass: {}; by forward Euler: {}", words(every), words(euler)),
            as_good,
            "no larger violation at any gain",
        ),
        wider("placement/euler/baumgarte", "Baumgarte", limits(Kind::Baumgarte)?),
        wider("placement/euler/gradient", "CVSGF", limits(Kind::Gradient)?),
    ];
    let curves = lines
        .iter()
        .map(|(name, points)| curve(name, points))
        .collect();
    let figure = Figure {
        id: "placement".to_owned(),
        title: "RK-4 with the control in different places of the step".to_owned(),
        reading: "Baumgarte's feedback, critically damped, 20 s with h = 0.01 s. In every pass a larger gain makes the \
                  violation larger, sampled once per step smaller. A line ends where the feedback becomes unstable."
            .to_owned(),
        panels: vec![panel(
            "max |Φ| over the gain",
            ["pole times step λh", "max |Φ|"],
            Scale::Logarithmic,
            curves,
        )],
    };
    Ok(Finding {
        claims,
        figures: vec![figure],
    })
}

#[cfg(test)]
mod tests;
