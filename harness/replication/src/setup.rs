//! Set-ups of experiments, with the values of the paper.

/// Declares a struct with the default value of each field, which is usually that of the paper, beside it. Experiments
/// run the default; tests change single fields.
macro_rules! setup {
    (
        $(#[$about:meta])*
        $seen:vis struct $name:ident {
            $($(#[$doc:meta])* $field_seen:vis $field:ident: $type:ty = $value:expr,)*
        }
    ) => {
        $(#[$about])*
        $seen struct $name {
            $($(#[$doc])* $field_seen $field: $type,)*
        }

        impl Default for $name {
            fn default() -> Self {
                Self {
                    $($field: $value,)*
                }
            }
        }
    };
}
pub(crate) use setup;
