//! Question and truth, held together by the shared suite, and what cannot be.

use chain::{Chain, MAX_LINKS, Parameters};

conformance::problem_suite!(chain::problems());

conformance::refusals! { Chain::with, Parameters;
    { links: 0 } => "links must be between 1 and 1000000, got 0",
    { links: MAX_LINKS + 1 } => "links must be between 1 and 1000000, got 1000001",
    { length: 0.0 } => "length must be positive and finite, got 0",
    { mass: -1.0 } => "mass must be positive and finite, got -1",
    { gravity: f64::NAN } => "gravity must be finite, got NaN",
}
