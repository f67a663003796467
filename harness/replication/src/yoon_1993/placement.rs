//! The place in a step at which the control acts: in every stage of RK-4, or by one Euler step (Eqs. 54-59).

mod limit;

use super::DATA;
use super::example::{Case, Example};
use crate::figure::curve;
use crate::words::Said;
use crate::{Claim, Entry, Finding, Result, said, setup};
use limit::{Kind, example, largest, limit};
use stepping::{Integrator, Placement};

pub(super) const EXPERIMENT: Entry = ("placement", || run(&Setup::default()));

setup! {
    struct Setup {
        /// The integrator of several passes.
        integrator: Integrator = Integrator::Rk4,
        /// The integrator whose stable range Euler steps are said to widen.
        multistep: Integrator = Integrator::Ab3,
        /// The placements whose stable ranges are compared: in every stage, and by an Euler step.
        placements: [Placement; 2] = [Placement::EveryPass, Placement::ForwardEuler],
        /// Poles of critically damped feedback, multiplied by the step.
        poles: Vec<f64> = vec![0.0632, 0.1, 0.2, 0.35, 0.5, 0.7, 1.0, 1.4, 1.8],
    }
}

fn run(setup: &Setup) -> Result<Finding> {
    let integrator = setup.integrator;
    let placements = [
        ("every stage", Placement::EveryPass),
        ("first stage, held", Placement::Held),
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
    let stayed = every.len() == setup.poles.len();
    let grows = stayed && every.windows(2).all(|pair| pair[0][1] < pair[1][1]);
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

    let wider = |feedback: &str, name: &str, kind| -> Result<Claim> {
        let [inside, by_euler] = setup.placements;
        let inside = limit(setup.multistep, kind, inside)?;
        let by_euler = limit(setup.multistep, kind, by_euler)?;
        let said = said![feedback, name, inside, by_euler];
        Ok(DATA.statement("placement/euler/{feedback}", by_euler > inside, said))
    };
    let said: Said<'_> = said![
        limit = limit(integrator, Kind::Baumgarte, Placement::EveryPass)?,
        every = words(every),
        euler = words(euler),
        spoiled,
        most = setup.poles.last().copied().unwrap_or_default(),
    ];
    let claims = vec![
        DATA.shown("placement/every-pass/diverges", said),
        DATA.statement("placement/every-pass/grows", grows, said),
        DATA.statement("placement/euler/as-effective", as_good, said),
        wider("baumgarte", "Baumgarte", Kind::Baumgarte)?,
        wider("gradient", "CVSGF", Kind::Gradient)?,
    ];
    let curves = lines
        .iter()
        .map(|(name, points)| curve(name, points))
        .collect();
    Ok(Finding {
        claims,
        figures: vec![DATA.figure("placement", vec![curves], said)],
    })
}

#[cfg(test)]
mod tests;
