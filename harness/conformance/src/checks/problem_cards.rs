//! Cards of problems: ids are well formed, and ladders get finer.

use super::cards::is_kebab;
use crate::verdict::{Verdict, collect, ensure, every_problem};
use problem::{Ladder, Problem, ProblemCard};

/// The highest order that needs a ladder.
const HIGHEST_ORDER: u32 = 8;

/// Ids are unique, kebab-case and share their first segment, which is the first id; texts and tags are not empty; every
/// order has a ladder of at least three rungs that get finer.
///
/// # Errors
/// What is wrong with which card.
pub fn problem_cards_are_sound(problems: &[Box<dyn Problem>]) -> Verdict {
    let cards: Vec<ProblemCard> = problems.iter().map(|p| p.card()).collect();
    let mut ids: Vec<&str> = cards.iter().map(|c| c.id).collect();
    ids.sort_unstable();
    let twice = ids.windows(2).find(|w| w[0] == w[1]);
    let crate_name = |card: &ProblemCard| card.id.split('/').next().map(str::to_owned);
    let same = cards
        .windows(2)
        .all(|w| crate_name(&w[0]) == crate_name(&w[1]));
    let together = [
        ensure(!problems.is_empty(), "the crate has no problems"),
        ensure(
            cards.first().is_none_or(|c| !c.id.contains('/')),
            "the first id is not the bare one",
        ),
        ensure(twice.is_none(), || format!("the id {twice:?} occurs twice")),
        ensure(same, || {
            format!("the ids do not share their first segment: {ids:?}")
        }),
    ];
    let each = every_problem(problems, |p| sound(&p.card(), &p.ladder()));
    collect(together.into_iter().chain([each]))
}

fn sound(card: &ProblemCard, ladder: &Ladder) -> Verdict {
    let texts = [card.name, card.summary, card.origin];
    let ladders = (1..=HIGHEST_ORDER).map(|order| {
        let steps = ladder.steps(order);
        let climbs = steps.len() >= 3 && steps.windows(2).all(|w| w[0] < w[1]);
        ensure(climbs, || {
            format!("the ladder of order {order} is {steps:?}")
        })
    });
    let fields = [
        ensure(
            card.id.split('/').all(is_kebab),
            "a segment of the id is not kebab-case",
        ),
        ensure(
            card.id.split('/').count() <= 2,
            "the id has more than two segments",
        ),
        ensure(
            texts.iter().all(|t| !t.trim().is_empty()),
            "name, summary or origin is empty",
        ),
        ensure(!card.tags.is_empty(), "there are no tags"),
        ensure(card.tags.iter().all(|t| is_kebab(t)), || {
            format!("tags are not kebab-case: {:?}", card.tags)
        }),
        ensure(card.end_time > 0.0 && card.end_time.is_finite(), || {
            format!("the end time is {}", card.end_time)
        }),
        ensure((1..=30).contains(&card.reference.digits), || {
            format!("the reference has {} digits", card.reference.digits)
        }),
    ];
    collect(fields.into_iter().chain(ladders))
}
