//! The coefficients of the model (Eqs. 29, 31 and 32), as exact fractions.

use super::DATA;
use crate::{Entry, Finding, ReplicationError, Result, said, setup};
use theory::LinearMultistep;

pub(super) const EXPERIMENT: Entry = ("model", || run(&Setup::default()));

setup! {
    /// The two methods of the paper, each with its number of steps.
    struct Setup {
        methods: [(&'static str, usize); 2] = [("Euler", 1), ("AB-2", 2)],
    }
}

fn run(setup: &Setup) -> Result<Finding> {
    let mut claims = Vec::new();
    let printed = DATA.printed().entries();
    for (_, row, column, printed) in printed.filter(|(place, ..)| *place == "Eq. 32") {
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
        let said = said![method = row.to_lowercase(), row, column, printed, ours];
        claims.push(DATA.statement("model/{method}/{column}", holds, said));
    }
    Ok(claims.into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::changes;

    #[test]
    fn another_method_has_other_coefficients() {
        assert_eq!(run(&Setup::default()).unwrap().claims.len(), 5);
        let other = ["euler/a1", "euler/a2", "ab-2/a2", "ab-2/a3"];
        let swap = |s: &mut Setup| s.methods = [("Euler", 2), ("AB-2", 3)];
        changes("model", run).turn(&[("other methods", swap, &other)]);
    }
}
