//! The suite of a problem crate.

/// Every check that a problem crate must pass, as `#[test]` functions, with the counting allocator installed.
///
/// ```text
/// conformance::problem_suite!(pendulum::problems());
/// ```
#[macro_export]
macro_rules! problem_suite {
    ($problems:expr) => {
        #[global_allocator]
        static COUNTING_ALLOCATOR: $crate::CountingAllocator = $crate::CountingAllocator;

        $crate::tests_of! { $problems;
            cards_are_sound = $crate::checks::problem_cards::problem_cards_are_sound,
            initial_states_are_consistent =
                $crate::checks::initial_state::initial_states_are_consistent,
            kernels_match_their_specifications =
                $crate::checks::specification::kernels_match_specifications,
            constraints_are_differentiated_rightly =
                $crate::checks::constraint_derivatives::constraints_are_differentiated_rightly,
            forces_and_energy_agree = $crate::checks::force_derivatives::forces_and_energy_agree,
            truths_solve_the_equations = $crate::checks::truths::truths_solve_the_equations,
            truths_hold_their_digits = $crate::checks::digits::truths_hold_their_digits,
            sensitivities_are_as_stated =
                $crate::checks::sensitivity::sensitivities_are_as_stated,
            sketches_hold_together = $crate::checks::sketches::sketches_hold_together,
            evaluations_are_clean = $crate::checks::evaluation::evaluations_are_clean,
        }
    };
}
