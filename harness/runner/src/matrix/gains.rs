//! Gains for the mechanisms of a matrix.

use super::{Running, Work};
use crate::gains::{COARSE, REPORTED};
use crate::plan::PlannedProblem;
use crate::store::{Key, Kind};
use crate::task::ListedStudy;
use crate::{Failure, SLOW_TAGS, StudyKind, Task};
use results::{Problem, TYPICAL_STEP};

impl Running<'_> {
    /// Gains for every mechanism that is not slow, where gains are studied at all.
    pub(super) fn gains(&self, problems: &[(Problem, Option<Failure>)]) -> Vec<Work> {
        let maps = self
            .plan
            .studies
            .iter()
            .find(|study| study.study == StudyKind::GainMaps);
        let takes_part = |study: &&ListedStudy| {
            let mut methods = self.plan.methods.iter();
            methods.any(|method| method.listed.id == study.method)
        };
        let Some(study) = maps
            .filter(takes_part)
            .filter(|_| !self.settings.without_studies)
        else {
            return Vec::new();
        };
        let planned = self.plan.problems.iter().zip(problems);
        let is_slow = |p: &Problem| p.tags.iter().any(|tag| SLOW_TAGS.contains(&&**tag));
        let quick = planned.filter(|(_, (p, failure))| failure.is_none() && !is_slow(p));
        let work = |(planned, (problem, _)): (&PlannedProblem, &(Problem, _))| {
            let (place, id) = (planned.place, problem.id.clone());
            REPORTED.map(|integrator| Work {
                key: Key {
                    method: study.method.clone(),
                    variant: format!("gains with {}", integrator.id()),
                    problem: id.clone(),
                    ..self.key(Kind::Study)
                },
                task: Task::Gains {
                    problem: place,
                    integrator: integrator.id().to_owned(),
                    step: TYPICAL_STEP,
                    size: COARSE,
                },
            })
        };
        quick.flat_map(work).collect()
    }
}
