//! Question and truth, held together by the shared suite, and what cannot be.

use five_link_chain::{FiveLinkChain, Parameters};

conformance::problem_suite!(five_link_chain::problems());

conformance::refusals! { FiveLinkChain::new, Parameters;
    { length: 0.0 } => "length must be positive and finite, got 0",
    { width: -0.1 } => "width must be positive and finite, got -0.1",
    { mass: f64::INFINITY } => "mass must be positive and finite, got inf",
    { gravity: f64::NAN } => "gravity must be finite, got NaN",
    { width: 1e-200 } => "1: the inertia of a link is out of range",
    { length: 1e200 } => "0: its square is out of range",
    { mass: 1e200, gravity: 1e200 } => "0: the weight of a link is out of range",
}
