//! Question and truth, held together by the shared suite, and what cannot be.

use natural_double_pendulum::{NaturalPendulum, Parameters};

conformance::problem_suite!(natural_double_pendulum::problems());

conformance::refusals! { NaturalPendulum::new, Parameters;
    { length: -1.0 } => "length must be positive and finite, got -1",
    { mass: 0.0 } => "mass must be positive and finite, got 0",
    { gravity: f64::NAN } => "gravity must be finite, got NaN",
    { length: 1e-200 } => "its square leaves the range",
    { length: 1e200 } => "its square leaves the range",
}
