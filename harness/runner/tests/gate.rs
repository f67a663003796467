//! The gate with planted defects: each must turn it red, and an honest run must not.

use allocations::CountingAllocator;
use baumgarte::Baumgarte;
use results::{Provenance, Results};
use runner::gate::{Findings, compare};
use runner::{Baseline, BaselineStudy, Catalog, Effort, Held, Matrix, Scope, Settings, Unobserved};
use stepping::{
    Card, Gain, Integrator, Method, Multipliers, Placement, Refusal, Resolution, StepError,
    StepSize, Stepper, Variant, Work,
};
use system::{Feedback, Shape, State, System};

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator;

const ID: &str = "baumgarte/rk4";

fn honest() -> Baumgarte {
    rk4_with(20.0, 100.0)
}

fn rk4_with(alpha: f64, beta: f64) -> Baumgarte {
    let gains = (Gain::Fixed(alpha), Gain::Fixed(beta));
    Baumgarte::new(Integrator::Rk4, Placement::EveryPass, gains, "").unwrap()
}

/// Nothing but this method and the pendulum.
fn on_the_pendulum(method: Method) -> Catalog {
    Catalog {
        methods: vec![method],
        problems: vec![pendulum::problems().swap_remove(0)],
        studies: None,
    }
}

/// Runs one method under the id of the honest one, on the pendulum.
fn figures(variant: Option<Box<dyn Variant>>) -> Baseline {
    let method = Method {
        id: "baumgarte",
        name: "Baumgarte",
        kind: "feedback",
        summary: "",
        citation: "",
        variants: variant.into_iter().collect(),
    };
    if method.variants.is_empty() {
        let mut gone = figures(Some(Box::new(honest())));
        gone.cells.clear();
        return gone;
    }
    let settings = Settings {
        scope: Scope::Gate,
        jobs: Some(1),
        speed: Effort::Once,
        ..Settings::default()
    };
    let matrix = Matrix::plan(settings, on_the_pendulum(method)).unwrap();
    let results: Results = matrix.run(Provenance::default(), &Unobserved).unwrap();
    Baseline::of(&results, "test")
}

fn against_honest(variant: Option<Box<dyn Variant>>) -> Findings {
    // Through the file format, as the command does it.
    let committed = Baseline::parse(&figures(Some(Box::new(honest()))).to_text()).unwrap();
    compare(&committed, &figures(variant))
}

fn says(findings: &Findings, what: &str) -> bool {
    findings.worse.iter().any(|f| f.what.contains(what))
}

/// A method that shows the honest card but does something else.
struct Impostor {
    inner: Box<dyn Variant>,
    defect: Defect,
}

#[derive(Clone, Copy, PartialEq)]
enum Defect {
    None,
    Allocates,
    WorksTwice,
    Refuses,
    Panics,
}

impl Variant for Impostor {
    fn card(&self) -> Card {
        honest().card()
    }

    fn prepare<'a>(
        &'a self,
        system: &'a dyn System,
        resolution: Resolution,
    ) -> Result<Box<dyn Stepper + 'a>, Refusal> {
        if self.defect == Defect::Refuses {
            return Err(Refusal::Rheonomic);
        }
        let inner = self.inner.prepare(system, resolution)?;
        Ok(Box::new(ImpostorStepper {
            inner,
            defect: self.defect,
            hoard: None,
        }))
    }
}

struct ImpostorStepper<'a> {
    inner: Box<dyn Stepper + 'a>,
    defect: Defect,
    hoard: Option<Box<f64>>,
}

impl Stepper for ImpostorStepper<'_> {
    fn step(&mut self, state: &mut State) -> Result<(), StepError> {
        match self.defect {
            Defect::Allocates => {
                self.hoard = Some(Box::new(state.t));
            }
            Defect::Panics => panic!("planted"),
            _ => {}
        }
        // Looked at, so that the allocation is not optimized away.
        std::hint::black_box(&self.hoard);
        self.inner.step(state)
    }

    fn multipliers(&mut self, state: &State) -> Result<Multipliers<'_>, StepError> {
        self.inner.multipliers(state)
    }

    fn work(&self) -> Work {
        let mut work = self.inner.work();
        if self.defect == Defect::WorksTwice {
            work.evaluations *= 2;
        }
        work
    }
}

fn impostor(inner: Baumgarte, defect: Defect) -> Option<Box<dyn Variant>> {
    Some(Box::new(Impostor {
        inner: Box::new(inner),
        defect,
    }))
}

#[test]
fn an_honest_run_passes_with_nothing_to_report() {
    let findings = against_honest(impostor(honest(), Defect::None));
    assert!(findings.pass(), "{findings:?}");
    assert_eq!(
        (findings.compared, findings.better.len()),
        (1, 0),
        "{findings:?}"
    );
}

#[test]
fn a_lower_order_turns_it_red() {
    let gains = (Gain::Fixed(20.0), Gain::Fixed(100.0));
    let heun = Baumgarte::new(Integrator::Heun, Placement::EveryPass, gains, "").unwrap();
    let findings = against_honest(impostor(heun, Defect::None));
    assert!(says(&findings, "order of q fell"), "{findings:?}");
}

#[test]
fn weaker_feedback_turns_it_red_by_its_drift() {
    let findings = against_honest(impostor(rk4_with(2.0, 1.0), Defect::None));
    assert!(says(&findings, "drift Φ grew"), "{findings:?}");
}

#[test]
fn more_work_turns_it_red() {
    let findings = against_honest(impostor(honest(), Defect::WorksTwice));
    assert!(says(&findings, "evaluations rose"), "{findings:?}");
}

#[test]
fn an_allocation_in_a_step_turns_it_red() {
    let findings = against_honest(impostor(honest(), Defect::Allocates));
    assert!(
        says(&findings, "allocations per step rose from 0"),
        "{findings:?}"
    );
}

/// AB-3 that says one thing about its gains and does another.
struct OtherGains {
    says: Baumgarte,
    does: Baumgarte,
}

impl Variant for OtherGains {
    fn card(&self) -> Card {
        self.says.card()
    }

    fn feedback(&self, shape: &Shape, h: StepSize) -> Option<Vec<Feedback>> {
        self.says.feedback(shape, h)
    }

    fn prepare<'a>(
        &'a self,
        system: &'a dyn System,
        resolution: Resolution,
    ) -> Result<Box<dyn Stepper + 'a>, Refusal> {
        self.does.prepare(system, resolution)
    }
}

#[test]
fn a_drift_that_is_no_longer_the_predicted_one_turns_it_red() {
    let ab3 = |alpha: f64, beta: f64| {
        let gains = (Gain::Fixed(alpha), Gain::Fixed(beta));
        Baumgarte::new(Integrator::Ab3, Placement::EveryPass, gains, "").unwrap()
    };
    let committed = figures(Some(Box::new(ab3(20.0, 100.0))));
    let committed = Baseline::parse(&committed.to_text()).unwrap();
    let held = committed.cells[0].predicted.expect("AB-3 has a model");
    assert!(held.hold == held.of && held.of >= 3, "{held:?}");
    // Stronger feedback drifts less, which is better, but it is not what the gains on the card predict.
    let stronger = OtherGains {
        says: ab3(20.0, 100.0),
        does: ab3(25.0, 156.25),
    };
    let findings = compare(&committed, &figures(Some(Box::new(stronger))));
    assert!(says(&findings, "predicted drifts hold"), "{findings:?}");
    // So does a prediction that is gone, of a cell or of a study.
    let mut silent = committed.clone();
    silent.cells[0].predicted = None;
    let findings = compare(&committed, &silent);
    assert!(says(&findings, "no drifts are predicted any more"));
    let study = BaselineStudy {
        variant: ID.to_owned(),
        problem: "circle".to_owned(),
        what: "steady-state violations".to_owned(),
        predicted: Held { hold: 3, of: 3 },
    };
    let mut studied = committed.clone();
    studied.studies.push(study.clone());
    assert!(says(
        &compare(&studied, &committed),
        "no steady-state violations"
    ));
    let mut missed = studied.clone();
    missed.studies[0].predicted.hold = 2;
    let findings = compare(&studied, &missed);
    let expected = "2 of 3 predicted steady-state violations hold, 3 of 3 before";
    assert!(says(&findings, expected) && !findings.pass());
    assert!(compare(&committed, &committed).pass());
}

#[test]
fn cells_that_vanish_refuse_or_panic_are_lost() {
    for variant in [
        None,
        impostor(honest(), Defect::Refuses),
        impostor(honest(), Defect::Panics),
    ] {
        let findings = against_honest(variant);
        assert_eq!(findings.lost.len(), 1, "{findings:?}");
        assert_eq!(findings.lost[0].variant, ID);
        assert!(!findings.pass());
    }
}

#[test]
fn a_panic_inside_a_method_is_a_failed_cell_with_its_time() {
    let Some(variant) = impostor(honest(), Defect::Panics) else {
        unreachable!()
    };
    let method = Method {
        id: "baumgarte",
        name: "",
        kind: "",
        summary: "",
        citation: "",
        variants: vec![variant, Box::new(rk4_with(5.0, 6.25).adaptive())],
    };
    let matrix = Matrix::plan(Settings::default(), on_the_pendulum(method)).unwrap();
    let results = matrix.run(Provenance::default(), &Unobserved).unwrap();
    assert_eq!(results.cells[0].outcome, results::Outcome::Failed);
    assert_eq!(
        results.cells[0].why.as_deref(),
        Some("t = 0.000000: panicked: planted")
    );
    // RK-4 has no error estimate: the neighbour is refused with its own reason, and the matrix goes on.
    assert_eq!(results.cells[1].outcome, results::Outcome::Refused);
}
