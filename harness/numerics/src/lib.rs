//! Number types with more digits, with derivatives and with complex values; pseudo-random numbers; linear equations and
//! eigenvalues of small matrices.
//!
//! A formula is written in terms of [`Scalar`]. Evaluated in [`DoubleDouble`] it has some 31 digits, in [`Taylor`]
//! series it also gives its derivatives.

mod algebra;
mod complex;
mod double_double;
mod eigenvalues;
mod elimination;
mod scalar;
mod split_mix;
mod taylor;

pub use complex::Complex;
pub use double_double::DoubleDouble;
pub use eigenvalues::{Eigenvalue, eigenvalues, spectral_radius};
pub use elimination::eliminate;
pub use nalgebra::{Matrix2, Matrix3, SMatrix, SVector, Vector2, Vector3};
pub use scalar::{Scalar, widen};
pub use split_mix::SplitMix64;
pub use taylor::Taylor;
