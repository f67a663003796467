//! Methods with gains of a study's own choosing, beside the variants of the matrix.

use baumgarte::Baumgarte;
use stepping::{Gains, Integrator, Method, Placement};

/// Baumgarte's feedback in every pass, `/what_differs` behind its id.
pub fn baumgarte(integrator: Integrator, gains: Gains, what_differs: &str) -> Box<dyn Method> {
    let placement = Placement::EveryPass;
    let method = Baumgarte::with_gains(integrator, placement, gains, what_differs);
    Box::new(method)
}
