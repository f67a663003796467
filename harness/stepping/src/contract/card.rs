//! Methods and variants as a report shows them.

use crate::{Gain, Integrator, Refusal, Resolution, Tuning, Variant, broken};
use std::fmt;
use vocabulary::planted::{self, Defect};
use vocabulary::{BrokenSymmetry, ClaimedOrders, Parameter};

/// A stabilization method with all its variants.
pub struct Method {
    /// Identifier in kebab-case, which never changes.
    pub id: &'static str,
    /// Name that reports show.
    pub name: &'static str,
    /// Kind of method, for example `feedback`.
    pub kind: &'static str,
    /// One or two sentences on how it works.
    pub summary: &'static str,
    /// The publication that describes it.
    pub citation: &'static str,
    /// The variants that take part in the matrix.
    pub variants: Vec<Box<dyn Variant>>,
}

impl Method {
    /// A method without publication and variants; the functions below set the rest.
    pub fn new(id: &'static str, name: &'static str) -> Self {
        Self {
            id,
            name,
            kind: "",
            summary: "",
            citation: "unpublished",
            variants: Vec::new(),
        }
    }

    /// Sets the kind of method.
    pub fn kind(self, kind: &'static str) -> Self {
        Self { kind, ..self }
    }

    /// Sets the summary.
    pub fn summary(self, summary: &'static str) -> Self {
        Self { summary, ..self }
    }

    /// Sets the citation.
    pub fn citation(self, citation: &'static str) -> Self {
        Self { citation, ..self }
    }

    /// Appends variants.
    pub fn variants<V: Variant + 'static>(mut self, more: impl IntoIterator<Item = V>) -> Self {
        let boxed = |variant| Box::new(variant) as Box<dyn Variant>;
        self.variants.extend(more.into_iter().map(boxed));
        self
    }
}

/// One variant as a report shows it.
#[derive(Clone, Debug, PartialEq)]
pub struct Card {
    /// Identifier `method/integrator[/what-differs]`.
    pub id: String,
    /// The integrator, or `None` for methods that bring their own discretization.
    pub integrator: Option<Integrator>,
    /// Gains, their placement and other options, with the numbers as data; empty when there are none.
    pub gains: Tuning,
    /// The orders that theory promises.
    pub claims: ClaimedOrders,
    /// Whether steps are fixed or follow from a tolerance.
    pub step_control: StepControl,
    /// The systems it can treat.
    pub handles: Handles,
    /// Symmetries of the equations of motion that the discretization breaks.
    pub breaks: Vec<BrokenSymmetry>,
}

impl Card {
    /// A variant with fixed steps and without gains. It claims the order of its integrator for everything, treats the
    /// systems that the multiplier form treats, and breaks the symmetries that its integrator breaks.
    pub fn of(method: &str, integrator: Integrator) -> Self {
        Self {
            id: Self::id_of(method, Some(integrator), ""),
            integrator: Some(integrator),
            gains: Tuning::default(),
            claims: claims(integrator),
            step_control: StepControl::Fixed,
            handles: Handles::INDEPENDENT_ROWS,
            breaks: broken::by_integrator(integrator),
        }
    }

    /// Sets the gains that a user can tune, and the symmetries that `gains` break.
    pub fn gains(mut self, tuning: impl Into<Tuning>, gains: &[Gain]) -> Self {
        self.gains = tuning.into();
        if let Some(integrator) = self.integrator {
            self.breaks = broken::by_feedback(integrator, gains);
        }
        self
    }

    /// The card of the variant with steps chosen by a tolerance, for which no order is claimed.
    pub fn adaptive(self) -> Self {
        Self {
            id: format!("{}/adaptive", self.id),
            claims: ClaimedOrders::default(),
            step_control: StepControl::Adaptive,
            breaks: broken::by_adaptive_steps(self.breaks),
            ..self
        }
    }

    /// The name of the variant for people, without its method: `RK4 · α = 1.5/h, β = 1/h² · held over the step`.
    pub fn name(&self) -> String {
        let integrator = self.integrator.map_or("own scheme", Integrator::name);
        let mut parts = vec![integrator.to_owned()];
        parts.extend(self.gains.short_phrases());
        if self.step_control == StepControl::Adaptive {
            parts.push("adaptive".to_owned());
        }
        parts.join(" · ")
    }

    /// The numbers that a user has to choose; none where there is nothing to tune.
    pub fn parameters(&self) -> impl Iterator<Item = &Parameter> {
        self.gains.parameters()
    }

    /// Whether a gain is tied to the step.
    pub fn gains_are_per_step(&self) -> bool {
        self.parameters().any(Parameter::is_tied_to_step)
    }

    /// Makes `method/integrator[/what-differs]`; the integrator of methods with a discretization of their own is
    /// `own`.
    pub fn id_of(variant: &str, integrator: Option<Integrator>, what_differs: &str) -> String {
        let integrator = integrator.map_or("own", Integrator::id);
        if what_differs.is_empty() {
            format!("{variant}/{integrator}")
        } else {
            format!("{variant}/{integrator}/{what_differs}")
        }
    }

    /// The order that decides which ladder of step sizes is run: that of the integrator, whose stability and rounding
    /// limit the steps, or the claimed one where there is no integrator.
    pub fn ladder_order(&self) -> u32 {
        match self.integrator {
            Some(integrator) => integrator.order(),
            None => self
                .claims
                .position
                .map_or(1, |p| p.round().max(1.0) as u32),
        }
    }
}

/// How a variant chooses its steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StepControl {
    /// All steps have the same size.
    Fixed,
    /// Steps follow from a tolerance.
    Adaptive,
}

impl StepControl {
    /// Checks that a resolution is of this kind.
    ///
    /// # Errors
    /// A refusal when it is of the other kind.
    pub fn check(self, resolution: Resolution) -> Result<(), Refusal> {
        let given = match resolution {
            Resolution::Fixed(_) => Self::Fixed,
            Resolution::Adaptive { .. } => Self::Adaptive,
        };
        if given == self {
            Ok(())
        } else {
            Err(Refusal::Resolution { needs: self })
        }
    }
}

impl fmt::Display for StepControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Fixed => "fixed",
            Self::Adaptive => "adaptive",
        })
    }
}

/// The systems that a method can treat; it refuses all others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Handles {
    /// Whether rows may be redundant.
    pub redundant_rows: bool,
    /// Whether rows may be nearly dependent, with an angle of only a millionth between them.
    pub nearly_dependent_rows: bool,
    /// Whether there may be velocity-level rows.
    pub nonholonomic: bool,
    /// Whether coordinates may contain unit quaternions.
    pub quaternions: bool,
    /// Whether constraints or potential may depend on time.
    pub rheonomic: bool,
    /// Whether there may be forces without a potential.
    pub nonconservative: bool,
}

impl Handles {
    /// Everything but redundant rows, as the multiplier form treats it.
    pub const INDEPENDENT_ROWS: Self = Self {
        redundant_rows: false,
        nearly_dependent_rows: true,
        nonholonomic: true,
        quaternions: true,
        rheonomic: true,
        nonconservative: true,
    };
}
/// The order of the integrator, claimed for everything.
fn claims(integrator: Integrator) -> ClaimedOrders {
    let mut claims = ClaimedOrders::uniform(integrator.order());
    if planted::is(Defect::ClaimLowered) {
        claims.position = claims.position.map(|order| order - 1.0);
    }
    claims
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_for_people_tell_integrator_gains_and_adaptive_steps() {
        let card = Card::of("sample", Integrator::Dopri5);
        let integrator = Integrator::Dopri5.name();
        assert_eq!(card.name(), integrator);
        assert_eq!(card.adaptive().name(), format!("{integrator} · adaptive"));
        let own = Card {
            integrator: None,
            ..Card::of("sample", Integrator::Rk4)
        };
        assert_eq!(own.name(), "own scheme");
    }
}
