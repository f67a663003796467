//! The coefficients of the model (Eqs. 29, 31 and 32), as exact fractions.

use super::PRINTED;
use crate::{Claim, Experiment, Finding, ReplicationError};
use theory::LinearMultistep;

pub(super) const EXPERIMENT: Experiment = Experiment::quick(
    "model",
    "Coefficients of the truncation-error model",
    || run(&Setup::default()),
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

fn run(setup: &Setup) -> Result<Finding, ReplicationError> {
    let mut claims = Vec::new();
    let printed = PRINTED.entries().filter(|(place, ..)| *place == "Eq. 32");
    for (place, row, column, printed) in printed {
        let variant = setup.methods.iter().find(|(name, _)| *name == row);
        let index = column
            .strip_prefix('a')
            .and_then(|index| index.parse().ok());
        let (Some((_, steps)), Some(index)) = (variant, index) else {
            return Err(ReplicationError::Missing(
                "a row of Eq. 32 that no method has",
            ));
        };
        let model = LinearMultistep::adams_bashforth(*steps).model(index);
        let ours = model.coefficients()[index - 1].to_string();
        let holds = ours == printed;
        claims.push(Claim::statement(
            [&format!("model/{}/{column}", row.to_lowercase()), place],
            format!("{column} of {row}"),
            printed,
            ours,
            holds,
            "equal fractions",
        ));
    }
    Ok(claims.into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{assert_as_known, assert_turned};

    #[test]
    fn every_coefficient_is_the_printed_fraction() {
        let finding = run(&Setup::default()).unwrap();
        assert_eq!(finding.claims.len(), 5);
        assert_as_known(&finding);
    }

    #[test]
    fn another_method_has_other_coefficients() {
        let swapped = run(&Setup {
            methods: [("Euler", 2), ("AB-2", 3)],
        })
        .unwrap();
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
