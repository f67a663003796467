//! Question and truth, held together by the shared suite, and what cannot be.

use three_mass_oscillator::{Parameters, ThreeMassOscillator};

conformance::problem_suite!(three_mass_oscillator::problems());

conformance::refusals! { ThreeMassOscillator::new, Parameters;
    { masses: [3.0, 0.0, 1.0] } => "mass 2 must be positive and finite, got 0",
    { stiffnesses: [300.0, 200.0, f64::NAN] } => "stiffness 3 must be positive and finite, got NaN",
    { damping_ratio: -0.1 } => "damping ratio = -0.1: a damper takes energy away",
    { amplitudes: [f64::INFINITY, 0.0] } => "amplitude 1 must be finite, got inf",
    { frequencies: [6.0, f64::NAN] } => "frequency 2 must be finite, got NaN",
    { displacement: f64::NAN } => "displacement must be finite, got NaN",
    { stiffnesses: [2.0, 1e-200, 1e200] } => "stiffness 1 = 2: masses and stiffnesses are too far apart to damp every mode",
}
