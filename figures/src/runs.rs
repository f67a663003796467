//! Figures of one problem: error and drift against the step and against the cost.

use crate::axis::Axis;
use crate::choice::{Choice, Chosen};
use crate::figure::{Entry, Figure, Height, Layer, Panel, Sample, curve};
use crate::guide::guide;
use results::{Cell, Problem, Quantity, Run};

/// Height of a frame as a part of its width: four of them fit on a page in one column.
const HEIGHT: Height = Height::OfWidth(0.6);

/// The quantities that are drawn, with the names of their axes. A violation has the unit of its constraint and an error that
/// of its coordinate, so no single unit stands behind them.
const DRAWN: [(Quantity, &str); 2] = [
    (Quantity::DriftPosition, "largest |Φ|"),
    (Quantity::Position, "largest position error"),
];

/// What a run is drawn against.
struct Abscissa {
    name: &'static str,
    of: fn(&Cell, &Run) -> Option<f64>,
    guided: bool,
}

const STEP: Abscissa = Abscissa {
    name: "step size h in s",
    of: |_, run| Some(run.h),
    guided: true,
};

const EVALUATIONS: Abscissa = Abscissa {
    name: "evaluations of the system",
    of: |_, run| Some(run.work.evaluations as f64),
    guided: false,
};

const TIME: Abscissa = Abscissa {
    name: "time in s",
    of: |cell, run| Some(1e-9 * cell.speed?.time_of(run.work.evaluations as f64)?),
    guided: false,
};

/// Drift and error against the step.
pub(crate) fn convergence(choice: &Choice, problem: &Problem) -> Option<Figure> {
    figure(choice, problem, "convergence", &[STEP])
}

/// Drift and error against evaluations, and against time where it was measured.
pub(crate) fn work_precision(choice: &Choice, problem: &Problem) -> Option<Figure> {
    figure(choice, problem, "work-precision", &[EVALUATIONS, TIME])
}

fn figure(
    choice: &Choice,
    problem: &Problem,
    kind: &str,
    abscissas: &[Abscissa],
) -> Option<Figure> {
    let kinds = abscissas
        .iter()
        .flat_map(|x| DRAWN.iter().map(move |y| (x, y)));
    let panels: Vec<Panel> = kinds
        .filter_map(|(x, (quantity, name))| panel(choice, problem, x, *quantity, name))
        .collect();
    let seen = |chosen: &&Chosen| {
        let layers = panels.iter().flat_map(|panel| &panel.layers);
        let mut looks = layers.filter_map(|layer| match layer {
            Layer::Curve { look, .. } => Some(*look),
            _ => None,
        });
        looks.any(|look| look == chosen.look)
    };
    let key = choice.variants.iter().filter(seen);
    let key = key
        .map(|chosen| Entry {
            sample: Sample::Curve(chosen.look),
            label: chosen.label.clone(),
        })
        .collect();
    (!panels.is_empty()).then(|| Figure {
        title: format!("{} on {}", kind.replace('-', " "), problem.name),
        small: false,
        panels,
        key,
    })
}

fn panel(
    choice: &Choice,
    problem: &Problem,
    abscissa: &Abscissa,
    quantity: Quantity,
    name: &str,
) -> Option<Panel> {
    let cells: Vec<(&Chosen, &Cell)> = choice
        .variants
        .iter()
        .filter_map(|chosen| Some((chosen, choice.cell(chosen, problem)?)))
        .collect();
    let values: Vec<Vec<[f64; 2]>> = cells
        .iter()
        .map(|(_, cell)| {
            let point = |run: &Run| {
                let measured = run.measured[quantity].unwrap_or(f64::NAN);
                Some([(abscissa.of)(cell, run)?, measured])
            };
            cell.order_runs().iter().filter_map(point).collect()
        })
        .collect();
    // Only what can be drawn on both axes stretches them.
    let drawn = || {
        let both = |point: &&[f64; 2]| point.iter().all(|x| *x > 0.0 && x.is_finite());
        values.iter().flatten().filter(both)
    };
    let x = Axis::log(abscissa.name, drawn().map(|point| point[0]))?;
    let mut y = Axis::log(name, drawn().map(|point| point[1]))?;
    let mut layers = vec![];
    if abscissa.guided {
        let claims = cells.iter().filter_map(|(chosen, cell)| {
            let claimed = cell.claimed_order.unwrap_or(chosen.variant.claimed_order);
            claimed[quantity]
        });
        (y, layers) = guide(&x, y, &values, claims);
    }
    let curves = cells.iter().zip(&values);
    layers.extend(curves.filter_map(|((chosen, _), values)| curve(&x, &y, values, chosen.look)));
    Some(Panel {
        heading: choice.heading(&problem.name),
        x,
        y,
        height: HEIGHT,
        layers,
    })
}
