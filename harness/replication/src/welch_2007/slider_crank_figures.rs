//! Figures 1 to 3: the slider-crank over 10 s with Δt = 0.01 s, by both second-order methods.

use super::DATA;
use super::runs::{Feedback, PLOTTING_ACCURACY, preset, printed_slider_crank};
use super::slider_crank_run::Turn;
use crate::figure::curve;
use crate::{Claim, Entry, Figure, Finding, Result, said};
use algebraic_enforcement::{AlgebraicEnforcement, Scheme};
use problem::Truth;
use slider_crank::{Parameters, SliderCrank, SliderCrankKernel, problems};

pub(super) const EXPERIMENT: Entry = ("slider-crank-figures", || run(&Setup::default()));

/// Errors that differ by less than this factor are comparable.
const COMPARABLE: f64 = 10.0;

/// What is run.
#[derive(Clone, Copy, Debug)]
pub(super) struct Setup {
    pub parameters: Parameters,
    pub feedback: Feedback,
    pub scheme: Scheme,
    /// In s.
    pub h: f64,
    /// In s.
    pub end: f64,
}

impl Default for Setup {
    fn default() -> Self {
        Self {
            parameters: printed_slider_crank(),
            feedback: Feedback::SLIDER_CRANK,
            scheme: Scheme::PredictorCorrector,
            h: 0.01,
            end: 10.0,
        }
    }
}

/// The mean ordinate.
fn mean(points: &[[f64; 2]]) -> f64 {
    points.iter().map(|point| point[1]).sum::<f64>() / points.len() as f64
}

/// Both runs against the truth.
pub(super) fn run(setup: &Setup) -> Result<Finding> {
    let system = SliderCrankKernel::new(SliderCrank::new(setup.parameters)?);
    let scheme = AlgebraicEnforcement {
        scheme: setup.scheme,
    };
    let algebraic = Turn::new("algebraic method", &scheme, &system, [setup.h, setup.end])?;
    let baumgarte = Turn::new(
        "Baumgarte's feedback",
        &setup.feedback.variant()?,
        &system,
        [setup.h, setup.end],
    )?;
    let problem = preset(problems(), "slider-crank/welch-2007")?;
    // The last time may exceed the end by a rounding.
    let times: Vec<f64> = algebraic
        .times
        .iter()
        .map(|t| t.min(problem.card().end_time))
        .collect();
    let truth = problem.truth(&times);
    let mut claims = vec![
        converged("algebraic", &algebraic, &truth),
        converged("baumgarte", &baumgarte, &truth),
    ];
    claims.extend(comparisons(&algebraic, &baumgarte));
    Ok(Finding {
        claims,
        figures: figures(&[algebraic, baumgarte], &truth),
    })
}

fn converged(id: &str, turn: &Turn, truth: &[Truth]) -> Claim {
    let error = turn.error(truth);
    let said = said![id, name = turn.name, error = 100.0 * error];
    DATA.statement(
        "slider-crank-figures/converged/{id}",
        error <= PLOTTING_ACCURACY,
        said,
    )
}

fn comparisons(algebraic: &Turn, baumgarte: &Turn) -> [Claim; 3] {
    let compared = |pick: fn(&Turn) -> &[[f64; 2]]| [mean(pick(algebraic)), mean(pick(baumgarte))];
    let [phi, phi_other] = compared(|turn| &turn.violations);
    let [energy, energy_other] = compared(|turn| &turn.energy);
    let comparable = |id, ratio: f64| {
        let holds = (1.0 / COMPARABLE..COMPARABLE).contains(&ratio);
        DATA.statement(id, holds, said![ratio])
    };
    let kept = said![energy, other = energy_other];
    [
        comparable("slider-crank-figures/constraints", phi_other / phi),
        DATA.statement("slider-crank-figures/energy", energy < energy_other, kept),
        comparable(
            "slider-crank-figures/energy-comparable",
            energy_other / energy,
        ),
    ]
}

fn figures(turns: &[Turn; 2], truth: &[Truth]) -> Vec<Figure> {
    let coordinates = (0..truth.first().map_or(0, |at| at.q.len())).map(|k| {
        let points: Vec<[f64; 2]> = truth.iter().map(|at| [at.t, at.q[k]]).collect();
        let of = |turn: &Turn| curve(turn.name, &turn.coordinate(k));
        let mut curves = vec![curve("true", &points)];
        curves.extend(turns.iter().map(of));
        curves
    });
    let both = |pick: fn(&Turn) -> &[[f64; 2]]| {
        let curves = turns.each_ref().map(|turn| curve(turn.name, pick(turn)));
        vec![curves.into()]
    };
    vec![
        DATA.figure("fig-1", coordinates.collect(), said![]),
        DATA.figure("fig-2", both(|turn| &turn.violations), said![]),
        DATA.figure("fig-3", both(|turn| &turn.energy), said![]),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::assert_changes_turn;
    use stepping::{Integrator, Variant};

    #[test]
    fn there_are_three_figures() {
        let finding = run(&Setup::default()).unwrap();
        let ids: Vec<&str> = finding
            .figures
            .iter()
            .map(|figure| figure.id.as_str())
            .collect();
        assert_eq!(ids, ["fig-1", "fig-2", "fig-3"]);
    }

    #[test]
    fn at_the_end_the_crank_is_where_others_found_it() {
        let system = SliderCrankKernel::new(SliderCrank::new(Setup::default().parameters).unwrap());
        let scheme = AlgebraicEnforcement {
            scheme: Scheme::PredictorCorrector,
        };
        let feedback = Feedback::SLIDER_CRANK.variant().unwrap();
        let methods: [(&dyn Variant, f64); 2] = [(&scheme, -3.2089), (&feedback, -2.7585)];
        for (variant, theta) in methods {
            let turn = Turn::new("", variant, &system, [0.01, 10.0]).unwrap();
            let found = turn.q.last().unwrap()[0];
            assert!((found - theta).abs() < 5e-4, "{found} {theta}");
        }
    }

    #[test]
    fn steps_schemes_and_rules_turn_what_depends_on_them() {
        let midpoint = |s: &mut Setup| s.feedback.integrator = Integrator::Midpoint;
        let converged = ["converged/algebraic", "converged/baumgarte"];
        let worse = ["constraints", "energy"];
        assert_changes_turn(
            run,
            "slider-crank-figures",
            &[
                ("a tenth of the step", |s| s.h = 0.001, &converged),
                (
                    "the predictor alone",
                    |s| s.scheme = Scheme::Predictor,
                    &worse,
                ),
                ("the midpoint rule", midpoint, &["energy-comparable"]),
            ],
        );
    }
}
