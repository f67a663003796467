//! Gains of linear feedback on the constraints, in the conventions of the literature.

use crate::{
    BrokenSymmetry, Gain, GainError, Integrator, Law, NoLaw, Placement, Refusal, StepSize,
    Symmetry, Tuning, ViolationLaw, broken,
};
use std::fmt;
use system::Feedback;

/// Gains of `Φ'' + α Φ' + β Φ = 0`, the same for every row or one pair per row.
///
/// Papers write the same feedback in different letters. Their gains are converted here, and are `α` and `β` of this
/// equation everywhere else.
#[derive(Clone, Debug, PartialEq)]
pub struct Gains {
    /// Pairs `(α, β)`: one for all rows, or one for each row.
    pairs: Vec<(Gain, Gain)>,
    per_row: bool,
}

impl Gains {
    /// `Φ'' + α Φ' + β Φ = 0`, as written by Yoon (1992, Eq. 13).
    ///
    /// # Errors
    /// When a gain is negative or not finite.
    pub fn new(alpha: Gain, beta: Gain) -> Result<Self, GainError> {
        Ok(Self {
            pairs: vec![checked(alpha, beta)?],
            per_row: false,
        })
    }

    /// `Φ'' + 2α Φ' + β² Φ = 0`, as written by Welch (2007, Eq. 45) and by Baumgarte: our α is twice theirs, our β
    /// the square of theirs. Their β is a gain of first order, so `β = c/h` becomes `c²/h²`.
    ///
    /// # Errors
    /// When a gain is negative or not finite.
    pub fn welch(alpha: Gain, beta: Gain) -> Result<Self, GainError> {
        let (alpha, beta) = checked(alpha, beta)?;
        Self::new(alpha.map(|alpha| 2.0 * alpha), beta.map(|beta| beta * beta))
    }

    /// Critical damping, `α = 2 √β` (Yoon 1992): a violation decays as fast as it can without changing sign.
    ///
    /// # Errors
    /// When β is negative or not finite.
    pub fn critical(beta: Gain) -> Result<Self, GainError> {
        let beta = beta.checked("beta")?;
        Self::new(beta.map(|beta| 2.0 * beta.sqrt()), beta)
    }

    /// `Φ_i'' + α_i Φ_i' + β_i Φ_i = 0`, one pair per row (Eun 2003, Eq. 13). Systems with another number of rows
    /// are refused.
    ///
    /// # Errors
    /// When a gain is negative or not finite.
    pub fn per_row(pairs: &[(Gain, Gain)]) -> Result<Self, GainError> {
        let pairs = pairs.iter().map(|&(alpha, beta)| checked(alpha, beta));
        Ok(Self {
            pairs: pairs.collect::<Result<_, _>>()?,
            per_row: true,
        })
    }

    /// Pairs `(α, β)`: one for all rows, or one for each row.
    pub fn pairs(&self) -> &[(Gain, Gain)] {
        &self.pairs
    }

    /// All gains in one list.
    pub fn each(&self) -> Vec<Gain> {
        self.pairs.iter().flat_map(|&(a, b)| [a, b]).collect()
    }

    /// Whether any gain grows when the step shrinks.
    pub fn is_per_step(&self) -> bool {
        self.each().iter().any(|gain| gain.is_per_step())
    }

    /// The gains as parameters: α and β, with the number of the row behind them where rows differ.
    pub fn tuning(&self) -> Tuning {
        let mut tuning = Tuning::default();
        for (i, (alpha, beta)) in self.pairs.iter().enumerate() {
            let index = match self.per_row {
                true => format!("_{}", i + 1),
                false => String::new(),
            };
            let before = if i == 0 { "" } else { ", " };
            tuning = tuning
                .with(before)
                .with(alpha.of_first_order(&format!("α{index}")))
                .with(", ")
                .with(beta.of_second_order(&format!("β{index}")));
        }
        tuning
    }

    /// The same with a time constant that is wrong: α times `factor` and β times its square. `None` where these are no
    /// gains.
    pub fn detuned(&self, factor: f64) -> Option<Self> {
        let detuned = |&(alpha, beta): &(Gain, Gain)| {
            checked(alpha.times(factor), beta.times(factor * factor)).ok()
        };
        Some(Self {
            pairs: self.pairs.iter().map(detuned).collect::<Option<_>>()?,
            per_row: self.per_row,
        })
    }

    /// The symmetries that an integrator and feedback with these gains break.
    pub fn breaks(&self, integrator: Integrator) -> Vec<BrokenSymmetry> {
        let mut broken = broken::by_feedback(integrator, &self.each());
        if self.pairs.windows(2).any(|pair| pair[0] != pair[1]) {
            broken.push(BrokenSymmetry::new(
                Symmetry::RowPermutation,
                "gains belong to places among the rows, not to constraints",
            ));
        }
        broken
    }

    /// The law of violations in fixed steps of `h` for a system with `rows` rows.
    ///
    /// # Errors
    /// When there are gains for another number of rows.
    pub fn violation_law(
        &self,
        rows: usize,
        placement: Placement,
        h: StepSize,
    ) -> Result<ViolationLaw, NoLaw> {
        let mut law = self.law(rows).map_err(|_| NoLaw::Gains)?;
        law.set_step(h.seconds());
        Ok(ViolationLaw::Feedback {
            gains: law.now.iter().copied().cycle().take(rows).collect(),
            placement,
        })
    }

    /// The law of feedback for a system with `rows` rows.
    ///
    /// # Errors
    /// When there are gains for another number of rows.
    pub fn law(&self, rows: usize) -> Result<RowLaw, Refusal> {
        let given = self.pairs.len();
        if self.per_row && given != rows {
            return Err(Refusal::Gains { given, rows });
        }
        Ok(RowLaw {
            gains: self.clone(),
            now: vec![Feedback::default(); given],
        })
    }
}

/// Both gains, if neither is negative or not finite.
fn checked(alpha: Gain, beta: Gain) -> Result<(Gain, Gain), GainError> {
    Ok((alpha.checked("alpha")?, beta.checked("beta")?))
}

impl fmt::Display for Gains {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.tuning().fmt(f)
    }
}

/// Feedback row by row: `u_i = -α_i w_i - β_i Φ_i`.
pub struct RowLaw {
    gains: Gains,
    /// Gains at the present step: one pair for all rows, or one for each row.
    now: Vec<Feedback>,
}

impl Law for RowLaw {
    fn set_step(&mut self, h: f64) {
        for (now, (alpha, beta)) in self.now.iter_mut().zip(&self.gains.pairs) {
            *now = Feedback {
                alpha: alpha.first_order(h),
                beta: beta.second_order(h),
            };
        }
    }

    fn depends_on_step(&self) -> bool {
        let mut pairs = self.gains.pairs.iter();
        pairs.any(|(alpha, beta)| alpha.is_per_step() || beta.is_per_step())
    }

    fn uniform(&self) -> Option<Feedback> {
        if self.gains.per_row {
            None
        } else {
            self.now.first().copied()
        }
    }

    fn push(&self, phi: &[f64], w: &[f64], u: &mut [f64]) {
        // Cycling through one pair gives every row the same gains.
        let rows = u.iter_mut().zip(w).zip(phi).zip(self.now.iter().cycle());
        for (((u, w), phi), Feedback { alpha, beta }) in rows {
            *u = -alpha * w - beta * phi;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pair(gains: Result<Gains, GainError>) -> (Gain, Gain) {
        gains.unwrap().pairs()[0]
    }

    #[test]
    fn conventions_convert_at_the_border() {
        let (fixed, per_step) = (Gain::Fixed, Gain::PerStep);
        // (5, 5) of Φ'' + 2α Φ' + β² Φ = 0 is (10, 25) here.
        assert_eq!(
            pair(Gains::welch(fixed(5.0), fixed(5.0))),
            (fixed(10.0), fixed(25.0))
        );
        // Welch's parameter-free rule α = β = 1/h.
        let welch = pair(Gains::welch(per_step(1.0), per_step(1.0)));
        assert_eq!(welch, (per_step(2.0), per_step(1.0)));
        let h = 0.01;
        assert_eq!(welch.0.first_order(h), 2.0 / h);
        assert_eq!(welch.1.second_order(h), 1.0 / (h * h));
        assert_eq!(
            pair(Gains::critical(fixed(100.0))),
            (fixed(20.0), fixed(100.0))
        );
        assert_eq!(
            pair(Gains::critical(per_step(0.25))),
            (per_step(1.0), per_step(0.25))
        );
        assert_eq!(
            pair(Gains::new(fixed(3.0), fixed(7.0))),
            (fixed(3.0), fixed(7.0))
        );
    }

    #[test]
    fn gains_that_would_push_away_from_the_constraint_are_named() {
        let good = Gain::Fixed(1.0);
        for bad in [-2.0, f64::NAN, f64::INFINITY] {
            for bad in [Gain::Fixed(bad), Gain::PerStep(bad)] {
                assert!(Gains::new(bad, good).is_err() && Gains::new(good, bad).is_err());
                // The square of a negative gain would hide its sign.
                assert!(Gains::welch(bad, good).is_err() && Gains::welch(good, bad).is_err());
                assert!(Gains::critical(bad).is_err());
                assert!(Gains::per_row(&[(good, good), (bad, good)]).is_err());
            }
        }
        let message = Gains::welch(good, Gain::Fixed(-2.0)).unwrap_err();
        assert_eq!(
            message.to_string(),
            "beta must be zero or positive and finite, got -2"
        );
    }

    #[test]
    fn a_pair_per_row_fits_that_number_of_rows_only() {
        let (fixed, per_step) = (Gain::Fixed, Gain::PerStep);
        let gains = Gains::per_row(&[(fixed(2.0), fixed(3.0)), (per_step(1.0), fixed(5.0))]);
        let gains = gains.unwrap();
        let refusal = gains.law(3).err().unwrap();
        assert_eq!(refusal, Refusal::Gains { given: 2, rows: 3 });
        assert_eq!(refusal.to_string(), "gains for 2 rows, the system has 3");
        let mut law = gains.law(2).unwrap();
        law.set_step(0.5);
        let mut u = [0.0; 2];
        law.push(&[1.0, -1.0], &[0.5, 0.25], &mut u);
        assert_eq!((u, law.uniform()), ([-4.0, 4.5], None));
        assert_eq!(
            gains.to_string(),
            "α_1 = 2 1/s, β_1 = 3 1/s², α_2 = 1/h, β_2 = 5 1/s²"
        );
        let broken = gains.breaks(Integrator::Rk4);
        assert!(
            broken
                .iter()
                .any(|b| b.symmetry == Symmetry::RowPermutation)
        );
    }

    #[test]
    fn one_pair_serves_any_number_of_rows() {
        let gains = Gains::new(Gain::Fixed(2.0), Gain::Fixed(3.0)).unwrap();
        let mut law = gains.law(3).unwrap();
        law.set_step(0.1);
        let mut u = [0.0; 3];
        law.push(&[1.0, 2.0, 3.0], &[1.0, 0.0, -1.0], &mut u);
        assert_eq!(u, [-5.0, -6.0, -7.0]);
        let Feedback { alpha, beta } = law.uniform().unwrap();
        assert_eq!((alpha, beta), (2.0, 3.0));
        let h = StepSize::new(0.1).unwrap();
        let of = |gains: &Gains, rows| match gains.violation_law(rows, Placement::Held, h)? {
            ViolationLaw::Feedback {
                gains,
                placement: Placement::Held,
            } => Ok(gains),
            other => panic!("{other:?}"),
        };
        assert_eq!(of(&gains, 3).unwrap(), [law.uniform().unwrap(); 3]);
        let for_two = Gains::per_row(&[(Gain::Fixed(1.0), Gain::PerStep(0.5)); 2]).unwrap();
        assert_eq!(of(&for_two, 3), Err(NoLaw::Gains));
        let beta = of(&for_two, 2).unwrap()[1].beta;
        assert_eq!(beta, Gain::PerStep(0.5).second_order(0.1));
        assert_eq!(gains.to_string(), "α = 2 1/s, β = 3 1/s²");
    }

    #[test]
    fn a_wrong_time_constant_scales_velocities_once_and_positions_twice() {
        let gains = Gains::new(Gain::Fixed(3.0), Gain::PerStep(7.0)).unwrap();
        let wrong = gains.detuned(3.0).unwrap();
        assert_eq!(wrong.pairs(), [(Gain::Fixed(9.0), Gain::PerStep(63.0))]);
        assert!(gains.detuned(f64::NAN).is_none());
    }
}
