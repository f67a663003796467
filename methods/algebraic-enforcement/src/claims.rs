//! What theory promises, and where it depends on the system.

use crate::Scheme;
use stepping::ClaimedOrders;
use system::Shape;

/// Orders where mass and forces do not depend on velocities or, for the mass, on coordinates.
///
/// Nothing is claimed for what the start decides. From rest λ of the printed scheme, and v and λ after a predictor
/// start are of order 2; a start in motion excites the alternating mode and leaves order 1.
pub(crate) fn simple(scheme: Scheme) -> ClaimedOrders {
    let second = ClaimedOrders {
        drift_position: Some(3.0),
        ..ClaimedOrders::uniform(2)
    };
    match scheme {
        // Φ⁺ = h² κ/2 is left of the expansion, w⁺ = h κ/2 with it. Without rows this is the symplectic Euler rule, the
        // leapfrog scheme with q half a step ahead: motions from rest show order 2 in v by that accident.
        Scheme::Predictor => ClaimedOrders {
            drift_position: Some(2.0),
            ..ClaimedOrders::uniform(1)
        },
        // From a start in motion w alternates by O(h²), so λ by O(h).
        Scheme::PredictorCorrector => ClaimedOrders {
            multiplier: None,
            ..second
        },
        Scheme::SecondPass => second,
        // From a start in motion w alternates by (3/2) h κ, so λ by O(1), and its mean over two steps by the O(h)
        // that this changes from one to the next; q sees the mean of w.
        Scheme::PredictorStart => ClaimedOrders {
            velocity: None,
            multiplier: None,
            drift_velocity: Some(1.0),
            ..second
        },
    }
}

/// Orders on a system of this shape.
pub(crate) fn on(scheme: Scheme, shape: &Shape) -> ClaimedOrders {
    let claims = simple(scheme);
    let one_pass = match scheme {
        Scheme::Predictor | Scheme::SecondPass => false,
        Scheme::PredictorCorrector | Scheme::PredictorStart => true,
    };
    // Gyroscopic moments and centrifugal forces are taken at a velocity that is off by O(h).
    let inertial = !shape.quaternions().is_empty() || !shape.has_constant_mass();
    if one_pass && inertial {
        ClaimedOrders {
            position: Some(1.0),
            velocity: Some(1.0),
            multiplier: Some(1.0),
            ..claims
        }
    } else if one_pass && !shape.is_conservative() {
        // A shape does not tell whether forces without a potential depend on velocities, so assume that they do.
        ClaimedOrders {
            position: None,
            velocity: None,
            energy: Some(1.0),
            ..claims
        }
    } else {
        claims
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use system::QuaternionBlock;

    #[test]
    fn one_pass_claims_less_where_forces_depend_on_velocities() {
        let plain = Shape::new(6, 1);
        let turning = plain
            .clone()
            .with_quaternions(vec![QuaternionBlock { q: 3, v: 3 }])
            .expect("a body has six velocities");
        let drawn = plain.clone().with_nonconservative_forces();
        let printed = |shape: &Shape| on(Scheme::PredictorCorrector, shape).position;
        assert_eq!(printed(&plain), Some(2.0));
        assert_eq!(printed(&turning), Some(1.0));
        assert_eq!(
            printed(&plain.with_configuration_dependent_mass()),
            Some(1.0)
        );
        assert_eq!(printed(&drawn), None);
        let drawn_claims = on(Scheme::PredictorCorrector, &drawn);
        assert_eq!(drawn_claims.velocity, None);
        assert_eq!(drawn_claims.multiplier, None);
        assert_eq!(drawn_claims.energy, Some(1.0));
        let turning_claims = on(Scheme::PredictorCorrector, &turning);
        assert_eq!(turning_claims.velocity, Some(1.0));
        assert_eq!(turning_claims.multiplier, Some(1.0));
        for shape in [turning, drawn] {
            let repaired = on(Scheme::SecondPass, &shape);
            assert_eq!(repaired, simple(Scheme::SecondPass));
        }
    }
}
