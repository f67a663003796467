//! Placing labels so that they do not overlap, and shortening them.

/// Positions near the wished ones, at least `gap` apart and inside `[low, high]` if they fit.
pub(crate) fn spread(wished: &[f64], gap: f64, [low, high]: [f64; 2]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..wished.len()).collect();
    order.sort_by(|a, b| wished[*a].total_cmp(&wished[*b]).then(a.cmp(b)));
    let mut placed = wished.to_vec();
    let mut free = low;
    for &i in &order {
        placed[i] = placed[i].max(free);
        free = placed[i] + gap;
    }
    let mut ceiling = high;
    for &i in order.iter().rev() {
        placed[i] = placed[i].min(ceiling);
        ceiling = placed[i] - gap;
    }
    placed
}

/// A label cut to `most` characters; the tooltip has the whole text.
pub(crate) fn shortened(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    text.chars()
        .take(most.saturating_sub(1))
        .chain(['…'])
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn crowded_labels_move_apart_and_keep_their_order() {
        let placed = spread(&[50.0, 51.0, 49.0, 99.0], 10.0, [0.0, 100.0]);
        let mut sorted = placed.clone();
        sorted.sort_by(f64::total_cmp);
        assert!(
            sorted
                .windows(2)
                .all(|pair| pair[1] - pair[0] >= 10.0 - 1e-9)
        );
        assert!(placed[2] < placed[0] && placed[0] < placed[1]);
        assert!(sorted[3] <= 100.0);
    }

    #[test]
    fn a_long_label_is_cut() {
        assert_eq!(
            shortened("implicit-midpoint/held", 18),
            "implicit-midpoint…"
        );
        assert_eq!(shortened("rk4", 18), "rk4");
    }
}
