//! The effect of larger gains, and the eigenvalue that belongs to a gain.

use super::DATA;
use super::example::{Case, Example, Largest};
use crate::figure::curve;
use crate::words::Said;
use crate::{Entry, Finding, ReplicationError, Result, said, setup};
use stepping::Placement;

pub(super) const EXPERIMENT: Entry = ("gains", || run(&Setup::default()));

setup! {
    struct Setup {
        example: Example = Example::default(),
        /// Gains β in 1/s², in ascending order; the largest is near the end of AB-3's stable range.
        betas: Vec<f64> = vec![
            1.0, 2.5, 5.0, 10.0, 20.0, 40.0, 60.0, 100.0, 150.0, 200.0, 400.0, 700.0, 1000.0,
            1500.0, 2000.0,
        ],
    }
}

/// The smallest factor that counts as "much larger".
const MUCH_LARGER: f64 = 2.0;

fn run(setup: &Setup) -> Result<Finding> {
    let example = setup.example;
    let exact = example.exact()?;
    let mut runs = Vec::new();
    for &beta in &setup.betas {
        let history = Example { beta, ..example }.history(Case::Baumgarte(Placement::EveryPass))?;
        runs.push((beta, Largest::of(&history, &exact)));
    }
    // The remark is about gains from the printed one on.
    let above: Vec<(f64, Largest)> = runs
        .iter()
        .copied()
        .filter(|(b, _)| *b >= example.beta)
        .collect();
    let (Some(&(_, first)), Some(&(last_beta, last))) = (above.first(), above.last()) else {
        return Err(ReplicationError::Missing(
            "no gain as large as the printed one",
        ));
    };
    let falls = above.windows(2).all(|pair| pair[1].1.phi < pair[0].1.phi);
    let (worst_beta, worst) = above.iter().fold((0.0, 0.0), |worst, (beta, l)| {
        if l.error > worst.1 {
            (*beta, l.error)
        } else {
            worst
        }
    });

    let lambda = example.beta.sqrt() * example.h;
    let of_gradient = example.rate * example.h;
    let said: Said<'_> = said![
        first_phi = first.phi,
        last_phi = last.phi,
        last_beta,
        first_error = first.error,
        worst,
        worst_beta,
        more = 100.0 * (worst / first.error - 1.0),
        much = MUCH_LARGER,
    ];
    let much_larger = worst >= MUCH_LARGER * first.error;
    let claims = vec![
        DATA.number("gains/baumgarte/lambda-h", lambda, said),
        DATA.number("gains/gradient/lambda-h", of_gradient, said),
        DATA.statement("gains/beta/violation", falls, said),
        DATA.statement("gains/beta/state-error", much_larger, said),
    ];
    let line = |name: &str, of: fn(&Largest) -> f64| {
        let points: Vec<[f64; 2]> = runs.iter().map(|(beta, l)| [beta.sqrt(), of(l)]).collect();
        curve(name, &points)
    };
    let curves = vec![
        line("max |Φ|", |l| l.phi),
        line("max |Ψ|", |l| l.psi),
        line("max error of x", |l| l.error),
    ];
    Ok(Finding {
        claims,
        figures: vec![DATA.figure("gains", vec![curves], said)],
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::changes;

    #[test]
    fn gains_and_steps_turn_what_depends_on_them() {
        let beyond = |s: &mut Setup| s.betas = vec![40.0, 1000.0, 2800.0];
        let another_step = |s: &mut Setup| {
            (s.example.h, s.example.rate) = (0.0125, 5.056);
            s.betas = vec![40.0, 100.0];
        };
        let of_beta = ["beta/violation", "beta/state-error"];
        let of_step = ["baumgarte/lambda-h", "gradient/lambda-h"];
        changes("gains", run).turn(&[
            ("gains beyond the stable range", beyond, &of_beta),
            (
                "another step, and the gain that agrees with it",
                another_step,
                &of_step,
            ),
        ]);
    }
}
