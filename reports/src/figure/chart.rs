//! Small multiples over the step size, on shared logarithmic axes: one panel per method, every other line as a pale ghost.
//!
//! The ghosts let a reader compare methods without reading thirty labels in one frame. They are drawn once,
//! in the first panel, and referred to from the others.

use super::axis::Axis;
use super::guide::slope_guide;
use super::in_panels;
use super::lines::{Axes, Line, lines};
use super::marker::LOOKS;
use super::panel::{BOTTOM, LEFT, Panel, RIGHT, TOP};
use crate::tally::distinct;
use maud::{Markup, html};

/// Errors above this are blow-ups; showing them would flatten everything else.
pub(super) const BLOWN_UP: f64 = 1e4;

/// One line of the chart.
pub(crate) struct Series {
    /// Name of the panel it belongs to.
    pub(crate) panel: String,
    /// Text beside its end.
    pub(crate) label: String,
    /// Full name, shown on hovering.
    pub(crate) title: String,
    /// Step size and error, coarsest first.
    pub(crate) points: Vec<[f64; 2]>,
    /// A second line with the same look, dashed and without markers; most have none.
    pub(crate) second: Vec<[f64; 2]>,
    /// Whether the line is dashed.
    pub(crate) dashed: bool,
    /// Orders for the slope guide.
    pub(crate) slopes: Vec<f64>,
}

/// A line with its marker and colour.
type Styled<'a> = (usize, &'a Series);

/// How a panel gets the pale lines behind its own.
#[derive(Clone, Copy)]
enum Ghosts {
    /// A single panel has nothing to compare with.
    None,
    Drawn,
    Referred,
}

impl Ghosts {
    fn of(panel: usize, panels: usize) -> Self {
        match (panel, panels) {
            (_, 1) => Self::None,
            (0, _) => Self::Drawn,
            _ => Self::Referred,
        }
    }
}

/// A chart before it is drawn.
pub(crate) struct Chart<'a> {
    /// Part of the ids in the page.
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
    /// Every panel, or none when no run came to its end.
    pub(crate) fn panels(mut self) -> Option<Markup> {
        let labels: Vec<String> = self
            .series
            .iter()
            .map(|series| series.label.clone())
            .collect();
        let known = distinct(labels.iter().map(String::as_str));
        for series in &mut self.series {
            for points in [&mut series.points, &mut series.second] {
                points.retain(|[x, y]| *x > 0.0 && x.is_finite() && *y > 0.0 && *y < BLOWN_UP);
            }
        }
        self.series.retain(|series| !series.points.is_empty());
        let points = || {
            self.series
                .iter()
                .flat_map(|series| series.points.iter().chain(&series.second))
        };
        let axes = Axes {
            x: Axis::log(points().map(|point| point[0]), [RIGHT, LEFT])?,
            y: Axis::log(points().map(|point| point[1]), [BOTTOM, TOP])?,
        };
        let groups = self.groups(&known);
        in_panels(
            groups.iter().enumerate().map(|(k, (name, lines))| {
                self.panel(&axes, name, lines, Ghosts::of(k, groups.len()))
            }),
        )
    }

    /// The lines by panel, in the order of the results; a method with too many lines gets several panels.
    fn groups(&self, known: &[&str]) -> Vec<(String, Vec<Styled<'_>>)> {
        let mut groups: Vec<(String, Vec<&Series>)> = vec![];
        for series in &self.series {
            match groups.last_mut() {
                Some((name, lines)) if *name == series.panel => lines.push(series),
                _ => groups.push((series.panel.clone(), vec![series])),
            }
        }
        let split = groups.into_iter().flat_map(|(name, lines)| {
            let parts = lines.len().div_ceil(LOOKS);
            let pieces: Vec<Vec<&Series>> = lines.chunks(LOOKS).map(<[_]>::to_vec).collect();
            pieces.into_iter().enumerate().map(move |(k, piece)| {
                let part = if parts > 1 {
                    format!(" ({} of {parts})", k + 1)
                } else {
                    String::new()
                };
                (format!("{name}{part}"), styled(piece, known))
            })
        });
        split.collect()
    }

    fn panel(&self, axes: &Axes, name: &str, of: &[Styled], ghosts: Ghosts) -> Markup {
        let ghost = format!("ghost-{}", self.id);
        let panel = Panel {
            title: format!("{}: {name}", self.title),
            name,
            across: "step size h in s, finer →",
            up: self.vertical,
            right: RIGHT,
        };
        let slopes = of
            .iter()
            .flat_map(|(_, series)| series.slopes.iter().copied());
        panel.draw(axes.ticks(), html! {
            @match ghosts {
                Ghosts::None => {}
                Ghosts::Drawn => g.ghost id=(ghost) {
                    @for series in &self.series { polyline points=(axes.polyline(&series.points)) {} }
                },
                Ghosts::Referred => use href=(format!("#{ghost}")) {},
            }
            (slope_guide(axes, self.guide, slopes))
            (lines(axes, &of.iter().map(line).collect::<Vec<_>>()))
        })
    }
}

/// Gives every line of a panel a look. The same label looks the same in every panel, unless its look is taken.
fn styled<'a>(lines: Vec<&'a Series>, known: &[&str]) -> Vec<Styled<'a>> {
    let mut free: Vec<usize> = (0..LOOKS).collect();
    let styled = lines.into_iter().map(|series| {
        let wished = known
            .iter()
            .position(|label| *label == series.label)
            .unwrap_or(0)
            % LOOKS;
        let place = free.iter().position(|look| *look >= wished).unwrap_or(0);
        (free.remove(place), series)
    });
    styled.collect()
}

fn line<'a>((look, series): &Styled<'a>) -> Line<'a> {
    Line {
        look: format!("s{look}"),
        label: &series.label,
        title: &series.title,
        points: &series.points,
        second: &series.second,
        dashed: series.dashed,
        marker: Some(*look),
    }
}
