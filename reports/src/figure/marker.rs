//! Marker shapes: lines that share a panel differ in shape as well as in colour.

use crate::number::without_zeros;

/// The number of looks, which is also the most lines that one panel shows.
pub(crate) const LOOKS: usize = 6;

/// The outline of a marker around a point.
pub(crate) fn path(look: usize, point: [f64; 2]) -> String {
    sized(look, point, 1.0)
}

/// The outline of a smaller marker, for many points.
pub(crate) fn small(look: usize, point: [f64; 2]) -> String {
    sized(look, point, 0.75)
}

fn sized(look: usize, [x, y]: [f64; 2], size: f64) -> String {
    let s = |length: f64| without_zeros(&format!("{:.2}", size * length)).to_owned();
    let at = |dx: f64, dy: f64| format!("{:.1} {:.1}", x + size * dx, y + size * dy);
    match look % LOOKS {
        0 => format!(
            "M{}a{r} {r} 0 1 0 {d} 0a{r} {r} 0 1 0 -{d} 0z",
            at(-3.4, 0.0),
            r = s(3.4),
            d = s(6.8)
        ),
        1 => format!("M{}h{d}v{d}h-{d}z", at(-3.0, -3.0), d = s(6.0)),
        2 => format!("M{}l{} {}h-{}z", at(0.0, -4.5), s(4.0), s(7.0), s(8.0)),
        3 => format!("M{}l{r} {r}l-{r} {r}l-{r} -{r}z", at(0.0, -4.4), r = s(4.4)),
        4 => format!("M{}l{} -{}h-{}z", at(0.0, 4.5), s(4.0), s(7.0), s(8.0)),
        _ => format!(
            "M{}h{a}v-{a}h{b}v{a}h{a}v{b}h-{a}v{a}h-{b}v-{a}h-{a}z",
            at(-3.4, -1.0),
            a = s(2.4),
            b = s(2.0)
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn no_two_looks_share_a_shape() {
        let shapes: BTreeSet<_> = (0..LOOKS).map(|look| path(look, [10.0, 10.0])).collect();
        assert_eq!(shapes.len(), LOOKS);
    }

    #[test]
    fn a_small_marker_is_smaller() {
        assert_eq!(path(1, [10.0, 10.0]), "M7.0 7.0h6v6h-6z");
        assert_eq!(small(1, [10.0, 10.0]), "M7.8 7.8h4.5v4.5h-4.5z");
    }
}
