//! Pixels of a sheet of paper: every mark covers each pixel by the part of its area that it fills.

use crate::font::Piece;
use crate::paper::{Ink, Mark, Paper, Point};
use ab_glyph_rasterizer::{Rasterizer, point};
use std::f64::consts::TAU;

/// Corners of the circle that rounds an end or a bend of a stroke.
const ROUND: usize = 16;

/// An image on white ground, three bytes a pixel.
pub(crate) struct Image {
    pub(crate) width: usize,
    pub(crate) height: usize,
    pub(crate) pixels: Vec<u8>,
}

impl Image {
    /// The paper with this many pixels per micrometre.
    pub(crate) fn of(paper: &Paper, scale: f64) -> Self {
        let [width, height] = paper
            .size
            .map(|length| ((f64::from(length) * scale).round() as usize).max(1));
        let mut image = Self {
            width,
            height,
            pixels: vec![255; 3 * width * height],
        };
        for mark in &paper.marks {
            match mark {
                Mark::Fill { outline, ink } | Mark::Text { outline, ink, .. } => {
                    let scaled = outline.iter().map(|p| p.map(|z| z.map(|x| x * scale)));
                    image.cover(&scaled.collect::<Vec<_>>(), *ink);
                }
                Mark::Stroke { lines, width, ink } => {
                    let outline = lines.iter().flat_map(|line| {
                        let line: Vec<Point> = line.iter().map(|z| z.map(|x| x * scale)).collect();
                        stroke(&line, 0.5 * width * scale)
                    });
                    image.cover(&outline.collect::<Vec<_>>(), *ink);
                }
            }
        }
        image
    }

    /// Lays an ink over the pixels by how much of each lies inside the outline.
    fn cover(&mut self, outline: &[Piece], ink: Ink) {
        let Some([low, high]) = self.bounds(outline) else {
            return;
        };
        let [wide, tall] = [0, 1].map(|k| high[k] - low[k]);
        // The rasterizer reads one column behind the last.
        let mut rasterizer = Rasterizer::new(wide + 2, tall + 1);
        let at = |[x, y]: Point| {
            let inside = |z: f64, low: usize, size: usize| (z - low as f64).clamp(0.0, size as f64);
            point(
                inside(x, low[0], wide) as f32,
                inside(y, low[1], tall) as f32,
            )
        };
        let (mut start, mut last) = (None, None);
        let close = |rasterizer: &mut Rasterizer, start: Option<Point>, last: Option<Point>| {
            if let (Some(start), Some(last)) = (start, last) {
                rasterizer.draw_line(at(last), at(start));
            }
        };
        for piece in outline {
            match (*piece, last) {
                (Piece::Line(p), Some(from)) => rasterizer.draw_line(at(from), at(p)),
                (Piece::Curve(c, p), Some(from)) => rasterizer.draw_quad(at(from), at(c), at(p)),
                (piece, _) => {
                    close(&mut rasterizer, start, last);
                    start = Some(piece.end());
                }
            }
            last = Some(piece.end());
        }
        close(&mut rasterizer, start, last);
        rasterizer.for_each_pixel_2d(|x, y, covered| {
            let (x, y) = (low[0] + x as usize, low[1] + y as usize);
            if covered > 0.0 && x < self.width && y < self.height {
                let first = 3 * (y * self.width + x);
                let covered = covered.min(1.0);
                for (pixel, ink) in self.pixels[first..first + 3].iter_mut().zip(ink) {
                    let mixed = f32::from(*pixel) * (1.0 - covered) + f32::from(ink) * covered;
                    *pixel = mixed.round() as u8;
                }
            }
        });
    }

    /// The pixels that an outline can touch, if any lie in the image.
    fn bounds(&self, outline: &[Piece]) -> Option<[[usize; 2]; 2]> {
        let (mut low, mut high) = ([f64::INFINITY; 2], [f64::NEG_INFINITY; 2]);
        let mut add = |p: Point| {
            for k in 0..2 {
                low[k] = low[k].min(p[k]);
                high[k] = high[k].max(p[k]);
            }
        };
        for piece in outline {
            add(piece.end());
            if let Piece::Curve(control, _) = piece {
                add(*control);
            }
        }
        let sizes = [self.width, self.height];
        let inside = |x: f64, k: usize| x.clamp(0.0, sizes[k] as f64);
        let low = [0, 1].map(|k| inside(low[k].floor(), k) as usize);
        let high = [0, 1].map(|k| inside(high[k].ceil(), k) as usize);
        (low[0] < high[0] && low[1] < high[1]).then_some([low, high])
    }
}

/// The outline of a line with round ends and bends: a bar for every piece and a disc at every point, all winding alike.
fn stroke(line: &[Point], half: f64) -> Vec<Piece> {
    let mut pieces = Vec::new();
    for &[x, y] in line {
        let corner = |k: usize| {
            let angle = TAU * k as f64 / ROUND as f64;
            [x + half * math::cos(angle), y + half * math::sin(angle)]
        };
        pieces.push(Piece::Move(corner(0)));
        pieces.extend((1..ROUND).map(|k| Piece::Line(corner(k))));
    }
    for ends in line.windows(2) {
        let [[ax, ay], [bx, by]] = [ends[0], ends[1]];
        let (dx, dy) = (bx - ax, by - ay);
        let length = (dx * dx + dy * dy).sqrt();
        if length > 0.0 {
            let [nx, ny] = [-dy * half / length, dx * half / length];
            pieces.push(Piece::Move([ax - nx, ay - ny]));
            pieces.push(Piece::Line([bx - nx, by - ny]));
            pieces.push(Piece::Line([bx + nx, by + ny]));
            pieces.push(Piece::Line([ax + nx, ay + ny]));
        }
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    fn image(marks: Vec<Mark>) -> Image {
        let size = [20, 10];
        Image::of(&Paper { size, marks }, 1.0)
    }

    fn square(low: f64, high: f64) -> Vec<Piece> {
        vec![
            Piece::Move([low, low]),
            Piece::Line([high, low]),
            Piece::Line([high, high]),
            Piece::Line([low, high]),
        ]
    }

    fn grey(image: &Image, x: usize, y: usize) -> u8 {
        image.pixels[3 * (y * image.width + x)]
    }

    #[test]
    fn a_pixel_is_as_dark_as_it_is_covered() {
        let ink = [0; 3];
        let outline = square(2.0, 5.5);
        let image = image(vec![Mark::Fill { outline, ink }]);
        assert_eq!(grey(&image, 3, 3), 0);
        assert_eq!(grey(&image, 5, 3), 128);
        assert_eq!(grey(&image, 5, 5), 191);
        assert_eq!(grey(&image, 6, 3), 255);
        assert_eq!(grey(&image, 1, 3), 255);
    }

    #[test]
    fn contours_that_overlap_or_touch_leave_no_seam() {
        let ink = [0; 3];
        let outline = [square(1.0, 4.5), square(3.0, 8.0)].concat();
        let image = image(vec![Mark::Fill { outline, ink }]);
        assert_eq!(grey(&image, 3, 3), 0);
        assert_eq!(grey(&image, 4, 4), 0);
    }

    #[test]
    fn a_stroke_has_its_width_in_every_direction() {
        for (line, inside, outside) in [
            ([[5.0, 5.0], [15.0, 5.0]], (10, 4), (10, 7)),
            ([[15.0, 5.0], [5.0, 5.0]], (10, 5), (10, 2)),
            ([[10.0, 2.0], [10.0, 8.0]], (9, 5), (12, 5)),
        ] {
            let image = image(vec![Mark::Stroke {
                lines: vec![line.to_vec()],
                width: 3.0,
                ink: [0; 3],
            }]);
            assert_eq!(grey(&image, inside.0, inside.1), 0, "{line:?}");
            assert_eq!(grey(&image, outside.0, outside.1), 255, "{line:?}");
        }
    }

    #[test]
    fn what_lies_outside_is_cut() {
        let ink = [0; 3];
        let far = square(-1e9, 1e9);
        let gone = square(50.0, 60.0);
        let image = image(
            [far, gone]
                .map(|outline| Mark::Fill { outline, ink })
                .to_vec(),
        );
        assert_eq!(grey(&image, 0, 0), 0);
        assert_eq!(grey(&image, 19, 9), 0);
    }
}
