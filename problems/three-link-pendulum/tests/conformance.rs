//! Question and truth, held together by the shared suite, and what cannot be.

use three_link_pendulum::{Parameters, ThreeLinkPendulum};

conformance::problem_suite!(three_link_pendulum::problems());

conformance::refusals! { ThreeLinkPendulum::new, Parameters;
    { lengths: [1.0, 0.0, 2.5] } => "length of link 2 must be positive and finite, got 0",
    { slenderness: -0.1 } => "slenderness must be positive and finite, got -0.1",
    { density: f64::NAN } => "density must be positive and finite, got NaN",
    { gravity: f64::INFINITY } => "gravity must be finite, got inf",
    { lengths: [1.0, 2.0, 1e150] } => "0: mass, inertia or weight of the link is out of range",
    { lengths: [1.0, 2.0, 1e-150] } => "1: mass, inertia or weight of the link is out of range",
}
