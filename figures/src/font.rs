//! The one font of all figures: widths of texts and outlines of their letters.
//!
//! Letters are drawn as outlines, so that a figure looks the same on a machine without the font.

use std::sync::LazyLock;
use ttf_parser::{Face, GlyphId, OutlineBuilder};

/// A subset of DejaVu Sans under a name of its own, as its licence demands; the licence is beside it.
static BYTES: &[u8] = include_bytes!("../font/driftbench-sans.ttf");

static FACE: LazyLock<Face<'static>> =
    LazyLock::new(|| Face::parse(BYTES, 0).expect("the font in the repository is whole"));

/// Height of capitals and digits, as a part of the size.
pub(crate) const CAPITALS: f64 = 0.73;

/// How far letters reach below the line, as a part of the size.
pub(crate) const DESCENT: f64 = 0.24;

/// Size and depth of indices, as parts of the size: `α_e`.
const INDEX: [f64; 2] = [0.7, 0.16];

/// Distance between lines of text, as a part of the size.
pub(crate) const LINE: f64 = 1.3;

/// A piece of an outline; the first of every contour is a `Move`, and every contour is closed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Piece {
    /// The start of a contour.
    Move([f64; 2]),
    /// A straight line.
    Line([f64; 2]),
    /// A quadratic curve with its control point.
    Curve([f64; 2], [f64; 2]),
}

impl Piece {
    /// The piece with all of its points moved.
    pub(crate) fn map(self, to: impl Fn([f64; 2]) -> [f64; 2]) -> Self {
        match self {
            Self::Move(p) => Self::Move(to(p)),
            Self::Line(p) => Self::Line(to(p)),
            Self::Curve(c, p) => Self::Curve(to(c), to(p)),
        }
    }

    /// Where the piece ends.
    pub(crate) fn end(self) -> [f64; 2] {
        match self {
            Self::Move(p) | Self::Line(p) | Self::Curve(_, p) => p,
        }
    }
}

/// Width of a text in the unit of the size.
pub(crate) fn width(text: &str, size: f64) -> f64 {
    let widths = letters(text).map(|(c, part, _)| advance(glyph(c)) * part);
    widths.sum::<f64>() * scale(size)
}

/// Outlines of a text that starts at the origin, downwards positive.
pub(crate) fn outline(text: &str, size: f64) -> Vec<Piece> {
    let mut pen = Pen {
        pieces: Vec::new(),
        scale: 0.0,
        at: [0.0; 2],
    };
    for (c, part, depth) in letters(text) {
        let glyph = glyph(c);
        pen.scale = scale(size) * part;
        pen.at[1] = depth * size;
        // A space has no outline.
        let _ = FACE.outline_glyph(glyph, &mut pen);
        pen.at[0] += advance(glyph) * pen.scale;
    }
    pen.pieces
}

/// The letters of a text with their parts of the size and their depths. Names have `α_e` for an index of a Greek letter.
fn letters(text: &str) -> impl Iterator<Item = (char, f64, f64)> {
    let mut before = None;
    let mut rest = text.chars().peekable();
    std::iter::from_fn(move || {
        let mut c = rest.next()?;
        let greek = before.is_some_and(|c| ('α'..='ω').contains(&c));
        let index = c == '_' && greek && rest.peek().is_some_and(|c| c.is_alphanumeric());
        if index {
            c = rest.next()?;
        }
        before = Some(c);
        let [part, depth] = if index { INDEX } else { [1.0, 0.0] };
        Some((c, part, depth))
    })
}

/// The glyph of a character; the font draws a box for those that it lacks.
fn glyph(c: char) -> GlyphId {
    FACE.glyph_index(c).unwrap_or_default()
}

fn advance(glyph: GlyphId) -> f64 {
    FACE.glyph_hor_advance(glyph).map_or(0.0, f64::from)
}

fn scale(size: f64) -> f64 {
    size / f64::from(FACE.units_per_em())
}

struct Pen {
    pieces: Vec<Piece>,
    scale: f64,
    at: [f64; 2],
}

impl Pen {
    fn at(&self, x: f32, y: f32) -> [f64; 2] {
        let [x, y] = [x, y].map(|z| f64::from(z) * self.scale);
        [self.at[0] + x, self.at[1] - y]
    }
}

impl OutlineBuilder for Pen {
    fn move_to(&mut self, x: f32, y: f32) {
        self.pieces.push(Piece::Move(self.at(x, y)));
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.pieces.push(Piece::Line(self.at(x, y)));
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        self.pieces
            .push(Piece::Curve(self.at(x1, y1), self.at(x, y)));
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        // Outlines of this format are quadratic; the quadratic curve nearest to a cubic one is drawn all the same.
        let control = |a: f32, b: f32| 0.5 * (a + b);
        self.quad_to(control(x1, x2), control(y1, y2), x, y);
    }

    fn close(&mut self) {}
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_sign_that_figures_write_has_a_glyph() {
        let signs = "ΦΨαβγκλμρηΩΔ×÷′″·²₁₂−≥≤⁻⁰¹²³⁴⁵⁶⁷⁸⁹–’°√∞";
        for c in signs.chars() {
            assert!(FACE.glyph_index(c).is_some(), "{c} is not in the font");
        }
    }

    #[test]
    fn widths_grow_with_the_text_and_the_size() {
        assert!(width("mm", 7.0) > width("m", 7.0));
        assert!((width("|Φ|", 14.0) - 2.0 * width("|Φ|", 7.0)).abs() < 1e-12);
        assert_eq!(width("", 7.0), 0.0);
    }

    #[test]
    fn only_indices_of_greek_letters_are_lowered() {
        let plain = |text| width(text, 7.0);
        assert!(plain("α_e") < plain("αe"));
        assert_eq!(plain("α_e x"), plain("α_e") + plain(" x"));
        assert!(plain("my_model") > plain("mymodel"));
        assert!(plain("α_") > plain("α"));
    }

    #[test]
    fn a_sign_without_a_glyph_is_a_box() {
        assert!(!outline("漢", 7.0).is_empty());
    }

    #[test]
    fn capitals_are_as_high_as_figures_assume() {
        let top = outline("H", 1.0)
            .iter()
            .map(|piece| piece.end()[1])
            .fold(0.0, f64::min);
        assert!((top + CAPITALS).abs() < 0.005, "{top}");
    }
}
