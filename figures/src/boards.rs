//! The boards: performance profiles, and scores with their intervals.

use crate::axis::Axis;
use crate::choice::{Choice, Chosen};
use crate::dots::{Dot, Rows};
use crate::figure::{Entry, Figure, Height, Layer, Panel, Sample};
use crate::look::Look;
use results::{Board, BoardLine, BoardOf, Scoring};

/// Profiles end at this multiple of the least cost, as the scores do (2¹⁰).
const LARGEST: f64 = 1024.0;

/// Markers along a profile.
const MARKERS: usize = 4;

/// Room above and below shares of none and all.
const ROOM: f64 = 0.03;

/// The boards whose lines are variants of all integrators and whose scores are of these kinds.
fn boards<'a>(choice: &Choice<'a>, kinds: &'static [Scoring]) -> impl Iterator<Item = &'a Board> {
    let boards = choice.results.boards.iter();
    boards.filter(|board| {
        board.of == BoardOf::Variants
            && board.with.is_none()
            && board.integrator.is_none()
            && kinds.contains(&board.scoring)
    })
}

fn line<'a>(board: &'a Board, chosen: &Chosen) -> Option<&'a BoardLine> {
    let mut lines = board.lines.iter();
    lines.find(|line| line.variant == chosen.variant.id)
}

/// Share of the instances that each variant solves within a multiple of the least cost, by Dolan and Moré.
pub(crate) fn profiles(choice: &Choice) -> Option<Figure> {
    let boards = boards(choice, &[Scoring::Profile]);
    let panels: Vec<Panel> = boards.filter_map(|board| profile(choice, board)).collect();
    let key = choice.variants.iter().map(|chosen| Entry {
        sample: Sample::Curve(chosen.look),
        label: chosen.label.clone(),
    });
    (!panels.is_empty()).then(|| Figure {
        title: "Performance profiles of the boards".to_owned(),
        small: true,
        panels,
        key: key.collect(),
    })
}

fn profile(choice: &Choice, board: &Board) -> Option<Panel> {
    let x = Axis::decades("τ, cost ÷ least cost", [1.0, LARGEST])?;
    let y = Axis::linear("share solved within τ", [-ROOM, 1.0 + ROOM])?;
    let curve = |chosen: &Chosen| {
        let multiples = multiples(board, line(board, chosen)?)?;
        let place = |[tau, share]: [f64; 2]| Some([x.at(tau)?, y.at(share)?]);
        let steps = steps(&multiples).into_iter().filter_map(place);
        // Markers of different variants are at different places.
        let shift = (chosen.look.0 as f64 + 0.5) / choice.variants.len() as f64;
        let marker = |k: usize| {
            let part = (k as f64 + shift) / MARKERS as f64;
            let tau = math::powf(LARGEST, part);
            place([tau, share(&multiples, tau)])
        };
        Some(Layer::Curve {
            lines: vec![steps.collect()],
            markers: (0..MARKERS).filter_map(marker).collect(),
            look: chosen.look,
        })
    };
    let layers: Vec<Layer> = choice.variants.iter().filter_map(curve).collect();
    (!layers.is_empty()).then(|| Panel {
        heading: board.question.clone(),
        x,
        y,
        height: Height::OfWidth(0.62),
        layers,
    })
}

/// The multiples of the least cost at which a line solves each instance that anybody solves, in order; infinite where it
/// does not. None where nobody solves any.
fn multiples(board: &Board, line: &BoardLine) -> Option<Vec<f64>> {
    let cost = |line: &BoardLine, k: usize| {
        let cost = line.costs.get(k).copied().flatten();
        cost.filter(|cost| cost.is_finite() && *cost >= 0.0)
    };
    let multiple = |k: usize| {
        let costs = board.lines.iter().filter_map(|line| cost(line, k));
        let least = costs.reduce(f64::min)?;
        Some(match cost(line, k) {
            Some(own) if own == least => 1.0,
            Some(own) => own / least,
            None => f64::INFINITY,
        })
    };
    let mut multiples: Vec<f64> = (0..board.instances.len()).filter_map(multiple).collect();
    multiples.sort_by(f64::total_cmp);
    (!multiples.is_empty()).then_some(multiples)
}

/// The share of the instances that are solved within a multiple of the least cost.
fn share(multiples: &[f64], tau: f64) -> f64 {
    multiples.partition_point(|x| *x <= tau) as f64 / multiples.len() as f64
}

/// The profile as a staircase from 1 to the largest multiple.
fn steps(multiples: &[f64]) -> Vec<[f64; 2]> {
    let mut last = share(multiples, 1.0);
    let mut steps = vec![[1.0, last]];
    for &tau in multiples.iter().filter(|tau| **tau <= LARGEST) {
        let next = share(multiples, tau);
        if next > last {
            steps.extend([[tau, last], [tau, next]]);
            last = next;
        }
    }
    steps.push([LARGEST, last]);
    steps
}

/// Scores between 0 and 1 with their 95 % intervals, one row for each board.
pub(crate) fn scores(choice: &Choice) -> Option<Figure> {
    let boards: Vec<&Board> = boards(choice, &[Scoring::Profile, Scoring::Share]).collect();
    let names: Vec<String> = boards.iter().map(|b| b.id.replace('-', " ")).collect();
    let of = |chosen: &Chosen| {
        let dot = |(row, board): (usize, &&Board)| {
            let line = line(board, chosen)?;
            let value = line.score.filter(|score| score.is_finite())?;
            let interval = line.score_interval;
            Some(Dot {
                row,
                value,
                interval,
            })
        };
        (
            chosen.look,
            boards.iter().enumerate().filter_map(dot).collect(),
        )
    };
    let dots: Vec<(Look, Vec<Dot>)> = choice.variants.iter().map(of).collect();
    if dots.iter().all(|(_, dots)| dots.is_empty()) {
        return None;
    }
    let panel = Rows {
        heading: choice.heading("Scores of the boards, higher is better"),
        names: &names,
        x: Axis::linear("score with its 95 % interval", [-ROOM, 1.0 + ROOM])?,
        dots: &dots,
        rule: None,
        none: "no score",
    };
    let key = choice.variants.iter().map(|chosen| Entry {
        sample: Sample::Marker(chosen.look),
        label: chosen.label.clone(),
    });
    Some(Figure {
        title: "Scores of the boards".to_owned(),
        small: false,
        panels: vec![panel.panel()?],
        key: key.collect(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing;

    #[test]
    fn the_area_under_a_profile_is_the_score_of_the_board() {
        let results = testing::results();
        let boards = results.boards.iter();
        let boards = boards.filter(|b| b.scoring == Scoring::Profile && b.of == BoardOf::Variants);
        let mut compared = 0;
        for board in boards {
            for line in &board.lines {
                let (Some(score), Some(multiples)) = (line.score, multiples(board, line)) else {
                    continue;
                };
                let area: f64 = steps(&multiples)
                    .windows(2)
                    .map(|ends| (math::log2(ends[1][0]) - math::log2(ends[0][0])) * ends[0][1])
                    .sum();
                let area = area / math::log2(LARGEST);
                assert!(
                    (area - score).abs() < 1e-3,
                    "{}: {area} {score}",
                    line.variant
                );
                compared += 1;
            }
        }
        assert!(compared > 20, "{compared} lines");
    }

    #[test]
    fn a_profile_never_falls_and_ends_at_the_right() {
        let steps = steps(&[1.0, 1.0, 2.0, 5e3, f64::INFINITY]);
        let expected = [[1.0, 0.4], [2.0, 0.4], [2.0, 0.6], [LARGEST, 0.6]];
        assert_eq!(steps, expected);
    }
}
