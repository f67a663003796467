//! Stub.
pub fn family() -> stepping::Family {
    todo!()
}
