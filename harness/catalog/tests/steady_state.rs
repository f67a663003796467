//! The truncation-error model against runs of the methods themselves, on the circle.

use results::{RhoLaw, SteadyOrder, SteadyQuantity, SteadyState};
use theory::steady_states as study;

fn steady_states() -> (Vec<SteadyState>, Vec<SteadyOrder>) {
    let catalog = catalog::catalog();
    let about = catalog.studies.unwrap().steady_states;
    let mut problems = catalog.problems.into_iter();
    let circle = problems.find(|problem| problem.card().id == about.problem);
    study(&*circle.unwrap().system(), about.variant)
}

fn find(rows: &[SteadyState], integrator: &str, c1: f64, rho: f64) -> [SteadyState; 3] {
    let at_example = |row: &&SteadyState| {
        row.integrator == integrator
            && row.h == 0.01
            && (row.alpha * row.h - c1).abs() < 1e-12
            && (row.rho - rho).abs() < 1e-12
            && row.rho_law == RhoLaw::Fixed
    };
    let found: Vec<SteadyState> = rows.iter().filter(at_example).cloned().collect();
    found.try_into().expect("three violations")
}

/// Whether `found` have the six digits of `printed`.
fn print_as(found: [f64; 3], printed: [&str; 3]) {
    assert_eq!(found.map(|x| format!("{x:.5e}")), printed);
}

#[test]
fn both_examples_of_the_paper_by_runs() {
    let (rows, _) = steady_states();
    let euler = find(&rows, "euler", 2.0, 5.0).map(|row| row.measured.unwrap());
    print_as(euler, ["1.00200e-4", "-5.01002e-3", "1.00180e-3"]);
    let ab2 = find(&rows, "ab2", 4.0 / 3.0, 0.5).map(|row| row.measured.unwrap());
    assert!((ab2[0] - 5.000_384_980_0e-9).abs() < 1e-15, "{ab2:?}");
    // The paper has 5.00039e-9: one unit of the last digit, which is rounding in a run of double precision.
    print_as(ab2, ["5.00038e-9", "-2.50019e-7", "5.00038e-7"]);
}

#[test]
fn runs_settle_where_theory_says_and_diverge_where_it_says_so() {
    let (rows, _) = steady_states();
    for row in &rows {
        let SteadyState {
            integrator,
            h,
            alpha,
            rho,
            quantity,
            why,
            ..
        } = row;
        let of = format!("{integrator}, h = {h}, α = {alpha}, ρ = {rho}, {quantity:?}: {why:?}");
        assert!(row.pass, "{of}");
        let (Some(exact), Some(radius)) = (row.exact, row.spectral_radius) else {
            panic!("{of}: every case of the grid has an equilibrium");
        };
        match row.measured {
            Some(measured) => {
                assert!(radius < 1.0, "{of}");
                let room = 1e-6 * exact.abs() + row.floor;
                assert!(
                    (measured - exact).abs() <= room,
                    "{of}: {measured:e} {exact:e}"
                );
            }
            None => assert!(radius > 1.0 && why.is_some(), "{of}"),
        }
    }
    let count = |which: &dyn Fn(&SteadyState) -> bool| rows.iter().filter(|r| which(r)).count();
    // AB-2 to AB-5 with gains beyond their range, and AB-5 at its coarsest step with both laws.
    assert_eq!(count(&|row| row.measured.is_none()), 3 * 6);
    // Most are far above rounding, where six digits are compared; the trapezoidal rule leaves nothing but rounding.
    let by_digits = count(&|row| {
        row.exact
            .is_some_and(|exact| row.floor < 1e-6 * exact.abs())
    });
    assert!(by_digits > 350, "{by_digits} of {}", rows.len());
    assert_eq!(
        count(&|row| row.integrator == "trapezoid" && row.exact == Some(0.0)),
        3 * 8
    );
}

#[test]
fn predicted_orders_are_observed() {
    let (_, orders) = steady_states();
    for order in &orders {
        let found = order
            .measured
            .p()
            .expect("every predicted order is observed");
        assert!(
            order.pass && (found - order.predicted).abs() < 0.05,
            "{order:?}"
        );
    }
    // Both laws, with the powers of the paper and its generalization.
    let of = |integrator: &str, law: RhoLaw, quantity: SteadyQuantity| -> Vec<f64> {
        let these = orders.iter().filter(|order| {
            order.integrator == integrator && order.rho_law == law && order.quantity == quantity
        });
        these.map(|order| order.predicted).collect()
    };
    for (integrator, phi, psi) in [
        ("euler", 2.0, [1.0, 2.0]),
        ("ab2", 4.0, [3.0, 4.0]),
        ("ab3", 4.0, [3.0, 4.0]),
        ("ab4", 6.0, [5.0, 6.0]),
        ("ab5", 6.0, [5.0, 6.0]),
    ] {
        for (law, psi) in [RhoLaw::Fixed, RhoLaw::PerStep].into_iter().zip(psi) {
            let expect = |quantity, power: f64| {
                let found = of(integrator, law, quantity);
                assert!(
                    !found.is_empty() && found.iter().all(|p| *p == power),
                    "{integrator}"
                );
            };
            expect(SteadyQuantity::Phi, phi);
            expect(SteadyQuantity::PhiDot, phi - 1.0);
            expect(SteadyQuantity::Psi, psi);
        }
    }
    for integrator in ["midpoint", "heun", "rk4", "dopri5"] {
        assert!(of(integrator, RhoLaw::PerStep, SteadyQuantity::Phi).contains(&2.0));
        assert!(of(integrator, RhoLaw::PerStep, SteadyQuantity::PhiDot).contains(&1.0));
    }
}

#[test]
fn predictions_come_closer_to_the_equilibrium_with_the_step() {
    let (rows, _) = steady_states();
    let mut series = 0;
    // Four steps of three violations make a case; its first step is eight times its last.
    for case in rows.windows(10).filter(|w| w[0].h == 8.0 * w[9].h) {
        let (coarse, fine) = (&case[0], &case[9]);
        let gap = |row: &SteadyState| match (row.predicted, row.exact) {
            (Some(p), Some(e)) if e != 0.0 && p != 0.0 => Some((p / e - 1.0).abs()),
            _ => None,
        };
        if let (Some(before), Some(after)) = (gap(coarse), gap(fine)) {
            assert_eq!(
                (&coarse.variant, coarse.quantity),
                (&fine.variant, fine.quantity)
            );
            // Φ' = -h/2 is exact for Heun's rule with dead-beat gains.
            let exact = after < 1e-12;
            assert!(after < 0.5 * before || exact, "{coarse:?} {fine:?}");
            series += 1;
        }
    }
    assert!(series > 90, "{series}");
}
