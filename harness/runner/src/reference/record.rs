//! The trajectory that a problem stores: where its states lie, and what its file says.

use super::Examination;
use super::digits::{Digits, Values};
use problem::{Precise, Problem, Recorded, RecordedState, Route, RouteError};

/// Stored trajectories keep at least and at most this many digits.
const STORED: [usize; 2] = [20, 25];

/// Digits of q, v and λ that must hold between stored states: one more than a double has.
const BETWEEN: f64 = 17.0;

/// The error between stored states falls with this power of their number, at least.
const POWER: f64 = 20.0;

/// The first number of pieces that is tried, and the last.
const PIECES: [usize; 2] = [64, 4096];

/// Times between the nodes, at which the interpolation is compared with the route itself.
const PROBES: usize = 20;

/// Times of equally long pieces of the interval, start and end included.
fn nodes(end_time: f64, pieces: usize) -> Vec<f64> {
    (0..=pieces)
        .map(|k| end_time * k as f64 / pieces as f64)
        .collect()
}

/// Times in the middle of the first, the last and other pieces between `nodes`, at most [`PROBES`] of them.
pub(super) fn probes(nodes: &[f64]) -> Vec<f64> {
    let middles: Vec<f64> = nodes.windows(2).map(|w| 0.5 * (w[0] + w[1])).collect();
    let last = middles.len().saturating_sub(1);
    let mut chosen: Vec<usize> = (0..PROBES).map(|k| k * last / (PROBES - 1)).collect();
    chosen.dedup();
    chosen
        .into_iter()
        .filter_map(|k| middles.get(k).copied())
        .collect()
}

/// The nodes of a stored trajectory that spans the whole motion, and its digits.
pub(super) fn stored_nodes(problem: &dyn Problem) -> Option<(Vec<f64>, usize)> {
    let recorded = Recorded::parse(problem.stored()?).ok()?;
    let times: Vec<f64> = recorded.states().iter().map(|s| s.t).collect();
    let spans = times.first() == Some(&0.0) && times.last() == Some(&problem.card().end_time);
    let digits = recorded.number("digits")? as usize;
    spans.then_some((times, digits))
}

/// As few nodes and as few digits as let the interpolation hold [`BETWEEN`] digits in the middle of every piece.
pub(super) fn find_nodes(route: &Route, end_time: f64) -> Result<(Vec<f64>, usize), RouteError> {
    let [mut pieces, most] = PIECES;
    let [fewest_digits, most_digits] = STORED;
    loop {
        let times = nodes(end_time, 2 * pieces);
        let states = route.run(&times)?;
        let stored: Vec<RecordedState> = states.iter().step_by(2).map(Into::into).collect();
        let middles: Vec<&Precise> = states.iter().skip(1).step_by(2).collect();
        let record = Recorded::new(Vec::new(), stored);
        let held_with = |digits: usize| {
            let read = Recorded::parse(&record.text(digits + 1));
            read.map_or(0.0, |read| between(&read, route, &middles))
        };
        let held = held_with(most_digits);
        if held >= BETWEEN || pieces >= most {
            let mut digits = fewest_digits..most_digits;
            let digits = digits.find(|&digits| held_with(digits) >= BETWEEN);
            let nodes = times.into_iter().step_by(2).collect();
            return Ok((nodes, digits.unwrap_or(most_digits)));
        }
        let factor = math::powf(10.0, (BETWEEN - held) / POWER).clamp(1.03, 3.0);
        pieces = ((pieces as f64 * factor).ceil() as usize).min(most);
    }
}

/// Digits that hold at states of the route that are not stored.
pub(super) fn between(recorded: &Recorded, route: &Route, states: &[&Precise]) -> f64 {
    let found: Option<Vec<Values>> = states
        .iter()
        .map(|s| recorded.at(route, s.t).map(Values::from))
        .collect();
    let expected: Vec<Values> = states.iter().map(|&s| s.into()).collect();
    found.map_or(0.0, |found| Digits::between(&expected, &found).least())
}

/// Compares with the stored trajectory, and makes the text that should be stored: `states` are those of its nodes, with
/// `digits` each, and `probes` lie between them.
pub(super) fn compare_stored(
    found: &mut Examination,
    problem: &dyn Problem,
    route: &Route,
    (states, digits): (&[Precise], usize),
    probes: &[Precise],
) {
    let Some(agreement) = found.between_routes else {
        found.differs("digits are stored only where two routes agree");
        return;
    };
    let card = problem.card();
    let held = agreement.least().min(digits as f64).floor();
    let (id, sensitivity, energy) = (card.id, card.sensitivity, found.energy.unwrap_or(0.0));
    let agreed = "so many agree between the routes, relative to the largest q, v and λ";
    let heading = [
        ("problem", id.to_owned()),
        ("made by", format!("cargo xtask reference --write {id}")),
        ("route 1, stored", found.routes[0].clone()),
        ("route 2, compared", found.routes[1].clone()),
        (
            "columns",
            "u and w are the coordinates and velocities of route 1".to_owned(),
        ),
        ("digits", format!("{held} hold: {agreed}")),
        (
            "energy",
            format!("{energy:.0} digits of T + V - W are conserved"),
        ),
        ("sensitivity", format!("{sensitivity} s = |δq(T)|/|δv(0)|")),
    ];
    let heading = heading.map(|(key, value)| (key.to_owned(), value)).to_vec();
    let record = Recorded::new(heading, states.iter().map(RecordedState::from).collect());
    found.record = Some(record.text(held as usize + 1));
    let stored = match problem.stored().map(Recorded::parse) {
        Some(Ok(stored)) => stored,
        Some(Err(error)) => return found.differs(format!("the stored trajectory: {error}")),
        None => return,
    };
    if stored_nodes(problem).is_none() {
        return found.differs("the stored trajectory does not span the motion");
    }
    let values = |r: &Recorded| r.states().iter().map(Values::from).collect::<Vec<_>>();
    let digits = Digits::between(&values(&record), &values(&stored));
    let promised = stored.number("digits").unwrap_or(held);
    found.stored = Some(digits);
    found.require("the stored digits", Some(digits.least()), promised - 0.5);
    let probes: Vec<&Precise> = probes.iter().collect();
    let held = between(&stored, route, &probes);
    found.require("between stored states", Some(held), BETWEEN - 0.5);
}
