//! The suite of a method crate.

/// Every check that a method crate must pass, as `#[test]` functions, with the counting allocator installed.
///
/// ```text
/// conformance::method_suite!(baumgarte::method());
/// ```
#[macro_export]
macro_rules! method_suite {
    ($method:expr) => {
        #[global_allocator]
        static COUNTING_ALLOCATOR: $crate::CountingAllocator = $crate::CountingAllocator;

        $crate::tests_of! { $method;
            cards_are_sound = $crate::checks::cards::cards_are_sound,
            claimed_orders_are_observed = $crate::checks::orders::claimed_orders,
            tolerances_are_kept = $crate::checks::tolerances::tolerances_are_kept,
            the_same_inputs_give_the_same_bits = $crate::checks::determinism::same_bits_every_time,
            steps_do_not_allocate = $crate::checks::allocations::steps_do_not_allocate,
            evaluations_are_counted = $crate::checks::evaluations::evaluations_are_counted,
            systems_are_treated_exactly_as_the_card_says = $crate::checks::refusals::handles_what_it_says,
            the_other_kind_of_resolution_is_refused =
                $crate::checks::resolutions::refuses_the_other_resolution,
            broken_states_are_errors_not_panics = $crate::checks::wild_states::broken_states_are_errors,
            without_rows_only_the_integrator_is_left =
                $crate::checks::bare_integrator::bare_integrator_without_rows,
            an_equilibrium_stays_put = $crate::checks::equilibrium::equilibrium_stays_put,
            the_same_question_in_other_words_has_the_same_answer =
                $crate::checks::symmetries::same_question_same_answer,
            reversed_motion_returns = $crate::checks::symmetries::reversed_motion_returns,
            the_energy_balance_closes = $crate::checks::energy::energy_balance_closes,
        }
    };
}

/// One `#[test]` for each check, on a subject made anew. For the suites of this crate only.
#[doc(hidden)]
#[macro_export]
macro_rules! tests_of {
    ($subject:expr; $($name:ident = $check:path,)+) => {
        $(
            #[test]
            fn $name() {
                $crate::checklist::hold(stringify!($name), || $check(&$subject));
            }
        )+
    };
}
