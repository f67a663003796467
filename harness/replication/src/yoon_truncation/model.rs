//! The coefficients of the model (Eqs. 29, 31 and 32), as exact fractions.

use super::PRINTED;
use crate::{Claim, Experiment, Finding};
use verification::LinearMultistep;

pub(super) const EXPERIMENT: Experiment = Experiment::quick(
    "model",
    "Coefficients of the truncation-error model",
    || Ok(run(&Setup::default())),
);

/// The two methods of the paper, by their number of steps.
struct Setup {
    methods: [(&'static str, usize); 2],
}

impl Default for Setup {
    fn default() -> Self {
        Self {
            methods: [("Euler", 1), ("AB-2", 2)],
        }
    }
}

fn run(setup: &Setup) -> Finding {
    let claims = PRINTED
        .entries()
        .filter(|(place, ..)| *place == "Eq. 32")
        .filter_map(|(place, row, column, printed)| {
            let (_, steps) = setup.methods.iter().find(|(name, _)| *name == row)?;
            let index: usize = column.strip_prefix('a')?.parse().ok()?;
            let model = LinearMultistep::adams_bashforth(*steps).model(index);
            let ours = model.coefficients()[index - 1].to_string();
            let holds = ours == printed;
            let id = format!("model/{}/{column}", row.to_lowercase());
            let words = format!("{column} of {row}");
            Some(Claim::statement(
                [&id, place],
                words,
                printed,
                ours,
                holds,
                "equal fractions",
            ))
        });
    claims.collect::<Vec<_>>().into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{assert_as_known, assert_turned};

    #[test]
    fn every_coefficient_is_the_printed_fraction() {
        let finding = run(&Setup::default());
        assert_eq!(finding.claims.len(), 5);
        assert_as_known(&finding);
    }

    #[test]
    fn another_method_has_other_coefficients() {
        let swapped = run(&Setup {
            methods: [("Euler", 2), ("AB-2", 3)],
        });
        assert_turned(
            &swapped,
            &[
                "model/euler/a1",
                "model/euler/a2",
                "model/ab-2/a2",
                "model/ab-2/a3",
            ],
        );
    }
}
