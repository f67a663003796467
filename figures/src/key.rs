//! The key below the panels: a sample and a name for everything that needs one.

use crate::figure::{Entry, Sample};
use crate::font;
use crate::ink::{self, Area, Drawn, TEXT, style};
use crate::look;
use crate::typeset;

/// Width of a sample in micrometres.
const SAMPLE: f64 = 8_000.0;

/// Distance between a sample and its name.
const GAP: f64 = 1_200.0;

/// Distance between two columns.
const BETWEEN: f64 = 3_000.0;

/// The most columns.
const COLUMNS: usize = 4;

/// The key, laid out for a width.
pub(crate) struct Key<'a> {
    entries: &'a [Entry],
    names: Vec<Vec<String>>,
    columns: usize,
    column: f64,
}

impl<'a> Key<'a> {
    /// As many columns as leave every name on one line, or one column with broken names.
    pub(crate) fn new(entries: &'a [Entry], width: f64) -> Self {
        let column = |columns: usize| {
            let columns = columns as f64;
            (width - (columns - 1.0) * BETWEEN) / columns
        };
        let widest = entries
            .iter()
            .map(|entry| font::width(&entry.label, ink::SMALL))
            .fold(0.0, f64::max);
        let most = COLUMNS.min(entries.len()).max(1);
        let fits = |columns: &usize| SAMPLE + GAP + widest <= column(*columns);
        let columns = (1..=most).rev().find(fits).unwrap_or(1);
        let column = column(columns);
        let broken =
            |entry: &Entry| typeset::wrapped(&entry.label, ink::SMALL, column - SAMPLE - GAP);
        Self {
            entries,
            names: entries.iter().map(broken).collect(),
            columns,
            column,
        }
    }

    /// Height of a row: its longest name, and a little air.
    fn row(&self, row: usize) -> f64 {
        let names = self
            .names
            .iter()
            .skip(row * self.columns)
            .take(self.columns);
        let lines = names.map(Vec::len).max().unwrap_or(0);
        lines as f64 * ink::SMALL * font::LINE + 0.25 * ink::SMALL
    }

    pub(crate) fn height(&self) -> f64 {
        let rows = self.entries.len().div_ceil(self.columns);
        (0..rows).map(|row| self.row(row)).sum()
    }

    /// Draws the key with its upper left corner at a point.
    pub(crate) fn draw(&self, area: &Area, [x, y]: [f64; 2]) -> Drawn {
        let line = ink::SMALL * font::LINE;
        let mut top = y;
        for (k, (entry, names)) in self.entries.iter().zip(&self.names).enumerate() {
            if k > 0 && k.is_multiple_of(self.columns) {
                top += self.row(k / self.columns - 1);
            }
            let left = x + (k % self.columns) as f64 * (self.column + BETWEEN);
            let middle = top + 0.5 * line;
            sample(area, &entry.sample, [left, middle])?;
            for (k, name) in names.iter().enumerate() {
                let at = [left + SAMPLE + GAP, middle + k as f64 * line];
                ink::text(area, name, &style(ink::SMALL, TEXT), at)?;
            }
        }
        Ok(())
    }
}

fn sample(area: &Area, sample: &Sample, [x, y]: [f64; 2]) -> Drawn {
    let across = vec![[x, y], [x + SAMPLE, y]];
    let center = [x + 0.5 * SAMPLE, y];
    match sample {
        Sample::Curve(look) => {
            ink::dashes(area, &across, look.ink(), look::LINE, look.dashes())?;
            ink::marker(area, *look, center)
        }
        Sample::Marker(look) => ink::marker(area, *look, center),
        Sample::Line(pen) => ink::dashes(area, &across, pen.ink, pen.width, pen.dashes),
        Sample::Cross => ink::cross(area, center),
        Sample::Area(color) => {
            let [w, h] = [0.5 * SAMPLE, 0.42 * ink::SMALL];
            let corners = [[-w, -h], [w, -h], [w, h], [-w, h]]
                .map(|[dx, dy]| [center[0] + dx, center[1] + dy]);
            ink::polygon(area, &corners, *color)?;
            let frame = [&corners[..], &corners[..1]].concat();
            ink::line(area, &frame, ink::FRAME, ink::THIN)
        }
    }
}
