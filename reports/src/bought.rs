//! What stabilization buys with each integrator, and where it does harm.

use crate::phrase;
use results::{
    BoardOf, Cell, Factor, LadderKind, Method, Quantity, Results, Variant, Verdict, WhatItBuys,
    Worse,
};

/// The board that ranks what stabilization buys.
const BOARD: &str = "what-it-buys";

/// The integrator that most people use comes first.
const FIRST: &str = "rk4";

/// Cells with a factor from here on are counted as worse than doing nothing.
const HARMFUL: f64 = 10.0;

/// The best stabilization with one integrator, beside the same integrator without it.
pub struct Bought<'a> {
    /// Integrator id.
    pub integrator: &'a str,
    /// Name of the integrator for people.
    pub integrator_name: &'a str,
    /// The method.
    pub method: &'a Method,
    /// The variant.
    pub variant: &'a Variant,
    /// Its ratios over the problems.
    pub buys: &'a WhatItBuys,
}

/// The best variant of every integrator: the first line of its board that keeps the conditions and drifts less than the
/// unstabilized one. The most used integrator comes first, the others in the order of the boards.
pub fn bought(results: &Results) -> Vec<Bought<'_>> {
    let boards = results.boards.iter();
    let boards = boards.filter(|board| board.id == BOARD && board.of == BoardOf::Variants);
    let best = boards.filter_map(|board| {
        let integrator = board.integrator.as_deref()?;
        let lines = board.lines.iter().filter(|line| line.misses.is_none());
        lines
            .filter_map(|line| of_variant(results, integrator, &line.variant))
            .find(|bought| {
                bought
                    .median(Factor::DriftPosition)
                    .is_some_and(|x| x < 1.0)
            })
    });
    let mut best: Vec<Bought> = best.collect();
    best.sort_by_key(|bought| bought.integrator != FIRST);
    best
}

/// What a variant buys, if it has this integrator and fixed steps.
fn of_variant<'a>(results: &'a Results, integrator: &'a str, variant: &str) -> Option<Bought<'a>> {
    let rows = || {
        let methods = results.methods.iter();
        methods.flat_map(|method| method.variants.iter().map(move |variant| (method, variant)))
    };
    let (method, found) = rows().find(|(_, row)| row.id == variant)?;
    if found.integrator != integrator || found.adaptive || method.is_baseline() {
        return None;
    }
    let ratios = || {
        results
            .what_it_buys
            .iter()
            .filter(|buys| buys.variant == variant)
    };
    let practice = ratios().find(|buys| buys.ladder == LadderKind::Practice);
    let buys = practice.or_else(|| ratios().next())?;
    let partner = rows().find(|(_, row)| row.id == buys.with);
    let name = partner.map_or("", |(_, partner)| partner.name.as_str());
    let name = name.split(phrase::SEPARATOR).next().unwrap_or_default();
    Some(Bought {
        integrator,
        integrator_name: if name.is_empty() { integrator } else { name },
        method,
        variant: found,
        buys,
    })
}

impl Bought<'_> {
    /// The variant by its name, without the integrator.
    pub fn name(&self) -> String {
        let Variant { name, gains, .. } = self.variant;
        phrase::variant(&self.method.name, name, gains)
    }

    /// The median of a ratio over the problems.
    pub fn median(&self, factor: Factor) -> Option<f64> {
        self.buys.factors[factor].map(|spread| spread.median)
    }

    /// What it buys and costs: `drift ÷ 260, error × 0.39, +3 % time`.
    pub fn numbers(&self) -> String {
        let drift = self.median(Factor::DriftPosition).map(phrase::factor);
        let error = self.median(Factor::Position).map(phrase::factor);
        let cost = match self.median(Factor::Time) {
            Some(time) => Some(format!("{} time", phrase::extra(time))),
            None => self
                .median(Factor::Evaluations)
                .map(|count| format!("{} evaluations", phrase::extra(count))),
        };
        let told = [
            drift.map(|drift| format!("drift {drift}")),
            error.map(|error| format!("error {error}")),
            cost,
        ];
        told.into_iter().flatten().collect::<Vec<_>>().join(", ")
    }
}

/// The cells whose order is confirmed although Φ or the position is at least ten times worse than without stabilization, at
/// the very steps that show the order.
pub fn confirmed_but_harmful(results: &Results) -> Vec<&Cell> {
    let told = [Quantity::DriftPosition, Quantity::Position];
    let harmful = |worse: &Worse| {
        worse.ladder == LadderKind::Order
            && told.contains(&worse.quantity)
            && worse.factor >= HARMFUL
    };
    let confirmed = |cell: &&Cell| cell.verdict == Verdict::Confirmed;
    let cells = results.cells.iter().filter(confirmed);
    cells
        .filter(|cell| cell.worse_than_nothing.iter().any(harmful))
        .collect()
}

/// The number of harmful cells in words, if there are any.
pub fn harm_in_words(results: &Results) -> Option<String> {
    let (n, are, their) = match confirmed_but_harmful(results).len() {
        0 => return None,
        1 => (1, "is", "its"),
        n => (n, "are", "their"),
    };
    Some(format!(
        "{} {are} at least ten times worse than no stabilization, in drift or error, though {their} order is confirmed.",
        phrase::count(n, "cell")
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::captured;

    #[test]
    fn the_best_that_keeps_the_conditions_is_named_and_rk4_comes_first() {
        let results = captured::planted();
        let bought = bought(&results);
        let named: Vec<_> = bought
            .iter()
            .map(|b| (b.integrator, &*b.variant.id))
            .collect();
        // The first line of RK4 takes too long, and the board of the trapezoidal rule holds nothing but itself.
        let expected = [("rk4", "baumgarte/rk4/held"), ("euler", "baumgarte/euler")];
        assert_eq!(named, expected);
        assert_eq!(bought[0].numbers(), "drift ÷ 260, error × 0.39, +3 % time");
    }

    #[test]
    fn steps_of_practice_are_told_where_there_are_any() {
        let mut results = captured::planted();
        let mut practice = results.what_it_buys[2].clone();
        assert_eq!(practice.variant, "baumgarte/rk4/held");
        practice.ladder = LadderKind::Practice;
        practice.factors.time = None;
        results.what_it_buys.push(practice);
        let bought = bought(&results);
        assert_eq!(bought[0].numbers(), "drift ÷ 260, error × 0.39");
    }

    #[test]
    fn only_confirmed_cells_that_are_ten_times_worse_in_drift_or_error_are_counted() {
        let mut results = captured::planted();
        let harmful = |results: &Results| confirmed_but_harmful(results).len();
        assert_eq!(harmful(&results), 1);
        assert!(harm_in_words(&results).unwrap().starts_with("1 cell is "));
        for (quantity, ladder, factor, counted) in [
            (Quantity::DriftPosition, LadderKind::Order, 10.0, 1),
            (Quantity::Position, LadderKind::Order, 9.9, 0),
            (Quantity::Position, LadderKind::Practice, 99.0, 0),
            (Quantity::Energy, LadderKind::Order, 99.0, 0),
        ] {
            captured::cell(&mut results, "baumgarte/rk4", "pendulum").worse_than_nothing =
                vec![Worse {
                    quantity,
                    ladder,
                    factor,
                }];
            assert_eq!(
                harmful(&results),
                counted,
                "{quantity:?} {ladder:?} {factor}"
            );
        }
        captured::cell(&mut results, "baumgarte/rk4", "pendulum").verdict = Verdict::Below;
        assert_eq!(harm_in_words(&results), None);
    }
}
