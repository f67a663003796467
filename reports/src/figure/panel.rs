//! One panel of a figure: a frame with name, axes, ticks and contents.

use super::axis::Tick;
use maud::{Markup, html};

const WIDTH: f64 = 400.0;
const HEIGHT: f64 = 284.0;
pub(super) const LEFT: f64 = 58.0;
pub(super) const RIGHT: f64 = 276.0;
pub(super) const TOP: f64 = 30.0;
pub(super) const BOTTOM: f64 = 240.0;

/// Right end of a frame without anything beside it; [`RIGHT`] is that of one with a legend.
pub(super) const EDGE: f64 = 390.0;

/// Distance between two lines of a legend.
pub(super) const LINE: f64 = 13.0;

/// Number of letters that fit into a line above a frame, and below it.
const FITS: usize = 52;

/// Number of letters that fit along a vertical axis.
const UPWARDS: usize = 34;

/// The words around a frame.
pub(super) struct Panel<'a> {
    /// What it shows, for readers who cannot see it.
    pub(super) title: String,
    /// Text above the frame.
    pub(super) name: &'a str,
    /// Name of the horizontal axis.
    pub(super) across: &'a str,
    /// Name of the vertical axis.
    pub(super) up: &'a str,
}

impl<'a> Panel<'a> {
    /// A panel with its title, its name and the names of its axes.
    pub(super) fn new(title: String, name: &'a str, [across, up]: [&'a str; 2]) -> Self {
        Self {
            title,
            name,
            across,
            up,
        }
    }

    /// The frame, which ends at `right`, with the ticks of both axes and its contents. Words that need more than a line get more
    /// of them.
    pub(super) fn draw(&self, right: f64, [x, y]: [Vec<Tick>; 2], inside: Markup) -> Markup {
        let name = broken(self.name, FITS);
        let across = broken(self.across, FITS);
        let up = broken(self.up, UPWARDS);
        let (above, below) = (extra(&name), extra(&across));
        let beside = extra(&up);
        let size = format!(
            "-{beside} -{above} {} {}",
            WIDTH + beside,
            HEIGHT + above + below
        );
        let middle = 0.5 * (LEFT + right);
        html! {
            svg.chart viewBox=(size) role="img" aria-label=(self.title) {
                title { (self.title) }
                text.panel-name y=(17.0 - above) { (lines_of(&name, LEFT)) }
                g.grid {
                    @for tick in &x {
                        line x1=(px(tick.at)) x2=(px(tick.at)) y1=(TOP) y2=(BOTTOM) {}
                        text x=(px(tick.at)) y=(BOTTOM + 15.0) text-anchor="middle" { (tick.text) }
                    }
                    @for tick in &y {
                        line x1=(LEFT) x2=(right) y1=(px(tick.at)) y2=(px(tick.at)) {}
                        text x=(LEFT - 6.0) y=(px(tick.at + 3.5)) text-anchor="end" { (tick.text) }
                    }
                }
                text.axis-name y=(HEIGHT - 8.0) text-anchor="middle" { (lines_of(&across, middle)) }
                text.axis-name transform=(format!("translate({} {}) rotate(-90)", 13.0 - beside, 0.5 * (TOP + BOTTOM)))
                    text-anchor="middle" { (lines_of(&up, 0.0)) }
                (inside)
            }
        }
    }
}

/// A text in lines of at most so many letters, broken at spaces; a longer word has a line of its own.
fn broken(text: &str, most: usize) -> Vec<String> {
    let mut lines: Vec<String> = vec![];
    for word in text.split(' ') {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= most => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

/// The room that lines need beyond the first.
fn extra(lines: &[String]) -> f64 {
    (lines.len().saturating_sub(1)) as f64 * LEADING
}

/// Distance between two lines of a name.
const LEADING: f64 = 15.0;

fn lines_of(lines: &[String], x: f64) -> Markup {
    html! {
        @for (k, line) in lines.iter().enumerate() {
            tspan x=(px(x)) dy=(if k > 0 { LEADING } else { 0.0 }) { (line) }
        }
    }
}

/// A coordinate in pixels with one decimal.
pub(super) fn px(x: f64) -> String {
    format!("{x:.1}")
}

#[cfg(test)]
impl Panel<'_> {
    /// A panel for tests of what is drawn inside.
    pub(super) fn example() -> Self {
        Self::new("Fig. 1: example".into(), "example", ["t in s", "Φ"])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_that_are_too_long_get_more_lines_and_lose_nothing() {
        let name =
            "the largest violation of every constraint row of the second loop after ten seconds";
        let lines = broken(name, FITS);
        assert_eq!(lines.len(), 2);
        assert_eq!(lines.join(" "), name);
        assert!(lines.iter().all(|line| line.chars().count() <= FITS));
        assert_eq!(broken("one", 2), ["one"]);
    }
}
