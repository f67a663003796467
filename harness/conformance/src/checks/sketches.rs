//! Pictures of mechanisms: everything in them can be drawn, and what is rigid keeps its length.

use crate::verdict::{Verdict, at_most, collect, ensure, every_problem};
use problem::{Drawn, Link, Problem, Sketch};

/// Places along the motion at which the picture is examined.
const PLACES: usize = 20;

/// Largest change of the length of a rod along the true motion, relative to its length: rounding of coordinates that are a
/// hundred times as large, and of references with ten digits.
const STRETCH: f64 = 1e-9;

/// Links name points that there are, every coordinate is a number, and rods keep their lengths along the true motion.
/// Problems that are not drawn have nothing to hold.
///
/// # Errors
/// What cannot be drawn, and every rod that changes its length.
pub fn sketches_hold_together(problems: &[Box<dyn Problem>]) -> Verdict {
    every_problem(problems, |problem| match problem.drawn() {
        Some(drawn) => holds_together(problem, drawn),
        None => Ok(()),
    })
}

fn holds_together(problem: &dyn Problem, drawn: &dyn Drawn) -> Verdict {
    let sketch = drawn.sketch();
    let sound = sketch.check();
    ensure(sound.is_ok(), || format!("the picture: {}", words(sound)))?;
    let end = problem.card().end_time;
    let times: Vec<f64> = (0..PLACES)
        .map(|k| end * k as f64 / (PLACES - 1) as f64)
        .collect();
    let mut first: Option<Vec<f64>> = None;
    let mut examined = Vec::new();
    for truth in problem.truth(&times) {
        let frame = drawn.points(truth.t, &truth.q);
        let whole = sketch.check_frame(&frame);
        ensure(whole.is_ok(), || {
            format!("the picture at t = {:.3}: {}", truth.t, words(whole))
        })?;
        let lengths: Vec<f64> = rods(&sketch)
            .map(|(_, rod)| length(&sketch, rod, &frame))
            .collect();
        let first = first.get_or_insert_with(|| lengths.clone());
        for (((place, _), now), before) in rods(&sketch).zip(&lengths).zip(first.iter()) {
            let stretch = (now - before).abs() / before;
            examined.push(at_most(stretch, STRETCH, || {
                format!(
                    "rod {place} of the picture changes its length from {before} to {now} at t = {:.3}",
                    truth.t
                )
            }));
        }
    }
    collect(examined)
}

fn words(checked: Result<(), impl ToString>) -> String {
    checked.err().map_or_else(String::new, |e| e.to_string())
}

/// The links that are rigid, with their places among all.
fn rods(sketch: &Sketch) -> impl Iterator<Item = (usize, &Link)> {
    sketch
        .links
        .iter()
        .enumerate()
        .filter(|(_, link)| !link.elastic)
}

fn length(sketch: &Sketch, link: &Link, frame: &[f64]) -> f64 {
    let moving: Vec<&[f64]> = frame.chunks_exact(sketch.dimensions).collect();
    let point = |place: usize| match moving.get(place) {
        Some(point) => point,
        None => &sketch.fixed[place - moving.len()][..],
    };
    let [a, b] = link.ends.map(point);
    let squares = a.iter().zip(b).map(|(a, b)| (a - b) * (a - b));
    squares.sum::<f64>().sqrt()
}
