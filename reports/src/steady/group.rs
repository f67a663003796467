//! Steady states grouped by variant and gains.

use super::energy_gain;
use crate::number;
use results::{RhoLaw, SteadyState};

/// The steady states of one variant with one choice of gains, for several steps and quantities.
pub(crate) struct Group<'a> {
    pub(crate) variant: &'a str,
    /// `α h`.
    pub(crate) c1: f64,
    /// `β h²`.
    pub(crate) c2: f64,
    /// The energy gain `ρ`, or `ρh` if it is tied to the step.
    pub(crate) rho: f64,
    pub(crate) rho_law: RhoLaw,
    pub(crate) rows: Vec<&'a SteadyState>,
}

impl Group<'_> {
    /// The gains in words.
    pub(crate) fn gains(&self) -> String {
        let (c1, c2) = (number::plain(self.c1), number::plain(self.c2));
        let rho = energy_gain(self.rho, self.rho_law);
        format!("αh = {c1}, βh² = {c2}, ρ = {rho}")
    }
}

/// The rows by variant and gains, in the order of the results.
pub(crate) fn groups(rows: &[SteadyState]) -> Vec<Group<'_>> {
    let mut groups: Vec<(String, Group)> = vec![];
    for row in rows {
        let (c1, c2) = (row.alpha * row.h, row.beta * row.h * row.h);
        let rho = match row.rho_law {
            RhoLaw::Fixed => row.rho,
            RhoLaw::PerStep => row.rho * row.h,
        };
        // Products that agree to seven digits are the same gains, however they were computed.
        let key = format!(
            "{} {c1:.6e} {c2:.6e} {:?} {rho:.6e}",
            row.variant, row.rho_law
        );
        match groups.iter_mut().find(|(known, _)| *known == key) {
            Some((_, group)) => group.rows.push(row),
            None => groups.push((
                key,
                Group {
                    variant: &row.variant,
                    c1,
                    c2,
                    rho,
                    rho_law: row.rho_law,
                    rows: vec![row],
                },
            )),
        }
    }
    groups.into_iter().map(|(_, group)| group).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::captured;

    #[test]
    fn a_group_is_one_variant_with_one_choice_of_gains() {
        let rows = captured::planted().steady_state;
        let groups = groups(&rows);
        assert_eq!(
            groups.iter().map(|group| group.rows.len()).sum::<usize>(),
            rows.len()
        );
        for group in &groups {
            let steps: Vec<f64> = group.rows.iter().map(|row| row.h).collect();
            assert!(steps.iter().any(|h| *h != steps[0]), "{}", group.gains());
            for row in &group.rows {
                assert_eq!(row.variant, group.variant);
                assert!((row.alpha * row.h - group.c1).abs() < 1e-9 * group.c1);
            }
        }
    }
}
