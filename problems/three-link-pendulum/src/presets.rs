//! The three-link pendulums of the benchmark.

use crate::{Parameters, Pin, ThreeLinkKernel, ThreeLinkPendulum};
use mechanics::{
    Auto, Ladder, Problem, ProblemCard, Recorded, Reference, ReferenceKind, Route, Rungs, Settings,
    Start, System, Truth,
};

/// First step of the references.
const FIRST_STEP: f64 = 0.05;

/// One pendulum with everything the report says about it.
struct Preset {
    pin: Pin,
    card: ProblemCard,
    stored: &'static str,
    published: &'static str,
}

impl Preset {
    fn pendulum(&self) -> ThreeLinkPendulum {
        let parameters = Parameters {
            pin: self.pin,
            ..Parameters::default()
        };
        ThreeLinkPendulum::new(parameters).expect("presets have valid parameters")
    }
}

impl Problem for Preset {
    fn card(&self) -> ProblemCard {
        self.card.clone()
    }

    fn system(&self) -> Box<dyn System> {
        Box::new(ThreeLinkKernel::new(self.pendulum()))
    }

    fn specification(&self) -> Option<Box<dyn System>> {
        Some(Box::new(Auto::new(self.pendulum())))
    }

    fn truth(&self, times: &[f64]) -> Vec<Truth> {
        Recorded::parse(self.stored)
            .expect("the stored trajectory is a table")
            .truth(&*self.system(), times)
    }

    fn routes(&self) -> Vec<Route> {
        [Settings::fine(FIRST_STEP), Settings::coarse(FIRST_STEP)]
            .map(|settings| Route::redundant(self.pendulum(), settings))
            .into()
    }

    fn stored(&self) -> Option<&'static str> {
        Some(self.stored)
    }

    fn published(&self) -> &'static str {
        self.published
    }
}

/// Grid of 0.05 s.
const RUNGS: Rungs = &[
    (1, &[100, 200, 400, 800]),
    (2, &[25, 50, 100, 200]),
    (3, &[10, 20, 40, 80]),
    (4, &[5, 10, 20, 40]),
    (5, &[4, 6, 8, 12, 16]),
    (8, &[1, 2, 3, 4]),
];

/// The pin along x, and what the other preset has in common with it.
const PIN_X: ProblemCard = ProblemCard {
    id: "three-link-pendulum",
    name: "Three-link pendulum",
    summary: "Three bars on spherical joints and a pin along x swing in space: attitudes are quaternions, 18 velocities, 11 rows.",
    tags: &["stored-digits", "spatial", "quaternions"],
    origin: "Welch, Hong, Trapp and Choi 2007, three-link pendulum of Table 3",
    end_time: 1.0,
    start: Start::Consistent,
    reference: Reference {
        kind: ReferenceKind::StoredDigits,
        digits: 15,
    },
    sensitivity: 0.825,
    caveat: None,
    ladder: Ladder::new(20, RUNGS),
};

/// Every preset of this crate, the default first.
pub fn problems() -> Vec<Box<dyn Problem>> {
    vec![
        Box::new(Preset {
            pin: Pin::X,
            card: PIN_X,
            stored: include_str!("../data/default.csv"),
            published: include_str!("../data/default.published.csv"),
        }),
        Box::new(Preset {
            pin: Pin::Y,
            card: ProblemCard {
                id: "three-link-pendulum/pin-y",
                name: "Three-link pendulum, pin along y",
                summary: "The same bars with the pin along y, so that the last two bend in the other plane.",
                sensitivity: 0.732,
                ..PIN_X
            },
            stored: include_str!("../data/pin-y.csv"),
            published: "",
        }),
    ]
}
