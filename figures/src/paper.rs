//! What a figure consists of: filled outlines, strokes and texts in micrometres, recorded from what plotters draws.
//!
//! plotters places axes and panels in whole units; with a unit of a micrometre nothing is lost, and the same record is
//! written as SVG and as PNG.

use crate::font::{self, Piece};
use plotters_backend::text_anchor::{HPos, VPos};
use plotters_backend::{
    BackendColor, BackendCoord, BackendStyle, BackendTextStyle, DrawingBackend, DrawingErrorKind,
    FontTransform,
};
use std::convert::Infallible;

/// An opaque colour.
pub(crate) type Ink = [u8; 3];

/// A point in micrometres from the upper left corner, downwards positive.
pub(crate) type Point = [f64; 2];

/// One thing on the paper.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Mark {
    /// Closed contours, filled where one of them winds around.
    Fill { outline: Vec<Piece>, ink: Ink },
    /// Open lines with round ends.
    Stroke {
        lines: Vec<Vec<Point>>,
        width: f64,
        ink: Ink,
    },
    /// A text in outlines, with the corners of its box.
    Text {
        text: String,
        outline: Vec<Piece>,
        ink: Ink,
        bounds: [Point; 2],
    },
}

/// A sheet of paper with its marks, first ones below.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Paper {
    /// Width and height in micrometres.
    pub(crate) size: [u32; 2],
    /// The marks.
    pub(crate) marks: Vec<Mark>,
}

/// A pen that plotters draws with.
pub(crate) struct Pen<'a>(pub(crate) &'a mut Paper);

type Drawn = Result<(), DrawingErrorKind<Infallible>>;

impl Paper {
    /// Fills a polygon. Polygons of one colour that follow each other are one mark, so that no seam shows between
    /// neighbours.
    fn fill(&mut self, corners: Vec<Point>, ink: Ink) {
        let Some((&first, rest)) = corners.split_first() else {
            return;
        };
        let turned = area(&corners) < 0.0;
        let mut contour = vec![Piece::Move(first)];
        // All wind the same way round, so that those that overlap do not cancel.
        if turned {
            contour.extend(rest.iter().rev().map(|p| Piece::Line(*p)));
        } else {
            contour.extend(rest.iter().map(|p| Piece::Line(*p)));
        }
        match self.marks.last_mut() {
            Some(Mark::Fill { outline, ink: same }) if *same == ink => outline.extend(contour),
            _ => self.marks.push(Mark::Fill {
                outline: contour,
                ink,
            }),
        }
    }

    /// Writes a line of text by its anchor, so far below it.
    fn write<S: BackendTextStyle>(&mut self, text: &str, style: &S, [x, y]: Point, below: f64) {
        let (size, anchor) = (style.size(), style.anchor());
        let width = font::width(text, size);
        let left = match anchor.h_pos {
            HPos::Left => 0.0,
            HPos::Center => -0.5 * width,
            HPos::Right => -width,
        };
        let base = match anchor.v_pos {
            VPos::Top => font::CAPITALS * size,
            VPos::Center => 0.5 * font::CAPITALS * size,
            VPos::Bottom => -font::DESCENT * size,
        };
        let place = |[dx, dy]: Point| {
            let (dx, dy) = (left + dx, below + base + dy);
            match style.transform() {
                FontTransform::None => [x + dx, y + dy],
                FontTransform::Rotate90 => [x - dy, y + dx],
                FontTransform::Rotate180 => [x - dx, y - dy],
                FontTransform::Rotate270 => [x + dy, y - dx],
            }
        };
        let outline = font::outline(text, size).into_iter();
        let ends = [[0.0, -font::CAPITALS * size], [width, font::DESCENT * size]].map(place);
        let low = |k: usize| ends[0][k].min(ends[1][k]);
        let high = |k: usize| ends[0][k].max(ends[1][k]);
        self.marks.push(Mark::Text {
            text: text.to_owned(),
            outline: outline.map(|piece| piece.map(place)).collect(),
            ink: ink(style.color()),
            bounds: [[low(0), low(1)], [high(0), high(1)]],
        });
    }

    fn stroke(&mut self, line: Vec<Point>, width: f64, ink: Ink) {
        if line.is_empty() {
            return;
        }
        match self.marks.last_mut() {
            Some(Mark::Stroke {
                lines,
                width: wide,
                ink: same,
            }) if *same == ink && *wide == width => lines.push(line),
            _ => self.marks.push(Mark::Stroke {
                lines: vec![line],
                width,
                ink,
            }),
        }
    }
}

/// Twice the area, positive where the corners run clockwise on paper.
fn area(corners: &[Point]) -> f64 {
    let next = corners.iter().cycle().skip(1);
    let cross = corners.iter().zip(next);
    cross.map(|([ax, ay], [bx, by])| ax * by - bx * ay).sum()
}

fn point((x, y): BackendCoord) -> Point {
    [x, y].map(f64::from)
}

fn ink(color: BackendColor) -> Ink {
    let (r, g, b) = color.rgb;
    [r, g, b]
}

impl DrawingBackend for Pen<'_> {
    type ErrorType = Infallible;

    fn get_size(&self) -> (u32, u32) {
        let [width, height] = self.0.size;
        (width, height)
    }

    fn ensure_prepared(&mut self) -> Drawn {
        Ok(())
    }

    fn present(&mut self) -> Drawn {
        Ok(())
    }

    fn draw_pixel(&mut self, (x, y): BackendCoord, color: BackendColor) -> Drawn {
        self.draw_rect((x, y), (x + 1, y + 1), &color, true)
    }

    fn draw_line<S: BackendStyle>(
        &mut self,
        from: BackendCoord,
        to: BackendCoord,
        style: &S,
    ) -> Drawn {
        self.draw_path([from, to], style)
    }

    fn draw_rect<S: BackendStyle>(
        &mut self,
        (x0, y0): BackendCoord,
        (x1, y1): BackendCoord,
        style: &S,
        fill: bool,
    ) -> Drawn {
        let corners = [(x0, y0), (x1, y0), (x1, y1), (x0, y1)];
        match fill {
            true => self.fill_polygon(corners, style),
            false => self.draw_path(corners.into_iter().chain([(x0, y0)]), style),
        }
    }

    fn draw_path<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(
        &mut self,
        path: I,
        style: &S,
    ) -> Drawn {
        let line = path.into_iter().map(point).collect();
        self.0
            .stroke(line, f64::from(style.stroke_width()), ink(style.color()));
        Ok(())
    }

    fn fill_polygon<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(
        &mut self,
        corners: I,
        style: &S,
    ) -> Drawn {
        self.0
            .fill(corners.into_iter().map(point).collect(), ink(style.color()));
        Ok(())
    }

    fn draw_text<S: BackendTextStyle>(&mut self, text: &str, style: &S, at: BackendCoord) -> Drawn {
        let lines: Vec<&str> = text.split('\n').collect();
        let line = font::LINE * style.size();
        let block = line * (lines.len() - 1) as f64;
        let first = match style.anchor().v_pos {
            VPos::Top => 0.0,
            VPos::Center => -0.5 * block,
            VPos::Bottom => -block,
        };
        for (k, text) in lines.into_iter().enumerate() {
            self.0
                .write(text, style, point(at), first + k as f64 * line);
        }
        Ok(())
    }

    fn estimate_text_size<S: BackendTextStyle>(
        &self,
        text: &str,
        style: &S,
    ) -> Result<(u32, u32), DrawingErrorKind<Infallible>> {
        let size = style.size();
        // The conversion saturates.
        Ok((font::width(text, size) as u32, (size * font::LINE) as u32))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BLACK: BackendColor = BackendColor {
        alpha: 1.0,
        rgb: (0, 0, 0),
    };

    fn blank() -> Paper {
        Paper {
            size: [100, 100],
            marks: vec![],
        }
    }

    #[test]
    fn neighbours_of_one_colour_are_one_mark_and_wind_alike() {
        let mut paper = blank();
        let mut pen = Pen(&mut paper);
        pen.fill_polygon([(0, 0), (10, 0), (10, 10)], &BLACK)
            .unwrap();
        pen.fill_polygon([(0, 0), (10, 10), (10, 0)], &BLACK)
            .unwrap();
        let [Mark::Fill { outline, .. }] = &paper.marks[..] else {
            panic!("{:?}", paper.marks);
        };
        assert_eq!(
            outline[1..3],
            [Piece::Line([10.0, 0.0]), Piece::Line([10.0, 10.0])]
        );
        assert_eq!(
            outline[4..6],
            [Piece::Line([10.0, 0.0]), Piece::Line([10.0, 10.0])]
        );
    }

    #[test]
    fn lines_of_another_width_are_another_mark() {
        let mut paper = blank();
        paper.stroke(vec![[0.0, 0.0], [1.0, 1.0]], 2.0, [0; 3]);
        paper.stroke(vec![[0.0, 0.0], [1.0, 1.0]], 2.0, [0; 3]);
        paper.stroke(vec![[0.0, 0.0], [1.0, 1.0]], 3.0, [0; 3]);
        assert_eq!(paper.marks.len(), 2);
    }
}
