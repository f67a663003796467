//! Examples 1 and 2: simulated violations beside predicted ones (Eqs. 62-67).

use super::steady_run::Run;
use super::{DATA, QUANTITIES};
use crate::words::Value;
use crate::{Claim, Entry, Finding, Result, said, setup};
use stepping::Integrator;
use theory::LinearMultistep;

pub(super) const EXPERIMENT: Entry = ("examples", || run(&Setup::default()));

setup! {
    /// The runs of both examples, as printed.
    #[derive(Clone, Copy)]
    struct Setup {
        first: Run = Run {
            integrator: Integrator::Euler,
            alpha: 200.0,
            beta: 10_000.0,
            rho: 5.0,
            h: H,
        },
        second: Run = Run {
            integrator: Integrator::Ab2,
            alpha: 4.0 / 3.0 / H,
            beta: 2.0 / 3.0 / (H * H),
            rho: 0.5,
            h: H,
        },
    }
}

/// The step of both examples, in s.
const H: f64 = 0.01;

/// Allowed relative deviation of an exact formula from the measured violation.
const EXACT: f64 = 1e-7;

fn run(setup: &Setup) -> Result<Finding> {
    let Setup { first, second } = setup;
    let mut claims = Vec::new();

    // Eqs. 62-64 to leading order, with a₁ of the Euler rule.
    let a1 = LinearMultistep::adams_bashforth(1).model(1).a(1);
    let phi_dot = a1 * first.h;
    let predicted = [
        -first.alpha / first.beta * phi_dot,
        phi_dot,
        -phi_dot / first.rho,
    ];
    let measured = first.settled()?;
    claims.extend(compared("1", measured, predicted));
    claims.extend(formulas(first, a1, measured));

    // Eqs. 65-67 with a₃ of AB-2.
    let a3 = LinearMultistep::adams_bashforth(2).model(3).a(3);
    let cube = a3 * math::powi(second.h, 3);
    let predicted = [second.alpha / second.beta * cube, -cube, cube / second.rho];
    claims.extend(compared("2", second.settled()?, predicted));
    claims.push(DATA.number("examples/2/a3", a3, said![]));
    Ok(claims.into())
}

/// Judges the printed violations, simulated and predicted, against ours.
fn compared(n: &str, measured: [f64; 3], predicted: [f64; 3]) -> Vec<Claim> {
    let of = |id: &'static str, values: [f64; 3]| {
        let all = QUANTITIES.into_iter().zip(values);
        all.map(move |([row, short, letter], ours)| {
            DATA.number(id, ours, said![n, row, short, letter])
        })
    };
    let simulated = of("examples/{n}/{short}/simulated", measured);
    let predicted = of("examples/{n}/{short}/predicted", predicted);
    simulated.chain(predicted).collect()
}

/// Judges Eqs. 61 and 64 in full, which have one term too many.
fn formulas(run: &Run, a1: f64, [phi, phi_dot, psi]: [f64; 3]) -> [Claim; 2] {
    let (step, ratio) = (a1 * run.h, run.alpha / run.beta);
    let near = |formula: f64, measured: f64| (formula / measured - 1.0).abs() < EXACT;
    let eq_61 = step * (1.0 + 2.0 * psi) / (1.0 - 2.0 * step * run.rho * psi);
    let without = step * (1.0 + 2.0 * psi);
    let eq_64 = -ratio * step * (1.0 - 2.0 / run.rho * step - 2.0 * step * step);
    let shorter = -ratio * step * (1.0 - 2.0 / run.rho * step);
    let said: &[(_, Value)] = said![eq_61, phi_dot, without, eq_64, phi, shorter, exact = EXACT];
    [
        DATA.statement("examples/1/eq-61", near(eq_61, phi_dot), said),
        DATA.statement(
            "examples/1/eq-64",
            (eq_64 - phi).abs() <= (shorter - phi).abs(),
            said,
        ),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::changes;

    #[test]
    fn runs_agree_with_fixed_points_found_in_forty_digits() {
        let Setup { first, second } = Setup::default();
        for (run, expected) in [
            (
                first,
                [1.0020036056874e-4, -5.0100180284368e-3, 1.001802843675e-3],
            ),
            (
                second,
                [5.0003849800157e-9, -2.5001924900079e-7, 5.000384930008e-7],
            ),
        ] {
            let found = run.settled().unwrap();
            // Φ and ψ are differences of numbers of size one, and Φ' is the largest of the three.
            for ((found, expected), most) in
                found.into_iter().zip(expected).zip([2e-15, 1e-13, 5e-15])
            {
                let room = (1e-15 + 1e-11 * f64::abs(expected)).min(most);
                assert!((found - expected).abs() < room, "{found:e}");
            }
        }
    }

    #[test]
    fn other_gains_and_steps_turn_what_depends_on_them() {
        let gains = [
            "1/phi/simulated",
            "1/phi-dot/simulated",
            "1/psi/simulated",
            "2/phi/simulated",
        ];
        let every: Vec<String> = ["1", "2"]
            .into_iter()
            .flat_map(|n| QUANTITIES.map(|[_, short, _]| format!("{n}/{short}")))
            .flat_map(|id| ["simulated", "predicted"].map(|column| format!("{id}/{column}")))
            .collect();
        let every: Vec<&str> = every.iter().map(String::as_str).collect();
        let other_gains = |s: &mut Setup| {
            s.first.rho *= 1.01;
            s.second.alpha *= 1.01;
        };
        let other_steps = |s: &mut Setup| (s.first.h, s.second.h) = (0.011, 0.011);
        // α, β and ρ of the example with a step at which the denominator of Eq. 61 is one to all digits asked for.
        let tiny_step = |s: &mut Setup| {
            s.first.h = 1e-4;
            s.first.alpha = 2.0 / s.first.h;
            s.first.beta = 1.0 / (s.first.h * s.first.h);
        };
        changes("examples", run).turn(&[
            ("other gains", other_gains, &gains),
            ("other steps", other_steps, &every),
            ("a tiny step", tiny_step, &["1/eq-61"]),
        ]);
    }
}
