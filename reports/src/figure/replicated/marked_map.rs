//! Positive values over a grid, with marks on some of its squares.

use super::super::heat_map::{HeatMap, Levels};
use super::super::marker;
use super::super::panel::{BOTTOM, LEFT, Panel, RIGHT, TOP, px};
use crate::number;
use maud::{Markup, html};
use results::{Mark, Scale};

/// Distance between the middles of two marks on one square, in pixels.
const BESIDE: f64 = 9.5;

/// Half the size of a cross in pixels.
const ARM: f64 = 2.5;

/// Shapes of marks with their names. The grid itself is made of squares, so these come last.
const SHAPES: [(usize, &str); 4] = [(0, "ring"), (3, "diamond"), (2, "triangle"), (1, "square")];

/// The panel, where there is a positive value.
pub(super) fn marked_map(
    panel: &Panel,
    grid: [&[f64]; 2],
    values: &[Vec<Option<f64>>],
    marks: &[Mark],
) -> Option<Markup> {
    let all = values.iter().flatten().copied().flatten();
    let map = HeatMap::new(
        grid,
        Levels::over(Scale::Logarithmic, all)?,
        values.to_vec(),
    )?;
    let missing: String = map.missing().into_iter().map(cross).collect();
    let marks = apart(marks.iter().filter_map(|mark| place(&map, mark)).collect());
    let ticks = [map.x.square_ticks(), map.y.square_ticks()];
    Some(html! {
        div {
            (panel.draw(RIGHT, ticks, html! {
                // Squares are translucent, and lines of the grid through their middles would say nothing.
                rect.ground x=(LEFT) y=(TOP) width=(RIGHT - LEFT) height=(BOTTOM - TOP) {}
                (map.shades())
                @if !missing.is_empty() { path.absent d=(missing) {} }
                (map.levels.legend("from"))
                @for (k, mark) in marks.iter().enumerate() { (mark.draw(k)) }
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

/// A cross where there is no value: an empty square looks much like the weakest shade.
fn cross([x, y]: [f64; 2]) -> String {
    let [left, top] = [px(x - ARM), px(y - ARM)];
    let (bottom, size) = (px(y + ARM), 2.0 * ARM);
    format!("M{left} {top}l{size} {size}M{left} {bottom}l{size} -{size}")
}

/// A mark that lies on the grid.
struct Placed<'a> {
    mark: &'a Mark,
    at: [f64; 2],
    value: Option<f64>,
}

fn place<'m>(map: &HeatMap, mark: &'m Mark) -> Option<Placed<'m>> {
    let (at, value) = map.find([mark.x, mark.y])?;
    Some(Placed { mark, at, value })
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

impl Placed<'_> {
    /// The mark on its square; its name stands below the map.
    fn draw(&self, k: usize) -> Markup {
        html! {
            g.spot {
                title { (self.mark.name) }
                path d=(marker::path(SHAPES[k % SHAPES.len()].0, self.at)) {}
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
        marked_map(&Panel::example(), grid, values, marks).map(Markup::into_string)
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
