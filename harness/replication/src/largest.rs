//! The largest of some sizes.

pub(crate) use mechanics::largest;
