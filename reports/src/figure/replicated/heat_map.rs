//! Positive values over a grid, shaded by decades, with squares to point at.

use super::super::label::shortened;
use super::super::marker;
use super::super::panel::{BOTTOM, LEFT, RIGHT, TOP, px};
use super::super::shade::{Kind, Scale, legend, legend_line};
use super::Frame;
use super::equal_squares::{EqualSquares, Labels};
use crate::number;
use maud::{Markup, html};
use results::Mark;

/// Letters of a name that fit into the legend.
const FITS: usize = 14;

/// Distance between the middles of two marks on one square, in pixels.
const BESIDE: f64 = 9.5;

/// Half the size of a cross in pixels.
const ARM: f64 = 2.5;

/// Shapes of marks with their names: ring, diamond, square, triangle. The grid itself is made of squares, so these
/// come late.
const SHAPES: [(usize, &str); 4] = [(0, "ring"), (3, "diamond"), (2, "triangle"), (1, "square")];

/// The panel, where there is a positive value.
pub(super) fn heat_map(
    frame: &Frame,
    [across, up]: [&[f64]; 2],
    values: &[Vec<Option<f64>>],
    marks: &[Mark],
) -> Option<Markup> {
    let map = HeatMap {
        x: EqualSquares::new(across, [LEFT, RIGHT])?,
        y: EqualSquares::new(up, [BOTTOM, TOP])?,
        scale: Scale::over(Kind::Decades, values.iter().flatten().copied().flatten())?,
        values,
    };
    let squares: Vec<[usize; 2]> = (0..up.len())
        .flat_map(|row| (0..across.len()).map(move |column| [row, column]))
        .collect();
    let missing: String = (squares.iter())
        .filter(|square| map.value(**square).is_none())
        .map(|square| map.cross(*square))
        .collect();
    let marks = apart(marks.iter().filter_map(|mark| map.place(mark)).collect());
    let panel = frame.panel(map.x.ticks(Labels::Across), map.y.ticks(Labels::Up));
    Some(html! {
        div {
            (panel.draw(html! {
                // Squares are translucent, and lines of the grid through their middles would say nothing.
                rect.ground x=(LEFT) y=(TOP) width=(RIGHT - LEFT) height=(BOTTOM - TOP) {}
                g.shade.squares transform=(map.scaled()) {
                    @for [row, column] in &squares {
                        @if let Some(value) = map.value([*row, *column]) {
                            (map.square([*row, *column], value, [across[*column], up[*row]]))
                        }
                    }
                }
                @if !missing.is_empty() { path.absent d=(missing) {} }
                (legend("from", &map.scale))
                @for (k, mark) in marks.iter().enumerate() { (mark.draw(k, legend_line(map.scale.count + k))) }
            }))
            @if !(missing.is_empty() && marks.is_empty()) {
                p.caption {
                    @for (k, mark) in marks.iter().enumerate() { (mark.words(k)) " " }
                    @if !missing.is_empty() { "Squares with a small cross have no value." }
                }
            }
        }
    })
}

/// Marks that share a square stand beside each other.
fn apart(marks: Vec<Placed>) -> Vec<Placed> {
    let squares: Vec<[f64; 2]> = marks.iter().map(|mark| mark.at).collect();
    let alike = |squares: &[[f64; 2]], at| squares.iter().filter(|known| **known == at).count();
    let moved = marks.into_iter().enumerate().map(|(k, mark)| {
        let [before, all] = [alike(&squares[..k], mark.at), alike(&squares, mark.at)];
        let shift = BESIDE * (before as f64 - 0.5 * (all as f64 - 1.0));
        let at = [mark.at[0] + shift, mark.at[1]];
        Placed { at, ..mark }
    });
    moved.collect()
}

struct HeatMap<'a> {
    x: EqualSquares<'a>,
    y: EqualSquares<'a>,
    scale: Scale,
    values: &'a [Vec<Option<f64>>],
}

/// A mark that lies on the grid.
struct Placed<'a> {
    mark: &'a Mark,
    at: [f64; 2],
    value: Option<f64>,
}

impl HeatMap<'_> {
    /// The value of a square; lists may be shorter than they should be.
    fn value(&self, [row, column]: [usize; 2]) -> Option<f64> {
        *self.values.get(row)?.get(column)?
    }

    fn square(&self, [row, column]: [usize; 2], value: f64, [x, y]: [f64; 2]) -> Markup {
        // What has no decade, such as zero, is there all the same.
        let class = self
            .scale
            .level(value)
            .map_or_else(|| "plain".to_owned(), Scale::class);
        let words = format!(
            "{} at ({}, {})",
            number::scientific(value),
            number::plain(x),
            number::plain(y)
        );
        html! {
            rect class=(class) x=(column) y=(self.y.count() - 1 - row) width="1" height="1" { title { (words) } }
        }
    }

    /// From squares to pixels. Squares that are rounded one by one would leave seams.
    fn scaled(&self) -> String {
        let [x, y] = [self.x.width(), self.y.width()];
        format!("translate({LEFT} {TOP}) scale({x:.4} {y:.4})")
    }

    /// A cross where there is no value: an empty square looks much like the weakest shade.
    fn cross(&self, [row, column]: [usize; 2]) -> String {
        let [x, y] = [self.x.middle(column), self.y.middle(row)];
        let [left, top] = [px(x - ARM), px(y - ARM)];
        let (bottom, size) = (px(y + ARM), 2.0 * ARM);
        format!("M{left} {top}l{size} {size}M{left} {bottom}l{size} -{size}")
    }

    fn place<'m>(&self, mark: &'m Mark) -> Option<Placed<'m>> {
        let (row, column) = (self.y.find(mark.y)?, self.x.find(mark.x)?);
        Some(Placed {
            mark,
            at: [self.x.middle(column), self.y.middle(row)],
            value: self.value([row, column]),
        })
    }
}

impl Placed<'_> {
    /// The mark on its square, and again in the legend with its name.
    fn draw(&self, k: usize, line: f64) -> Markup {
        let shape = SHAPES[k % SHAPES.len()].0;
        html! {
            g.spot {
                title { (self.mark.name) }
                path d=(marker::path(shape, self.at)) {}
                path d=(marker::path(shape, [RIGHT + 21.0, line + 6.0])) {}
                text x=(px(RIGHT + 34.0)) y=(px(line + 9.5)) { (shortened(&self.mark.name, FITS)) }
            }
        }
    }

    fn words(&self, k: usize) -> String {
        let (_, shape) = SHAPES[k % SHAPES.len()];
        let value = self
            .value
            .map_or_else(|| "without a value".to_owned(), number::scientific);
        format!(
            "A {shape} marks {} at ({}, {}): {value}.",
            self.mark.name,
            number::plain(self.mark.x),
            number::plain(self.mark.y),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(values: &[Vec<Option<f64>>], marks: &[Mark]) -> Option<String> {
        let grid: [&[f64]; 2] = [&[1.0, 10.0, 25.0], &[0.5, 100.0]];
        heat_map(&Frame::example(), grid, values, marks).map(Markup::into_string)
    }

    fn squares(text: &str) -> usize {
        let group = text.split("shade squares").nth(1).unwrap();
        group.split("</g>").next().unwrap().matches("<rect").count()
    }

    fn mark(x: f64, y: f64) -> Mark {
        Mark {
            name: "printed".into(),
            x,
            y,
        }
    }

    #[test]
    fn every_square_with_a_value_is_drawn_and_no_other() {
        let full = vec![vec![Some(1e-3), Some(1e-2), Some(1.0)], vec![Some(2.0); 3]];
        let text = drawn(&full, &[]).unwrap();
        assert_eq!(squares(&text), 6);
        assert!(!text.contains("class=\"absent\""));
        let holes = vec![vec![Some(1e-3), None, Some(0.0)], vec![Some(2.0)]];
        let text = drawn(&holes, &[]).unwrap();
        assert_eq!(squares(&text), 3, "zero is a value");
        let crosses = text.split("class=\"absent\" d=\"").nth(1).unwrap();
        let crosses = crosses.split('"').next().unwrap();
        assert_eq!(crosses.matches('M').count(), 2 * 3, "two lines for each");
        assert!(text.contains("class=\"plain\"") && text.contains("have no value"));
    }

    #[test]
    fn a_map_without_a_positive_value_is_no_panel() {
        assert!(drawn(&[], &[]).is_none());
        assert!(drawn(&[vec![Some(0.0), None, Some(-1.0)]], &[]).is_none());
    }

    #[test]
    fn a_mark_lies_on_its_square_or_is_left_out() {
        let values = vec![vec![Some(1e-3); 3]; 2];
        let text = drawn(&values, &[mark(10.0, 100.0), mark(11.0, 100.0)]).unwrap();
        assert_eq!(text.matches("class=\"spot\"").count(), 1);
        assert!(text.contains("A ring marks printed at (10, 100): 1.00e-3."));
    }

    #[test]
    fn marks_on_one_square_stand_beside_each_other() {
        let mark = mark(1.0, 1.0);
        let placed = |at| Placed {
            mark: &mark,
            at,
            value: None,
        };
        let marks = apart(vec![
            placed([50.0, 9.0]),
            placed([70.0, 9.0]),
            placed([50.0, 9.0]),
        ]);
        let places: Vec<f64> = marks.iter().map(|mark| mark.at[0]).collect();
        assert_eq!(places, [50.0 - 0.5 * BESIDE, 70.0, 50.0 + 0.5 * BESIDE]);
    }
}
