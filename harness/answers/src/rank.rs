//! Ranks of a board, from its costs alone.

use crate::cells::family;
use results::planted::{self, Defect};
use results::{Board, BoardLine, BoardOf, Condition, Results, Scoring, Variant};
use verification::{
    Draw, Instance, RankInterval, drawn_median, middle_of, rank_intervals, redrawn_intervals,
    scores,
};

/// A part of a board.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Restriction {
    /// Only variants with this integrator.
    pub integrator: Option<String>,
    /// Only variants with fixed steps.
    pub fixed_steps: bool,
    /// Only problems with this tag.
    pub tag: Option<String>,
    /// Only these problems.
    pub problems: Option<Vec<String>>,
}

/// The ranks of a part of a board of variants, best first; for methods each is shown by its best variant within the part.
///
/// A part of a board of methods has to be found from the board of variants, since another variant may be the best in it.
pub fn rank(results: &Results, board: &Board, restriction: &Restriction, of: BoardOf) -> Board {
    let ranked = ranked(restricted(results, board, restriction));
    match of {
        BoardOf::Variants => ranked,
        BoardOf::Methods => by_method(&ranked),
    }
}

/// The lines and instances of a board that a restriction keeps, without ranks.
fn restricted(results: &Results, board: &Board, restriction: &Restriction) -> Board {
    let variant = |id: &str| -> Option<&Variant> {
        let mut variants = results.methods.iter().flat_map(|m| &m.variants);
        variants.find(|v| v.id == id)
    };
    let keeps_line = |line: &&BoardLine| {
        let Some(variant) = variant(&line.variant) else {
            return false;
        };
        let integrator = restriction.integrator.as_ref();
        integrator.is_none_or(|id| variant.integrator == *id)
            && !(restriction.fixed_steps && variant.adaptive)
    };
    let keeps_problem = |id: &str| {
        let tagged = |tag: &String| {
            let mut problems = results.problems.iter();
            problems.any(|p| p.id == id && p.tags.contains(tag))
        };
        let listed = |list: &Vec<String>| list.iter().any(|p| p == id);
        restriction.tag.as_ref().is_none_or(tagged)
            && restriction.problems.as_ref().is_none_or(listed)
    };
    let kept: Vec<usize> = (0..board.instances.len())
        .filter(|&i| keeps_problem(&board.instances[i].problem))
        .collect();
    let kept_problems: Vec<usize> = problems(board)
        .iter()
        .enumerate()
        .filter(|(_, id)| keeps_problem(id))
        .map(|(place, _)| place)
        .collect();
    let line = |line: &BoardLine| BoardLine {
        costs: pick(&line.costs, &kept),
        noise: pick(&line.noise, &kept_problems),
        at_most: kept
            .iter()
            .enumerate()
            .filter(|(_, old)| line.at_most.contains(old))
            .map(|(new, _)| new)
            .collect(),
        figures: line
            .figures
            .iter()
            .map(|figure| results::Figure {
                values: pick(&figure.values, &kept),
                ..figure.clone()
            })
            .collect(),
        ..line.clone()
    };
    Board {
        instances: kept.iter().map(|&i| board.instances[i].clone()).collect(),
        lines: board.lines.iter().filter(keeps_line).map(line).collect(),
        ..board.clone()
    }
}

fn pick<T: Clone>(values: &[T], places: &[usize]) -> Vec<T> {
    let found = places.iter().filter_map(|&place| values.get(place));
    found.cloned().collect()
}

/// The problems of a board in the order in which they first appear.
fn problems(board: &Board) -> Vec<&str> {
    let mut problems: Vec<&str> = Vec::new();
    for instance in &board.instances {
        if !problems.contains(&instance.problem.as_str()) {
            problems.push(&instance.problem);
        }
    }
    problems
}

/// The names in a sorted list without repetitions.
fn sorted<'a>(names: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let mut names: Vec<&str> = names.collect();
    names.sort_unstable();
    names.dedup();
    names
}

/// Problem and family of every instance, numbered by name: draws must not depend on the order of the problems.
fn columns(board: &Board) -> Vec<Instance> {
    let problems = sorted(problems(board).into_iter());
    let families = sorted(problems.iter().map(|id| family(id)));
    let column = |instance: &results::Instance| {
        let id = instance.problem.as_str();
        Instance {
            family: families.partition_point(|f| *f < family(id)),
            problem: problems.partition_point(|p| *p < id),
        }
    };
    board.instances.iter().map(column).collect()
}

/// The noise of every line, problems numbered as in [`columns`].
fn noise(board: &Board) -> Vec<Vec<f64>> {
    let places = problems(board);
    let mut order: Vec<usize> = (0..places.len()).collect();
    order.sort_by_key(|&place| places[place]);
    let of = |line: &BoardLine| {
        let at = |place: &usize| line.noise.get(*place).copied().unwrap_or(0.0);
        order.iter().map(at).collect()
    };
    board.lines.iter().map(of).collect()
}

/// The board with figures, conditions, scores and ranks found from its costs, best first.
///
/// The result depends neither on the order of the lines nor on that of the problems.
pub(crate) fn ranked(mut board: Board) -> Board {
    // Draws within the noise of times follow the order of the lines.
    board.lines.sort_by(|a, b| a.variant.cmp(&b.variant));
    let scoring = board.scoring;
    for line in &mut board.lines {
        for figure in line.figures.iter_mut().filter(|f| !f.values.is_empty()) {
            let known: Vec<f64> = figure.values.iter().copied().flatten().collect();
            figure.value = middle_of(&known);
        }
        if !board.conditions.is_empty() {
            line.misses = missed(line, &board.conditions);
        }
        let solved = line.costs.iter().flatten().count();
        line.prices = solved;
        line.bounds = line.at_most.len();
        line.coverage = solved as f64 / line.costs.len().max(1) as f64;
    }
    let columns = columns(&board);
    let standings = match scoring {
        Scoring::Profile => profile(&board, &columns),
        Scoring::Median => medians(&board, &columns),
        Scoring::Share => shares(&board, &columns),
    };
    if scoring == Scoring::Share {
        show_shares(&mut board);
    }
    for (line, (score, interval)) in board.lines.iter_mut().zip(standings) {
        line.score = score;
        line.rank_low = interval.low;
        line.rank_high = interval.high;
        line.score_interval = score.map(|_| interval.score);
    }
    let place = |line: &BoardLine| (line.misses.is_some(), line.score.is_none());
    board.lines.sort_by(|a, b| {
        let by_score = match (scoring, a.score, b.score) {
            (Scoring::Median, Some(a), Some(b)) => a.total_cmp(&b),
            (_, Some(a), Some(b)) => b.total_cmp(&a),
            _ => std::cmp::Ordering::Equal,
        };
        let by_class = place(a).cmp(&place(b));
        let by_name = match planted::is(Defect::TiesBackwards) {
            true => b.variant.cmp(&a.variant),
            false => a.variant.cmp(&b.variant),
        };
        by_class.then(by_score).then(by_name)
    });
    if planted::is(Defect::RankingReversed) {
        board.lines.reverse();
    }
    board
}

/// The first condition that a line misses, in words.
fn missed(line: &BoardLine, conditions: &[Condition]) -> Option<String> {
    conditions.iter().find_map(|condition| {
        let figure = line.figures.iter().find(|f| f.name == condition.figure);
        match figure.and_then(|f| f.value) {
            Some(value) if value <= condition.at_most => None,
            Some(value) => Some(format!(
                "{} × {value:.3} is above {}",
                condition.figure, condition.at_most
            )),
            None => Some(format!("its {} cannot be compared", condition.figure)),
        }
    })
}

/// A score, where there is one, and its interval.
type Standing = (Option<f64>, RankInterval);

fn profile(board: &Board, columns: &[Instance]) -> Vec<Standing> {
    let costs: Vec<Vec<Option<f64>>> = board.lines.iter().map(|l| l.costs.clone()).collect();
    let intervals = rank_intervals(&costs, &noise(board), columns);
    let scores = scores(&costs).into_iter().map(|s| Some(s.score));
    scores.zip(intervals).collect()
}

/// Lines that meet all conditions first, then those that miss one, then those without costs.
fn classes(board: &Board) -> Vec<usize> {
    let class = |line: &BoardLine| match (line.prices, &line.misses) {
        (0, _) => 2,
        (_, Some(_)) => 1,
        (_, None) => 0,
    };
    board.lines.iter().map(class).collect()
}

fn medians(board: &Board, columns: &[Instance]) -> Vec<Standing> {
    let score = |draw: &Draw| -> Vec<Option<f64>> {
        let of = |(row, line): (usize, &BoardLine)| {
            let drawn = line.costs.iter().zip(&draw.times).zip(&draw.shift[row]);
            let known = drawn.filter_map(|((cost, times), shift)| Some(((*cost)? * shift, *times)));
            // The smaller the better.
            drawn_median(known).map(|median| -median)
        };
        board.lines.iter().enumerate().map(of).collect()
    };
    let (given, intervals) =
        redrawn_intervals(&classes(board), &[], &noise(board), columns, &score);
    given
        .into_iter()
        .zip(intervals)
        .map(|(score, interval)| {
            let [low, high] = interval.score;
            let interval = RankInterval {
                score: [-high, -low],
                ..interval
            };
            (score.map(|score| -score), interval)
        })
        .collect()
}

/// The groups of a board, by name.
fn groups(board: &Board) -> Vec<String> {
    let named = board.instances.iter().filter_map(|i| i.group.clone());
    let mut groups: Vec<String> = named.collect();
    groups.sort_unstable();
    groups.dedup();
    groups
}

/// The share of a group that a line solved, every instance counted as often as it was drawn.
fn share(board: &Board, line: &BoardLine, group: &str, times: &[u32]) -> Option<f64> {
    let (mut solved, mut all) = (0, 0);
    for ((instance, cost), times) in board.instances.iter().zip(&line.costs).zip(times) {
        if instance.group.as_deref() == Some(group) {
            all += times;
            solved += if cost.is_some() { *times } else { 0 };
        }
    }
    (all > 0).then(|| f64::from(solved) / f64::from(all))
}

fn shares(board: &Board, columns: &[Instance]) -> Vec<Standing> {
    let groups = groups(board);
    let score = |draw: &Draw| -> Vec<Option<f64>> {
        let of = |line: &BoardLine| {
            let shares = groups
                .iter()
                .filter_map(|g| share(board, line, g, &draw.times));
            let shares: Vec<f64> = shares.collect();
            (!shares.is_empty()).then(|| shares.iter().sum::<f64>() / shares.len() as f64)
        };
        board.lines.iter().map(of).collect()
    };
    // Groups are no sample of other groups: problems are drawn within each.
    let stratum = |i: &results::Instance| groups.iter().position(|g| Some(g) == i.group.as_ref());
    let strata: Vec<usize> = board
        .instances
        .iter()
        .map(|instance| stratum(instance).unwrap_or(groups.len()))
        .collect();
    let classes = vec![0; board.lines.len()];
    let (given, intervals) = redrawn_intervals(&classes, &strata, &[], columns, &score);
    given.into_iter().zip(intervals).collect()
}

/// Puts the share of every group beside the score.
fn show_shares(board: &mut Board) {
    let groups = groups(board);
    let once = vec![1; board.instances.len()];
    let figures: Vec<Vec<results::Figure>> = board
        .lines
        .iter()
        .map(|line| {
            let figure = |group: &String| results::Figure {
                name: group.clone(),
                value: share(board, line, group, &once),
                values: Vec::new(),
            };
            groups.iter().map(figure).collect()
        })
        .collect();
    for (line, figures) in board.lines.iter_mut().zip(figures) {
        line.figures = figures;
    }
}

/// The same board for methods, each by its best variant.
pub(crate) fn by_method(variants: &Board) -> Board {
    let mut lines: Vec<BoardLine> = Vec::new();
    for line in &variants.lines {
        if !lines.iter().any(|known| known.method == line.method) {
            lines.push(line.clone());
        }
    }
    ranked(Board {
        of: BoardOf::Methods,
        lines,
        ..variants.clone()
    })
}
