//! Question and truth, held together by the shared suite, and what cannot be.

use n_four_bar::{MAX_LOOPS, NFourBar, Parameters};

conformance::problem_suite!(n_four_bar::problems());

conformance::refusals! { NFourBar::with, Parameters;
    { loops: 0 } => "loops must be between 1 and 1000000, got 0",
    { loops: MAX_LOOPS + 1 } => "loops must be between 1 and 1000000, got 1000001",
    { length: 0.0 } => "length must be positive and finite, got 0",
    { mass: f64::NAN } => "mass must be positive and finite, got NaN",
    { gravity: -9.81 } => "gravity must be positive and finite, got -9.81",
    { speed: f64::INFINITY } => "speed must be finite, got inf",
    { speed: 1e200 } => "speed = 1",
}
