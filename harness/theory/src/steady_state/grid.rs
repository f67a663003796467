//! The cases of the study: integrators, gains tied to the step, laws for the energy gain and step sizes.

use results::RhoLaw;
use stepping::{Gain, Integrator};

/// One integrator with one choice of gains, at several steps.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Case {
    pub(crate) integrator: Integrator,
    /// The gain `α h`.
    pub(crate) c1: f64,
    /// The gain `β h²`.
    pub(crate) c2: f64,
    pub(crate) rho: Gain,
    /// Steps in s, coarsest first.
    pub(crate) steps: &'static [f64],
}

impl Case {
    pub(crate) fn rho_law(&self) -> RhoLaw {
        match self.rho {
            Gain::Fixed(_) => RhoLaw::Fixed,
            Gain::PerStep(_) => RhoLaw::PerStep,
        }
    }
}

/// Steps for violations down to h⁴; at 0.005 s those of AB-2 and AB-3 are 3e-10, far from rounding.
const SHORT: &[f64] = &[0.04, 0.02, 0.01, 0.005];

/// Steps for violations of h⁶, which are 1e-12 already at 0.01 s. AB-5 is not stable at the first of them.
const LONG: &[f64] = &[0.08, 0.04, 0.02, 0.01];

/// The step of the paper's examples, for gains that are not stable.
const EXAMPLE: &[f64] = &[0.01];

/// `(c₁, c₂)`: dead-beat for Euler's method, the first example of the paper at h = 0.01.
const DEAD_BEAT: (f64, f64) = (2.0, 1.0);
/// The second example of the paper.
const SECOND: (f64, f64) = (4.0 / 3.0, 2.0 / 3.0);
/// Critical with both poles at `-1/2h`.
const FIRM: (f64, f64) = (1.0, 0.25);
/// Critical with both poles at `-1/5h`, stable up to AB-4.
const GENTLE: (f64, f64) = (0.4, 0.04);
/// Critical with both poles at `-1/10h`, stable up to AB-5.
const SOFT: (f64, f64) = (0.2, 0.01);

/// Every case of the study. Both examples of the paper are among them.
pub(crate) fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    let mut add = |integrator, (c1, c2), rho, steps| {
        cases.push(Case {
            integrator,
            c1,
            c2,
            rho,
            steps,
        });
    };
    let tied = Gain::PerStep(0.05);
    for gains in [DEAD_BEAT, GENTLE] {
        add(Integrator::Euler, gains, Gain::Fixed(5.0), SHORT);
        add(Integrator::Euler, gains, tied, SHORT);
    }
    add(Integrator::Euler, GENTLE, Gain::Fixed(0.5), SHORT);
    add(Integrator::Ab2, SECOND, Gain::Fixed(0.5), SHORT);
    add(Integrator::Ab2, SECOND, Gain::PerStep(0.005), SHORT);
    add(Integrator::Ab2, DEAD_BEAT, Gain::Fixed(5.0), EXAMPLE);
    for integrator in [Integrator::Ab2, Integrator::Ab3] {
        add(integrator, GENTLE, Gain::Fixed(0.5), SHORT);
        add(integrator, GENTLE, tied, SHORT);
    }
    add(Integrator::Ab3, SECOND, Gain::Fixed(0.5), EXAMPLE);
    add(Integrator::Ab4, GENTLE, Gain::Fixed(0.5), LONG);
    add(Integrator::Ab4, GENTLE, tied, LONG);
    add(Integrator::Ab4, FIRM, Gain::Fixed(0.5), EXAMPLE);
    add(Integrator::Ab5, SOFT, Gain::Fixed(0.5), LONG);
    add(Integrator::Ab5, SOFT, tied, LONG);
    add(Integrator::Ab5, GENTLE, Gain::Fixed(0.5), EXAMPLE);
    add(Integrator::Trapezoid, SECOND, Gain::Fixed(0.5), SHORT);
    add(Integrator::Trapezoid, GENTLE, tied, SHORT);
    for integrator in [Integrator::Midpoint, Integrator::Heun, Integrator::Rk4] {
        for gains in [DEAD_BEAT, SECOND, FIRM, GENTLE] {
            add(integrator, gains, Gain::Fixed(5.0), SHORT);
        }
        add(integrator, GENTLE, Gain::Fixed(0.5), SHORT);
        add(integrator, SECOND, tied, SHORT);
        add(integrator, GENTLE, tied, SHORT);
    }
    add(Integrator::Dopri5, GENTLE, tied, SHORT);
    // With gentle gains twelve stages leave less than rounding.
    for integrator in [Integrator::Dopri5, Integrator::Dop853] {
        add(integrator, DEAD_BEAT, tied, SHORT);
    }
    cases
}
