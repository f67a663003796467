//! The runs that are drawn beside the true motions.

use super::{Running, Work};
use crate::store::{Key, Kind};
use crate::{Answer, Failure, Phase, Task, motion};
use results::{Cell, Drifting, Method, Problem, Run};

impl Running<'_> {
    /// Fills in the runs that are drawn beside the true motions.
    pub(super) fn motions(&self, methods: &[Method], problems: &mut [Problem], cells: &[Cell]) {
        let (mut work, mut places) = (Vec::new(), Vec::new());
        for (place, problem) in problems.iter().enumerate() {
            let visible = motion::most_visible(problem, methods, cells);
            let drawn = visible.filter(|_| problem.motion.is_some());
            if let Some(followed) = drawn.and_then(|(cell, run)| self.followed(place, cell, run)) {
                places.push(place);
                work.push(followed);
            }
        }
        if work.is_empty() {
            return;
        }
        self.observer.phase(Phase::Motions, work.len());
        let done = |place: usize, answer: &Result<Answer, Failure>| {
            let status = if answer.is_ok() { "followed" } else { "failed" };
            let problem = &work[place].key.problem;
            self.observer.done(Phase::Motions, problem, status);
        };
        let answers = self.work(&work, &done);
        for ((work, place), answer) in work.iter().zip(places).zip(answers) {
            match (answer, &mut problems[place].motion) {
                (Ok(Answer::Motion(drifting)), Some(motion)) => motion.drifting = Some(drifting),
                (Err(failure), _) => self.observer.trouble(&format!(
                    "{} on {} cannot be drawn: {failure}",
                    work.key.variant, work.key.problem
                )),
                _ => {}
            }
        }
    }

    /// The work of following a run again, on the problem at this place.
    fn followed(&self, place: usize, cell: &Cell, run: &Run) -> Option<Work> {
        let methods = self.plan.methods.iter();
        let mut variants = methods.flat_map(|method| &method.variants);
        let variant = variants.find(|v| v.described.id == cell.variant)?;
        Some(Work {
            key: Key {
                method: cell.method.clone(),
                variant: cell.variant.clone(),
                problem: cell.problem.clone(),
                ..self.key(Kind::Motion)
            },
            task: Task::Motion {
                method: variant.place.0,
                variant: variant.place.1,
                problem: self.plan.problems[place].place,
                run: Drifting {
                    variant: cell.variant.clone(),
                    step: run.h,
                    drift: run.measured.drift_position?,
                    frames: Vec::new(),
                },
            },
        })
    }
}
