//! The gate with planted defects: each must turn it red, and an honest run must not.

use allocations::CountingAllocator;
use baumgarte::Baumgarte;
use results::{Provenance, Results, Status};
use runner::gate::{Baseline, BaselineStudy, Held, Kind, Report, compare};
use runner::{Catalog, Effort, Matrix, Scope, Settings, Unobserved};
use stepping::{
    Card, Gain, Integrator, Method, Multipliers, NoLaw, Placement, Prepared, Refusal, Resolution,
    StepError, StepSize, Stepper, Variant, ViolationLaw, Work,
};
use system::{Shape, State, System};

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator;

const ID: &str = "baumgarte/rk4";

fn honest() -> Baumgarte {
    with_gains(Integrator::Rk4, 20.0, 100.0)
}

fn with_gains(integrator: Integrator, alpha: f64, beta: f64) -> Baumgarte {
    let gains = (Gain::Fixed(alpha), Gain::Fixed(beta));
    Baumgarte::new(integrator, Placement::EveryPass, gains, "").unwrap()
}

/// Nothing but this method and the pendulum.
fn on_the_pendulum(method: Method) -> Catalog {
    Catalog {
        methods: vec![method],
        problems: vec![pendulum::problems().swap_remove(0)],
        studies: None,
    }
}

/// Variants under the id of the honest method.
fn method(variants: Vec<Box<dyn Variant>>) -> Method {
    Method {
        id: "baumgarte",
        name: "Baumgarte",
        kind: "feedback",
        summary: "",
        citation: "",
        variants,
    }
}

/// Runs one variant on the pendulum.
fn figures(variant: Box<dyn Variant>) -> Baseline {
    let settings = Settings {
        scope: Scope::Gate,
        jobs: Some(1),
        speed: Effort::Once,
        ..Settings::default()
    };
    let matrix = Matrix::plan(settings, on_the_pendulum(method(vec![variant]))).unwrap();
    let results: Results = matrix.run(Provenance::default(), &Unobserved);
    Baseline::of(&results, "matrix", "cargo xtask gate --bless")
}

/// What was committed, through the file format, as the command does it.
fn committed(variant: Box<dyn Variant>) -> Baseline {
    Baseline::parse(&figures(variant).to_text()).unwrap()
}

fn against_honest(variant: Box<dyn Variant>) -> Report {
    compare(&committed(Box::new(honest())), &figures(variant), None)
}

fn says(report: &Report, what: &str) -> bool {
    report.findings().any(|(_, f)| f.what.contains(what))
}

/// A method that shows the card and the gains of one variant but does something else.
struct Impostor {
    says: Baumgarte,
    does: Baumgarte,
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
        self.says.card()
    }

    fn violation_law(&self, shape: &Shape, h: StepSize) -> Result<ViolationLaw, NoLaw> {
        self.says.violation_law(shape, h)
    }

    fn prepare<'a>(&'a self, system: &'a dyn System, resolution: Resolution) -> Prepared<'a> {
        if self.defect == Defect::Refuses {
            return Err(Refusal::Rheonomic);
        }
        let inner = self.does.prepare(system, resolution)?;
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

fn impostor(does: Baumgarte, defect: Defect) -> Box<dyn Variant> {
    let says = honest();
    Box::new(Impostor { says, does, defect })
}

#[test]
fn an_honest_run_passes_with_nothing_to_report() {
    let report = against_honest(impostor(honest(), Defect::None));
    assert!(report.pass(), "{report:?}");
    assert_eq!(report.findings().count(), 0, "{report:?}");
}

#[test]
fn every_defect_turns_it_red() {
    let heun = with_gains(Integrator::Heun, 20.0, 100.0);
    let weak = with_gains(Integrator::Rk4, 2.0, 1.0);
    for (does, defect, says_so) in [
        (heun, Defect::None, "order of q fell"),
        (weak, Defect::None, "drift Φ grew"),
        (honest(), Defect::WorksTwice, "evaluations rose"),
        (
            honest(),
            Defect::Allocates,
            "allocations per step: 0 before, now 1",
        ),
    ] {
        let findings = against_honest(impostor(does, defect));
        assert!(says(&findings, says_so), "{findings:?}");
    }
}

#[test]
fn a_drift_that_is_no_longer_the_predicted_one_turns_it_red() {
    let ab3 = |alpha: f64, beta: f64| with_gains(Integrator::Ab3, alpha, beta);
    let committed = committed(Box::new(ab3(20.0, 100.0)));
    let held = committed.cells[0].predicted.expect("AB-3 has a model");
    assert!(held.hold == held.of && held.of >= 3, "{held:?}");
    // Stronger feedback drifts less, which is better, but it is not what the gains on the card predict.
    let stronger = Impostor {
        says: ab3(20.0, 100.0),
        does: ab3(25.0, 156.25),
        defect: Defect::None,
    };
    let findings = compare(&committed, &figures(Box::new(stronger)), None);
    assert!(says(&findings, "predicted drifts hold"), "{findings:?}");
    // So does a prediction that is gone, of a cell or of a study.
    let mut silent = committed.clone();
    silent.cells[0].predicted = None;
    let findings = compare(&committed, &silent, None);
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
        &compare(&studied, &committed, None),
        "no steady-state violations"
    ));
    let mut missed = studied.clone();
    missed.studies[0].predicted.hold = 2;
    let findings = compare(&studied, &missed, None);
    let expected = "2 of 3 predicted steady-state violations hold, 3 of 3 before";
    assert!(says(&findings, expected) && !findings.pass());
    // More predictions that hold are a finding too.
    let report = compare(&missed, &studied, None);
    assert!(says(&report, "3 of 3 predicted") && !report.pass());
    assert!(compare(&committed, &committed, None).pass());
}

#[test]
fn cells_that_vanish_refuse_or_panic_are_lost() {
    let committed = committed(Box::new(honest()));
    let mut gone = committed.clone();
    gone.cells.clear();
    let refused = figures(impostor(honest(), Defect::Refuses));
    let panicked = figures(impostor(honest(), Defect::Panics));
    for figures in [gone, refused, panicked] {
        let report = compare(&committed, &figures, None);
        assert_eq!(report.count(Status::Lost), 1, "{report:?}");
        assert_eq!(
            report.entries[0].subject.to_string(),
            format!("{ID} on pendulum")
        );
        assert!(!report.pass());
    }
}

#[test]
fn a_panic_inside_a_method_is_a_failed_cell_with_its_time() {
    let method = method(vec![
        impostor(honest(), Defect::Panics),
        Box::new(with_gains(Integrator::Rk4, 5.0, 6.25).adaptive()),
    ]);
    let matrix = Matrix::plan(Settings::default(), on_the_pendulum(method)).unwrap();
    let cells = matrix.run(Provenance::default(), &Unobserved).cells;
    assert_eq!(cells[0].outcome, results::Outcome::Failed);
    let why = cells[0].why.as_deref();
    assert_eq!(why, Some("t = 0.000000: panicked: planted"));
    // RK-4 has no error estimate: the neighbour is refused with its own reason, and the matrix goes on.
    assert_eq!(cells[1].outcome, results::Outcome::Refused);
}

#[test]
fn what_became_better_or_is_new_does_not_pass() {
    let committed = committed(Box::new(honest()));
    let mut better = committed.clone();
    better.cells[0].runs[0].errors[0] = Some(0.0);
    better.cells[0].runs[0].work.factorizations = 0;
    let report = compare(&committed, &better, None);
    assert_eq!(report.count(Status::Improved), 1, "{report:?}");
    assert!(says(&report, "factorizations fell") && !report.pass());
    let mut more = committed.clone();
    more.cells.push(more.cells[0].clone());
    more.cells[1].variant = "another".to_owned();
    assert_eq!(compare(&committed, &more, None).count(Status::New), 1);
}

#[test]
fn figures_that_moved_within_rounding_pass_and_it_is_said() {
    let committed = committed(Box::new(honest()));
    let mut moved = committed.clone();
    let error = moved.cells[0].runs[0].errors[0].as_mut().unwrap();
    *error = f64::from_bits(error.to_bits() + 1);
    moved.parts[0].digest = "another".to_owned();
    let report = compare(&committed, &moved, None);
    assert!(report.pass(), "{report:?}");
    assert!(
        report
            .notes
            .iter()
            .any(|note| note.contains("within the room"))
    );
    // Equal figures with another digest are something else.
    let mut said = committed.clone();
    said.parts[0].digest = "another".to_owned();
    let report = compare(&committed, &said, None);
    assert!(report.findings().any(|(_, f)| f.kind == Kind::Digest));
}

#[test]
fn a_cell_that_differs_from_itself_is_unstable() {
    let committed = committed(Box::new(honest()));
    let mut present = committed.clone();
    present.cells[0].runs[0].errors[0] = Some(1.0);
    let mut again = present.clone();
    again.cells[0].runs[0].errors[0] = Some(2.0);
    let report = compare(&committed, &present, Some(&again));
    assert_eq!(report.count(Status::Unstable), 1, "{report:?}");
    let report = compare(&committed, &present, Some(&present));
    assert_eq!(report.count(Status::Regressed), 1, "{report:?}");
}

#[test]
fn cells_in_another_order_turn_it_red() {
    let mut committed = committed(Box::new(honest()));
    committed.cells.push(committed.cells[0].clone());
    committed.cells[1].variant = "another".to_owned();
    let mut reversed = committed.clone();
    reversed.cells.reverse();
    let report = compare(&committed, &reversed, None);
    assert!(report.findings().any(|(_, f)| f.kind == Kind::Sequence));
}
