//! Panels with one row for each problem or board, and a dot for each variant.

use crate::axis::Axis;
use crate::figure::{Height, Layer, Panel, Pen, Place};
use crate::look::{self, Look};

/// Height of a row for each dot in it, and beside them, in micrometres.
const DOT: f64 = 1_000.0;
const BESIDE: f64 = 900.0;

/// The part of a row in which its dots are.
const SPREAD: f64 = 0.66;

/// One dot, with the ends of its interval where there is one.
pub(crate) struct Dot {
    pub(crate) row: usize,
    pub(crate) value: f64,
    pub(crate) interval: Option<[f64; 2]>,
}

/// A panel of rows.
pub(crate) struct Rows<'a> {
    pub(crate) heading: String,
    pub(crate) names: &'a [String],
    pub(crate) x: Axis,
    /// The dots of every variant.
    pub(crate) dots: &'a [(Look, Vec<Dot>)],
    /// A value that is marked by a line from top to bottom.
    pub(crate) rule: Option<f64>,
}

impl Rows<'_> {
    /// The panel, if there are rows.
    pub(crate) fn panel(self) -> Option<Panel> {
        let y = Axis::rows(self.names)?;
        let rows = self.names.len() as f64;
        let of = self.dots.len() as f64;
        let mut layers = vec![];
        if let Some(x) = self.rule.and_then(|value| self.x.at(value)) {
            layers.push(Layer::Lines {
                lines: vec![vec![[x, 0.0], [x, 1.0]]],
                pen: Pen {
                    ink: [110, 110, 110],
                    width: 200.0,
                    dashes: &[],
                },
            });
        }
        for (k, (look, dots)) in self.dots.iter().enumerate() {
            // The first variant is at the top of a row.
            let offset = SPREAD * (0.5 - (k as f64 + 0.5) / of);
            let height = |dot: &Dot| 1.0 - (dot.row as f64 + 0.5 - offset) / rows;
            let place = |dot: &Dot| Some([self.x.at(dot.value)?, height(dot)]);
            let bar = |dot: &Dot| -> Option<Vec<Place>> {
                let [low, high] = dot.interval?;
                let end = |value: f64| Some([self.x.at(value)?, height(dot)]);
                Some(vec![end(low)?, end(high)?])
            };
            layers.push(Layer::Lines {
                lines: dots.iter().filter_map(bar).collect(),
                pen: Pen {
                    ink: look.ink(),
                    width: look::LINE,
                    dashes: &[],
                },
            });
            layers.push(Layer::Curve {
                lines: vec![],
                markers: dots.iter().filter_map(place).collect(),
                look: *look,
            });
        }
        Some(Panel {
            heading: self.heading,
            x: self.x,
            y,
            height: Height::Fixed(rows * (BESIDE + DOT * of.max(2.0))),
            layers,
        })
    }
}
