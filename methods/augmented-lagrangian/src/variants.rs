//! The variants that take part in the matrix.

use crate::{AugmentedLagrangian, ParameterError};
use stepping::{Integrator, Method, Variant, citation};

/// κ: two sweeps bring a violation from its start to rounding.
pub(crate) const PENALTY: f64 = 1e7;

/// κ of the soft projections: they leave directions alone in which rows are nearly dependent.
const SOFT: f64 = 1e3;

/// Ω in 1/s and μ of the paper: critical damping with a time constant of 0.1 s.
const STABILIZATION: (f64, f64) = (10.0, 1.0);

/// Where projections stabilize.
const NO_STABILIZATION: (f64, f64) = (0.0, 0.0);

/// Steps from one projection to the next, as in Table 1.
const INTERVALS: [u32; 3] = [1, 10, 100];

/// The method with all its variants.
pub fn method() -> Method {
    let variants = variants().expect("the parameters above are positive and finite");
    Method {
        id: "augmented-lagrangian",
        name: "Augmented Lagrangian",
        kind: "penalty",
        summary: "Finds accelerations or positions by penalties and multiplier sweeps, regular even where \
                  constraints are redundant, and projects what violates the constraints in the mass metric.",
        citation: citation::BAYO_1996,
        variants: variants
            .into_iter()
            .map(|v| Box::new(v) as Box<dyn Variant>)
            .collect(),
    }
}

fn variants() -> Result<Vec<AugmentedLagrangian>, ParameterError> {
    let with = |integrator, gains| AugmentedLagrangian::new(integrator, PENALTY, gains);
    let implicit = [Integrator::Trapezoid, Integrator::ImplicitMidpoint];
    let mut variants = Vec::new();
    for integrator in implicit.into_iter().chain([Integrator::Rk4]) {
        variants.push(with(integrator, STABILIZATION)?);
    }
    for integrator in implicit {
        for every in INTERVALS {
            variants.push(with(integrator, NO_STABILIZATION)?.projected(every)?);
        }
    }
    variants.push(AugmentedLagrangian::index3(PENALTY, PENALTY)?);
    variants.push(AugmentedLagrangian::index3(PENALTY, SOFT)?.named("index3-soft-projection"));
    Ok(variants)
}
