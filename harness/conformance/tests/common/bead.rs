//! A problem that can be honest or lie: a bead on the unit circle under gravity.

use conformance::fixtures::OnCircle;
use problem::{Drawn, Extrapolation, Ladder, Problem, ProblemCard, Route, Settings, Sketch, Truth};
use system::{Auto, ForceJacobian, System, Terms};

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
    /// The truth is 1e-11 off in the middle between output times, and right at them.
    SagsBetween,
    /// The same for λ alone.
    SlackensBetween,
    /// The truth's λ has the wrong sign.
    FlipsLambda,
    /// The card states a sensitivity that is too small.
    Understates,
    /// The id is not kebab-case.
    Shouts,
    /// The picture has a rod to a point that there is not.
    DrawsBeyond,
    /// A point of the picture is nowhere.
    DrawsNowhere,
    /// The rod of the picture is longer by a millionth at the end.
    DrawsStretched,
}

/// The bead as a problem.
pub(crate) struct Bead {
    pub(crate) defect: Defect,
    /// Whether the problem has a specification beside its kernel.
    pub(crate) specified: bool,
}

/// The specification, which may start outside of the circle.
fn specification(outside: f64) -> Auto<OnCircle> {
    let truth = state(0.0, &START);
    Auto::new(OnCircle {
        gravity: GRAVITY,
        q: [truth.q[0] + outside, truth.q[1]],
        v: [truth.v[0], truth.v[1]],
    })
}

/// The specification with a defect around it.
struct Kernel {
    defect: Defect,
    inner: Auto<OnCircle>,
}

impl system::Kernel for Kernel {
    type Mechanism = OnCircle;

    fn specification(&self) -> &Auto<OnCircle> {
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
    let (s, c) = math::sin_cos(y[0]);
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
            sensitivity: match self.defect {
                Defect::Understates => 0.3,
                _ => SENSITIVITY,
            },
            ..ProblemCard::BLANK
        }
    }

    fn system(&self) -> Box<dyn System> {
        let starts_outside = self.defect == Defect::StartsOutside;
        Box::new(Kernel {
            defect: self.defect,
            inner: specification(if starts_outside { 1e-12 } else { 0.0 }),
        })
    }

    fn specification(&self) -> Option<Box<dyn System>> {
        self.specified
            .then(|| Box::new(specification(0.0)) as Box<dyn System>)
    }

    fn drawn(&self) -> Option<&dyn Drawn> {
        Some(self)
    }

    fn routes(&self) -> Vec<Route> {
        let mechanism = *specification(0.0).mechanism();
        vec![Route::redundant(mechanism, Settings::coarse(0.05))]
    }

    fn truth(&self, times: &[f64]) -> Vec<Truth> {
        let mut gbs = Extrapolation::new(8, 1e-14, 0.05);
        let (mut y, mut t) = (START.to_vec(), 0.0);
        let swing = |_: f64, y: &[f64], out: &mut [f64]| {
            out[0] = y[1];
            out[1] = -GRAVITY * math::sin(y[0]);
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

impl Drawn for Bead {
    fn sketch(&self) -> Sketch {
        let other = match self.defect {
            Defect::DrawsBeyond => 2,
            _ => 1,
        };
        Sketch::plane(1).fixed([[0.0, 0.0]]).rods([[0, other]])
    }

    fn points(&self, t: f64, q: &[f64]) -> Vec<f64> {
        let factor = match self.defect {
            Defect::DrawsNowhere => f64::NAN,
            Defect::DrawsStretched => 1.0 + 1e-6 * t,
            _ => 1.0,
        };
        q.iter().map(|x| factor * x).collect()
    }
}

/// Up to 1e-11 between output times, and nothing but rounding at them.
fn sag(t: f64) -> f64 {
    let outputs = Ladder::USUAL.grid() as f64 / ProblemCard::BLANK.end_time;
    1e-11 * math::powi(math::sin(std::f64::consts::PI * outputs * t), 2)
}

impl Bead {
    fn spoil(&self, mut truth: Truth) -> Truth {
        let [x, y] = [truth.q[0], truth.q[1]];
        match self.defect {
            Defect::ShiftsTruth => truth.q = vec![x - 1e-9 * y, y + 1e-9 * x],
            Defect::LiftsTruth => truth.q = vec![x * (1.0 + 1e-9), y * (1.0 + 1e-9)],
            Defect::SagsBetween => truth.q[0] += sag(truth.t),
            Defect::SlackensBetween => {
                let factor = 1.0 + sag(truth.t);
                truth.lambda = truth.lambda.map(|l| vec![factor * l[0]]);
            }
            Defect::FlipsLambda => truth.lambda = truth.lambda.map(|l| vec![-l[0]]),
            _ => {}
        }
        truth
    }
}
