//! The rows of the study: predicted, exact and measured violations for every case and step, and their orders.

use super::grid::Case;
use super::settle::{Unsettled, floors, settle};
use crate::Discretization;
use crate::SteadyVariant;
use crate::discretization;
use crate::equilibrium::{
    Equilibrium, NoSteadyState, SteadyViolations, Tuning, equilibrium, predict, predicted_orders,
};
use results::planted::{self, Defect};
use results::{SteadyOrder, SteadyQuantity, SteadyState};
use stepping::{Gain, Resolution, StepSize, Variant};
use system::System;
use verification::{Sample, observe};

/// Largest allowed relative difference between measured and exact violations, besides rounding.
const AGREE: f64 = 1e-6;

/// Largest allowed difference between predicted and measured orders.
const SAME_ORDER: f64 = 0.05;

const QUANTITIES: [SteadyQuantity; 3] = [
    SteadyQuantity::Phi,
    SteadyQuantity::PhiDot,
    SteadyQuantity::Psi,
];

/// Runs one case on the circle and compares.
pub(super) fn study(
    case: &Case,
    circle: &dyn System,
    variant: SteadyVariant,
) -> (Vec<SteadyState>, Vec<SteadyOrder>) {
    let gains = (Gain::PerStep(case.c1), Gain::PerStep(case.c2));
    let variant =
        variant(case.integrator, gains, case.rho).expect("the gains of the grid are positive");
    compare(case, &*variant, circle)
}

/// Compares the theory of a case with runs of `variant`.
fn compare(
    case: &Case,
    variant: &dyn Variant,
    circle: &dyn System,
) -> (Vec<SteadyState>, Vec<SteadyOrder>) {
    let theory = discretization(case.integrator).expect("the grid holds no other integrators");
    let id = variant.card().id;
    let points: Vec<Point> = case
        .steps
        .iter()
        .map(|&h| {
            let tuning = Tuning::per_step(h, case.c1, case.c2, case.rho.first_order(h));
            let step = StepSize::new(h).expect("the steps of the grid are positive");
            let floors = floors(&theory, &tuning);
            let predicted = predict(&theory, tuning).ok();
            Point {
                tuning,
                floors,
                predicted: predicted.map(|p| p.leading),
                two_terms: predicted.and_then(|p| p.two_terms),
                exact: equilibrium(&theory, tuning),
                settled: settle(variant, circle, Resolution::Fixed(step), floors),
            }
        })
        .collect();
    let rows = points
        .iter()
        .flat_map(|point| point.rows(case, &id))
        .collect();
    (rows, orders(case, &id, &theory, &points))
}

/// Everything known at one step.
struct Point {
    tuning: Tuning,
    floors: [f64; 3],
    predicted: Option<SteadyViolations>,
    two_terms: Option<SteadyViolations>,
    exact: Result<Equilibrium, NoSteadyState>,
    settled: Result<SteadyViolations, Unsettled>,
}

impl Point {
    fn measured(&self) -> Option<SteadyViolations> {
        self.settled.as_ref().ok().copied()
    }

    fn rows(&self, case: &Case, variant: &str) -> Vec<SteadyState> {
        let exact = self.exact.as_ref().ok();
        let row = |k: usize| {
            let of = |violations: Option<SteadyViolations>| violations.map(|v| v.each()[k]);
            let sign = match planted::is(Defect::SteadySign) {
                true => -1.0,
                false => 1.0,
            };
            let measured = of(self.measured()).map(|measured| sign * measured);
            let known = of(exact.map(|e| e.violations));
            let (pass, why) = self.judge(known.zip(measured), self.floors[k]);
            SteadyState {
                variant: variant.to_owned(),
                integrator: case.integrator.id().to_owned(),
                h: self.tuning.h,
                alpha: self.tuning.alpha,
                beta: self.tuning.beta,
                rho: self.tuning.rho,
                rho_law: case.rho_law(),
                quantity: QUANTITIES[k],
                predicted: of(self.predicted),
                two_terms: of(self.two_terms),
                exact: known,
                spectral_radius: exact.and_then(|e| e.spectral_radius),
                measured: measured.filter(|_| self.is_stable() != Some(false)),
                floor: self.floors[k],
                pass,
                why,
            }
        };
        (0..3).map(row).collect()
    }

    fn is_stable(&self) -> Option<bool> {
        self.exact.as_ref().ok().and_then(Equilibrium::is_stable)
    }

    /// Whether the run behaves as the equilibrium predicts, with an explanation where one is needed. `pair` is the exact
    /// and the measured value.
    fn judge(&self, pair: Option<(f64, f64)>, floor: f64) -> (bool, Option<String>) {
        let refused = matches!(self.settled, Err(Unsettled::Refused(_)));
        let did = match &self.settled {
            Ok(_) => "the run settles".to_owned(),
            Err(otherwise) => otherwise.to_string(),
        };
        let stays_away = !refused && !self.is_there();
        match (&self.exact, self.is_stable(), pair) {
            (Err(none), ..) => (
                !refused && self.settled.is_err(),
                Some(format!("{none}; {did}")),
            ),
            (Ok(_), Some(true), Some(pair)) => (agree(pair, floor), None),
            (Ok(_), Some(true), None) => (false, Some(did)),
            (Ok(_), Some(false), _) => (stays_away, Some(format!("unstable as predicted: {did}"))),
            (Ok(_), None, _) => {
                let why = format!("stability cannot be told from rounding; {did}");
                (false, Some(why))
            }
        }
    }

    /// Whether the run has settled in the equilibrium, with all three violations.
    fn is_there(&self) -> bool {
        let (Ok(exact), Some(measured)) = (&self.exact, self.measured()) else {
            return false;
        };
        let pairs = exact.violations.each().into_iter().zip(measured.each());
        pairs
            .zip(self.floors)
            .all(|(pair, floor)| agree(pair, floor))
    }
}

/// Whether a measured violation counts as the exact one.
pub fn agree((exact, measured): (f64, f64), floor: f64) -> bool {
    let most = match planted::is(Defect::LooseSteadyStates) {
        true => 1e3,
        false => AGREE,
    };
    (measured - exact).abs() <= most * exact.abs() + floor
}

/// Orders of the violations along the steps of a case, where they are predicted to fall.
fn orders(
    case: &Case,
    variant: &str,
    theory: &Discretization,
    points: &[Point],
) -> Vec<SteadyOrder> {
    // An order needs three steps.
    let [first, .., coarse, fine] = points else {
        return Vec::new();
    };
    let law = |h: f64| case.rho.first_order(h);
    let steps = (first.tuning.h, fine.tuning.h);
    let Ok(predicted) = predicted_orders(theory, (case.c1, case.c2), law, steps) else {
        return Vec::new();
    };
    let order = |k: usize| {
        let predicted = predicted[k]?;
        let exact = |point: &Point| point.exact.as_ref().ok().map(|e| e.violations.each()[k]);
        let slope = exact(coarse)
            .zip(exact(fine))
            .map(|(c, f)| math::ln((c / f).abs()) / math::ln(coarse.tuning.h / fine.tuning.h));
        // Steps at which the equilibrium is not stable have nothing to say.
        let samples = points.iter().filter_map(|point| {
            let error = point.measured()?.each()[k].abs();
            Some(Sample {
                h: point.tuning.h,
                error,
            })
        });
        let floor = points
            .iter()
            .map(|point| point.floors[k])
            .fold(0.0, f64::max);
        let measured = observe(&samples.collect::<Vec<_>>(), floor).unwrap_or_default();
        Some(SteadyOrder {
            variant: variant.to_owned(),
            integrator: case.integrator.id().to_owned(),
            c1: case.c1,
            c2: case.c2,
            rho: match case.rho {
                Gain::Fixed(rho) | Gain::PerStep(rho) => rho,
            },
            rho_law: case.rho_law(),
            quantity: QUANTITIES[k],
            predicted,
            exact: slope.filter(|s| s.is_finite()),
            pass: measured
                .p()
                .is_some_and(|p| (p - predicted).abs() <= SAME_ORDER),
            measured,
        })
    };
    (0..3).filter_map(order).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{circle, with_constant_energy_gain};
    use stepping::Integrator;

    const CASE: Case = Case {
        integrator: Integrator::Ab2,
        c1: 0.4,
        c2: 0.04,
        rho: Gain::Fixed(0.5),
        steps: &[0.04, 0.02, 0.01],
    };

    /// The case with a method that is not quite the one it is about.
    fn compared(
        case: &Case,
        integrator: Integrator,
        (c1, c2): (f64, f64),
        rho: f64,
    ) -> (Vec<SteadyState>, Vec<SteadyOrder>) {
        let gains = (Gain::PerStep(c1), Gain::PerStep(c2));
        let variant = with_constant_energy_gain(integrator, gains, Gain::Fixed(rho));
        let circle = circle();
        compare(case, &*variant.unwrap(), circle.as_ref())
    }

    /// Which of Φ, Φ', ψ pass at every step.
    fn passed(rows: &[SteadyState]) -> [bool; 3] {
        let pass = |quantity| {
            rows.iter()
                .filter(|r| r.quantity == quantity)
                .all(|r| r.pass)
        };
        QUANTITIES.map(pass)
    }

    fn unmeasured(row: &SteadyState) -> bool {
        row.measured.is_none() && row.why.is_some()
    }

    #[test]
    fn a_gain_that_is_off_by_a_hundred_thousandth_is_seen() {
        let off = 1.0 + 1e-5;
        let rows = |c1, c2, rho| compared(&CASE, CASE.integrator, (c1, c2), rho).0;
        assert_eq!(passed(&rows(0.4, 0.04, 0.5)), [true; 3]);
        assert_eq!(passed(&rows(0.4 * off, 0.04, 0.5)), [false, true, true]);
        assert_eq!(passed(&rows(0.4, 0.04 * off, 0.5)), [false, true, true]);
        assert_eq!(passed(&rows(0.4, 0.04, 0.5 * off)), [true, true, false]);
    }

    #[test]
    fn another_order_is_seen() {
        let (rows, orders) = compared(&CASE, Integrator::Euler, (0.4, 0.04), 0.5);
        assert_eq!(passed(&rows), [false; 3]);
        assert_eq!(orders.len(), 3);
        assert!(orders.iter().all(|order| !order.pass), "{orders:?}");
        let found = [0, 1, 2].map(|k| orders[k].measured.p().unwrap().round());
        assert_eq!(found, [2.0, 1.0, 1.0]);
    }

    #[test]
    fn a_run_that_diverges_where_it_should_settle_is_seen_and_the_other_way_round() {
        // Gains for which AB-2 is not stable, in place of the gentle ones.
        let (rows, _) = compared(&CASE, CASE.integrator, (2.0, 1.0), 5.0);
        assert_eq!(passed(&rows), [false; 3]);
        assert!(rows.iter().all(unmeasured));
        let unstable = Case {
            c1: 2.0,
            c2: 1.0,
            rho: Gain::Fixed(5.0),
            steps: &[0.01],
            ..CASE
        };
        let (rows, _) = compared(&unstable, CASE.integrator, (2.0, 1.0), 5.0);
        assert_eq!(passed(&rows), [true; 3]);
        let why = rows[0].why.as_deref().unwrap();
        assert!(why.starts_with("unstable as predicted: t = "), "{why}");
    }

    /// Without feedback of the energy the speed never settles: Euler's grows like `v² = 1/(1 - 2ht)`, that of AB-3 falls
    /// like `v⁴ = 1/(1 + 3h³t)`, and there is no equilibrium to compare with.
    #[test]
    fn a_run_without_a_steady_state_is_seen_not_to_settle() {
        for integrator in [Integrator::Euler, Integrator::Ab3] {
            let free = Case {
                integrator,
                rho: Gain::Fixed(0.0),
                steps: &[0.01],
                ..CASE
            };
            let (rows, _) = compared(&free, integrator, (0.4, 0.04), 0.0);
            for row in rows {
                assert!(row.pass && row.exact.is_none() && row.measured.is_none());
                assert!(row.floor.is_finite());
                let why = row.why.unwrap();
                assert!(why.starts_with("ρ = 0: "), "{why}");
                let Some((_, left)) = why.split_once("; t = ") else {
                    assert_eq!(integrator, Integrator::Ab3);
                    assert!(why.ends_with("the run has not settled after 400000 steps"));
                    continue;
                };
                // ψ = 0.4, where the particle counts as gone, is v² = 1.8; the formula holds to O(h).
                let t: f64 = left.split(':').next().unwrap().parse().unwrap();
                let expected = (1.0 - 1.0 / 1.8) / 0.02;
                assert!((t / expected - 1.0).abs() < 0.01, "{t} {expected}");
            }
            // A run that settles although nothing says where is a miss.
            let (rows, _) = compared(&free, integrator, (0.4, 0.04), 0.5);
            assert_eq!(passed(&rows), [false; 3]);
        }
    }

    #[test]
    fn a_method_that_refuses_has_shown_nothing() {
        let gains = (Gain::Fixed(20.0), Gain::Fixed(100.0));
        let placement = stepping::Placement::EveryPass;
        let adaptive = baumgarte::Baumgarte::new(Integrator::Dopri5, placement, gains, "");
        let circle = circle();
        let (rows, orders) = compare(&CASE, &adaptive.unwrap().adaptive(), circle.as_ref());
        assert_eq!(passed(&rows), [false; 3]);
        assert!(rows.iter().all(unmeasured));
        assert!(orders.iter().all(|order| !order.pass));
    }
}
