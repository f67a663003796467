//! Every check of the method suite has a planted defect that turns it red. A check that cannot fail is
//! worth nothing.

#[path = "common/recipe.rs"]
mod recipe;

use conformance::checks::{
    allocations, bare_integrator, cards, determinism, energy, equilibrium, orders, refusals,
    resolutions, symmetries, tolerances, wild_states,
};
use conformance::{CountingAllocator, Verdict};
use recipe::{Defect, Recipe, adaptive, honest, method};
use stepping::{BrokenSymmetry, ClaimedOrders, Integrator, Method, Symmetry};

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator;

/// RK-4 with a defect.
fn planted(defect: Defect) -> Method {
    method(vec![with(defect, honest(Integrator::Rk4))])
}

fn with(defect: Defect, recipe: Recipe) -> Recipe {
    Recipe { defect, ..recipe }
}

/// The check must fail, name the variant and say `why`.
fn red(verdict: Verdict, why: &str) {
    let findings = verdict.expect_err("a planted defect must be found");
    assert!(findings.contains("sample/"), "no variant in: {findings}");
    assert!(findings.contains(why), "no {why:?} in: {findings}");
}

/// RK-4 with one claim changed.
fn claiming(change: fn(&mut ClaimedOrders)) -> Method {
    let mut recipe = honest(Integrator::Rk4);
    change(&mut recipe.card.claims);
    method(vec![recipe])
}

#[test]
fn an_order_that_is_claimed_but_not_there_is_found() {
    red(
        orders::claimed_orders(&claiming(|c| c.position = Some(5.0))),
        "for q",
    );
    red(
        orders::claimed_orders(&claiming(|c| c.velocity = Some(5.0))),
        "for v",
    );
    red(
        orders::claimed_orders(&claiming(|c| c.multiplier = Some(5.0))),
        "for λ",
    );
    red(
        orders::claimed_orders(&claiming(|c| c.drift_position = Some(5.0))),
        "for Φ,",
    );
    red(
        orders::claimed_orders(&claiming(|c| c.drift_velocity = Some(5.0))),
        "for Φ'",
    );
}

#[test]
fn an_order_that_is_there_but_not_claimed_is_found() {
    red(
        orders::claimed_orders(&claiming(|c| c.position = Some(3.0))),
        "on every fixture",
    );
}

#[test]
fn drift_may_fall_faster_than_claimed() {
    let modest = claiming(|c| (c.drift_position, c.drift_velocity) = (Some(2.0), Some(2.0)));
    assert_eq!(orders::claimed_orders(&modest), Ok(()));
}

#[test]
fn multipliers_with_the_wrong_sign_are_found() {
    red(
        orders::claimed_orders(&planted(Defect::FlipsMultipliers)),
        "for λ",
    );
}

#[test]
fn a_tolerance_that_means_nothing_is_found() {
    let sloppy = method(vec![with(Defect::Sloppy, adaptive())]);
    red(tolerances::tolerances_are_kept(&sloppy), "tolerance");
}

#[test]
fn a_run_that_depends_on_its_number_is_found() {
    red(
        determinism::same_bits_every_time(&planted(Defect::Wanders)),
        "differ",
    );
}

#[test]
fn a_step_that_allocates_is_found() {
    red(
        allocations::steps_do_not_allocate(&planted(Defect::Allocates)),
        "8 allocations",
    );
}

#[test]
fn redundant_rows_that_are_accepted_in_silence_are_found() {
    let silent = planted(Defect::AcceptsRedundantRows);
    red(
        refusals::handles_what_it_says(&silent),
        "accepts the pendulum with its row",
    );
}

#[test]
fn redundant_rows_that_are_treated_wrongly_are_found() {
    let mut recipe = with(Defect::AcceptsRedundantRows, honest(Integrator::Rk4));
    recipe.card.handles.redundant_rows = true;
    red(
        refusals::handles_what_it_says(&method(vec![recipe])),
        "q is off by",
    );
}

#[test]
fn nearly_dependent_rows_that_are_accepted_against_the_card_are_found() {
    let mut recipe = honest(Integrator::Rk4);
    recipe.card.handles.nearly_dependent_rows = false;
    red(
        refusals::handles_what_it_says(&method(vec![recipe])),
        "accepts the pendulum with nearly parallel rows",
    );
}

#[test]
fn a_refusal_against_the_card_is_found() {
    let afraid = planted(Defect::RefusesQuaternions);
    red(
        refusals::handles_what_it_says(&afraid),
        "refuses the heavy top",
    );
}

#[test]
fn a_resolution_of_the_wrong_kind_that_is_accepted_is_found() {
    let easy = planted(Defect::AnyResolution);
    red(resolutions::refuses_the_other_resolution(&easy), "Ok");
}

#[test]
fn panics_and_overlooked_nan_are_found() {
    red(
        wild_states::broken_states_are_errors(&planted(Defect::Panics)),
        "panics",
    );
    red(
        wild_states::broken_states_are_errors(&planted(Defect::Overlooks)),
        "not finite",
    );
}

#[test]
fn a_push_without_a_constraint_is_found() {
    let pushy = planted(Defect::Pushes);
    red(
        bare_integrator::bare_integrator_without_rows(&pushy),
        "not those of rk4",
    );
    red(equilibrium::equilibrium_stays_put(&pushy), "strays");
}

#[test]
fn forgotten_work_is_found() {
    let verdict = energy::energy_balance_closes(&planted(Defect::ForgetsWork));
    for fixture in ["damped", "swelling", "turning"] {
        red(verdict.clone(), fixture);
    }
}

#[test]
fn cards_out_of_form_are_found() {
    let renamed = |id: &str| {
        let mut recipe = honest(Integrator::Rk4);
        recipe.card.id = id.to_owned();
        method(vec![recipe])
    };
    red(cards::cards_are_sound(&renamed("sample/RK4")), "kebab-case");
    red(
        cards::cards_are_sound(&renamed("sample/heun")),
        "is not rk4",
    );
    let other = cards::cards_are_sound(&renamed("other/rk4")).unwrap_err();
    assert!(other.contains("does not start with sample"), "{other}");
    let twins = method(vec![honest(Integrator::Rk4), honest(Integrator::Rk4)]);
    red(cards::cards_are_sound(&twins), "occurs twice");
    red(
        cards::cards_are_sound(&claiming(|c| c.energy = Some(f64::NAN))),
        "positive",
    );
}

#[test]
fn a_direction_in_space_that_counts_more_than_others_is_found() {
    // A push of 1e-9 along the first velocity: the same after a rotation, where it should have turned too.
    red(
        symmetries::same_question_same_answer(&planted(Defect::Pushes)),
        "breaks Rotation",
    );
}

#[test]
fn multipliers_are_compared_with_what_the_rows_make_of_them() {
    red(
        symmetries::same_question_same_answer(&planted(Defect::SwapsMultipliers)),
        "breaks RowPermutation",
    );
}

#[test]
fn a_list_of_broken_symmetries_that_is_not_true_is_found() {
    let listing = |symmetry| {
        let mut recipe = honest(Integrator::Trapezoid);
        recipe.card.breaks = vec![BrokenSymmetry::new(symmetry, "said so")];
        method(vec![recipe])
    };
    red(
        symmetries::same_question_same_answer(&listing(Symmetry::MassScaling)),
        "lists MassScaling as broken",
    );
    red(
        symmetries::reversed_motion_returns(&listing(Symmetry::Reversal)),
        "lists Reversal as broken",
    );
    red(
        bare_integrator::bare_integrator_without_rows(&listing(Symmetry::FreeMotion)),
        "lists FreeMotion as broken",
    );
    let mut silent = honest(Integrator::Rk4);
    silent.card.breaks.clear();
    red(
        symmetries::reversed_motion_returns(&method(vec![silent])),
        "breaks Reversal",
    );
}
