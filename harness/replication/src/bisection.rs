//! Bisection for the end of a range in which a condition holds.

/// The largest number for which `holds` was found true, after halving a range this many times. `holds` must be true at
/// the first end of the range and false at the other.
pub(crate) fn bisection(
    [mut inside, mut outside]: [f64; 2],
    halvings: usize,
    holds: impl Fn(f64) -> bool,
) -> f64 {
    for _ in 0..halvings {
        let middle = 0.5 * (inside + outside);
        match holds(middle) {
            true => inside = middle,
            false => outside = middle,
        }
    }
    inside
}
