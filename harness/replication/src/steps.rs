//! How many steps a run has.

/// The number of steps of `h` in `time`.
pub(crate) fn steps(time: f64, h: f64) -> usize {
    (time / h).round() as usize
}
