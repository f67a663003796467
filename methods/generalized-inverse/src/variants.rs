//! The variants that take part in the matrix.

use crate::{Coupling, GeneralizedInverse, Stabilization};
use std::sync::LazyLock;
use stepping::{Gain, Gains, Integrator, Method, Placement, Variant, citation};

/// The publications behind the method.
static CITATION: LazyLock<String> =
    LazyLock::new(|| [citation::EUN_2003, citation::UDWADIA_KALABA_1992].join("; "));

/// Critical damping with a time constant of 0.1 s: the largest α of the paper's scans, which is Baumgarte's too.
const ALPHA: f64 = 20.0;
const BETA: f64 = 100.0;

/// Half way to the largest coupling: modes of violations decay with ½ to 3/2 of the gains.
const KAPPA: f64 = 0.5;

/// The method with all its variants.
pub fn method() -> Method {
    let variant = |integrator, stabilization, what_differs: &str| {
        GeneralizedInverse::new(
            integrator,
            Placement::EveryPass,
            stabilization,
            what_differs,
        )
    };
    let stabilized = || {
        let gains = Gains::new(Gain::Fixed(ALPHA), Gain::Fixed(BETA));
        Stabilization::Rows(gains.expect("the gains above are positive"))
    };
    let coupled = Coupling::even(ALPHA, BETA, KAPPA).expect("the gains above are positive");
    let variants = [
        variant(Integrator::Rk4, Stabilization::None, ""),
        variant(Integrator::Rk4, stabilized(), "stabilized"),
        variant(Integrator::Rk4, Stabilization::Coupled(coupled), "coupled"),
        variant(Integrator::Ab3, stabilized(), "stabilized"),
        variant(Integrator::Heun, stabilized(), "stabilized"),
        variant(Integrator::Dopri5, stabilized(), "stabilized"),
        variant(Integrator::Dop853, stabilized(), "stabilized"),
        variant(Integrator::Dopri5, stabilized(), "").adaptive(),
        variant(Integrator::Dop853, stabilized(), "").adaptive(),
    ];
    Method {
        id: "generalized-inverse",
        name: "Generalized inverse",
        kind: "feedback",
        summary: "Finds accelerations by pseudo-inverse, so that redundant rows do no harm, and feeds violations \
                  back row by row or with coupled rows.",
        citation: &CITATION,
        variants: variants
            .into_iter()
            .map(|v| Box::new(v) as Box<dyn Variant>)
            .collect(),
    }
}
