//! Every check of the problem suite has a planted defect that turns it red.

#[path = "common/bead.rs"]
mod bead;

use bead::{Bead, Defect};
use conformance::checks::{
    constraint_derivatives, digits, evaluation, force_derivatives, initial_state, problem_cards,
    sensitivity, sketches, specification, truths,
};
use conformance::{CountingAllocator, Verdict};
use problem::Problem;

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator;

fn planted(defect: Defect) -> Vec<Box<dyn Problem>> {
    vec![Box::new(Bead {
        defect,
        specified: true,
    })]
}

/// The check must fail, name the problem and say `why`.
fn red(verdict: Verdict, why: &str) {
    let findings = verdict.expect_err("a planted defect must be found");
    assert!(findings.contains("bead"), "no problem in: {findings}");
    assert!(findings.contains(why), "no {why:?} in: {findings}");
}

#[test]
fn a_kernel_that_is_not_its_specification_is_found() {
    for (defect, what) in [
        (Defect::FlipsGamma, "γ"),
        (Defect::BendsJacobian, "J"),
        (Defect::Pulls, "f"),
        (Defect::InventsForceJacobian, "the force Jacobian by q"),
    ] {
        let verdict = specification::kernels_match_specifications(&planted(defect));
        red(verdict, &format!("{what} differs"));
    }
}

#[test]
fn wrong_derivatives_are_found_without_a_specification() {
    let alone = |defect| -> Vec<Box<dyn Problem>> {
        vec![Box::new(Bead {
            defect,
            specified: false,
        })]
    };
    let of_constraints = constraint_derivatives::constraints_are_differentiated_rightly;
    red(of_constraints(&alone(Defect::FlipsGamma)), "γ is off");
    red(of_constraints(&alone(Defect::BendsJacobian)), "J is off");
    let of_forces = force_derivatives::forces_and_energy_agree;
    red(of_forces(&alone(Defect::Pulls)), "the power balance");
    red(
        of_forces(&alone(Defect::InventsForceJacobian)),
        "the force Jacobian by q",
    );
}

#[test]
fn a_start_off_the_constraint_is_found() {
    let verdict = initial_state::initial_states_are_consistent(&planted(Defect::StartsOutside));
    red(verdict, "|Φ|");
}

#[test]
fn a_truth_that_is_off_by_a_billionth_is_found() {
    for (defect, why) in [
        (Defect::ShiftsTruth, "energy is off"),
        (Defect::LiftsTruth, "|Φ|"),
        (Defect::DelaysTruth, "lead"),
        (Defect::FlipsLambda, "λ is off"),
    ] {
        red(truths::truths_solve_the_equations(&planted(defect)), why);
    }
}

#[test]
fn a_truth_whose_digits_fail_between_output_times_is_found() {
    for (defect, why) in [
        (
            Defect::SagsBetween,
            "q is off by 9.7e-12, the card promises 12 digits",
        ),
        (Defect::SlackensBetween, "λ is off by"),
        (Defect::FlipsLambda, "λ is off by"),
    ] {
        red(digits::truths_hold_their_digits(&planted(defect)), why);
    }
    // Neither of the first two can be seen at output times, or in the equations of motion.
    for defect in [Defect::SagsBetween, Defect::SlackensBetween] {
        let verdict = truths::truths_solve_the_equations(&planted(defect));
        assert_eq!(verdict, Ok(()), "{defect:?}");
    }
    let honest = digits::truths_hold_their_digits(&planted(Defect::None));
    assert_eq!(honest, Ok(()));
}

#[test]
fn evaluations_that_allocate_or_leave_something_out_are_found() {
    let of = evaluation::evaluations_are_clean;
    red(of(&planted(Defect::Allocates)), "allocates 1 times");
    red(of(&planted(Defect::LeavesGamma)), "unwritten");
}

#[test]
fn pictures_that_fall_apart_are_found() {
    let of = sketches::sketches_hold_together;
    for (defect, why) in [
        (Defect::DrawsBeyond, "the picture: link 0 has no two points"),
        (Defect::DrawsNowhere, "a frame does not hold the points"),
        (
            Defect::DrawsStretched,
            "rod 0 of the picture changes its length",
        ),
    ] {
        red(of(&planted(defect)), why);
    }
    assert_eq!(of(&planted(Defect::None)), Ok(()));
}

#[test]
fn cards_out_of_form_are_found() {
    let of = problem_cards::problem_cards_are_sound;
    red(of(&planted(Defect::Shouts)), "kebab-case");
    let mut twins = planted(Defect::None);
    twins.extend(planted(Defect::None));
    red(of(&twins), "occurs twice");
}

#[test]
fn a_sensitivity_that_is_stated_too_small_is_found() {
    let verdict = sensitivity::sensitivities_are_as_stated(&planted(Defect::Understates));
    red(verdict, "states a sensitivity of 0.3 s, measured are 8.");
}
