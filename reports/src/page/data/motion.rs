//! Sketches, short motions and histories of drifts as the script draws them.

use super::round::{Decimals, Six, Three, Two};
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
    position: Vec<Two>,
    velocity: Vec<Two>,
    energy: Vec<Two>,
}

impl HistoryData {
    pub(super) fn of(history: &DriftHistory) -> Self {
        let two = |sizes: &[f64]| sizes.iter().map(|size| Two(*size)).collect();
        Self {
            step: Six(history.step),
            tolerance: history.tolerance.map(Six),
            end: Six(history.end),
            position: two(&history.position),
            velocity: two(&history.velocity),
            energy: two(&history.energy),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::captured;
    use serde_json::Value;

    fn written(data: &impl Serialize) -> Value {
        serde_json::to_value(data).unwrap()
    }

    fn read(frames: &Value) -> Vec<Vec<f64>> {
        serde_json::from_value(frames.clone()).unwrap()
    }

    #[test]
    fn the_script_gets_every_frame_with_three_decimals_of_a_motion_of_size_one() {
        let results = captured::results();
        let problems = results.problems.iter();
        let mut drawn = problems.filter_map(|p| Some((p, p.motion.as_ref()?)));
        let (problem, motion) = drawn.next().expect("a captured motion");
        let data = written(&MotionData::of(problem, motion));
        let frames = &motion.reference;
        assert_eq!(data["reference"]["kind"], "exact");
        assert_eq!(read(&data["reference"]["frames"]), *frames);
        assert_eq!(data["times"].as_array().unwrap().len(), frames.len());
        assert_eq!(
            data["links"],
            serde_json::json!([{ "ends": [0, 1], "elastic": false }])
        );
        let drifting = motion.drifting.as_ref().unwrap();
        assert_eq!(data["drifting"]["variant"], *drifting.variant);
        assert_eq!(read(&data["drifting"]["frames"]), drifting.frames);
        // In millimetres the same picture needs no decimals.
        let mut large = motion.clone();
        let frames = large.reference.iter_mut().flatten();
        frames.for_each(|x| *x *= 1e3);
        let data = written(&MotionData::of(problem, &large));
        let numbers = data["reference"]["frames"][1].as_array().unwrap();
        assert!(numbers.iter().all(Value::is_i64), "{numbers:?}");
        large.drifting = None;
        assert!(written(&MotionData::of(problem, &large))["drifting"].is_null());
    }

    #[test]
    fn a_history_names_its_run() {
        let results = captured::results();
        let told = results.cells.iter().find_map(|cell| cell.history.as_ref());
        let history = told.expect("a captured history");
        let data = written(&HistoryData::of(history));
        assert_eq!((&data["step"], &data["end"]), (&0.005.into(), &2.into()));
        assert!(data["tolerance"].is_null());
        for part in ["position", "velocity", "energy"] {
            assert_eq!(data[part].as_array().unwrap().len(), 16, "{part}");
        }
    }
}
