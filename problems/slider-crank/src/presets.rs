//! The slider-cranks of the benchmark.

use crate::minimal::CrankAngle;
use crate::{Initial, Parameters, SliderCrank, SliderCrankKernel};
use mechanics::{
    Auto, Ladder, Problem, ProblemCard, Recorded, Reference, ReferenceKind, Route, Rungs, Settings,
    Start, System, Truth,
};

/// The initial coordinates as the paper prints them.
pub(crate) const PRINTED: [f64; 4] = [0.9851, -0.5236, 0.4256, 0.1];

/// First step of the reference integrations in s, a fraction of the swing through the bottom.
const FIRST_STEP: f64 = 0.05;

/// One slider-crank with everything the report says about it.
struct Preset {
    parameters: Parameters,
    /// The reference trajectory.
    stored: &'static str,
    published: &'static str,
    card: ProblemCard,
}

impl Preset {
    fn slider_crank(&self) -> SliderCrank {
        SliderCrank::new(self.parameters).expect("presets have valid parameters")
    }
}

impl Problem for Preset {
    fn card(&self) -> ProblemCard {
        self.card.clone()
    }

    fn system(&self) -> Box<dyn System> {
        Box::new(SliderCrankKernel::new(self.slider_crank()))
    }

    fn specification(&self) -> Option<Box<dyn System>> {
        Some(Box::new(Auto::new(self.slider_crank())))
    }

    fn truth(&self, times: &[f64]) -> Vec<Truth> {
        Recorded::parse(self.stored)
            .expect("the stored trajectory is a table, and a test reads it")
            .truth(&*self.system(), times)
    }

    fn routes(&self) -> Vec<Route> {
        let (fine, coarse) = (Settings::fine(FIRST_STEP), Settings::coarse(FIRST_STEP));
        let other = match self.parameters.initial {
            Initial::Closed { .. } => {
                Route::embedded(self.slider_crank(), CrankAngle(self.parameters), coarse)
            }
            // Only all coordinates together can be projected.
            Initial::Stated(_) => Route::redundant(self.slider_crank(), coarse),
        };
        vec![Route::redundant(self.slider_crank(), fine), other]
    }

    fn stored(&self) -> Option<&'static str> {
        Some(self.stored)
    }

    fn published(&self) -> &'static str {
        self.published
    }
}

/// Grid of 0.1 s.
const RUNGS: Rungs = &[
    (1, &[1000, 2000, 4000, 8000]),
    (2, &[100, 200, 400, 800]),
    (3, &[50, 100, 200, 400]),
    (4, &[20, 40, 80, 160]),
    (5, &[33, 50, 75, 110, 160]),
    (8, &[4, 5, 6, 8]),
];

/// Grid of 0.5 s.
const LONG_RUNGS: Rungs = &[
    (1, &[1000, 2000, 4000, 8000]),
    (2, &[500, 1000, 2000, 4000]),
    (3, &[250, 500, 1000, 2000]),
    (4, &[200, 400, 800, 1600]),
    (5, &[150, 220, 330]),
    (8, &[20, 30, 40]),
];

/// The default preset, and what the others have in common with it.
const SLIDER_CRANK: ProblemCard = ProblemCard {
    id: "slider-crank",
    name: "Slider-crank",
    summary: "Crank, rod and slide swing under gravity through both dead centres: four coordinates, one of them free.",
    tags: &["stored-digits", "planar"],
    origin: "Welch, Hong, Trapp and Choi 2007, table 2",
    end_time: 1.2,
    start: Start::Consistent,
    reference: Reference {
        kind: ReferenceKind::StoredDigits,
        digits: 15,
    },
    sensitivity: 0.66,
    caveat: None,
    ladder: Ladder::new(12, RUNGS),
};

/// Every preset of this crate, the default first.
pub fn problems() -> Vec<Box<dyn Problem>> {
    let closed = Parameters::default();
    vec![
        Box::new(Preset {
            parameters: closed,
            stored: include_str!("../data/default.csv"),
            published: include_str!("../data/default.published.csv"),
            card: SLIDER_CRANK,
        }),
        Box::new(Preset {
            parameters: closed,
            stored: include_str!("../data/welch-2007.csv"),
            published: "",
            card: ProblemCard {
                id: "slider-crank/welch-2007",
                name: "Slider-crank, 10 s",
                summary: "The same swing over the ten seconds of the paper, more than three times there and back.",
                end_time: 10.0,
                sensitivity: 1.31,
                ladder: Ladder::new(20, LONG_RUNGS),
                ..SLIDER_CRANK
            },
        }),
        Box::new(Preset {
            parameters: Parameters {
                initial: Initial::Stated(PRINTED),
                ..closed
            },
            stored: include_str!("../data/printed-start.csv"),
            published: "",
            card: ProblemCard {
                id: "slider-crank/printed-start",
                name: "Slider-crank, start as printed",
                summary: "Started from coordinates rounded to four decimals, which leaves the joints open by 0.04 mm.",
                start: Start::AsStated,
                ..SLIDER_CRANK
            },
        }),
    ]
}
