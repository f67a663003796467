//! Marker shapes: lines that share a panel differ in shape as well as in colour.

/// How many looks there are; no panel shows more lines than this.
pub(crate) const LOOKS: usize = 6;

/// The outline of a marker around a point.
pub(crate) fn path(look: usize, [x, y]: [f64; 2]) -> String {
    let r = 3.4;
    match look % LOOKS {
        0 => format!(
            "M{:.1} {y:.1}a{r} {r} 0 1 0 {d} 0a{r} {r} 0 1 0 -{d} 0z",
            x - r,
            d = 2.0 * r
        ),
        1 => format!("M{:.1} {:.1}h6v6h-6z", x - 3.0, y - 3.0),
        2 => format!("M{x:.1} {:.1}l4 7h-8z", y - 4.5),
        3 => format!("M{x:.1} {:.1}l4.4 4.4l-4.4 4.4l-4.4 -4.4z", y - 4.4),
        4 => format!("M{x:.1} {:.1}l4 -7h-8z", y + 4.5),
        _ => format!(
            "M{:.1} {:.1}h2.4v-2.4h2v2.4h2.4v2h-2.4v2.4h-2v-2.4h-2.4z",
            x - 3.4,
            y - 1.0
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_looks_share_a_shape() {
        let shapes: std::collections::BTreeSet<_> =
            (0..LOOKS).map(|look| path(look, [10.0, 10.0])).collect();
        assert_eq!(shapes.len(), LOOKS);
    }
}
