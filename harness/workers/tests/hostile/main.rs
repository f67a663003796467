//! Methods and problems that misbehave in every way we know: each costs its own cells and nothing else.
//!
//! The test starts its own program as the worker, with a catalogue that the environment names.

mod deed;
mod method;
mod problem;

use allocations::CountingAllocator;
use deed::Deed;
use method::{Hostile, Lie, Nature, Place};
use problem::{Call, HostileProblem};
use results::{Cell, FailureKind, Outcome, Provenance, Results};
use runner::{Catalog, Effort, Matrix, Observer, Scope, Settings, Unobserved};
use std::process::Command;
use std::sync::Mutex;
use std::time::Duration;
use stepping::Method;
use workers::{Limits, Processes};

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator;

const CATALOG: &str = "DRIFTBENCH_HOSTILE";

const PLACES: [Place; 6] = [
    Place::Card,
    Place::Claims,
    Place::Prepare,
    Place::Step,
    Place::Multipliers,
    Place::Drop,
];

/// Every nature with its id and the kinds of failure that it may have; none where the cell runs.
fn natures() -> Vec<(String, Nature, &'static [FailureKind])> {
    use FailureKind::{Crash, Exit, Invalid, MemoryLimit, Panic, Step, TimeLimit};
    let kinds = |deed| -> &'static [FailureKind] {
        match deed {
            Deed::Panic | Deed::PanicWithNumber | Deed::PanicTwice => &[Panic],
            Deed::Abort | Deed::OverflowStack | Deed::Segfault | Deed::Kill => &[Crash],
            Deed::Exit | Deed::ExitWithCode => &[Exit],
            Deed::Loop | Deed::Deadlock => &[TimeLimit],
            Deed::Hoard | Deed::Grab => &[MemoryLimit],
        }
    };
    let mut all: Vec<(String, Nature, &'static [FailureKind])> = Vec::new();
    for place in PLACES {
        for deed in Deed::ALL {
            let id = format!("hostile/{place:?}/{deed:?}").to_lowercase();
            all.push((id, Nature::Does(deed, place), kinds(deed)));
        }
    }
    for (place, deed) in [
        (Place::CardLater, Deed::Panic),
        (Place::CardLater, Deed::Abort),
        (Place::Law, Deed::Panic),
        (Place::Law, Deed::Abort),
        (Place::WorkCounts, Deed::Panic),
        (Place::WorkCounts, Deed::Exit),
        (Place::Detuned, Deed::Panic),
        (Place::Detuned, Deed::Abort),
    ] {
        let id = format!("hostile/{place:?}/{deed:?}").to_lowercase();
        all.push((id, Nature::Does(deed, place), kinds(deed)));
    }
    for (lie, kinds) in [
        (Lie::ShortMultipliers, &[Invalid][..]),
        (Lie::LongMultipliers, &[Invalid]),
        (Lie::NoMultipliers, &[Invalid]),
        (Lie::NotANumber, &[Step]),
        (Lie::Infinite, &[Step]),
        (Lie::CountsFall, &[Invalid]),
        (Lie::CountsWrap, &[Invalid]),
        (Lie::EmptyId, &[Invalid]),
        (Lie::TwinId, &[Invalid]),
        (Lie::ChangingId, &[Invalid]),
        (Lie::IdWithNewline, &[Invalid]),
    ] {
        let id = format!("hostile/{lie:?}").to_lowercase();
        all.push((id, Nature::Lies(lie), kinds));
    }
    all.push(("hostile/chatty".to_owned(), Nature::Chatty, &[]));
    all
}

fn method(variants: Vec<Hostile>) -> Method {
    Method::new("hostile", "Hostile").variants(variants)
}

fn honest() -> Hostile {
    Hostile::new(Nature::Honest, "hostile/honest".to_owned())
}

fn hostile_methods() -> Catalog {
    let hostile = natures().into_iter();
    let hostile = hostile.map(|(id, nature, _)| Hostile::new(nature, id));
    Catalog {
        methods: vec![method([honest()].into_iter().chain(hostile).collect())],
        problems: vec![circle::problems().swap_remove(0)],
        studies: None,
    }
}

/// The honest variant after one that leaves a time bomb, and one that timing ends.
fn bombs() -> Catalog {
    let bomb = Hostile::new(Nature::TimeBomb, "hostile/time-bomb".to_owned());
    let late = Hostile::new(Nature::Late, "hostile/late".to_owned());
    Catalog {
        methods: vec![
            Method::new("bomb", "Time bomb").variants([bomb]),
            method(vec![honest(), late]),
        ],
        problems: vec![circle::problems().swap_remove(0)],
        studies: None,
    }
}

/// Problems with a deed, each with the kinds of failure of its cells.
const PROBLEMS: [(&str, Deed, Call); 10] = [
    ("truth-panics", Deed::Panic, Call::Truth),
    ("truth-aborts", Deed::Abort, Call::Truth),
    ("truth-loops", Deed::Loop, Call::Truth),
    ("truth-exits", Deed::Exit, Call::Truth),
    ("truth-hoards", Deed::Hoard, Call::Truth),
    ("system-panics", Deed::Panic, Call::System),
    ("ladder-panics", Deed::Panic, Call::Ladder),
    ("card-panics", Deed::Panic, Call::Card),
    ("card-aborts", Deed::Abort, Call::Card),
    ("honest", Deed::Panic, Call::Nothing),
];

fn hostile_problems() -> Catalog {
    let mut problems: Vec<_> = PROBLEMS
        .into_iter()
        .map(|(id, deed, at)| HostileProblem::boxed(id, deed, at))
        .collect();
    problems.push(HostileProblem::boxed("honest", Deed::Panic, Call::Nothing));
    problems.push(HostileProblem::boxed("", Deed::Panic, Call::Nothing));
    Catalog {
        methods: vec![method(vec![honest()])],
        problems,
        studies: None,
    }
}

fn broken_catalog() -> Catalog {
    panic!("the catalogue itself");
}

/// What the processes that the tests below start do.
#[test]
fn worker() {
    match std::env::var(CATALOG).as_deref() {
        Ok("methods") => workers::serve(hostile_methods),
        Ok("bombs") => workers::serve(bombs),
        Ok("problems") => workers::serve(hostile_problems),
        Ok("broken") => workers::serve(broken_catalog),
        _ => {}
    }
}

fn planned(catalog: &'static str, speed: Effort) -> Result<Matrix, runner::MatrixError> {
    let program = std::env::current_exe().unwrap();
    let command = move || {
        let mut command = Command::new(&program);
        command.args(["worker", "--exact", "--nocapture", "--test-threads=1"]);
        command.env(CATALOG, catalog);
        command
    };
    let limits = Limits {
        time: Duration::from_secs(2),
        memory: 256 << 20,
    };
    let settings = Settings {
        scope: Scope::Full,
        speed,
        ..Settings::default()
    };
    let crew = Processes::new(command, settings.scope, 2, limits);
    Matrix::with_crew(settings, Box::new(crew))
}

fn run(catalog: &'static str, speed: Effort, observer: &dyn Observer) -> Results {
    let matrix = planned(catalog, speed).unwrap();
    matrix.run(Provenance::default(), observer)
}

/// The honest variant as it is without company, in threads.
fn alone() -> Cell {
    let catalog = Catalog {
        methods: vec![method(vec![honest()])],
        problems: vec![circle::problems().swap_remove(0)],
        studies: None,
    };
    let matrix = Matrix::plan(Settings::default(), catalog).unwrap();
    let mut results = matrix.run(Provenance::default(), &Unobserved);
    results.cells.remove(0)
}

fn cell<'a>(results: &'a Results, variant: &str) -> &'a Cell {
    let mut cells = results.cells.iter();
    let found = cells.find(|cell| cell.variant == variant);
    found.unwrap_or_else(|| panic!("no cell of {variant}"))
}

/// What does not depend on other variants.
fn own(cell: &Cell) -> Cell {
    Cell {
        worse_than_nothing: Vec::new(),
        reach: Vec::new(),
        speed: None,
        ..cell.clone()
    }
}

#[test]
fn a_variant_that_misbehaves_costs_its_own_cell_only() {
    let results = run("methods", Effort::Off, &Unobserved);
    let natures = natures();
    assert!(natures.len() >= 61, "{}", natures.len());
    assert_eq!(results.cells.len(), natures.len() + 1);
    for (number, (id, nature, kinds)) in natures.iter().enumerate() {
        // Variants without a usable card take part under a name of ours.
        let stand_in = format!("hostile/variant-{}", number + 2);
        let here = |cell: &&Cell| cell.variant == *id || cell.variant == stand_in;
        let found: Vec<&Cell> = results.cells.iter().filter(here).collect();
        let changing = *nature == Nature::Lies(Lie::ChangingId);
        let found = match (&found[..], changing) {
            ([cell], _) => *cell,
            (_, true) => cell(&results, "hostile/changing-0"),
            _ => panic!("{id}: {} cells", found.len()),
        };
        let (outcome, failure) = (found.outcome, found.failure);
        if kinds.is_empty() {
            assert_eq!(
                (outcome, failure),
                (Outcome::Ran, None),
                "{id}: {:?}",
                found.why
            );
        } else {
            assert_eq!(outcome, Outcome::Failed, "{id}");
            assert!(
                failure.is_some_and(|kind| kinds.contains(&kind)),
                "{id}: {failure:?}, {:?}",
                found.why
            );
            assert!(
                found.why.as_ref().is_some_and(|why| !why.is_empty()),
                "{id}"
            );
        }
    }
    assert_eq!(own(cell(&results, "hostile/honest")), own(&alone()));
}

#[test]
fn what_one_cell_leaves_behind_does_not_cost_another() {
    #[derive(Default)]
    struct Troubles(Mutex<Vec<String>>);
    impl Observer for Troubles {
        fn trouble(&self, message: &str) {
            self.0.lock().unwrap().push(message.to_owned());
        }
    }
    let troubles = Troubles::default();
    let results = run("bombs", Effort::Quick, &troubles);
    assert_eq!(own(cell(&results, "hostile/honest")), own(&alone()));
    assert!(cell(&results, "hostile/honest").speed.is_some());
    let late = cell(&results, "hostile/late");
    assert_eq!(
        (late.outcome, late.speed),
        (Outcome::Ran, None),
        "{:?}",
        late.why
    );
    let troubles = troubles.0.into_inner().unwrap().join("\n");
    assert!(
        troubles
            .contains("hostile/late on circle cannot be timed: its process was ended by signal 6"),
        "{troubles}"
    );
}

#[test]
fn a_problem_that_misbehaves_costs_its_own_cells_only() {
    let results = run("problems", Effort::Off, &Unobserved);
    assert_eq!(results.cells.len(), PROBLEMS.len() + 2);
    for (number, (id, _, call)) in PROBLEMS.into_iter().enumerate() {
        let cell = &results.cells[number];
        match call {
            Call::Nothing => {
                let expected = Cell {
                    problem: id.to_owned(),
                    ..own(&alone())
                };
                assert_eq!(own(cell), expected);
            }
            call => {
                let name = match call {
                    Call::Card => format!("problem-{}", number + 1),
                    _ => id.to_owned(),
                };
                assert_eq!(cell.problem, name);
                assert_eq!(
                    cell.failure,
                    Some(FailureKind::Problem),
                    "{id}: {:?}",
                    cell.why
                );
            }
        }
    }
    for (number, why) in [(10, "belongs to another problem"), (11, "cannot be typed")] {
        let cell = &results.cells[number];
        assert_eq!(cell.problem, format!("problem-{}", number + 1));
        assert!(
            cell.why.as_ref().is_some_and(|w| w.contains(why)),
            "{:?}",
            cell.why
        );
    }
}

#[test]
fn a_catalogue_that_cannot_be_made_is_an_error_with_its_reason() {
    let error = planned("broken", Effort::Off).err().unwrap().to_string();
    assert!(error.contains("the catalogue itself"), "{error}");
}
