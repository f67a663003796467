//! The loops closed by ruler and compass: all angles from the crank angle, without Φ.
//!
//! The common joint E has the distance `d` from the end of the crank and `SS` from B, so it is where two circles cross.
//! The knee of each of the two arms from A to E is another such point. Over a full turn of the crank no circle lets go
//! of the other, so each joint stays on its side and the angles are smooth functions of β.

use crate::data::{A, B, D, E, RR, SS, U, ZF, ZT};
use problem::Embedding;
use system::{DoubleDouble, Scalar, Vector2};

/// A fixed point.
pub(crate) fn point<S: Scalar>(p: [f64; 2]) -> Vector2<S> {
    p.map(S::decimal).into()
}

/// The vector of this length at the angle `angle` from +x.
pub(crate) fn along<S: Scalar>(length: f64, angle: S) -> Vector2<S> {
    let (sin, cos) = angle.sin_cos();
    Vector2::new(cos, sin) * S::decimal(length)
}

/// The vector of this length at the angle `angle` from -y.
pub(crate) fn across<S: Scalar>(length: f64, angle: S) -> Vector2<S> {
    let (sin, cos) = angle.sin_cos();
    Vector2::new(sin, -cos) * S::decimal(length)
}

/// The angle of a vector from +x.
fn from_x<S: Scalar>(v: Vector2<S>) -> S {
    v.y.atan2(v.x)
}

/// The angle of a vector from -y.
fn from_minus_y<S: Scalar>(v: Vector2<S>) -> S {
    v.x.atan2(-v.y)
}

/// Which of the two crossings is meant, seen from the first centre towards the second.
#[derive(Clone, Copy)]
enum Side {
    Left,
    Right,
}

/// Where the circle of radius `r` around `a` crosses the one of radius `s` around `b`.
fn crossing<S: Scalar>(a: Vector2<S>, r: S, b: Vector2<S>, s: S, side: Side) -> Vector2<S> {
    let line = b - a;
    let square = line.dot(&line);
    // Foot of the perpendicular from the crossing, and its length, both relative to the distance of the centres.
    let foot = (square + r.square() - s.square()) / (square + square);
    let height = (r.square() / square - foot.square()).sqrt();
    let height = match side {
        Side::Left => height,
        Side::Right => -height,
    };
    a + line * foot + Vector2::new(-line.y, line.x) * height
}

/// The crank angle at which K2 is in line with the crank, folded back over it.
pub(crate) fn crank_in_line<S: Scalar>() -> S {
    let reach = S::decimal(D) - S::decimal(RR);
    from_x(-crossing(
        Vector2::zeros(),
        reach,
        point(B),
        S::decimal(SS),
        Side::Left,
    ))
}

/// (Θ, γ) for a crank angle, with every joint closed.
fn rod_and_rocker<S: Scalar>(beta: S) -> [S; 2] {
    let crank = along(RR, beta);
    let (d, ss) = (S::decimal(D), S::decimal(SS));
    let joint = crossing(crank, d, point(B), ss, Side::Left);
    // The rod keeps nearly its direction while the crank turns, so that its angle from +x needs no winding number.
    let rod = from_x(crank - joint);
    [rod - beta, from_minus_y(joint - point(B))]
}

/// (Φ, δ, Ω, ε) of the two arms from A that reach the end of K2.
fn arms<S: Scalar>(beta: S, theta: S) -> [S; 4] {
    let joint = along(RR, beta) - along(D, beta + theta);
    let a = point(A);
    let knee = |upper: f64, lower: f64, side| {
        let (upper, lower) = (S::decimal(upper), S::decimal(lower));
        crossing(a, upper, joint, lower, side)
    };
    let first = knee(ZT, E, Side::Left);
    let delta = from_x(first - a);
    let phi = from_minus_y(joint - first) - delta;
    let second = knee(U, ZF, Side::Right);
    let epsilon = from_minus_y(second - a);
    let omega = from_x(joint - second) - epsilon;
    [phi, delta, omega, epsilon]
}

/// All angles for a crank angle, with every joint closed.
pub(crate) fn closed<S: Scalar>(beta: S) -> [S; 7] {
    let [theta, gamma] = rod_and_rocker(beta);
    let [phi, delta, omega, epsilon] = arms(beta, theta);
    [beta, theta, gamma, phi, delta, omega, epsilon]
}

/// The crank angle as the one minimal coordinate of the rigid mechanism, at rest at the start.
pub(crate) struct CrankAngle {
    pub(crate) start: DoubleDouble,
}

impl Embedding for CrankAngle {
    fn start<S: Scalar>(&self) -> (Vec<S>, Vec<S>) {
        (vec![self.start.widen()], vec![S::from(0.0)])
    }

    fn place<S: Scalar>(&self, u: &[S], q: &mut [S]) {
        q.copy_from_slice(&closed(u[0]));
    }
}

/// With a spring in place of the joint between K2 and K3 their angles β, Θ and γ are free.
pub(crate) struct LooseJoint {
    pub(crate) start: [DoubleDouble; 3],
}

impl Embedding for LooseJoint {
    fn start<S: Scalar>(&self) -> (Vec<S>, Vec<S>) {
        let start = self.start.iter().map(|x| x.widen());
        (start.collect(), vec![S::from(0.0); 3])
    }

    fn place<S: Scalar>(&self, u: &[S], q: &mut [S]) {
        q[..3].copy_from_slice(u);
        q[3..].copy_from_slice(&arms(u[0], u[1]));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The initial angles of the test set.
    const PUBLISHED: [&str; 7] = [
        "-0.0617138900142764496358948458001",
        "0",
        "0.455279819163070380255912382449",
        "0.222668390165885884674473185609",
        "0.487364979543842550225598953530",
        "-0.222668390165885884674473185609",
        "1.23054744454982119249735015568",
    ];

    #[test]
    fn with_the_rod_in_line_the_angles_are_the_thirty_published_digits() {
        let angles = closed(crank_in_line::<DoubleDouble>());
        for (angle, digits) in angles.into_iter().zip(PUBLISHED) {
            let published = DoubleDouble::parse(digits).unwrap();
            assert!(
                (angle - published).abs().value() < 1e-29,
                "{angle} is not {digits}"
            );
        }
    }

    #[test]
    fn every_crank_angle_closes_the_loops_and_the_angles_follow_it_smoothly() {
        let place = |k: i32| closed(0.01 * f64::from(k));
        for k in -629..629 {
            let (here, next) = (place(k), place(k + 1));
            for i in 1..7 {
                // No angle turns faster than twice the crank.
                assert!((next[i] - here[i]).abs() < 0.02, "{k}: {i}");
            }
        }
    }
}
