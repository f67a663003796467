//! A problem that can be honest or lie: a bead on the unit circle under gravity.

use problem::{Extrapolation, Problem, ProblemCard, Truth};
use system::{Auto, ForceJacobian, Mechanism, Scalar, Shape, System, Terms, widen};

const GRAVITY: f64 = 9.81;
/// Angle from the downward vertical and its rate at the start.
const START: [f64; 2] = [1.0, 0.5];

/// |δq(T)|/|δv(0)|, as the conformance suite measures it.
const SENSITIVITY: f64 = 0.081;

/// What is wrong with a problem, if anything.
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(dead_code)] // Each test binary plants its own.
pub(crate) enum Defect {
    None,
    /// γ has the wrong sign.
    FlipsGamma,
    /// An entry of J is off by a thousandth.
    BendsJacobian,
    /// The force is off by a thousandth.
    Pulls,
    /// γ is not written.
    LeavesGamma,
    /// An evaluation allocates.
    Allocates,
    /// The force Jacobian of a constant force is not zero.
    InventsForceJacobian,
    /// The start is not on the circle.
    StartsOutside,
    /// The truth is 1e-9 too far along the circle.
    ShiftsTruth,
    /// The truth is 1e-9 too far from the centre.
    LiftsTruth,
    /// The truth is a microsecond late after the start.
    DelaysTruth,
    /// The truth's λ has the wrong sign.
    FlipsLambda,
    /// The card states a sensitivity that is too small.
    Understates,
    /// The id is not kebab-case.
    Shouts,
}

/// The problem.
pub(crate) struct Bead {
    pub(crate) defect: Defect,
    /// Whether `system` is the kernel's only description.
    pub(crate) specified: bool,
}

struct Specification {
    /// How far from the circle it starts.
    outside: f64,
}

impl Mechanism for Specification {
    fn shape(&self) -> Shape {
        Shape::new(2, 1)
    }

    fn initial<S: Scalar>(&self) -> (Vec<S>, Vec<S>) {
        let mut truth = state(0.0, &START);
        truth.q[0] += self.outside;
        (widen(truth.q), widen(truth.v))
    }

    fn constraint<S: Scalar>(&self, _t: S, q: &[S], out: &mut [S]) {
        out[0] = (q[0].square() + q[1].square() - S::from(1.0)) * S::from(0.5);
    }

    fn mass<S: Scalar>(&self, _q: &[S], out: &mut [S]) {
        out.fill(S::from(1.0));
    }

    fn potential<S: Scalar>(&self, _t: S, q: &[S]) -> S {
        S::from(GRAVITY) * q[1]
    }
}

/// The specification with a defect around it.
struct Kernel {
    defect: Defect,
    inner: Auto<Specification>,
}

impl system::Kernel for Kernel {
    type Mechanism = Specification;

    fn specification(&self) -> &Auto<Specification> {
        &self.inner
    }

    fn evaluate(&self, t: f64, q: &[f64], v: &[f64], out: &mut Terms) {
        let gamma = out.gamma[0];
        self.inner.evaluate(t, q, v, out);
        match self.defect {
            Defect::FlipsGamma => out.gamma[0] = -out.gamma[0],
            Defect::BendsJacobian => out.jacobian[1] *= 1.001,
            Defect::Pulls => out.force[1] *= 1.001,
            Defect::LeavesGamma => out.gamma[0] = gamma,
            Defect::Allocates => drop(std::hint::black_box(vec![0.0; 4])),
            _ => {}
        }
    }

    fn force_jacobian(&self, t: f64, q: &[f64], v: &[f64], out: &mut ForceJacobian) {
        self.inner.force_jacobian(t, q, v, out);
        if self.defect == Defect::InventsForceJacobian {
            out.by_position.fill(1.0);
        }
    }
}

fn state(t: f64, y: &[f64]) -> Truth {
    let (s, c) = y[0].sin_cos();
    Truth {
        t,
        q: vec![s, -c],
        v: vec![c * y[1], s * y[1]],
        lambda: Some(vec![y[1] * y[1] + GRAVITY * c]),
    }
}

impl Problem for Bead {
    fn card(&self) -> ProblemCard {
        ProblemCard {
            id: match self.defect {
                Defect::Shouts => "bead/LOUD",
                _ => "bead",
            },
            name: "Bead",
            summary: "Made for testing the tests.",
            tags: &["planar"],
            origin: "none",
            sensitivity: if self.defect == Defect::Understates {
                0.3
            } else {
                SENSITIVITY
            },
            ..ProblemCard::BLANK
        }
    }

    fn system(&self) -> Box<dyn System> {
        Box::new(Kernel {
            defect: self.defect,
            inner: Auto::new(Specification {
                outside: if self.defect == Defect::StartsOutside {
                    1e-12
                } else {
                    0.0
                },
            }),
        })
    }

    fn specification(&self) -> Option<Box<dyn System>> {
        self.specified
            .then(|| Box::new(Auto::new(Specification { outside: 0.0 })) as Box<dyn System>)
    }

    fn truth(&self, times: &[f64]) -> Vec<Truth> {
        let mut gbs = Extrapolation::new(8, 1e-14, 0.05);
        let (mut y, mut t) = (START.to_vec(), 0.0);
        let swing = |_: f64, y: &[f64], out: &mut [f64]| {
            out[0] = y[1];
            out[1] = -GRAVITY * y[0].sin();
        };
        times
            .iter()
            .map(|&next| {
                let late = self.defect == Defect::DelaysTruth && next > 0.0;
                let until = if late { (next - 1e-6).max(t) } else { next };
                gbs.advance(swing, &mut y, t, until)
                    .expect("it swings smoothly");
                t = until;
                self.spoil(state(next, &y))
            })
            .collect()
    }
}

impl Bead {
    fn spoil(&self, mut truth: Truth) -> Truth {
        let [x, y] = [truth.q[0], truth.q[1]];
        match self.defect {
            Defect::ShiftsTruth => truth.q = vec![x - 1e-9 * y, y + 1e-9 * x],
            Defect::LiftsTruth => truth.q = vec![x * (1.0 + 1e-9), y * (1.0 + 1e-9)],
            Defect::FlipsLambda => truth.lambda = truth.lambda.map(|l| vec![-l[0]]),
            _ => {}
        }
        truth
    }
}
