//! Every check of the method suite has a planted defect that turns it red. A check that cannot fail is
//! worth nothing.

#[path = "common/recipe.rs"]
mod recipe;

use conformance::checks::{
    allocations, bare_integrator, cards, determinism, energy, equilibrium, evaluations, orders,
    refusals, resolutions, symmetries, tolerances, wild_states,
};
use conformance::{CountingAllocator, Verdict};
use recipe::{Defect, Recipe, adaptive, honest, method};
use stepping::{BrokenSymmetry, ClaimedOrders, Integrator, Method, Symmetry};

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator;

/// RK-4 with a defect.
fn spoilt(defect: Defect) -> Method {
    changed(|recipe| recipe.defect = defect)
}

/// RK-4 with something changed.
fn changed(change: impl FnOnce(&mut Recipe)) -> Method {
    let mut recipe = honest(Integrator::Rk4);
    change(&mut recipe);
    method(vec![recipe])
}

/// A test for each defect: the check of the method must fail, name the variant and say why.
macro_rules! planted {
    ($($name:ident { $($check:path: $method:expr => $why:expr,)+ })+) => {
        $(
            #[test]
            fn $name() {
                $(red($check, &$method, $why);)+
            }
        )+
    };
}

fn red(check: fn(&Method) -> Verdict, method: &Method, why: &str) {
    let findings = check(method).expect_err("a planted defect must be found");
    assert!(findings.contains("sample/"), "no variant in: {findings}");
    assert!(findings.contains(why), "no {why:?} in: {findings}");
}

/// RK-4 with one claim changed.
fn claiming(change: fn(&mut ClaimedOrders)) -> Method {
    changed(|recipe| change(&mut recipe.card.claims))
}

/// The trapezoidal rule with a symmetry listed as broken.
fn listing(symmetry: Symmetry) -> Method {
    let mut recipe = honest(Integrator::Trapezoid);
    recipe.card.breaks = vec![BrokenSymmetry::new(symmetry, "said so")];
    method(vec![recipe])
}

planted! {
    an_order_that_is_claimed_but_not_there_is_found {
        orders::claimed_orders: claiming(|c| c.position = Some(5.0)) => "for q",
        orders::claimed_orders: claiming(|c| c.velocity = Some(5.0)) => "for v",
        orders::claimed_orders: claiming(|c| c.multiplier = Some(5.0)) => "for λ",
        orders::claimed_orders: claiming(|c| c.drift_position = Some(5.0)) => "for Φ,",
        orders::claimed_orders: claiming(|c| c.drift_velocity = Some(5.0)) => "for Φ'",
    }
    an_order_that_is_there_but_not_claimed_is_found {
        orders::claimed_orders: claiming(|c| c.position = Some(3.0)) => "on every fixture",
    }
    multipliers_with_the_wrong_sign_are_found {
        orders::claimed_orders: spoilt(Defect::FlipsMultipliers) => "for λ",
    }
    a_tolerance_that_means_nothing_is_found {
        tolerances::tolerances_are_kept:
            method(vec![Recipe { defect: Defect::Sloppy, ..adaptive() }]) => "tolerance",
    }
    a_run_that_depends_on_its_number_is_found {
        determinism::same_bits_every_time: spoilt(Defect::Wanders) => "differ",
    }
    a_step_that_allocates_is_found {
        allocations::steps_do_not_allocate: spoilt(Defect::Allocates) => "8 allocations",
    }
    evaluations_that_are_not_counted_are_found {
        evaluations::evaluations_are_counted: spoilt(Defect::CountsTooFew) => "counts 60 evaluations of 80",
    }
    redundant_rows_that_are_accepted_in_silence_are_found {
        refusals::handles_what_it_says:
            spoilt(Defect::AcceptsRedundantRows) => "accepts the pendulum with its row",
    }
    redundant_rows_that_are_treated_wrongly_are_found {
        refusals::handles_what_it_says: changed(|recipe| {
            recipe.defect = Defect::AcceptsRedundantRows;
            recipe.card.handles.redundant_rows = true;
        }) => "q is off by",
    }
    nearly_dependent_rows_that_are_accepted_against_the_card_are_found {
        refusals::handles_what_it_says:
            changed(|recipe| recipe.card.handles.nearly_dependent_rows = false)
                => "accepts the pendulum with nearly parallel rows",
    }
    a_refusal_against_the_card_is_found {
        refusals::handles_what_it_says:
            spoilt(Defect::RefusesQuaternions) => "refuses the heavy top",
    }
    a_resolution_of_the_wrong_kind_that_is_accepted_is_found {
        resolutions::refuses_the_other_resolution: spoilt(Defect::AnyResolution) => "Ok",
    }
    panics_and_overlooked_nan_are_found {
        wild_states::broken_states_are_errors: spoilt(Defect::Panics) => "panics",
        wild_states::broken_states_are_errors: spoilt(Defect::Overlooks) => "not finite",
    }
    a_push_without_a_constraint_is_found {
        bare_integrator::bare_integrator_without_rows: spoilt(Defect::Pushes) => "not those of rk4",
        equilibrium::equilibrium_stays_put: spoilt(Defect::Pushes) => "strays",
    }
    forgotten_work_is_found {
        energy::energy_balance_closes: spoilt(Defect::ForgetsWork) => "damped",
        energy::energy_balance_closes: spoilt(Defect::ForgetsWork) => "swelling",
        energy::energy_balance_closes: spoilt(Defect::ForgetsWork) => "turning",
    }
    cards_out_of_form_are_found {
        cards::cards_are_sound: changed(|r| r.card.id = "sample/RK4".to_owned()) => "kebab-case",
        cards::cards_are_sound: changed(|r| r.card.id = "sample/heun".to_owned()) => "is not rk4",
        cards::cards_are_sound: method(vec![honest(Integrator::Rk4), honest(Integrator::Rk4)]) => "occurs twice",
        cards::cards_are_sound: claiming(|c| c.energy = Some(f64::NAN)) => "positive",
    }
    // A push of 1e-9 along the first velocity: the same after a rotation, where it should have turned too.
    a_direction_in_space_that_counts_more_than_others_is_found {
        symmetries::same_question_same_answer: spoilt(Defect::Pushes) => "breaks Rotation",
    }
    multipliers_are_compared_with_what_the_rows_make_of_them {
        symmetries::same_question_same_answer:
            spoilt(Defect::SwapsMultipliers) => "breaks RowPermutation",
    }
    a_list_of_broken_symmetries_that_is_not_true_is_found {
        symmetries::same_question_same_answer:
            listing(Symmetry::MassScaling) => "lists MassScaling as broken",
        symmetries::reversed_motion_returns:
            listing(Symmetry::Reversal) => "lists Reversal as broken",
        bare_integrator::bare_integrator_without_rows:
            listing(Symmetry::FreeMotion) => "lists FreeMotion as broken",
        symmetries::reversed_motion_returns:
            changed(|recipe| recipe.card.breaks.clear()) => "breaks Reversal",
    }
}

#[test]
fn drift_may_fall_faster_than_claimed() {
    let modest = claiming(|c| (c.drift_position, c.drift_velocity) = (Some(2.0), Some(2.0)));
    assert_eq!(orders::claimed_orders(&modest), Ok(()));
}

#[test]
fn a_variant_under_the_name_of_another_method_is_found() {
    let other = changed(|recipe| recipe.card.id = "other/rk4".to_owned());
    let findings = cards::cards_are_sound(&other).unwrap_err();
    assert!(
        findings.contains("does not start with sample"),
        "{findings}"
    );
}
