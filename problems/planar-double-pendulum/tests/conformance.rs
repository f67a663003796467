//! Question and truth, held together by the shared suite, and what cannot be.

use planar_double_pendulum::{DoublePendulum, Parameters};

conformance::problem_suite!(planar_double_pendulum::problems());

conformance::refusals! { DoublePendulum::new, Parameters;
    { length: 0.0 } => "length must be positive and finite, got 0",
    { mass: f64::NAN } => "mass must be positive and finite, got NaN",
    { gravity: f64::INFINITY } => "gravity must be finite, got inf",
    { length: 1e-200 } => "the moment of inertia leaves the range",
    { length: 1e200 } => "the moment of inertia leaves the range",
}
