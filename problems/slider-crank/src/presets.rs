//! The slider-cranks of the benchmark.

use crate::minimal::CrankAngle;
use crate::{Initial, Parameters, SliderCrank, SliderCrankKernel};
use problem::{
    Known, Ladder, Preset, Problem, ProblemCard, Reference, Route, Settings, Start, Stored,
};

/// The initial coordinates as the paper prints them.
#[expect(
    clippy::approx_constant,
    reason = "a rounded number is what is meant, not π/6"
)]
pub(crate) const PRINTED: [f64; 4] = [0.9851, -0.5236, 0.4256, 0.1];

/// First step of the reference integrations in s, a fraction of the swing through the bottom.
const FIRST_STEP: f64 = 0.05;

fn slider_crank(parameters: Parameters) -> SliderCrank {
    SliderCrank::new(parameters).expect("presets have valid parameters")
}

static DEFAULT: Stored = Stored::new(include_str!("../data/default.csv"));
static WELCH_2007: Stored = Stored::new(include_str!("../data/welch-2007.csv"));
static PRINTED_START: Stored = Stored::new(include_str!("../data/printed-start.csv"));

fn routes(preset: &Preset<SliderCrank>) -> Vec<Route> {
    let slider_crank = preset.mechanism;
    let parameters = *slider_crank.parameters();
    let (fine, coarse) = (Settings::fine(FIRST_STEP), Settings::coarse(FIRST_STEP));
    let first = match parameters.initial {
        Initial::Closed { angle } => {
            let minimal = CrankAngle { parameters, angle };
            Route::embedded(slider_crank, minimal, fine)
        }
        // Only all coordinates together can be projected.
        Initial::Stated(_) => Route::redundant(slider_crank, fine),
    };
    vec![first, Route::redundant(slider_crank, coarse)]
}

/// The default preset; the others differ from it in what they state.
const SLIDER_CRANK: ProblemCard = ProblemCard {
    id: "slider-crank",
    name: "Slider-crank",
    summary: "Crank, rod and slide swing under gravity through both dead centres: four coordinates, one of them free.",
    tags: &["stored-digits", "planar", "closed-loop"],
    origin: "Welch, Hong, Trapp and Choi 2007, table 2",
    end_time: 1.2,
    reference: Reference::stored(15),
    sensitivity: 0.66,
    ladder: Some(
        Ladder::new(12, [1000, 100, 50, 20])
            .with(5, &[15, 22, 33, 50, 75, 110, 160])
            .with(8, &[4, 5, 6, 8]),
    ),
    ..ProblemCard::BLANK
};

/// Every preset of this crate, the default first.
pub fn problems() -> Vec<Box<dyn Problem>> {
    let parameters = Parameters::default();
    let closed = Preset {
        mechanism: slider_crank(parameters),
        kernel: |slider_crank| Box::new(SliderCrankKernel::new(slider_crank)),
        known: Known::Stored(&DEFAULT),
        routes,
        published: include_str!("../data/default.published.csv"),
        limit: None,
        card: SLIDER_CRANK,
    };
    vec![
        Box::new(closed),
        Box::new(Preset {
            known: Known::Stored(&WELCH_2007),
            published: "",
            card: ProblemCard {
                id: "slider-crank/welch-2007",
                name: "Slider-crank, 10 s",
                summary: "The same swing over the ten seconds of the paper, more than three times there and back.",
                tags: &["stored-digits", "planar", "closed-loop", "long-run"],
                end_time: 10.0,
                sensitivity: 1.31,
                ladder: Some(
                    Ladder::new(20, [1000, 1000, 250, 150])
                        .with(1, &[4000, 8000, 16000, 32000])
                        .with(4, &[100, 200, 400, 800, 1600])
                        .with(5, &[100, 150, 220, 330])
                        .with(8, &[20, 30, 40]),
                ),
                ..SLIDER_CRANK
            },
            ..closed
        }),
        Box::new(Preset {
            mechanism: slider_crank(Parameters {
                initial: Initial::Stated(PRINTED),
                ..parameters
            }),
            known: Known::Stored(&PRINTED_START),
            published: "",
            card: ProblemCard {
                id: "slider-crank/printed-start",
                name: "Slider-crank, start as printed",
                summary: "Started from coordinates rounded to four decimals, which leaves the joints open by 0.04 mm.",
                start: Start::AsStated,
                ..SLIDER_CRANK
            },
            ..closed
        }),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// θ, φ, θ' and φ' of a preset at one time.
    fn angles(preset: usize, t: f64) -> [f64; 4] {
        let truth = problems()[preset].truth(&[t]).remove(0);
        [truth.q[0], truth.q[1], truth.v[0], truth.v[1]]
    }

    #[test]
    fn the_stored_motion_has_the_digits_of_quadruple_precision() {
        let after_one_second = [
            -2.787_488_268_327_020_2,
            0.209_581_191_133_510_57,
            -6.622_141_241_307_758,
            -3.810_144_990_122_248_2,
        ];
        let after_ten_seconds = [
            -3.141_420_502_117_469_5,
            1.032_908_830_677_137_2e-4,
            -5.685_919_291_106_505,
            -3.411_551_542_310_244,
        ];
        for (found, expected) in [
            (angles(0, 1.0), after_one_second),
            (angles(1, 10.0), after_ten_seconds),
        ] {
            for (a, b) in found.iter().zip(expected) {
                // Two roundings of numbers below eight.
                assert!((a - b).abs() < 2e-15, "{a} is not {b}");
            }
        }
    }

    #[test]
    fn the_crank_swings_in_the_potential_of_its_angle() {
        let problem = &problems()[1];
        let system = problem.system();
        let times: Vec<f64> = (0..=200).map(|k| 0.05 * f64::from(k)).collect();
        let turning_point = -std::f64::consts::PI - 0.9851;
        let mut lowest: f64 = 0.0;
        for truth in problem.truth(&times) {
            // m g (1 - L₁/L) r = 1.2 J. Between stored states the motion is followed to 1e-13, and the weight is 10 N.
            let potential = system.energy(truth.t, &truth.q, &[0.0; 4]);
            assert!((potential - 1.2 * math::sin(truth.q[0])).abs() < 1e-12);
            lowest = lowest.min(truth.q[0]);
        }
        // The times hit the turning points to a few hundredths of a second, where the crank hardly moves.
        assert!((0.0..0.01).contains(&(lowest - turning_point)), "{lowest}");
    }
}
