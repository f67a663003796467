//! Vectors in the plane.

pub(crate) type Planar = [f64; 2];

#[inline(always)]
pub(crate) fn plus(a: Planar, b: Planar) -> Planar {
    [a[0] + b[0], a[1] + b[1]]
}

#[inline(always)]
pub(crate) fn minus(a: Planar, b: Planar) -> Planar {
    [a[0] - b[0], a[1] - b[1]]
}

#[inline(always)]
pub(crate) fn times(a: f64, b: Planar) -> Planar {
    [a * b[0], a * b[1]]
}

#[inline(always)]
pub(crate) fn dot(a: Planar, b: Planar) -> f64 {
    a[0] * b[0] + a[1] * b[1]
}

/// Turned by a right angle.
#[inline(always)]
pub(crate) fn turned([x, y]: Planar) -> Planar {
    [-y, x]
}

/// `length (cos a, sin a)`.
#[inline(always)]
pub(crate) fn along(length: f64, angle: f64) -> Planar {
    let (sin, cos) = math::sin_cos(angle);
    [length * cos, length * sin]
}

/// `length (sin a, -cos a)`.
#[inline(always)]
pub(crate) fn across(length: f64, angle: f64) -> Planar {
    let (sin, cos) = math::sin_cos(angle);
    [length * sin, -length * cos]
}
