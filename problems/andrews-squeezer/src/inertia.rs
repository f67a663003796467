//! The inertias of the bodies about their joints.

use crate::data::{DA, E, EA, FA, INERTIA, MASS, RA, RR, SA, SB, TA, TB, U, UA, UB, ZF, ZT};
use system::Scalar;

/// Two bodies that follow each other, the second one turning relative to the first.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pair<S> {
    /// Inertia of the first body about its fixed joint, with the mass of the second one at its end.
    pub(crate) first: S,
    /// Inertia of the second body about the joint between them.
    pub(crate) second: S,
    /// Mass of the second body times the distances of both joints and of its mass centre: the size of the coupling.
    pub(crate) coupling: S,
}

impl<S: Scalar> Pair<S> {
    /// A body with its inertia about the fixed joint and the length `length`, and body `k` with its centre `centre`
    /// away from the joint between them.
    pub(crate) fn new(inertia: S, length: f64, k: usize, centre: S) -> Self {
        let (mass, length) = (S::decimal(MASS[k]), S::decimal(length));
        Self {
            first: inertia + mass * length.square(),
            second: S::decimal(INERTIA[k]) + mass * centre.square(),
            coupling: mass * length * centre,
        }
    }

    /// Inertia of body `k` about a joint from which its mass centre is `along` and `across` away.
    pub(crate) fn about_joint(k: usize, along: f64, across: f64) -> S {
        let square = S::decimal(along).square() + S::decimal(across).square();
        S::decimal(INERTIA[k]) + S::decimal(MASS[k]) * square
    }

    /// K1 and K2.
    pub(crate) fn crank_and_rod() -> Self {
        Self::new(Self::about_joint(0, RA, 0.0), RR, 1, S::decimal(DA))
    }

    /// K5 and K4.
    pub(crate) fn first_arm() -> Self {
        let centre = S::decimal(E) - S::decimal(EA);
        Self::new(Self::about_joint(4, TA, TB), ZT, 3, centre)
    }

    /// K7 and K6.
    pub(crate) fn second_arm() -> Self {
        let centre = S::decimal(ZF) - S::decimal(FA);
        Self::new(Self::about_joint(6, UA, UB), U, 5, centre)
    }

    /// Mass matrix entries: of the first angle, between both, of the second one, for the coupling at some angle between
    /// the bodies.
    #[inline(always)]
    pub(crate) fn mass(self, coupling: S) -> [S; 3] {
        let mixed = self.second + coupling;
        [self.first + mixed + coupling, mixed, self.second]
    }
}

/// The inertia of K3 about B.
pub(crate) fn rocker_inertia<S: Scalar>() -> S {
    Pair::about_joint(2, SA, SB)
}
