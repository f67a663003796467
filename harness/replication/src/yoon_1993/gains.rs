//! What larger gains do, and which eigenvalue a gain has.

use super::PRINTED;
use super::example::{Case, Example, Largest};
use crate::figure::{curve, panel};
use crate::{Claim, Experiment, Figure, Finding, ReplicationError, Rule};
use results::Scale;
use stepping::Placement;

pub(super) const EXPERIMENT: Experiment =
    Experiment::quick("gains", "Example 1 with larger gains", || {
        run(&Setup::default())
    });

struct Setup {
    example: Example,
    /// β in 1/s², ascending; the largest is near the end of AB-3's stable range.
    betas: Vec<f64>,
}

impl Default for Setup {
    fn default() -> Self {
        Self {
            example: Example::default(),
            betas: vec![
                1.0, 2.5, 5.0, 10.0, 20.0, 40.0, 60.0, 100.0, 150.0, 200.0, 400.0, 700.0, 1000.0,
                1500.0, 2000.0,
            ],
        }
    }
}

/// What "much larger" means at the least.
const MUCH_LARGER: f64 = 2.0;

fn run(setup: &Setup) -> Result<Finding, ReplicationError> {
    let example = setup.example;
    let exact = example.exact()?;
    let mut runs = Vec::new();
    for &beta in &setup.betas {
        let history = Example { beta, ..example }.history(Case::Baumgarte(Placement::EveryPass))?;
        runs.push((beta, Largest::of(&history, &exact)));
    }
    // The remark is about gains from the printed one on.
    let above: Vec<(f64, Largest)> = runs
        .iter()
        .copied()
        .filter(|(b, _)| *b >= example.beta)
        .collect();
    let (Some(&(_, first)), Some(&(last_beta, last))) = (above.first(), above.last()) else {
        return Err(ReplicationError::Missing(
            "no gain as large as the printed one",
        ));
    };
    let falls = above.windows(2).all(|pair| pair[1].1.phi < pair[0].1.phi);
    let (worst_beta, worst) = above.iter().fold((0.0, 0.0), |worst, (beta, l)| {
        if l.error > worst.1 {
            (*beta, l.error)
        } else {
            worst
        }
    });

    let lambda = example.beta.sqrt() * example.h;
    let of_gradient = example.rate * example.h;
    let printed = |row| PRINTED.get("Example 1", row, "lambda h");
    let rule = Rule::AsPrinted { floor: 0.0 };
    let claims = vec![
        Claim::number(
            "gains/baumgarte/lambda-h",
            "β = 40 with critical damping has |λ|h",
            printed("Baumgarte"),
            lambda,
            rule,
        )
        .remark("Printed as |λ|/h, which has another unit and another size."),
        Claim::number(
            "gains/gradient/lambda-h",
            "α_g = α_e = 40 has λh",
            printed("gradient feedback"),
            of_gradient,
            rule,
        )
        .known_to_differ(
            "40 1/s times 0.01 s is 0.4; the printed 0.0632 belongs to 6.3246 1/s. Both readings are run for Figs. 3 to 5.",
        ),
        Claim::statement(
            ["gains/beta/violation", "Example 1"],
            "gains above β = 40 make the violation smaller",
            "smaller",
            format!("max |Φ| {:.2e} at β = 40, {:.2e} at β = {last_beta}", first.phi, last.phi),
            falls,
            "falls from each gain to the next",
        ),
        Claim::statement(
            ["gains/beta/state-error", "Example 1"],
            "and the state error much larger",
            "much larger",
            format!(
                "max error of x {:.2e} at β = 40, at most {worst:.2e} at β = {worst_beta}: {:+.0} %",
                first.error,
                100.0 * (worst / first.error - 1.0)
            ),
            worst >= MUCH_LARGER * first.error,
            format!("at least {MUCH_LARGER} times as large"),
        )
        .known_to_differ(
            "The error saturates: what drives it is the truncation error along the circle, which no gain changes.",
        ),
    ];
    let line = |name: &str, of: fn(&Largest) -> f64| {
        let points: Vec<[f64; 2]> = runs.iter().map(|(beta, l)| [beta.sqrt(), of(l)]).collect();
        curve(name, &points)
    };
    let curves = vec![
        line("max |Φ|", |l| l.phi),
        line("max |Ψ|", |l| l.psi),
        line("max error of x", |l| l.error),
    ];
    let figure = Figure {
        id: "gains".to_owned(),
        title: "Baumgarte's feedback with larger gains".to_owned(),
        reading: "Larger gains press Φ down and leave the energy and the state where they were."
            .to_owned(),
        panels: vec![panel(
            "AB-3, h = 0.01 s, 20 s",
            ["√β in 1/s", "largest value"],
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
mod tests {
    use super::*;
    use crate::testing::{assert_as_known, assert_turned};

    #[test]
    fn larger_gains_help_the_constraint_and_leave_the_state_alone() {
        assert_as_known(&run(&Setup::default()).unwrap());
    }

    #[test]
    fn gains_beyond_the_stable_range_turn_both() {
        let finding = run(&Setup {
            betas: vec![40.0, 1000.0, 2800.0],
            ..Setup::default()
        })
        .unwrap();
        assert_turned(
            &finding,
            &["gains/beta/violation", "gains/beta/state-error"],
        );
    }

    #[test]
    fn another_step_turns_the_eigenvalue_and_another_gain_agrees_with_it() {
        let finding = run(&Setup {
            example: Example {
                h: 0.0125,
                rate: 5.056,
                ..Example::default()
            },
            betas: vec![40.0, 100.0],
        })
        .unwrap();
        assert_turned(
            &finding,
            &["gains/baumgarte/lambda-h", "gains/gradient/lambda-h"],
        );
    }
}
