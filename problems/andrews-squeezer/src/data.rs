//! The seven bodies and their lengths, in SI units, named as in the literature.
//!
//! Tables in circulation differ: some print the x of B without its sign, 0.02372 for the mass of K3, 0.0187 for `SA` or
//! 5.667e-4 for the inertia of K4. The values below are those of the Fortran version of the test set: with these lengths
//! the published initial angles close the loops to 30 digits, and with these masses the published end values come out.

/// Masses of K1 to K7 in kg.
pub(crate) const MASS: [f64; 7] = [
    0.04325, 0.00365, 0.02373, 0.00706, 0.07050, 0.00706, 0.05498,
];

/// Their moments of inertia about the mass centres in kg m².
pub(crate) const INERTIA: [f64; 7] = [
    2.194e-6, 4.410e-7, 5.255e-6, 5.667e-7, 1.169e-5, 5.667e-7, 1.912e-5,
];

// Fixed points in m; the crank K1 turns about the origin.

/// The bearing of K5 and K7.
pub(crate) const A: [f64; 2] = [-0.06934, -0.00227];
/// The bearing of K3.
pub(crate) const B: [f64; 2] = [-0.03635, 0.03273];
/// The fixed end of the spring.
pub(crate) const C: [f64; 2] = [0.014, 0.072];

// Lengths in m.

/// Crank K1, from the origin to its joint with K2.
pub(crate) const RR: f64 = 0.007;
/// The mass centre of K1 on it.
pub(crate) const RA: f64 = 0.00092;
/// K2, from the crank to the common joint.
pub(crate) const D: f64 = 0.028;
/// The mass centre of K2, from the crank.
pub(crate) const DA: f64 = 0.0115;
/// K3, from B to the common joint.
pub(crate) const SS: f64 = 0.035;
/// The mass centre of K3, measured along it.
pub(crate) const SA: f64 = 0.01874;
/// The mass centre of K3, measured across it.
pub(crate) const SB: f64 = 0.01043;
/// The moving end of the spring on K3, measured along it.
pub(crate) const SC: f64 = 0.018;
/// The moving end of the spring on K3, measured across it.
pub(crate) const SD: f64 = 0.02;
/// K5, from A to its joint with K4.
pub(crate) const ZT: f64 = 0.04;
/// The mass centre of K5, measured along it.
pub(crate) const TA: f64 = 0.02308;
/// The mass centre of K5, measured across it.
pub(crate) const TB: f64 = 0.00916;
/// K4, from K5 to the common joint.
pub(crate) const E: f64 = 0.02;
/// The mass centre of K4, from the common joint.
pub(crate) const EA: f64 = 0.01421;
/// K7, from A to its joint with K6.
pub(crate) const U: f64 = 0.04;
/// The mass centre of K7, measured along it.
pub(crate) const UA: f64 = 0.01228;
/// The mass centre of K7, measured across it.
pub(crate) const UB: f64 = 0.00449;
/// K6, from K7 to the common joint.
pub(crate) const ZF: f64 = 0.02;
/// The mass centre of K6, from the common joint.
pub(crate) const FA: f64 = 0.01421;
