//! Integrators that have a model of their truncation error.

use crate::LinearMultistep;
use crate::discretization::multistep;
use stepping::Integrator;

/// Number of terms used for predictions: the second one shows whether the first suffices.
const TERMS: usize = 2;

/// The largest index of a term used for predictions: derivatives up to this one are needed along a motion.
pub(crate) const NEEDED: usize = 6;

/// The largest index of a term used to estimate what predictions leave out.
pub(crate) const HIGHEST: usize = 7;

/// `a_j h^j` of the model.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Term {
    /// The index j.
    pub(crate) index: usize,
    /// The coefficient `a_j`.
    pub(crate) a: f64,
}

/// The model of an integrator that is a linear multistep method.
#[derive(Clone, Debug)]
pub(crate) struct Model {
    pub(crate) variant: LinearMultistep,
    /// The lowest terms that do not vanish, one more than predictions use.
    pub(crate) terms: Vec<Term>,
}

impl Model {
    /// The model, or `None` for integrators that are not linear multistep methods.
    pub(crate) fn of(integrator: Integrator) -> Option<Self> {
        let variant = multistep(integrator)?;
        let model = variant.model(HIGHEST);
        let term = |index| Term {
            index,
            a: model.a(index),
        };
        let terms = model
            .leading_terms(TERMS + 1)
            .into_iter()
            .map(term)
            .collect();
        Some(Self { variant, terms })
    }

    /// The first term.
    pub(crate) fn leading(&self) -> &[Term] {
        &self.terms[..1]
    }

    /// The terms used for predictions.
    pub(crate) fn predicting(&self) -> &[Term] {
        &self.terms[..TERMS]
    }

    /// The terms used for predictions, and the first one left out.
    pub(crate) fn with_next(&self) -> &[Term] {
        &self.terms
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_multistep_integrator_has_its_terms_and_begins_with_its_order() {
        for integrator in Integrator::ALL {
            let Some(model) = Model::of(integrator) else {
                continue;
            };
            let [first, second, next] = model.with_next() else {
                panic!("{integrator:?} lacks terms");
            };
            assert_eq!(first.index, integrator.order() as usize);
            assert!(second.index <= NEEDED && next.index <= HIGHEST);
            assert_eq!(model.predicting(), [*first, *second]);
        }
    }

    #[test]
    fn the_trapezoidal_rule_has_even_terms_only_and_runge_kutta_has_none() {
        let indices = |integrator| {
            let terms = Model::of(integrator).map(|model| model.terms);
            terms.map(|terms| terms.iter().map(|t| t.index).collect::<Vec<_>>())
        };
        assert_eq!(indices(Integrator::Trapezoid), Some(vec![2, 4, 6]));
        assert_eq!(indices(Integrator::Ab3), Some(vec![3, 4, 5]));
        assert_eq!(indices(Integrator::Rk4), None);
    }
}
