//! Tasks that wait for a worker.

use runner::Task;

/// Places of the tasks that nobody has taken yet.
pub(crate) struct Queue<'a> {
    tasks: &'a [Task],
    waiting: Vec<usize>,
    /// For each worker the problem it is at.
    at: Vec<Option<usize>>,
}

impl<'a> Queue<'a> {
    pub(crate) fn new(tasks: &'a [Task], workers: usize) -> Self {
        Self {
            tasks,
            waiting: (0..tasks.len()).rev().collect(),
            at: vec![None; workers],
        }
    }

    /// The next task for a worker: on the problem it has prepared, else on one that no other worker is at, else the
    /// first that waits.
    pub(crate) fn take(&mut self, worker: usize, prepared: Option<usize>) -> Option<usize> {
        let mine = prepared.or(self.at[worker]);
        let problem = |place: &usize| self.tasks[*place].problem();
        let others: Vec<usize> = (self.at.iter().enumerate())
            .filter_map(|(k, at)| at.filter(|_| k != worker))
            .collect();
        let near = |p: &usize| problem(p).is_some() && problem(p) == mine;
        let free = |p: &usize| problem(p).is_none_or(|at| !others.contains(&at));
        let waiting = &self.waiting;
        let k = (waiting.iter().rposition(near))
            .or_else(|| waiting.iter().rposition(free))
            .or_else(|| waiting.len().checked_sub(1))?;
        let place = self.waiting.remove(k);
        self.at[worker] = self.tasks[place].problem().or(self.at[worker]);
        Some(place)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn workers_stay_at_their_problem_and_help_when_it_is_done() {
        let cell = |problem| Task::Problem { problem };
        let tasks = [cell(0), cell(0), cell(1), cell(0), cell(1), Task::List];
        let mut queue = Queue::new(&tasks, 2);
        assert_eq!(queue.take(0, None), Some(0));
        assert_eq!(queue.take(1, None), Some(2));
        assert_eq!(queue.take(1, Some(1)), Some(4));
        assert_eq!(queue.take(0, Some(0)), Some(1));
        assert_eq!(queue.take(1, Some(1)), Some(5));
        assert_eq!(queue.take(1, Some(1)), Some(3));
        assert_eq!(queue.take(0, Some(0)), None);
    }
}
