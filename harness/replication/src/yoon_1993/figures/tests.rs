use super::*;
use crate::testing::changes;

#[test]
fn gains_steps_and_integrators_turn_what_depends_on_them() {
    // With β = 0.0001 and gains of 0.001 1/s nothing is held for 20 s.
    let weak = |s: &mut Setup| {
        s.example.beta = 1e-4;
        s.readings = [1e-3; 2];
    };
    let others = |s: &mut Setup| {
        s.example.integrator = Integrator::Rk4;
        s.other = Integrator::Ab3;
    };
    // 30 1/s at steps of 0.02 s is outside of AB-3's stable range of 6/11.
    let strong = |s: &mut Setup| {
        s.example.h = 0.02;
        s.readings = [30.0; 2];
    };
    let held = [
        "fig-3/no-control",
        "fig-3/stable/0.001",
        "fig-5/not-comparable",
    ];
    let of_ab3 = ["conclusion/ab3", "conclusion/rk4", "fig-4/largest/40"];
    changes("figs-3-5", run).turn(&[
        ("gains that hardly act", weak, &held),
        ("the integrators exchanged", others, &of_ab3),
        (
            "a strong gain on the energy of the angle",
            strong,
            &["conclusion/angle"],
        ),
    ]);
}

#[test]
fn every_reading_has_a_figure() {
    assert_eq!(run(&Setup::default()).unwrap().figures.len(), 2);
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
