//! The number of steps of a run.

/// The number of steps of `h` in `time`.
pub(crate) fn steps(time: f64, h: f64) -> usize {
    (time / h).round() as usize
}
