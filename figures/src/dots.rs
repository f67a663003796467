//! Panels with one row for each problem or board, and a dot for each variant.

use crate::axis::Axis;
use crate::figure::{Height, Layer, Panel, Pen, Place};
use crate::font;
use crate::ink;
use crate::look::{self, Look};
use crate::typeset;

/// Height of a row for each dot in it, in micrometres.
const DOT: f64 = 900.0;

/// Height of a row beside its dots or its name.
const BESIDE: f64 = 700.0;

/// The widest name of a row on one line.
const NAME: f64 = 44_000.0;

const RULE: Pen = Pen {
    ink: [110, 110, 110],
    width: 200.0,
    dashes: &[],
};

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
    /// The text in a row without dots.
    pub(crate) none: &'a str,
}

impl Rows<'_> {
    /// The panel, if there are rows.
    pub(crate) fn panel(self) -> Option<Panel> {
        let names = self.names.iter();
        let names: Vec<Vec<String>> = names
            .map(|name| typeset::wrapped(name, ink::SMALL, NAME))
            .collect();
        let of_dots = DOT * self.dots.len().max(2) as f64;
        let heights: Vec<f64> = names
            .iter()
            .map(|lines| of_dots.max(lines.len() as f64 * font::LINE * ink::SMALL) + BESIDE)
            .collect();
        let height: f64 = heights.iter().sum();
        let mut top = 1.0;
        // The first row is at the top.
        let middles: Vec<f64> = heights
            .iter()
            .map(|row| {
                top -= row / height;
                top + 0.5 * row / height
            })
            .collect();
        let named = middles.iter().zip(&names);
        let y = Axis::rows(named.map(|(at, name)| (*at, name.join("\n"))).collect())?;

        let mut layers = vec![];
        if let Some(x) = self.rule.and_then(|value| self.x.at(value)) {
            layers.push(Layer::Lines {
                lines: vec![vec![[x, 0.0], [x, 1.0]]],
                pen: RULE,
            });
        }
        for (k, (look, dots)) in self.dots.iter().enumerate() {
            // The first variant is at the top of a row.
            let offset = of_dots / height * (0.5 - (k as f64 + 0.5) / self.dots.len() as f64);
            let at = |dot: &Dot, value: f64| -> Option<Place> {
                Some([self.x.at(value)?, middles.get(dot.row)? + offset])
            };
            let bar = |dot: &Dot| {
                let [low, high] = dot.interval?;
                Some(vec![at(dot, low)?, at(dot, high)?])
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
                markers: dots.iter().filter_map(|dot| at(dot, dot.value)).collect(),
                look: *look,
            });
        }
        let empty = |row: &usize| {
            let mut dots = self.dots.iter().flat_map(|(_, dots)| dots);
            !dots.any(|dot| dot.row == *row)
        };
        let empty = (0..self.names.len()).filter(empty);
        layers.extend(empty.map(|row| Layer::Label {
            at: [0.0, middles[row]],
            text: self.none.to_owned(),
        }));
        Some(Panel {
            heading: self.heading,
            x: self.x,
            y,
            height: Height::Fixed(height),
            layers,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_row_is_at_the_top_and_long_names_have_higher_rows() {
        let long = "a name that needs more than one line in a figure, whatever its width, or even a third one";
        let names = ["short", long, "last"].map(str::to_owned);
        let dots = [(Look(0), vec![])];
        let panel = Rows {
            heading: String::new(),
            names: &names,
            x: Axis::linear("x", [0.0, 1.0]).unwrap(),
            dots: &dots,
            rule: None,
            none: "nothing",
        };
        let panel = panel.panel().unwrap();
        let places: Vec<f64> = panel.y.ticks().iter().map(|(at, _)| *at).collect();
        assert!(places[0] > places[1] && places[1] > places[2], "{places:?}");
        // The long name is in the middle, and takes more than a third.
        assert!(places[0] > 5.0 / 6.0, "{places:?}");
        let texts = panel.layers.iter();
        let texts = texts.filter(|layer| matches!(layer, Layer::Label { .. }));
        assert_eq!(texts.count(), 3);
    }
}
