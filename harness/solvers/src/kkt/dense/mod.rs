//! The dense backend: the Schur complement `S = J M⁻¹ Jᵀ` in parts ([`schur`]) or in one pass ([`kernels`]), and the
//! whole matrix with pivoting near singular configurations ([`indefinite`]).

mod indefinite;
pub mod kernels;
mod schur;

pub(super) use indefinite::{Indefinite, ROW_SCALE, SMALLEST_INDEFINITE};
pub(super) use kernels::kernel_for;
pub(super) use schur::{SMALLEST_PIVOT, Schur, check};
