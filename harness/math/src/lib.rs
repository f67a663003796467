//! Elementary functions of doubles with the same bits on every machine.
//!
//! The functions of `std` call the mathematical library of the system, which chooses its instructions by the processor:
//! with a fused multiply-add three sines of a hundred differ in the last bit from those without. These functions are
//! compiled from one source with additions, multiplications and divisions that IEEE 754 rounds in one way, and a
//! compiler does not fold them with the library of its own machine.
//!
//! Roots, absolute values and roundings are exact in `std` and stay there. `clippy.toml` forbids the rest of `std`.

mod power;

pub use power::powi;

/// The functions of one argument, each named as in `std`.
macro_rules! of_one_argument {
    ($($(#[$doc:meta])* $name:ident = $source:ident;)*) => {$(
        $(#[$doc])*
        #[inline]
        pub fn $name(x: f64) -> f64 {
            libm::$source(x)
        }
    )*};
}

of_one_argument! {
    /// Sine of an angle in radians; [`sin_cos`] costs less than a sine and a cosine.
    sin = sin;
    /// Cosine of an angle in radians.
    cos = cos;
    /// Tangent of an angle in radians.
    tan = tan;
    /// The angle between -π/2 and π/2 with this sine.
    asin = asin;
    /// The angle between 0 and π with this cosine.
    acos = acos;
    /// The angle between -π/2 and π/2 with this tangent.
    atan = atan;
    /// Hyperbolic sine.
    sinh = sinh;
    /// Hyperbolic cosine.
    cosh = cosh;
    /// Hyperbolic tangent.
    tanh = tanh;
    /// The number with this hyperbolic tangent.
    atanh = atanh;
    /// Exponential.
    exp = exp;
    /// Power of two.
    exp2 = exp2;
    /// `exp x - 1`, with all digits near zero.
    exp_m1 = expm1;
    /// Natural logarithm.
    ln = log;
    /// `ln(1 + x)`, with all digits near zero.
    ln_1p = log1p;
    /// Logarithm to base two.
    log2 = log2;
    /// Logarithm to base ten.
    log10 = log10;
    /// Cube root.
    cbrt = cbrt;
}

/// Sine and cosine of an angle in radians, with one reduction for both.
#[inline]
pub fn sin_cos(x: f64) -> (f64, f64) {
    libm::sincos(x)
}

/// The angle of the vector (`x`, `y`), between -π and π.
#[inline]
pub fn atan2(y: f64, x: f64) -> f64 {
    libm::atan2(y, x)
}

/// The length of the vector (`x`, `y`), without overflow on the way.
#[inline]
pub fn hypot(x: f64, y: f64) -> f64 {
    libm::hypot(x, y)
}

/// `x` to a real power; [`powi`] for whole ones.
#[inline]
pub fn powf(x: f64, power: f64) -> f64 {
    libm::pow(x, power)
}
