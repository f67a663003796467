//! The agreement figure: measured over predicted steady-state violations.

use super::axis::Axis;
use super::label::shortened;
use super::lines::{Axes, FITS};
use super::marker;
use super::panel::{BOTTOM, LEFT, LINE, Panel, RIGHT, TOP, px};
use super::{figure, in_panels, of_field};
use crate::number;
use crate::steady::{QUANTITIES, Standing, letter};
use crate::tally::distinct;
use maud::{Markup, html};
use results::{Results, SteadyQuantity, SteadyState};

/// The figure.
pub(crate) fn agreement(results: &Results) -> Markup {
    let rows = results.steady_state.iter();
    let integrators = distinct(rows.map(|row| row.integrator.as_str()));
    let panels = QUANTITIES
        .into_iter()
        .filter_map(|quantity| panel(&results.steady_state, quantity, &integrators));
    let reading = "Each point is one run that came to rest. On the line the leading term of the model is all there is \
                   to say; points leave it to the upper right, where steps are large. A ring marks a run that did not \
                   come to rest at the exact equilibrium. Only sizes are drawn; signs stand in the table.";
    figure(
        "Predicted and measured",
        reading,
        in_panels(panels),
        &of_field(
            results,
            "steady_state[].predicted, steady_state[].measured",
            ["baumgarte-energy", "circle"],
        ),
    )
}

/// Predicted and measured magnitude, if both exist and are positive.
fn point(row: &SteadyState) -> Option<[f64; 2]> {
    let point = [row.predicted?.abs(), row.measured?.abs()];
    let drawable = |x: &f64| *x > 0.0 && x.is_finite();
    point.iter().all(drawable).then_some(point)
}

fn panel(rows: &[SteadyState], quantity: SteadyQuantity, integrators: &[&str]) -> Option<Markup> {
    let rows: Vec<(&SteadyState, [f64; 2])> = rows
        .iter()
        .filter(|row| row.quantity == quantity)
        .filter_map(|row| Some((row, point(row)?)))
        .collect();
    // Both axes show the same values, so that the line of agreement is the diagonal.
    let values = || rows.iter().flat_map(|(_, point)| *point);
    let axes = Axes {
        x: Axis::log(values(), [LEFT, RIGHT])?,
        y: Axis::log(values(), [BOTTOM, TOP])?,
    };
    let letter = letter(quantity);
    let (across, up) = (
        format!("predicted |{letter}|"),
        format!("measured |{letter}|"),
    );
    let title = format!("Predicted and measured steady-state {letter}");
    let panel = Panel::new(title, letter, [&across, &up]);
    let present: Vec<(usize, &str)> = integrators
        .iter()
        .copied()
        .enumerate()
        .filter(|(_, name)| rows.iter().any(|(row, _)| row.integrator == *name))
        .collect();
    Some(panel.draw(
        axes.ticks(),
        html! {
            line.identity x1=(LEFT) y1=(BOTTOM) x2=(RIGHT) y2=(TOP) {}
            @for (place, (k, name)) in present.iter().enumerate() {
                @let (colour, shape) = marker::colour_and_shape(*k);
                g class=(format!("series points s{colour}")) {
                    @for (row, point) in rows.iter().filter(|(row, _)| row.integrator == *name) {
                        (dot(&axes, row, *point, shape))
                    }
                    @let y = TOP + 6.0 + LINE * place as f64;
                    path d=(marker::path(shape, [RIGHT + 18.0, y])) {}
                    text x=(RIGHT + 26.0) y=(px(y + 3.5)) { (shortened(name, FITS)) }
                }
            }
        },
    ))
}

fn dot(axes: &Axes, row: &SteadyState, point: [f64; 2], shape: usize) -> Markup {
    let at = axes.at(point);
    html! {
        path d=(marker::small(shape, at)) { title { (words(row)) } }
        @if Standing::of(row) == Standing::Misses {
            circle.ring cx=(px(at[0])) cy=(px(at[1])) r="7" {}
        }
    }
}

/// Everything about a point, for the tooltip.
fn words(row: &SteadyState) -> String {
    format!(
        "{}, {}, h = {}, αh = {}, βh² = {}, ρ = {}: predicted {}, measured {}",
        row.variant,
        letter(row.quantity),
        number::setting(row.h),
        number::plain(row.alpha * row.h),
        number::plain(row.beta * row.h * row.h),
        number::plain(row.rho),
        number::scientific_or_dash(row.predicted),
        number::scientific_or_dash(row.measured),
    )
}
