//! `cargo xtask gate --self-test`: plants one defect after the other and requires that the gate finds each for the right
//! reason.
//!
//! The defects need a build of their own, which this command makes. It takes a small part of the catalogue: its baseline
//! is the unchanged code, and a second run of the unchanged code must pass.

use super::{figures, speed};
use crate::cargo;
use crate::say::say;
use anyhow::bail;
use results::ComparedWith;
use results::planted::{self, Defect};
use runner::gate::{Baseline, BaselineSpeed, Kind, Ratio, Report, compare};
use runner::{Selection, Unobserved};
use std::process::ExitCode;
use std::time::Instant;

/// The exit code for a defect that was not found.
const MISSED: u8 = 1;

/// Variants that are few and differ in everything that defects can break.
const VARIANTS: [&str; 9] = [
    "unstabilized/rk4",
    "unstabilized/ab5",
    "baumgarte/rk4",
    "baumgarte/ab5",
    "baumgarte/dopri5/adaptive",
    "baumgarte-energy/rk4",
    "energy-control/rk4/as-printed",
    "mass-projection/rk4",
    "mass-projection/dop853",
];

/// Problems that are cheap, with a refusal, a driven motion and a study of steady states among them.
const PROBLEMS: [&str; 6] = [
    "circle",
    "pendulum",
    "slider-crank",
    "three-mass-oscillator",
    "three-mass-oscillator/duplicated-row",
    "andrews-squeezer",
];

/// A system of more than 60 rows.
const LARGE: (&str, &str) = ("baumgarte/rk4", "chain/links-100");

/// Papers that run in a second.
const PAPERS: [&str; 3] = ["yoon-1993", "yoon-truncation", "welch-2007"];

/// The part of the gate that has to find a defect.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    /// The matrices.
    Matrix,
    /// The matrices, and a second run of the cells that differ.
    Repeated,
    /// The papers.
    Claims,
    /// The speed tier.
    Speed,
}

/// What has to be found of each defect, and where.
fn expected(defect: Defect) -> (Part, Kind) {
    use Defect::*;
    use Part::{Claims, Matrix, Repeated, Speed};
    match defect {
        OneStageLess | RungeKuttaWeight | AdamsCoefficient | WrongBeyondSixtyRows | FloorRaised => {
            (Matrix, Kind::Order)
        }
        AbsoluteOrder | JudgeNeverBelow | RoomWidened | UndecidedConfirmed | ClaimLowered => {
            (Matrix, Kind::Verdict)
        }
        MultiplierSign | MultipliersStale | TruthShifted | TimeShifted => (Matrix, Kind::Error),
        GainDoubled | FeedbackLost | MeanForMaximum | DriftAfterProjection | EnergyWithoutWork
        | ProjectionStopsEarly => (Matrix, Kind::Drift),
        FactorizationsNotCounted
        | EvaluationsDoubled
        | EvaluationsNotCounted
        | SolvesNotCounted
        | IterationsNotCounted
        | StaleFactorization
        // A matrix that is called singular goes to the next solver, whose rounding stops iterations elsewhere.
        | PivotThreshold
        | LooseTolerance => (Matrix, Kind::Work),
        LadderShortened => (Matrix, Kind::Runs),
        RefusalRuns | BudgetTooSmall | PanicInStep | NotANumber => {
            (Matrix, Kind::Outcome)
        }
        CellDropped | VariantRenamed => (Matrix, Kind::Gone),
        AllocatesInStep => (Matrix, Kind::Allocations),
        PredictionsAlwaysHold | SteadySign | LooseSteadyStates | FactorsOfHalfTheGain | WorkTwice
        | LocalDefectSign => (Matrix, Kind::Prediction),
        CellsReversed => (Matrix, Kind::Sequence),
        RankingReversed | ScoresInverted | TiesBackwards | PairedInverted => (Matrix, Kind::Board),
        DigestWithoutCells => (Matrix, Kind::Digest),
        Unrepeatable => (Repeated, Kind::Unstable),
        LooseClaimRule | AlwaysReproduced => (Claims, Kind::Claim),
        PapersLost => (Claims, Kind::Gone),
        SlowStep => {
            let counted = crate::instructions::available();
            (
                Speed,
                if counted {
                    Kind::Instructions
                } else {
                    Kind::Ratio
                },
            )
        }
    }
}

/// Runs the self-test, in a build that has the defects.
pub(super) fn run(only: &[String]) -> anyhow::Result<ExitCode> {
    if !planted::AVAILABLE {
        let mut command = vec!["run", "--release", "--package", "xtask"];
        command.extend(["--features", "planted-defects", "--", "gate", "--self-test"]);
        command.extend(only.iter().flat_map(|id| ["--defect", id]));
        return Ok(cargo::exit_code(cargo::stream(&command)?));
    }
    let ids: Vec<&str> = Defect::ALL.iter().map(|defect| defect.id()).collect();
    if let Some(unknown) = only.iter().find(|id| !ids.contains(&id.as_str())) {
        bail!(
            "there is no defect `{unknown}`; there are {}",
            ids.join(", ")
        );
    }
    let chosen = |defect: &&Defect| only.is_empty() || only.iter().any(|id| id == defect.id());
    // Planted panics are results; their messages would hide the others.
    std::panic::set_hook(Box::new(|_| {}));
    let begin = Instant::now();
    let honest = Baseline {
        claims: figures::claims(&PAPERS)?,
        speed: Some(measured(None)?),
        ..matrices()?
    };
    let text = honest.to_text();
    let baseline = Baseline::parse(&text)?;
    if baseline != honest {
        bail!("a baseline does not come back from its file as it was written");
    }
    let second = Baseline {
        claims: figures::claims(&PAPERS)?,
        speed: Some(measured(None)?),
        ..matrices()?
    };
    let report = compare(&baseline, &second, None);
    if !report.pass() {
        say!(
            "{}",
            super::text::listing(&report.difference(ComparedWith::default()))
        );
        say!("self-test: the unchanged code does not pass");
        return Ok(ExitCode::from(MISSED));
    }
    say!(
        "self-test: the unchanged code passes ({:.0} s)",
        begin.elapsed().as_secs_f64()
    );
    let (mut found, mut missed) = (0, 0);
    for defect in Defect::ALL.iter().filter(chosen) {
        let (part, kind) = expected(*defect);
        planted::plant(Some(*defect));
        let report = examined(part, *defect, &baseline);
        planted::plant(None);
        let report = report?;
        let (word, because) = match because(&report, kind) {
            Ok(because) => {
                found += 1;
                ("red", because)
            }
            Err(because) => {
                missed += 1;
                ("MISSED", because)
            }
        };
        say!("{word:6} {:28} {because}", defect.id());
    }
    let seconds = begin.elapsed().as_secs_f64();
    say!("self-test: {found} defects found, {missed} missed, {seconds:.0} s");
    Ok(ExitCode::from(if missed == 0 { 0 } else { MISSED }))
}

/// The worst finding of the expected kind, or what was found in its place.
fn because(report: &Report, kind: Kind) -> Result<String, String> {
    let of_kind = || {
        report
            .findings()
            .filter(|(_, finding)| finding.kind == kind)
    };
    if let Some((subject, finding)) = of_kind().next() {
        let more = of_kind().count();
        return Ok(format!(
            "{} ({more}): {subject}: {}",
            kind.id(),
            finding.what
        ));
    }
    let mut kinds: Vec<&str> = report.findings().map(|(_, f)| f.kind.id()).collect();
    kinds.sort_unstable();
    kinds.dedup();
    Err(match kinds.is_empty() {
        true => format!("{} expected, but the gate passes", kind.id()),
        false => format!("{} expected, found are {}", kind.id(), kinds.join(", ")),
    })
}

/// The report of the gate while a defect is planted.
fn examined(part: Part, defect: Defect, honest: &Baseline) -> anyhow::Result<Report> {
    let others = || honest.clone();
    let (present, again) = match part {
        Part::Matrix | Part::Repeated => {
            let with_rest = |figures: Baseline| Baseline {
                claims: others().claims,
                speed: others().speed,
                ..figures
            };
            let present = with_rest(matrices()?);
            let again = match part {
                Part::Repeated => Some(figures::cells(&present.cells.iter().collect::<Vec<_>>())?),
                _ => None,
            };
            (present, again)
        }
        Part::Claims => (
            Baseline {
                claims: figures::claims(&PAPERS)?,
                ..others()
            },
            None,
        ),
        Part::Speed => {
            let speed = Some(measured(Some(defect.id()))?);
            let present = Baseline { speed, ..others() };
            let again = Baseline {
                speed: present.speed.clone(),
                ..Baseline::default()
            };
            (present, Some(again))
        }
    };
    Ok(compare(honest, &present, again.as_ref()))
}

/// The matrices of the self-test.
fn matrices() -> anyhow::Result<Baseline> {
    let owned = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
    let selection = |methods: &[&str], problems: &[&str]| Selection {
        methods: owned(methods),
        problems: owned(problems),
        ..Selection::default()
    };
    let mut all = figures::matrix("matrix", selection(&VARIANTS, &PROBLEMS), &Unobserved)?;
    let (variant, problem) = LARGE;
    let large = selection(&[variant], &[problem]);
    all.join(figures::matrix("large", large, &Unobserved)?);
    Ok(all)
}

/// The speed tier: instructions where they can be counted, else ratios.
fn measured(defect: Option<&str>) -> anyhow::Result<BaselineSpeed> {
    let instructions = speed::count(defect)?;
    let ratios: Vec<Ratio> = match instructions.is_empty() {
        true => speed::ratios()?,
        false => Vec::new(),
    };
    Ok(BaselineSpeed {
        instructions,
        ratios,
        ..BaselineSpeed::default()
    })
}
