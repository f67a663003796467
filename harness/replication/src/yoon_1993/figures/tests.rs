use super::*;
use crate::testing::{assert_as_known, assert_turned};

#[test]
fn the_figures_show_what_the_text_says() {
    let finding = run(&Setup::default()).unwrap();
    assert_as_known(&finding);
    assert_eq!(finding.figures.len(), 2);
}

#[test]
fn gains_that_hardly_act_turn_stability_and_the_comparison() {
    // One reading only, and with β = 0.0001 and gains of 0.001 1/s nothing is held for 20 s.
    let finding = run(&Setup {
        example: Example {
            beta: 1e-4,
            ..Example::default()
        },
        readings: [1e-3; 2],
        ..Setup::default()
    })
    .unwrap();
    assert_turned(
        &finding,
        &[
            "figs-3-5/fig-3/no-control",
            "figs-3-5/fig-3/stable/0.001",
            "figs-3-5/fig-5/not-comparable",
        ],
    );
}

#[test]
fn another_integrator_turns_the_conclusion_and_the_largest_energy() {
    let finding = run(&Setup {
        example: Example {
            integrator: Integrator::Rk4,
            ..Example::default()
        },
        other: Integrator::Ab3,
        ..Setup::default()
    })
    .unwrap();
    assert_turned(
        &finding,
        &[
            "figs-3-5/conclusion/ab3",
            "figs-3-5/conclusion/rk4",
            "figs-3-5/fig-4/largest/40",
        ],
    );
}

#[test]
fn a_strong_gain_on_the_energy_of_the_angle_spoils_it() {
    // 30 1/s at steps of 0.02 s is outside of AB-3's stable range of 6/11.
    let finding = run(&Setup {
        example: Example {
            h: 0.02,
            ..Example::default()
        },
        readings: [30.0; 2],
        ..Setup::default()
    })
    .unwrap();
    assert_turned(&finding, &["figs-3-5/conclusion/angle"]);
}

#[test]
fn errors_of_x_have_the_order_of_an_independent_program() {
    // With the printed gains of 40 1/s, and with 6.3246 1/s, where the two full methods change places.
    let printed = [
        BAUMGARTE,
        GEOMETRIC,
        Case::NoControl,
        Case::Angle,
        WITH_ENERGY,
        GRADIENT,
        Case::AngleWithEnergy,
    ];
    let mut smaller = printed;
    smaller.swap(4, 5);
    let example = Example::default();
    let exact = example.exact().unwrap();
    for (rate, expected) in readings().into_iter().zip([printed, smaller]) {
        let reading = Reading::new(&example, rate, &exact).unwrap();
        let found: Vec<Case> = reading
            .ordered(|l| l.error)
            .into_iter()
            .map(|(case, _)| case)
            .collect();
        assert_eq!(found, expected, "{rate}");
    }
}
