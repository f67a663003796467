//! The largest of some sizes.

pub(crate) use system::largest;
