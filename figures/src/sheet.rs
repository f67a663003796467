//! A figure on paper: panels in columns, the key below them, and axes as wide as their texts.

use crate::axis::Axis;
use crate::figure::{Figure, Height, Layer, Place};
use crate::font;
use crate::ink::{self, Area, Drawn, FRAME, GRID, LARGE, SMALL, TEXT, THIN, WHITE, style};
use crate::key::Key;
use crate::look;
use crate::paper::{Paper, Pen, Point};
use crate::typeset;
use plotters::chart::{ChartBuilder, LabelAreaPosition};
use plotters::drawing::{DrawingAreaErrorKind, IntoDrawingArea};
use plotters::style::text_anchor::{HPos, Pos, VPos};
use std::convert::Infallible;

/// Distance from the edge of the paper, in micrometres.
const MARGIN: f64 = 1_000.0;

/// Distance between panels and to the key.
const GAP: f64 = 3_500.0;

/// Length of a tick; its text is as far away again.
const TICK: f64 = 700.0;

/// Paper from this width on has two columns of panels.
const TWO_COLUMNS: f64 = 150_000.0;

/// The least height of a frame whose height follows from its width: the name of its axis needs as much.
const LOWEST: f64 = 30_000.0;

/// Where a panel is, and what its axes need.
struct Spot {
    frame: [Point; 2],
    heading: Vec<String>,
    x: Axis,
    y: Axis,
}

/// Draws a figure on paper of a width in micrometres.
///
/// # Errors
/// When plotters cannot draw.
pub(crate) fn draw(figure: &Figure, width: f64) -> Result<Paper, DrawingAreaErrorKind<Infallible>> {
    let (places, bottom) = layout(figure, width);
    let key = Key::new(&figure.key, width - 2.0 * MARGIN);
    let top = bottom + GAP;
    let height = top + key.height() + MARGIN;
    let mut paper = Paper {
        size: [width, height].map(|length| length.round() as u32),
        marks: vec![],
    };
    {
        let area = Pen(&mut paper).into_drawing_area();
        for (panel, place) in figure.panels.iter().zip(&places) {
            frame(&area, place)?;
            for layer in &panel.layers {
                draw_layer(&area, layer, place.frame)?;
            }
            let [[x0, y0], [x1, y1]] = place.frame;
            let corners = [[x0, y0], [x1, y0], [x1, y1], [x0, y1], [x0, y0]];
            ink::line(&area, &corners, FRAME, THIN)?;
        }
        key.draw(&area, [MARGIN, top])?;
    }
    Ok(paper)
}

/// Height of the ticks and the name below a panel.
fn below(axis: &Axis) -> f64 {
    let names = match axis.name.as_str() {
        "" => 0,
        name => name.split('\n').count(),
    };
    2.0 * TICK + SMALL * (1.15 + names as f64 * font::LINE)
}

/// Width of the ticks and the name beside a panel.
fn beside(axis: &Axis) -> f64 {
    let name = if axis.name.is_empty() { 0.3 } else { 1.6 };
    2.0 * TICK + axis.widest(SMALL) + name * SMALL
}

/// Number of panels side by side.
fn columns(figure: &Figure, width: f64) -> usize {
    let wide = width >= TWO_COLUMNS;
    let most = match (figure.small, wide) {
        (false, false) => 1,
        (true, true) if figure.panels.len() > 4 => 3,
        _ => 2,
    };
    most.min(figure.panels.len()).max(1)
}

/// Places of all panels, and where the lowest one ends.
fn layout(figure: &Figure, width: f64) -> (Vec<Spot>, f64) {
    let panels = &figure.panels;
    let columns = columns(figure, width);
    let column = (width - 2.0 * MARGIN - (columns - 1) as f64 * GAP) / columns as f64;
    let mut places: Vec<Spot> = vec![];
    let mut top = MARGIN;
    // Panels above each other begin and end at the same place.
    let left_of = |c: usize| {
        let those = panels.iter().skip(c).step_by(columns);
        those.map(|p| beside(&p.y)).fold(0.0, f64::max)
    };
    let right_of = |c: usize| {
        let those = panels.iter().skip(c).step_by(columns);
        those
            .map(|p| overshoot(&p.x, column - left_of(c)))
            .fold(0.0, f64::max)
    };
    for (row, chunk) in panels.chunks(columns).enumerate() {
        let spans: Vec<[f64; 2]> = (0..chunk.len())
            .map(|c| {
                let start = MARGIN + c as f64 * (column + GAP);
                [start + left_of(c), start + column - right_of(c)]
            })
            .collect();
        let headings: Vec<Vec<String>> = chunk
            .iter()
            .zip(&spans)
            .enumerate()
            .map(|(c, (panel, [left, right]))| {
                let text = lettered(&panel.heading, row * columns + c, panels.len());
                typeset::wrapped(&text, LARGE, right - left)
            })
            .collect();
        let lines = headings.iter().map(Vec::len).max().unwrap_or(0);
        let frame_top = top + lines as f64 * LARGE * font::LINE + 0.3 * LARGE;
        let mut lowest = frame_top;
        for ((panel, [left, right]), heading) in chunk.iter().zip(&spans).zip(headings) {
            let height = match panel.height {
                Height::OfWidth(part) => (part * (right - left)).max(LOWEST),
                Height::Fixed(height) => height,
            };
            let mut x = panel.x.clone().thinned(right - left, SMALL);
            x.name = typeset::wrapped(&x.name, SMALL, right - left).join("\n");
            lowest = lowest.max(frame_top + height + below(&x));
            places.push(Spot {
                frame: [[*left, frame_top], [*right, frame_top + height]],
                heading,
                x,
                y: panel.y.clone(),
            });
        }
        top = lowest + GAP;
    }
    (places, top - GAP)
}

/// How far the last text of a horizontal axis reaches beyond the frame, which is about so wide.
fn overshoot(axis: &Axis, width: f64) -> f64 {
    let reaches = axis
        .ticks()
        .iter()
        .map(|(at, text)| 0.5 * font::width(text, SMALL) - (1.0 - at) * width);
    // The frame becomes narrower by this, and the text moves with it.
    reaches.fold(THIN, f64::max)
}

/// The heading with a letter, where there are several panels.
fn lettered(heading: &str, k: usize, panels: usize) -> String {
    let letter = u8::try_from(k).ok().and_then(|k| b'a'.checked_add(k));
    match letter {
        Some(letter @ b'a'..=b'z') if panels > 1 => format!("({}) {heading}", char::from(letter)),
        _ => heading.to_owned(),
    }
}

/// Heading, grid, ticks and names of the axes.
fn frame(area: &Area, place: &Spot) -> Drawn {
    let [[x0, y0], [x1, y1]] = place.frame;
    for (k, line) in place.heading.iter().rev().enumerate() {
        let at = [x0, y0 - 0.3 * LARGE - k as f64 * LARGE * font::LINE];
        let style = style(LARGE, TEXT).pos(Pos::new(HPos::Left, VPos::Bottom));
        ink::text(
            area,
            line,
            &style,
            [at[0], at[1] + font::DESCENT * LARGE * 0.5],
        )?;
    }
    let (left, down) = (beside(&place.y), below(&place.x));
    // plotters leaves the last unit of an area free.
    let (from, to) = (
        ink::pixel([x0 - left, y0]),
        ink::pixel([x1 + 1.0, y1 + 1.0 + down]),
    );
    let chart_area = area.clone().shrink(from, (to.0 - from.0, to.1 - from.1));
    let mut chart = ChartBuilder::on(&chart_area)
        .set_label_area_size(LabelAreaPosition::Left, left.round() as i32)
        .set_label_area_size(LabelAreaPosition::Bottom, down.round() as i32)
        .build_cartesian_2d(place.x.clone(), place.y.clone())?;
    let mut mesh = chart.configure_mesh();
    mesh.max_light_lines(0)
        .bold_line_style(ink::shape(GRID, THIN))
        .axis_style(ink::shape(FRAME, THIN))
        .label_style(style(SMALL, TEXT))
        .axis_desc_style(style(SMALL, TEXT))
        .set_all_tick_mark_size(TICK as i32);
    if !place.x.grid {
        mesh.disable_x_mesh();
    }
    if !place.y.grid {
        mesh.disable_y_mesh();
    }
    if !place.x.name.is_empty() {
        mesh.x_desc(&place.x.name);
    }
    if !place.y.name.is_empty() {
        mesh.y_desc(&place.y.name);
    }
    mesh.draw()?;
    minor_ticks(area, place)
}

/// Ticks without text, half as long as those with one.
fn minor_ticks(area: &Area, place: &Spot) -> Drawn {
    let [[x0, y0], [x1, y1]] = place.frame;
    for part in place.x.minor() {
        let x = x0 + part * (x1 - x0);
        ink::line(area, &[[x, y1], [x, y1 + 0.5 * TICK]], FRAME, THIN)?;
    }
    for part in place.y.minor() {
        let y = y1 - part * (y1 - y0);
        ink::line(area, &[[x0, y], [x0 - 0.5 * TICK, y]], FRAME, THIN)?;
    }
    Ok(())
}

fn draw_layer(area: &Area, layer: &Layer, [[x0, y0], [x1, y1]]: [Point; 2]) -> Drawn {
    let at = |[x, y]: Place| [x0 + x * (x1 - x0), y1 - y * (y1 - y0)];
    let all = |places: &[Place]| -> Vec<Point> { places.iter().map(|p| at(*p)).collect() };
    match layer {
        Layer::Curve {
            lines,
            markers,
            look,
        } => {
            for line in lines {
                ink::dashes(area, &all(line), look.ink(), look::LINE, look.dashes())?;
            }
            markers
                .iter()
                .try_for_each(|place| ink::marker(area, *look, at(*place)))
        }
        Layer::Area { polygons, ink } => polygons
            .iter()
            .try_for_each(|polygon| ink::polygon(area, &all(polygon), *ink)),
        Layer::Lines { lines, pen } => lines
            .iter()
            .try_for_each(|line| ink::dashes(area, &all(line), pen.ink, pen.width, pen.dashes)),
        Layer::Cross(place) => ink::cross(area, at(*place)),
        Layer::Label { at: place, text } => {
            let [x, y] = at(*place);
            let (left, half) = (x + 0.3 * SMALL, 0.5 * SMALL);
            let right = left + font::width(text, SMALL);
            let around = [
                [left, y - half],
                [right, y - half],
                [right, y + half],
                [left, y + half],
            ];
            // Grids stop at a text.
            ink::polygon(area, &around, WHITE)?;
            ink::text(area, text, &style(SMALL, FRAME), [left, y])
        }
    }
}
