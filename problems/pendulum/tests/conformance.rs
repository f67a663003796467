//! Question and truth, held together by the shared suite, and what cannot be.

use pendulum::{Parameters, Pendulum};

conformance::problem_suite!(pendulum::problems());

conformance::refusals! { Pendulum::new, Parameters;
    { length: 0.0 } => "length must be positive and finite, got 0",
    { mass: f64::NAN } => "mass must be positive and finite, got NaN",
    { rate: f64::INFINITY } => "rate must be finite, got inf",
    { rate: 1e200 } => "natural frequency 3.132091952673165e0 1/s with energy ratio",
    { gravity: 1e-300, length: 1e300 } => "natural frequency 0e0 1/s with energy ratio",
}
