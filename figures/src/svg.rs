//! A sheet of paper as SVG: lengths in millimetres, a unit of a micrometre, text in outlines.

use crate::font::Piece;
use crate::paper::{Ink, Mark, Paper, Point};
use std::fmt::Write;

/// The file, with its name for readers who cannot see it.
pub(crate) fn write(paper: &Paper, title: &str) -> Vec<u8> {
    let [width, height] = paper.size;
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{}mm\" height=\"{}mm\" viewBox=\"0 0 {width} {height}\" \
         role=\"img\">\n<title>{}</title>\n<rect width=\"{width}\" height=\"{height}\" fill=\"#fff\"/>\n",
        millimetres(width),
        millimetres(height),
        escaped(title),
    );
    for mark in &paper.marks {
        match mark {
            Mark::Fill { outline, ink } => {
                line(
                    &mut out,
                    &format!("fill=\"{}\"", hex(*ink)),
                    &closed(outline),
                );
            }
            Mark::Stroke { lines, width, ink } => {
                let style = format!(
                    "fill=\"none\" stroke=\"{}\" stroke-width=\"{width}\" stroke-linecap=\"round\" stroke-linejoin=\"round\"",
                    hex(*ink)
                );
                line(&mut out, &style, &open(lines));
            }
            Mark::Text {
                text, outline, ink, ..
            } => {
                // Scripts find a text by this, though it is drawn in outlines.
                let style = format!("data-text=\"{}\" fill=\"{}\"", escaped(text), hex(*ink));
                line(&mut out, &style, &closed(outline));
            }
        }
    }
    out.push_str("</svg>\n");
    out.into_bytes()
}

fn line(out: &mut String, style: &str, path: &str) {
    if !path.is_empty() {
        out.push_str("<path ");
        out.push_str(style);
        out.push_str(" d=\"");
        out.push_str(path);
        out.push_str("\"/>\n");
    }
}

/// Micrometres in millimetres, without zeros at the end.
fn millimetres(length: u32) -> String {
    (f64::from(length) / 1e3).to_string()
}

fn hex([r, g, b]: Ink) -> String {
    format!("#{r:02x}{g:02x}{b:02x}")
}

/// Path data in whole units, each point relative to the one before.
#[derive(Default)]
struct Path {
    data: String,
    at: [i64; 2],
}

impl Path {
    fn step(&mut self, letter: char, points: &[Point]) {
        self.data.push(letter);
        let from = self.at;
        for (k, point) in points.iter().enumerate() {
            self.at = point.map(|x| x.round() as i64);
            let [dx, dy] = [self.at[0] - from[0], self.at[1] - from[1]];
            let space = if k > 0 && dx >= 0 { " " } else { "" };
            let between = if dy >= 0 { " " } else { "" };
            let _ = write!(self.data, "{space}{dx}{between}{dy}");
        }
    }
}

fn closed(outline: &[Piece]) -> String {
    let mut path = Path::default();
    for piece in outline {
        match *piece {
            Piece::Move(p) => {
                if !path.data.is_empty() {
                    // Closing goes back to the start, and so do relative steps from there; the next start is absolute.
                    path.data.push('z');
                }
                path.at = [0, 0];
                path.step('M', &[p]);
            }
            Piece::Line(p) => path.step('l', &[p]),
            Piece::Curve(c, p) => path.step('q', &[c, p]),
        }
    }
    if !path.data.is_empty() {
        path.data.push('z');
    }
    path.data
}

fn open(lines: &[Vec<Point>]) -> String {
    let mut path = Path::default();
    for line in lines {
        for (k, point) in line.iter().enumerate() {
            if k == 0 {
                path.at = [0, 0];
                path.step('M', &[*point]);
            } else {
                path.step('l', &[*point]);
            }
        }
    }
    path.data
}

/// Text for markup; characters that XML does not allow are left out.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\u{fffe}' | '\u{ffff}' => {}
            c if c.is_control() => {}
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_relative_and_starts_are_absolute() {
        let square = [
            Piece::Move([10.0, 10.0]),
            Piece::Line([20.0, 5.4]),
            Piece::Curve([21.0, 6.0], [22.0, 9.0]),
            Piece::Move([1.0, 2.0]),
        ];
        assert_eq!(closed(&square), "M10 10l10-5q1 1 2 4zM1 2z");
        assert_eq!(
            open(&[vec![[0.0, 0.0], [-5.0, 5.0]], vec![[7.0, 7.0]]]),
            "M0 0l-5 5M7 7"
        );
    }

    #[test]
    fn names_cannot_break_the_markup() {
        assert_eq!(escaped("a<b>&\"\u{1}c"), "a&lt;b&gt;&amp;&quot;c");
    }
}
