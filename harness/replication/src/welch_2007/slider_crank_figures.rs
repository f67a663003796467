//! Figures 1 to 3: the slider-crank over 10 s with Δt = 0.01 s, by both second-order methods.

use super::figures::{PLOTTING_ACCURACY, figure, percent};
use super::runs::{Feedback, printed_slider_crank};
use super::slider_crank_run::Turn;
use crate::figure::{curve, panel};
use crate::{Claim, Experiment, Figure, Finding, ReplicationError};
use algebraic_enforcement::{AlgebraicEnforcement, Scheme};
use problem::Truth;
use results::Scale;
use slider_crank::{Parameters, SliderCrank, SliderCrankKernel, problems};

pub(super) const EXPERIMENT: Experiment = Experiment::quick(
    "slider-crank-figures",
    "Figures 1 to 3: slider-crank",
    || run(&Setup::default()),
);

/// Coordinates as the paper orders them.
const COORDINATES: [(&str, &str); 4] = [
    ("θ", "θ in rad"),
    ("φ", "φ in rad"),
    ("x", "x in m"),
    ("y", "y in m"),
];

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
pub(super) fn run(setup: &Setup) -> Result<Finding, ReplicationError> {
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
    let id = "slider-crank/welch-2007";
    let problem = problems()
        .into_iter()
        .find(|problem| problem.card().id == id);
    let problem = problem.ok_or(ReplicationError::Missing("no slider-crank over 10 s"))?;
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
    Claim::statement(
        [&format!("slider-crank-figures/converged/{id}"), "Fig. 1"],
        format!(
            "coordinates ({}) are converged to plotting accuracy at Δt = 0.01 s",
            turn.name
        ),
        "converged",
        format!(
            "off by up to {} of the range of a coordinate",
            percent(error)
        ),
        error <= PLOTTING_ACCURACY,
        "no coordinate is off the true one by more than 1 % of its range",
    )
    .known_to_differ(
        "The error of the phase adds up over the swings and is plainly visible in the later ones.",
    )
}

fn comparisons(algebraic: &Turn, baumgarte: &Turn) -> [Claim; 3] {
    let compared = |pick: fn(&Turn) -> &[[f64; 2]]| [mean(pick(algebraic)), mean(pick(baumgarte))];
    let [phi, phi_other] = compared(|turn| &turn.violations);
    let [energy, energy_other] = compared(|turn| &turn.energy);
    let comparable = |id: &str, place: &str, what: &str, ratio: f64| {
        Claim::statement(
            [&format!("slider-crank-figures/{id}"), place],
            format!("{what} of both methods are comparable"),
            "comparable",
            format!("Baumgarte's {ratio:.2} times as large on average"),
            (1.0 / COMPARABLE..COMPARABLE).contains(&ratio),
            "means within a factor of ten",
        )
    };
    [
        comparable(
            "constraints",
            "Fig. 2",
            "constraint errors",
            phi_other / phi,
        ),
        Claim::statement(
            ["slider-crank-figures/energy", "Fig. 3"],
            "the algebraic method keeps the energy more accurately",
            "more accurately",
            format!("mean ε_E {energy:.2e}, with Baumgarte's feedback {energy_other:.2e}"),
            energy < energy_other,
            "smaller mean of ε_E",
        ),
        comparable(
            "energy-comparable",
            "Fig. 3",
            "changes of energy",
            energy_other / energy,
        ),
    ]
}

fn figures(turns: &[Turn; 2], truth: &[Truth]) -> Vec<Figure> {
    let coordinates = COORDINATES.iter().enumerate().map(|(k, (name, label))| {
        let points: Vec<[f64; 2]> = truth.iter().map(|at| [at.t, at.q[k]]).collect();
        let mut curves = vec![curve("true", &points)];
        curves.extend(
            turns
                .iter()
                .map(|turn| curve(turn.name, &turn.coordinate(k))),
        );
        panel(name, ["t in s", label], Scale::Linear, curves)
    });
    let logarithmic = |name: &str, label: &str, pick: fn(&Turn) -> &[[f64; 2]]| {
        let curves = turns
            .iter()
            .map(|turn| curve(turn.name, pick(turn)))
            .collect();
        vec![panel(name, ["t in s", label], Scale::Logarithmic, curves)]
    };
    vec![
        figure(
            1,
            "coordinates of the slider-crank",
            "Both methods with h = 0.01 s beside the true motion: the paper calls this step converged for both.",
            coordinates.collect(),
        ),
        figure(
            2,
            "constraint errors of the slider-crank",
            "Size of the constraint vector with h = 0.01 s.",
            logarithmic("Constraint error", "|Φ| in m", |turn| &turn.violations),
        ),
        figure(
            3,
            "energy of the slider-crank",
            "Relative change of the energy with h = 0.01 s (Eq. 78).",
            logarithmic("Change of energy", "ε_E", |turn| &turn.energy),
        ),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{assert_as_known, assert_turned};
    use stepping::{Integrator, Variant};

    #[test]
    fn what_the_figures_show_is_as_known() {
        let finding = run(&Setup::default()).unwrap();
        assert_as_known(&finding);
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
    fn a_tenth_of_the_step_is_converged() {
        let fine = Setup {
            h: 0.001,
            ..Setup::default()
        };
        let ids =
            ["algebraic", "baumgarte"].map(|id| format!("slider-crank-figures/converged/{id}"));
        assert_turned(&run(&fine).unwrap(), &ids.each_ref().map(String::as_str));
    }

    #[test]
    fn the_predictor_alone_is_worse_in_both() {
        let predictor = Setup {
            scheme: Scheme::Predictor,
            ..Setup::default()
        };
        let ids = ["constraints", "energy"].map(|id| format!("slider-crank-figures/{id}"));
        assert_turned(
            &run(&predictor).unwrap(),
            &ids.each_ref().map(String::as_str),
        );
    }

    #[test]
    fn the_energy_of_the_midpoint_rule_is_not_comparable() {
        let mut setup = Setup::default();
        setup.feedback.integrator = Integrator::Midpoint;
        assert_turned(
            &run(&setup).unwrap(),
            &["slider-crank-figures/energy-comparable"],
        );
    }
}
