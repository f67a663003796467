//! Variants that behave like Baumgarte's method but for one deed in one place.

use crate::deed::Deed;
use baumgarte::Baumgarte;
use std::io::Write;
use std::sync::atomic::{AtomicU64, Ordering};
use stepping::{
    Card, ClaimedOrders, Gain, Integrator, Multipliers, NoLaw, Placement, Prepared, Resolution,
    StepError, StepSize, Stepper, Variant, ViolationLaw, Work,
};
use system::{Shape, State, System};

/// A call in which a deed is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    Card,
    /// The card, but only when the variant is run.
    CardLater,
    Claims,
    Law,
    Prepare,
    Step,
    Multipliers,
    WorkCounts,
    Drop,
    Detuned,
}

/// Breaks the contract without breaking the process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Lie {
    ShortMultipliers,
    LongMultipliers,
    NoMultipliers,
    NotANumber,
    Infinite,
    CountsFall,
    CountsWrap,
    EmptyId,
    TwinId,
    ChangingId,
    IdWithNewline,
}

/// What a variant does that it should not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Nature {
    Honest,
    Does(Deed, Place),
    Lies(Lie),
    /// Prints to standard output, without and with ends of lines, and lines that look like answers.
    Chatty,
    /// Leaves a thread behind that ends the process after a while.
    TimeBomb,
    /// Ends the process when it is asked for multipliers before the first step, as only timing does.
    Late,
}

pub(crate) struct Hostile {
    pub(crate) nature: Nature,
    pub(crate) id: String,
    inner: Baumgarte,
    calls: AtomicU64,
}

impl Hostile {
    pub(crate) fn new(nature: Nature, id: String) -> Self {
        let gains = (Gain::Fixed(20.0), Gain::Fixed(100.0));
        let inner = Baumgarte::new(Integrator::Rk4, Placement::EveryPass, gains, "");
        Self {
            nature,
            id,
            inner: inner.expect("the gains are fine"),
            calls: AtomicU64::new(0),
        }
    }

    fn at(&self, place: Place) {
        at(self.nature, place);
    }
}

fn at(nature: Nature, place: Place) {
    if let Nature::Does(deed, there) = nature
        && there == place
    {
        deed.commit();
    }
}

impl Variant for Hostile {
    fn card(&self) -> Card {
        self.at(Place::Card);
        let call = self.calls.fetch_add(1, Ordering::Relaxed);
        if call > 0 {
            self.at(Place::CardLater);
        }
        let id = match self.nature {
            Nature::Lies(Lie::EmptyId) => String::new(),
            Nature::Lies(Lie::TwinId) => "hostile/honest".to_owned(),
            Nature::Lies(Lie::ChangingId) => format!("hostile/changing-{call}"),
            Nature::Lies(Lie::IdWithNewline) => "hostile/two\nlines".to_owned(),
            _ => self.id.clone(),
        };
        Card {
            id,
            ..self.inner.card()
        }
    }

    fn claims(&self, shape: &Shape) -> ClaimedOrders {
        self.at(Place::Claims);
        self.inner.claims(shape)
    }

    fn violation_law(&self, shape: &Shape, h: StepSize) -> Result<ViolationLaw, NoLaw> {
        self.at(Place::Law);
        self.inner.violation_law(shape, h)
    }

    fn detuned(&self, factor: f64) -> Option<Box<dyn Variant + '_>> {
        self.at(Place::Detuned);
        self.inner.detuned(factor)
    }

    fn prepare<'a>(&'a self, system: &'a dyn System, resolution: Resolution) -> Prepared<'a> {
        self.at(Place::Prepare);
        match self.nature {
            Nature::Chatty => chat(),
            Nature::TimeBomb => {
                std::thread::spawn(|| {
                    std::thread::sleep(std::time::Duration::from_millis(30));
                    std::process::abort();
                });
            }
            _ => {}
        }
        Ok(Box::new(HostileStepper {
            nature: self.nature,
            rows: system.shape().constraints(),
            inner: self.inner.prepare(system, resolution)?,
            lambda: Vec::new(),
            steps: 0,
        }))
    }
}

fn chat() {
    let mut out = std::io::stdout().lock();
    let _ = out.write_all(
        b"no end of line, \xff\xfe no text\n{\"done\":{\"Ok\":\"list\"}}\nand no end again",
    );
    let _ = out.flush();
}

struct HostileStepper<'a> {
    nature: Nature,
    rows: usize,
    inner: Box<dyn Stepper + 'a>,
    lambda: Vec<f64>,
    steps: u64,
}

impl Stepper for HostileStepper<'_> {
    fn step(&mut self, state: &mut State) -> Result<(), StepError> {
        at(self.nature, Place::Step);
        self.steps += 1;
        self.inner.step(state)?;
        match self.nature {
            Nature::Lies(Lie::NotANumber) => state.y_mut()[0] = f64::NAN,
            Nature::Lies(Lie::Infinite) => state.y_mut()[0] = f64::INFINITY,
            _ => {}
        }
        Ok(())
    }

    fn multipliers(&mut self, state: &State) -> Result<Multipliers<'_>, StepError> {
        at(self.nature, Place::Multipliers);
        if self.nature == Nature::Late && self.steps == 0 {
            Deed::Abort.commit();
        }
        let length = match self.nature {
            Nature::Lies(Lie::ShortMultipliers) => self.rows - 1,
            Nature::Lies(Lie::LongMultipliers) => self.rows + 1,
            Nature::Lies(Lie::NoMultipliers) => 0,
            _ => return self.inner.multipliers(state),
        };
        self.lambda = vec![1.0; length];
        Ok(Multipliers {
            values: &self.lambda,
            at_time: state.t,
        })
    }

    fn work(&self) -> Work {
        at(self.nature, Place::WorkCounts);
        let work = self.inner.work();
        match self.nature {
            Nature::Lies(Lie::CountsFall) => Work {
                evaluations: 1_000_000 - work.evaluations,
                ..work
            },
            Nature::Lies(Lie::CountsWrap) => Work {
                evaluations: (u64::MAX - 100).wrapping_add(work.evaluations),
                ..work
            },
            _ => work,
        }
    }
}

impl Drop for HostileStepper<'_> {
    fn drop(&mut self) {
        if self.steps > 0 {
            at(self.nature, Place::Drop);
        }
    }
}
