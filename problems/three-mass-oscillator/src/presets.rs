//! The oscillators of the benchmark.

use crate::minimal::Allowed;
use crate::{Parameters, Rows, ThreeMassKernel, ThreeMassOscillator};
use problem::{Known, Ladder, Preset, Problem, ProblemCard, Reference, Route, Settings, Start};

/// First step of the reference integrations in s, a tenth of the periods of the modes.
const FIRST_STEP: f64 = 0.05;

fn routes(preset: &Preset<ThreeMassOscillator>) -> Vec<Route> {
    let oscillator = preset.mechanism;
    let minimal = |settings| Route::embedded(oscillator, Allowed(oscillator), settings);
    let fine = Settings::fine(FIRST_STEP);
    let other = match oscillator.parameters().rows {
        Rows::One | Rows::Two => Route::redundant(oscillator, fine),
        // Elimination has no pivot for the third multiplier.
        Rows::Duplicated => minimal(fine),
    };
    vec![other, minimal(Settings::coarse(FIRST_STEP))]
}

/// The default preset; the others differ from it in what they state.
const ONE_ROW: ProblemCard = ProblemCard {
    id: "three-mass-oscillator",
    name: "Three masses, one row",
    summary: "Three driven masses on springs, the first bound to three times the displacement of the second: linear, so that the drift is pure rounding.",
    tags: &["closed-form", "linear", "driven", "damped"],
    origin: "Eun, Yang and Chung 2003, one constraint",
    end_time: 2.4,
    reference: Reference::closed_form(15),
    sensitivity: 0.067,
    ladder: Some(
        Ladder::new(12, [1000, 100, 50, 20])
            .with(5, &[20, 30, 45, 66])
            .with(8, &[2, 3, 4, 6]),
    ),
    ..ProblemCard::BLANK
};

/// Every preset of this crate, the default first.
pub fn problems() -> Vec<Box<dyn Problem>> {
    let one = Parameters::default();
    let preset = |parameters, published, card| -> Box<dyn Problem> {
        Box::new(Preset {
            mechanism: ThreeMassOscillator::new(parameters).expect("presets have valid parameters"),
            kernel: |oscillator| Box::new(ThreeMassKernel::new(oscillator)),
            known: Known::Formula(|oscillator, times| {
                let motion = oscillator.motion();
                times.iter().map(|&t| motion.at(t)).collect()
            }),
            routes,
            published,
            limit: None,
            card,
        })
    };
    vec![
        preset(one, include_str!("../data/default.published.csv"), ONE_ROW),
        preset(
            Parameters {
                rows: Rows::Two,
                ..one
            },
            include_str!("../data/two-rows.published.csv"),
            ProblemCard {
                id: "three-mass-oscillator/two-rows",
                name: "Three masses, two rows",
                summary: "A second row leaves one degree of freedom; the drift is still pure rounding.",
                origin: "Eun, Yang and Chung 2003, two constraints",
                sensitivity: 0.039,
                ..ONE_ROW
            },
        ),
        preset(
            Parameters {
                rows: Rows::Duplicated,
                ..one
            },
            "",
            ProblemCard {
                id: "three-mass-oscillator/duplicated-row",
                name: "Three masses, a row written twice",
                summary: "The first of two rows is written twice: the motion is unique, the multipliers are not.",
                tags: &["closed-form", "linear", "driven", "damped", "redundant"],
                origin: "Eun, Yang and Chung 2003, two constraints, one of them repeated",
                sensitivity: 0.039,
                ..ONE_ROW
            },
        ),
        preset(
            Parameters {
                displacement: 1e-3,
                ..one
            },
            "",
            ProblemCard {
                id: "three-mass-oscillator/inconsistent-start",
                name: "Three masses, displaced start",
                summary: "The first mass starts one millimetre off the constraint: without such a start the drift is pure rounding and no stabilization shows.",
                origin: "Eun, Yang and Chung 2003, one constraint, with a displaced start",
                start: Start::AsStated,
                ..ONE_ROW
            },
        ),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use problem::Truth;
    use solvers::Kkt;
    use system::Terms;

    fn truth(preset: usize, t: f64) -> Truth {
        problems()[preset].truth(&[t]).remove(0)
    }

    /// The last printed digit of numbers up to ten, and a rounding of doubles.
    const PRINTED: f64 = 4e-15;

    fn agree(found: &[f64], expected: &[f64], tolerance: f64) {
        assert_eq!(found.len(), expected.len());
        for (a, b) in found.iter().zip(expected) {
            assert!((a - b).abs() <= tolerance, "{a} is not {b}");
        }
    }

    #[test]
    fn the_formula_gives_the_states_that_harmonic_balance_gave_to_twenty_digits() {
        let one = truth(0, 30.0);
        agree(
            &one.q,
            &[
                -1.098_365_417_782_647_9,
                -0.366_121_805_927_549_3,
                -0.539_140_275_053_838_7,
            ],
            PRINTED,
        );
        agree(
            &one.v,
            &[
                -5.532_128_752_556_969,
                -1.844_042_917_518_989_7,
                -2.760_884_964_338_172,
            ],
            PRINTED,
        );
        let two = truth(1, 10.0);
        agree(&two.q[1..2], &[-0.058_712_882_409_116_65], PRINTED);
        agree(&two.v[1..2], &[-0.898_300_780_904_338_8], PRINTED);
        let two = truth(1, 30.0);
        agree(&two.q[1..2], &[-0.201_368_876_446_597_1], PRINTED);
        agree(&two.v[1..2], &[-1.012_200_138_633_858_6], PRINTED);
    }

    #[test]
    fn the_rows_push_with_the_forces_that_were_found_for_them() {
        // Sixteen digits are printed.
        let tolerance = 1e-12;
        for (preset, expected) in [
            (0, [-140.875_210_744_914_9, 422.625_632_234_744_6, 0.0]),
            (
                1,
                [
                    29.887_822_751_067_21,
                    221.613_255_327_882,
                    77.819_180_895_270_92,
                ],
            ),
        ] {
            let rows = [Rows::One, Rows::Two][preset].coefficients();
            let lambda = truth(preset, 30.0).lambda.unwrap();
            let mut force = [0.0; 3];
            for (row, lambda) in rows.iter().zip(lambda) {
                for (force, j) in force.iter_mut().zip(row) {
                    *force -= j * lambda;
                }
            }
            agree(&force, &expected, tolerance);
        }
    }

    #[test]
    fn a_row_written_twice_changes_nothing_but_the_multipliers() {
        let (two, duplicated) = (truth(1, 2.4), truth(2, 2.4));
        assert_eq!((&two.q, &two.v), (&duplicated.q, &duplicated.v));
        assert!(two.lambda.is_some() && duplicated.lambda.is_none());
        let system = problems()[2].system();
        let mut terms = Terms::new(system.shape());
        system.evaluate(2.4, &two.q, &two.v, &mut terms);
        assert!(Kkt::new(system.shape()).factor(&terms).is_err());
    }

    #[test]
    fn the_displaced_start_is_projected_in_the_mass_metric() {
        // 9 m₁ + m₂ = 30 for unit motion of the second mass, and the displacement has 3 m₁ = 9 of it.
        agree(&truth(3, 0.0).q, &[9e-4, 3e-4, 0.0], 1e-19);
        assert_eq!(problems()[3].system().initial().q(), [1e-3, 0.0, 0.0]);
    }
}
