//! Sketches, short motions and histories of drifts as the script draws them.

use super::round::{Decimals, Six, Three};
use results::{DriftHistory, Drifting, Link, Motion, Problem, ReferenceKind};
use serde::Serialize;

/// The motion of a mechanism.
#[derive(Serialize)]
pub(super) struct MotionData<'a> {
    dimensions: usize,
    points: usize,
    fixed: Vec<Vec<Decimals>>,
    paths: Vec<Vec<Vec<Decimals>>>,
    links: &'a [Link],
    times: Vec<Three>,
    reference: ReferenceData,
    drifting: Option<DriftingData<'a>>,
}

#[derive(Serialize)]
struct ReferenceData {
    kind: &'static str,
    frames: Vec<Vec<Decimals>>,
}

#[derive(Serialize)]
struct DriftingData<'a> {
    variant: &'a str,
    step: Six,
    /// Its largest |Φ|.
    drift: Three,
    frames: Vec<Vec<Decimals>>,
}

/// Coordinates are rounded to this part of the size of the picture, or less: a picture has no more pixels.
const RESOLUTION: f64 = 1e-3;

impl<'a> MotionData<'a> {
    pub(super) fn of(problem: &Problem, motion: &'a Motion) -> Self {
        let Motion {
            sketch,
            times,
            reference,
            drifting,
        } = motion;
        let size = sketch.size(reference.iter().map(Vec::as_slice));
        let decimals = (-math::log10(RESOLUTION * size)).ceil().clamp(0.0, 300.0) as usize;
        let rounded = |points: &[Vec<f64>]| -> Vec<Vec<Decimals>> {
            let point = |point: &Vec<f64>| point.iter().map(|x| Decimals(*x, decimals)).collect();
            points.iter().map(point).collect()
        };
        let with_frames = |run: &'a Drifting| DriftingData {
            variant: &run.variant,
            step: Six(run.step),
            drift: run.drift.into(),
            frames: rounded(&run.frames),
        };
        Self {
            dimensions: sketch.dimensions,
            points: sketch.points,
            fixed: rounded(&sketch.fixed),
            paths: sketch.paths.iter().map(|path| rounded(path)).collect(),
            links: &sketch.links,
            times: times.iter().map(|t| Three::from(*t)).collect(),
            reference: ReferenceData {
                kind: match problem.reference.kind {
                    ReferenceKind::ClosedForm => "exact",
                    ReferenceKind::MinimalCoordinates | ReferenceKind::StoredDigits => "computed",
                },
                frames: rounded(reference),
            },
            drifting: drifting.as_ref().map(with_frames),
        }
    }
}

/// How the drifts of the typical run of a cell develop.
#[derive(Serialize)]
pub(super) struct HistoryData {
    step: Six,
    tolerance: Option<Six>,
    end: Six,
    position: Vec<Three>,
    velocity: Vec<Three>,
    energy: Vec<Three>,
}

impl HistoryData {
    pub(super) fn of(history: &DriftHistory) -> Self {
        let three = |sizes: &[f64]| sizes.iter().map(|size| Three::from(*size)).collect();
        Self {
            step: Six(history.step),
            tolerance: history.tolerance.map(Six),
            end: Six(history.end),
            position: three(&history.position),
            velocity: three(&history.velocity),
            energy: three(&history.energy),
        }
    }
}
