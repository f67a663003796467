//! Orders that theory promises for linear feedback on the constraints, by integrator, placement and gains.
//!
//! Fixed gains change the equations, not the integrator, so its order holds for everything. Gains per step, `α = c₁/h`
//! and `β = c₂/h²`, make violations follow a map that does not depend on the step.
//!
//! **Outside of the stages** (held, added by an Euler step, or in the one evaluation of a multistep method) that map is
//! driven by the local errors of whole steps, `O(h^{p+1})`, which it removes within a few steps: order p in q, v,
//! λ and Φ', p + 1 in Φ.
//!
//! **In every stage** it is driven by the stages, which leave the constraint by `d_i h²` times the second
//! derivative of q, `d_i = c_i²/2 - Σ_j a_ij c_j`. There are violations `Φ = φ h²` and `Φ' = p h` at which the
//! feedback of all stages adds up to nothing (Yoon's steady state, with several stages in place of one):
//!
//! ```text
//! u_i = -c₂ φ_i - c₁ p_i,   φ_i = φ + c_i p + d_i + Σ_jk a_ij a_jk u_k,   p_i = p + Σ_j a_ij u_j
//! Σ_j b_j u_j = 0,   p = -Σ_jk b_j a_jk u_k
//! ```
//!
//! - `p ≠ 0`: v has a normal component of order h, so v, λ and Φ' are of order 1, whatever the integrator.
//! - Normals turn by `h N'` in a step. The part of v that the stages add turns with them and pushes v along the
//!   constraint, by `h² N' (Σ_k b_k c_k u_k - p)`. This is zero if `Σ_j b_j a_jk = b_k (1 - c_k)`, Butcher's D(1),
//!   since then `p = -Σ_k b_k (1 - c_k) u_k = Σ_k b_k c_k u_k`. Heun's rule and RK-4 satisfy D(1), so q is of order 2
//!   like Φ. The midpoint rule does not: an acceleration of order h remains, and q is of order 1.
//! - For the two rules of order 2 the map is `φ⁺ = (1 - c₂/2) φ + (1 - c₁/2) p`, so `c₁ = 2` decouples Φ from Φ'.
//!   Then `φ = 0`, and Φ is of order 3.

use crate::{ClaimedOrders, Gain, Gains, Integrator, Placement};

impl Gains {
    /// The orders that theory promises for feedback with these gains at `placement` in the steps of `integrator`.
    pub fn claims(&self, integrator: Integrator, placement: Placement) -> ClaimedOrders {
        let order = integrator.order();
        let any = |is: fn(&(Gain, Gain)) -> bool| self.pairs().iter().any(is);
        let alpha_per_step = any(|(alpha, _)| alpha.is_per_step());
        let beta_per_step = any(|(_, beta)| beta.is_per_step());
        if !alpha_per_step && !beta_per_step {
            return ClaimedOrders::uniform(order);
        }
        match integrator.tableau() {
            Some(tableau) if placement == Placement::EveryPass && tableau.c.len() > 1 => {
                if !beta_per_step {
                    // Stages violate Φ' less than Φ; the orders that follow from this have not been worked out.
                    return ClaimedOrders::default();
                }
                let two = |pair: &(Gain, Gain)| pair.0 == Gain::PerStep(2.0);
                let decoupled = tableau.c.len() == 2 && self.pairs().iter().all(two);
                ClaimedOrders {
                    position: Some(if tableau.satisfies_d1() { 2.0 } else { 1.0 }),
                    velocity: Some(1.0),
                    multiplier: Some(1.0),
                    drift_position: Some(if decoupled { 3.0 } else { 2.0 }),
                    drift_velocity: Some(1.0),
                    ..ClaimedOrders::default()
                }
            }
            _ => ClaimedOrders {
                drift_position: Some(f64::from(order) + 1.0),
                ..ClaimedOrders::uniform(order)
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gains_per_step_cost_stages_their_order_and_nothing_else() {
        let (fixed, per_step) = (Gain::Fixed(20.0), Gain::PerStep(1.0));
        let claims = |integrator, placement, alpha, beta| {
            let gains = Gains::new(alpha, beta).unwrap();
            let c = gains.claims(integrator, placement);
            [c.position, c.velocity, c.drift_position]
        };
        let every = Placement::EveryPass;
        for (integrator, placement, alpha, beta, expected) in [
            (Integrator::Rk4, every, fixed, fixed, [4.0, 4.0, 4.0]),
            (Integrator::Rk4, every, per_step, per_step, [2.0, 1.0, 2.0]),
            (Integrator::Rk4, every, fixed, per_step, [2.0, 1.0, 2.0]),
            (Integrator::Heun, every, per_step, per_step, [2.0, 1.0, 2.0]),
            (
                Integrator::Midpoint,
                every,
                per_step,
                per_step,
                [1.0, 1.0, 2.0],
            ),
            (
                Integrator::Heun,
                every,
                Gain::PerStep(2.0),
                per_step,
                [2.0, 1.0, 3.0],
            ),
            (
                Integrator::Rk4,
                Placement::Held,
                per_step,
                per_step,
                [4.0, 4.0, 5.0],
            ),
            (Integrator::Ab3, every, per_step, per_step, [3.0, 3.0, 4.0]),
            (
                Integrator::Euler,
                every,
                per_step,
                per_step,
                [1.0, 1.0, 2.0],
            ),
        ] {
            assert_eq!(
                claims(integrator, placement, alpha, beta),
                expected.map(Some),
                "{integrator:?} {placement:?}"
            );
        }
        assert_eq!(
            claims(Integrator::Rk4, every, per_step, fixed),
            [None; 3],
            "not worked out"
        );
        // A single stage sees the state itself, so that nothing is lost.
        let gains = Gains::new(per_step, fixed).unwrap();
        let euler = ClaimedOrders {
            drift_position: Some(2.0),
            ..ClaimedOrders::uniform(1)
        };
        assert_eq!(gains.claims(Integrator::Euler, every), euler);
    }
}
