//! The speed tier: instructions by callgrind where it is installed, else ratios to the limit kernels.

use super::figures::{Thoroughness, planned};
use crate::choice::Choice;
use crate::{instructions, provenance};
use results::Provenance;
use runner::gate::{BaselineSpeed, Instructions, Ratio};
use runner::{Effort, Scope, Selection, Settings, Unobserved};

/// The variants whose instructions are counted: without and with feedback, one stage and several, fixed and adaptive
/// steps, projections, penalties and implicit steps.
const COUNTED: [&str; 6] = [
    "unstabilized/rk4",
    "baumgarte/rk4",
    "baumgarte/ab3",
    "baumgarte/dopri5/adaptive",
    "mass-projection/rk4",
    "augmented-lagrangian/trapezoid/index1",
];

/// The problems on which they are counted: from the smallest kernel to a sparse system.
const COUNTED_ON: [&str; 4] = [
    "pendulum",
    "slider-crank",
    "andrews-squeezer",
    "chain/links-100",
];

/// The variants that are timed beside limit kernels, which exist for RK-4.
const TIMED: [&str; 2] = ["unstabilized/rk4", "baumgarte/rk4"];

/// The problems on which they are timed, as far as they have a kernel.
const TIMED_ON: [&str; 5] = [
    "circle",
    "pendulum",
    "planar-double-pendulum",
    "slider-crank",
    "three-mass-oscillator",
];

fn owned(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| (*name).to_owned()).collect()
}

/// Measures what is asked for.
pub(super) fn measure(thoroughness: Thoroughness) -> anyhow::Result<Option<BaselineSpeed>> {
    if thoroughness == Thoroughness::Skip {
        return Ok(None);
    }
    let counted = count(None)?;
    let needed = thoroughness == Thoroughness::Everything || counted.is_empty();
    let ratios = if needed { ratios()? } else { Vec::new() };
    Ok(Some(BaselineSpeed {
        rustc: env!("DRIFTBENCH_RUSTC").to_owned(),
        cpu: provenance::cpu(),
        instructions: counted,
        ratios,
    }))
}

/// Instructions of a step of every counted cell, with a planted defect in a build that has them; none without valgrind.
pub(super) fn count(defect: Option<&str>) -> anyhow::Result<Vec<Instructions>> {
    if !instructions::available() {
        return Ok(Vec::new());
    }
    let choice = Choice {
        methods: owned(&COUNTED),
        problems: owned(&COUNTED_ON),
        ..Choice::default()
    };
    let counted = instructions::per_step(&choice, defect, &std::env::temp_dir())?;
    let figure = |(done, per_step): (instructions::Performed, f64)| Instructions {
        variant: done.variant,
        problem: done.problem,
        per_step,
    };
    Ok(counted.into_iter().map(figure).collect())
}

/// Times relative to the limit kernels.
pub(super) fn ratios() -> anyhow::Result<Vec<Ratio>> {
    let settings = Settings {
        selection: Selection {
            methods: owned(&TIMED),
            problems: owned(&TIMED_ON),
            ..Selection::default()
        },
        scope: Scope::Gate,
        speed: Effort::Full,
        ..Settings::default()
    };
    let results = planned(settings)?.run(Provenance::default(), &Unobserved);
    let ratio = |cell: &results::Cell| {
        let speed = cell.speed?;
        Some(Ratio {
            variant: cell.variant.clone(),
            problem: cell.problem.clone(),
            ratio: speed.relative_to_limit?,
            interval: speed.relative_interval?,
        })
    };
    Ok(results.cells.iter().filter_map(ratio).collect())
}
