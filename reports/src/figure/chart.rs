//! Errors over the step size, one panel per method on shared logarithmic axes, with all other lines as pale ghosts.
//!
//! The ghosts let a reader compare methods without reading thirty labels in one frame. They are drawn once,
//! in the first panel, and referred to from the others.

use super::guide::slope_guide;
use super::in_panels;
use super::lines::{Axes, Line, lines};
use super::marker::LOOKS;
use super::panel::{LEFT, Panel, RIGHT};
use crate::tally::distinct;
use maud::{Markup, html};

/// Larger errors are blow-ups, which would compress everything else.
const BLOWN_UP: f64 = 1e4;

/// Whether a point can be drawn on logarithmic axes and is not a blow-up.
pub(super) fn is_drawable([x, y]: &[f64; 2]) -> bool {
    *x > 0.0 && x.is_finite() && *y > 0.0 && *y < BLOWN_UP
}

/// One line of the chart, errors over step sizes, coarsest first. The chart gives it its look.
pub(crate) struct Series {
    /// Name of the panel it belongs to.
    pub(crate) panel: String,
    pub(crate) line: Line,
    /// Orders for the slope guide.
    pub(crate) slopes: Vec<f64>,
}

impl Series {
    fn shares_panel(&self, other: &Self) -> bool {
        self.panel == other.panel
    }
}

/// The contents of a chart.
pub(crate) struct Chart<'a> {
    /// Part of the ids of its elements, unique on the page.
    pub(crate) id: &'a str,
    /// What the figure shows, for readers who cannot see it.
    pub(crate) title: String,
    /// Name of the vertical axis.
    pub(crate) vertical: &'a str,
    /// Words above the slope guide.
    pub(crate) guide: &'a str,
    pub(crate) series: Vec<Series>,
}

impl Chart<'_> {
    /// All panels in the order of the results, if there is anything to draw.
    pub(crate) fn panels(mut self) -> Option<Markup> {
        // What cannot be drawn still has its label, so that problems agree in their looks.
        let labels = self.series.iter().map(|series| series.line.label.clone());
        let labels: Vec<String> = labels.collect();
        let known = distinct(labels.iter().map(String::as_str));
        for Series { line, .. } in &mut self.series {
            line.points.retain(is_drawable);
            line.second.retain(is_drawable);
        }
        self.series.retain(|series| !series.line.points.is_empty());
        for method in self.series.chunk_by_mut(Series::shares_panel) {
            let panels = method.chunks_mut(LOOKS);
            panels.for_each(|panel| give_looks(panel, &known));
        }
        let lines = self.series.iter().map(|series| &series.line);
        let points = lines.flat_map(|line| line.points.iter().chain(&line.second));
        let axes = Axes::log(points, [RIGHT, LEFT])?;
        // A method with too many lines gets several panels.
        let methods = self.series.chunk_by(Series::shares_panel);
        let panels = methods.flat_map(|method| {
            let (name, parts) = (&method[0].panel, method.len().div_ceil(LOOKS));
            let panels = method.chunks(LOOKS).enumerate();
            panels.map(move |(k, panel)| match parts {
                1 => (name.clone(), panel),
                _ => (format!("{name} ({} of {parts})", k + 1), panel),
            })
        });
        let panels: Vec<_> = panels.collect();
        in_panels(panels.iter().enumerate().map(|(k, (name, series))| {
            let ghosts = self.ghosts(&axes, k, panels.len());
            self.panel(&axes, name, series, ghosts)
        }))
    }

    /// The pale lines behind those of a panel, or nothing if there is only one panel.
    fn ghosts(&self, axes: &Axes, panel: usize, panels: usize) -> Markup {
        let id = format!("ghost-{}", self.id);
        html! {
            @match (panel, panels) {
                (_, 1) => {}
                (0, _) => g.ghost id=(id) {
                    @for series in &self.series { polyline points=(axes.polyline(&series.line.points)) {} }
                },
                _ => use href=(format!("#{id}")) {},
            }
        }
    }

    fn panel(&self, axes: &Axes, name: &str, series: &[Series], ghosts: Markup) -> Markup {
        let title = format!("{}: {name}", self.title);
        let panel = Panel::new(title, name, ["step size h in s, finer →", self.vertical]);
        let slopes = series.iter().flat_map(|series| series.slopes.clone());
        panel.draw(
            axes.ticks(),
            html! {
                (ghosts)
                (slope_guide(axes, self.guide, slopes))
                (lines(axes, series.iter().map(|series| &series.line)))
            },
        )
    }
}

/// Gives every line of a panel its own look. Equal labels look equal in all panels, unless the look is taken.
fn give_looks(panel: &mut [Series], known: &[&str]) {
    let mut free: Vec<usize> = (0..LOOKS).collect();
    for Series { line, .. } in panel {
        let wished = known.iter().position(|label| *label == line.label);
        let wished = wished.unwrap_or(0) % LOOKS;
        let place = free.iter().position(|look| *look >= wished).unwrap_or(0);
        let look = free.remove(place);
        (line.look, line.marker) = (format!("s{look}"), Some(look));
    }
}
