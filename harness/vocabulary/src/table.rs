//! One list that makes an enum and the struct with one value for each of its members.

/// Declares `enum $Key` and `struct $Table<T>` from one list of members and fields.
///
/// The table is indexed by the enum, so that code loops over `$Key::ALL` instead of spelling fields out.
macro_rules! table {
    (
        $(#[$key_meta:meta])* $Key:ident,
        $(#[$table_meta:meta])* $Table:ident,
        $count:literal,
        $( $(#[$meta:meta])* $Member:ident => $(#[$field_meta:meta])* $field:ident, )+
    ) => {
        $(#[$key_meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize, schemars::JsonSchema)]
        #[serde(rename_all = "snake_case")]
        pub enum $Key { $( $(#[$meta])* $Member, )+ }

        impl $Key {
            /// Every member, in the order of tables.
            pub const ALL: [Self; $count] = [$( Self::$Member, )+];

            /// The field of this member in results.
            pub const fn name(self) -> &'static str {
                match self { $( Self::$Member => stringify!($field), )+ }
            }
        }

        $(#[$table_meta])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize, schemars::JsonSchema)]
        // A file written before a member existed has nothing to say about it, and stays readable.
        #[serde(default)]
        #[schemars(!default)]
        pub struct $Table<T> { $( $(#[$meta])* $(#[$field_meta])* pub $field: T, )+ }

        impl<T> $Table<T> {
            /// One value for each member.
            pub fn from_fn(mut value: impl FnMut($Key) -> T) -> Self {
                Self { $( $field: value($Key::$Member), )+ }
            }

            /// Every value with its member.
            pub fn iter(&self) -> impl Iterator<Item = ($Key, &T)> {
                $Key::ALL.into_iter().map(|key| (key, &self[key]))
            }
        }

        impl<T> std::ops::Index<$Key> for $Table<T> {
            type Output = T;

            fn index(&self, key: $Key) -> &T {
                match key { $( $Key::$Member => &self.$field, )+ }
            }
        }

        impl<T> std::ops::IndexMut<$Key> for $Table<T> {
            fn index_mut(&mut self, key: $Key) -> &mut T {
                match key { $( $Key::$Member => &mut self.$field, )+ }
            }
        }
    };
}

pub(crate) use table;
