//! Every row of four-bar loops must pass its flat position, where the loops could fold and the multipliers have a pole.

use mechanics::consistent;
use n_four_bar::{NFourBar, NFourBarKernel};
use stepping::{Method, Resolution, StepSize};

const H: f64 = 1e-3;
const END: f64 = 1.5;
const AT_MOST: f64 = 1e-5;

/// The largest error of a coordinate at the end, against the closed form.
fn error_at_the_end(loops: usize, method: &dyn Method) -> f64 {
    let linkage = NFourBar::new(loops).unwrap();
    let system = NFourBarKernel::new(linkage);
    let resolution = Resolution::Fixed(StepSize::new(H).unwrap());
    let mut stepper = method.prepare(&system, resolution).unwrap();
    let mut state = consistent(&system).unwrap();
    for _ in 0..(END / H).round() as usize {
        stepper
            .step(&mut state)
            .unwrap_or_else(|error| panic!("{loops} loops: {error}"));
    }
    let truth = linkage.motion().at(END);
    let gaps = state
        .q()
        .iter()
        .zip(&truth.q)
        .map(|(q, truth)| (q - truth).abs());
    // A coordinate that is no number would lose every comparison.
    gaps.fold(0.0, |a, gap| if gap > a || gap.is_nan() { gap } else { a })
}

#[test]
fn every_number_of_loops_passes_the_flat_position() {
    let family = baumgarte::family();
    let method = family
        .variants
        .iter()
        .find(|method| method.card().id == "baumgarte/rk4")
        .unwrap();
    let errors: Vec<f64> = (1..=40)
        .map(|loops| error_at_the_end(loops, method.as_ref()))
        .collect();
    for (k, error) in errors.iter().enumerate() {
        assert!(
            *error <= AT_MOST,
            "{} loops: {error:e}; all: {errors:?}",
            k + 1
        );
    }
}
