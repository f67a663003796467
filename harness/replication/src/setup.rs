//! Set-ups of experiments, with the values of the paper.

/// A struct whose fields stand beside their values in the paper, which are its default. Experiments run the default;
/// tests change single fields.
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
