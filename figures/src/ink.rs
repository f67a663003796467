//! What figures draw with: lines, markers and texts on an area of plotters.

use crate::look::{self, Look, dashed};
use crate::paper::{Ink, Pen, Point};
use plotters::coord::Shift;
use plotters::drawing::{DrawingArea, DrawingAreaErrorKind};
use plotters::element::{PathElement, Polygon};
use plotters::style::text_anchor::{HPos, Pos, VPos};
use plotters::style::{Color, FontDesc, FontFamily, FontStyle, RGBColor, ShapeStyle, TextStyle};
use std::convert::Infallible;

/// An area of the paper.
pub(crate) type Area<'a> = DrawingArea<Pen<'a>, Shift>;

/// Whether plotters could draw.
pub(crate) type Drawn = Result<(), DrawingAreaErrorKind<Infallible>>;

/// Micrometres in a typographic point.
const POINT: f64 = 25_400.0 / 72.0;

/// Size of ticks, names of axes and the key.
pub(crate) const SMALL: f64 = 7.0 * POINT;

/// Size of headings.
pub(crate) const LARGE: f64 = 8.0 * POINT;

/// Width of frames and grids.
pub(crate) const THIN: f64 = 120.0;

/// Colour of texts.
pub(crate) const TEXT: Ink = [0, 0, 0];

/// Colour of the paper.
pub(crate) const WHITE: Ink = [255, 255, 255];

/// Colour of frames.
pub(crate) const FRAME: Ink = [60, 60, 60];

/// Colour of grids.
pub(crate) const GRID: Ink = [222, 222, 222];

/// Half of the size of a cross.
const CROSS: f64 = 900.0;

pub(crate) fn color([r, g, b]: Ink) -> RGBColor {
    RGBColor(r, g, b)
}

pub(crate) fn shape(ink: Ink, width: f64) -> ShapeStyle {
    ShapeStyle {
        color: color(ink).into(),
        filled: false,
        stroke_width: width as u32,
    }
}

/// A style of text to the right of its place, on one height with it.
pub(crate) fn style(size: f64, ink: Ink) -> TextStyle<'static> {
    // There is one font, whatever its name; see `font`.
    let font = FontDesc::new(FontFamily::SansSerif, size, FontStyle::Normal);
    TextStyle {
        font,
        color: color(ink).to_backend_color(),
        pos: Pos::new(HPos::Left, VPos::Center),
    }
}

pub(crate) fn text(area: &Area, text: &str, style: &TextStyle, at: Point) -> Drawn {
    area.draw_text(text, style, pixel(at))
}

pub(crate) fn line(area: &Area, points: &[Point], ink: Ink, width: f64) -> Drawn {
    let points: Vec<_> = points.iter().map(|p| pixel(*p)).collect();
    area.draw(&PathElement::new(points, shape(ink, width)))
}

pub(crate) fn dashes(
    area: &Area,
    points: &[Point],
    ink: Ink,
    width: f64,
    pattern: &[f64],
) -> Drawn {
    dashed(points, pattern)
        .iter()
        .try_for_each(|dash| line(area, dash, ink, width))
}

pub(crate) fn polygon(area: &Area, corners: &[Point], ink: Ink) -> Drawn {
    let corners: Vec<_> = corners.iter().map(|p| pixel(*p)).collect();
    area.draw(&Polygon::new(corners, color(ink)))
}

pub(crate) fn marker(area: &Area, look: Look, at: Point) -> Drawn {
    let shape = look.marker(at);
    if shape.filled {
        return polygon(area, &shape.corners, look.ink());
    }
    let around = [&shape.corners[..], &shape.corners[..1]].concat();
    line(area, &around, look.ink(), look::LINE)
}

pub(crate) fn cross(area: &Area, [x, y]: Point) -> Drawn {
    for side in [-CROSS, CROSS] {
        let ends = [[x - CROSS, y - side], [x + CROSS, y + side]];
        line(area, &ends, TEXT, look::LINE)?;
    }
    Ok(())
}

/// A point in whole micrometres; the conversion saturates.
pub(crate) fn pixel([x, y]: Point) -> (i32, i32) {
    (x.round() as i32, y.round() as i32)
}
