//! The slope guide of a panel: dashed lines with the slopes of some orders.

use super::label::spread;
use super::lines::Axes;
use super::panel::{BOTTOM, LEFT, RIGHT, TOP, px};
use crate::number;
use maud::{Markup, html};

/// Dashed lines in the lower left corner, one per order.
pub(super) fn slope_guide(axes: &Axes, words: &str, orders: impl Iterator<Item = f64>) -> Markup {
    let mut orders: Vec<f64> = orders.filter(|p| *p > 0.0 && p.is_finite()).collect();
    orders.sort_by(f64::total_cmp);
    orders.dedup();
    let Some(steepest) = orders.last().copied() else {
        return html! {};
    };
    let per_decade = [axes.x.per_decade().abs(), axes.y.per_decade().abs()];
    // The fan takes at most a third of the frame in both directions.
    let decades = (0.30 * (RIGHT - LEFT) / per_decade[0])
        .min(0.34 * (BOTTOM - TOP) / (steepest * per_decade[1]));
    let [width, drop] = [decades * per_decade[0], decades * per_decade[1]];
    let [x, y] = [LEFT + 10.0, BOTTOM - 10.0 - steepest * drop];
    let ends: Vec<f64> = orders.iter().map(|p| y + p * drop).collect();
    let places = spread(&ends, 11.0, [TOP, BOTTOM - 4.0]);
    html! {
        g.guide {
            title { "Slopes for comparison: " (words) }
            text x=(px(x)) y=(px(y - 5.0)) { (words) }
            @for (order, (end, place)) in orders.iter().zip(ends.iter().zip(places)) {
                line x1=(px(x)) y1=(px(y)) x2=(px(x + width)) y2=(px(*end)) {}
                text x=(px(x + width + 4.0)) y=(px(place + 3.5)) { (number::claim(*order)) }
            }
        }
    }
}
