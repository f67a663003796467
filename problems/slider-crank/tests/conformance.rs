//! Question and truth, held together by the shared suite, and what cannot be.

use slider_crank::{Initial, Parameters, SliderCrank};

conformance::problem_suite!(slider_crank::problems());

conformance::refusals! { SliderCrank::new, Parameters;
    { crank: 0.0 } => "crank must be positive and finite, got 0",
    { crank: 0.5 } => "crank = 0.5: a crank must be shorter than its rod to turn freely",
    { rod: f64::INFINITY } => "rod must be positive and finite, got inf",
    { centre: f64::NAN } => "centre must be finite, got NaN",
    { mass: -1.0 } => "mass must be positive and finite, got -1",
    { crank_inertia: 0.0 } => "crank inertia must be positive and finite, got 0",
    { rod_inertia: 0.0 } => "rod inertia must be positive and finite, got 0",
    { gravity: f64::NAN } => "gravity must be finite, got NaN",
    { initial: Initial::Closed { angle: f64::NAN } } => "angle must be finite, got NaN",
    { initial: Initial::Stated([0.9851, f64::NAN, 0.4256, 0.1]) } => "stated φ must be finite, got NaN",
    { initial: Initial::Stated([0.0, 0.0, 1.0, 0.0]) } => "gap in the joints at the stated start = 0.4: no consistent state is near",
}
