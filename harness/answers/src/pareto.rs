//! The variants beside one unstabilized variant that no other beats in drift, energy, error and time together.

use crate::noise;
use results::{Beaten, Cost, LadderKind, ParetoSet, Results, WhatItBuys};

/// The medians of one variant.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Medians {
    /// Drift of Φ, drift of the energy and error of the position.
    pub violations: [f64; 3],
    /// Time, or evaluations where no times were measured.
    pub cost: f64,
}

impl Medians {
    fn of(buys: &WhatItBuys, cost: Cost) -> Option<Self> {
        let factors = &buys.factors;
        let cost = match cost {
            Cost::Time => factors.time,
            _ => factors.evaluations,
        };
        Some(Self {
            violations: [
                factors.drift_position?.median,
                factors.energy?.median,
                factors.position?.median,
            ],
            cost: cost?.median,
        })
    }

    /// Whether this one is no worse than `other` in all violations and not clearly more expensive, and either smaller in one
    /// violation, or equal in all of them and clearly cheaper. Costs are told apart if they differ by more than `clear`, a
    /// factor of at least one.
    ///
    /// No cycle of these can exist. Along one, no violation ever grows, so that all are equal all the way round. Then every
    /// member is clearly cheaper than the next one, and the first is cheaper than itself.
    pub fn beats(&self, other: &Self, clear: f64) -> bool {
        let mut pairs = self.violations.iter().zip(&other.violations);
        if !pairs.clone().all(|(own, other)| own <= other) || !(self.cost <= other.cost * clear) {
            return false;
        }
        pairs.any(|(own, other)| own < other) || self.cost * clear < other.cost
    }
}

/// One set for every unstabilized variant and ladder.
///
/// Methods with a discretization of their own are in the set of their stand-in. Variants without one of the four numbers
/// are in no set and beaten by nobody.
pub fn pareto_sets(results: &Results, buys: &[WhatItBuys]) -> Vec<ParetoSet> {
    let cost = results.compared_cost();
    // Counts are exact.
    let clear = results.timing.as_ref().map_or(1.0, noise::clear_factor);
    let mut sets = Vec::new();
    for (partner, ladder) in partners(results, buys) {
        let of_it = |b: &&WhatItBuys| b.with == partner.id && b.ladder == ladder;
        let mut field: Vec<(&str, Medians)> = buys
            .iter()
            .filter(of_it)
            .filter_map(|b| Some((b.variant.as_str(), Medians::of(b, cost)?)))
            .collect();
        field.sort_by(|(a, x), (b, y)| {
            let by_drift = x.violations[0].total_cmp(&y.violations[0]);
            by_drift.then_with(|| a.cmp(b))
        });
        let beaten_by = |medians: &Medians| {
            let better = field
                .iter()
                .filter(|(_, other)| other.beats(medians, clear));
            // One that nobody beats, which exists since there are no cycles.
            better
                .clone()
                .find(|(_, other)| !field.iter().any(|(_, third)| third.beats(other, clear)))
                .or_else(|| better.clone().next())
                .map(|(variant, _)| (*variant).to_owned())
        };
        let mut set = ParetoSet {
            integrator: partner.integrator.clone(),
            with: partner.id.clone(),
            ladder,
            variants: Vec::new(),
            beaten: Vec::new(),
        };
        for (variant, medians) in &field {
            let variant = (*variant).to_owned();
            match beaten_by(medians) {
                Some(by) => set.beaten.push(Beaten { variant, by }),
                None => set.variants.push(variant),
            }
        }
        if !field.is_empty() {
            sets.push(set);
        }
    }
    sets
}

/// Every unstabilized variant that something is compared with, and every ladder.
pub(crate) fn partners<'a>(
    results: &'a Results,
    buys: &[WhatItBuys],
) -> Vec<(&'a results::Variant, LadderKind)> {
    let variants = results
        .methods
        .iter()
        .filter(|m| m.is_baseline())
        .flat_map(|m| &m.variants);
    let mut all = Vec::new();
    for variant in variants {
        for ladder in [LadderKind::Order, LadderKind::Practice] {
            if buys
                .iter()
                .any(|b| b.with == variant.id && b.ladder == ladder)
            {
                all.push((variant, ladder));
            }
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::noise::tests::timing;
    use crate::pairing::{paired, what_it_buys};
    use crate::testing::{cell, results, run, timed};
    use proptest::prelude::*;

    fn medians(violations: [f64; 3], cost: f64) -> Medians {
        Medians { violations, cost }
    }

    #[test]
    fn within_the_noise_of_times_violations_decide() {
        let nothing = medians([1.0; 3], 1.0);
        let helps = medians([0.1, 1.0, 0.5], 1.04);
        assert!(helps.beats(&nothing, 1.05) && !nothing.beats(&helps, 1.05));
        assert!(!helps.beats(&nothing, 1.03));
        let idle = medians([1.0; 3], 1.04);
        assert!(!idle.beats(&nothing, 1.05) && !nothing.beats(&idle, 1.05));
        assert!(nothing.beats(&idle, 1.03));
        let trade = medians([0.1, 2.0, 0.5], 0.5);
        assert!(!trade.beats(&nothing, 1.05) && !nothing.beats(&trade, 1.05));
    }

    #[test]
    fn a_set_holds_who_is_not_beaten_and_names_who_beats_the_others() {
        let with = |variant: &str, value: f64, ns: f64| {
            timed(cell(variant, "a", vec![run(0.1, value)]), ns)
        };
        let mut field = results(vec![
            with("nothing/rk4", 1.0, 100.0),
            with("x/rk4", 0.1, 102.0),
            with("y/rk4", 0.01, 300.0),
            with("z/rk4", 0.02, 400.0),
        ]);
        field.timing = Some(timing(0.95, 1.05));
        let sets = pareto_sets(&field, &what_it_buys(&field, &paired(&field)));
        assert_eq!(sets.len(), 1);
        assert_eq!(sets[0].variants, ["y/rk4", "x/rk4"]);
        let beaten: Vec<(&str, &str)> = sets[0]
            .beaten
            .iter()
            .map(|b| (b.variant.as_str(), b.by.as_str()))
            .collect();
        assert_eq!(beaten, [("z/rk4", "y/rk4"), ("nothing/rk4", "x/rk4")]);
    }

    proptest! {
        #[test]
        fn who_beats_whom_has_no_cycles(
            field in prop::collection::vec((0..3_u8, 0..3_u8, 0..3_u8, 1..9_u8), 1..12),
            clear in 1.0..1.6_f64,
        ) {
            let field: Vec<Medians> = field
                .iter()
                .map(|&(a, b, c, cost)| medians([a, b, c].map(f64::from), 1.0 + 0.1 * f64::from(cost)))
                .collect();
            // Whoever is beaten by nobody leaves, until nobody is left; a cycle would stay for ever.
            let mut left = field;
            while !left.is_empty() {
                let free: Vec<bool> = left
                    .iter()
                    .map(|one| !left.iter().any(|other| other.beats(one, clear)))
                    .collect();
                prop_assert!(free.contains(&true));
                let mut free = free.into_iter();
                left.retain(|_| !free.next().unwrap_or(true));
            }
        }
    }
}
