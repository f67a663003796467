//! Tests that constructors refuse impossible parameters.

/// A test that a constructor refuses each change of the default parameters with the given words in its message.
///
/// ```text
/// conformance::refusals! { Pendulum::new, Parameters;
///     { length: 0.0 } => "length must be positive and finite, got 0",
/// }
/// ```
#[macro_export]
macro_rules! refusals {
    ($new:expr, $parameters:ident; $({ $($change:tt)+ } => $words:expr),+ $(,)?) => {
        #[test]
        fn impossible_parameters_are_refused_with_their_value() {
            $(
                let changed = $parameters { $($change)+, ..$parameters::default() };
                let refusal = $new(changed).expect_err($words).to_string();
                assert!(refusal.contains($words), "{refusal:?} does not say {:?}", $words);
            )+
        }
    };
}
