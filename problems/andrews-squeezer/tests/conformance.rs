//! Question and truth, held together by the shared suite, and what cannot be.

use andrews_squeezer::{Crank, Parameters, Squeezer};

conformance::problem_suite!(andrews_squeezer::problems());

conformance::refusals! { Squeezer::new, Parameters;
    { torque: f64::NAN } => "torque must be finite, got NaN",
    { spring_stiffness: 0.0 } => "spring_stiffness must be positive and finite, got 0",
    { spring_length: -0.1 } => "spring_length must be positive and finite, got -0.1",
    { joint_stiffness: Some(f64::INFINITY) } => "joint_stiffness must be positive and finite, got inf",
    { crank: Crank::At(f64::NEG_INFINITY) } => "crank must be finite, got -inf",
    { crank: Crank::At(7.0) } => "crank = 7: the angle must lie within one turn of zero",
}
