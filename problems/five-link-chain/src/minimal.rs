//! The five joint angles, from which the links are placed one after the other.
//!
//! Link k points along `r_k = cos ψ_k r_{k-1} + sin ψ_k (u_k × r_{k-1})`, where ψ_k is the angle by which it is bent
//! against the link before it (link 1 against +x), and carries the next axis across both, `u_{k+1} = ±(u_k × r_k)`.
//! At the start links 2 and 4 are bent by 45°, the others not at all. Minimal coordinates are the changes of ψ.

use crate::{FiveLinkChain, GROUND_AXIS, LINKS};
use problem::Embedding;
use system::{Scalar, Vector3};

impl Embedding for FiveLinkChain {
    fn start<S: Scalar>(&self) -> (Vec<S>, Vec<S>) {
        let rest = vec![S::from(0.0); LINKS];
        (rest.clone(), rest)
    }

    fn place<S: Scalar>(&self, u: &[S], q: &mut [S]) {
        place(self, u, q);
    }
}

/// Points and axes of the chain whose joints have turned by these angles since the start.
pub(crate) fn place<S: Scalar>(chain: &FiveLinkChain, turns: &[S], q: &mut [S]) {
    let length = S::decimal(chain.parameters().length);
    let half_right = S::from(0.5).sqrt();
    let mut point = Vector3::zeros();
    let mut axis = Vector3::from(GROUND_AXIS.map(S::from));
    let mut along = Vector3::x();
    for (k, (&turn, q)) in turns.iter().zip(q.chunks_exact_mut(6)).enumerate() {
        let bent_at_the_start = k % 2 == 1;
        let (mut sin, mut cos) = turn.sin_cos();
        if bent_at_the_start {
            (sin, cos) = (half_right * (cos + sin), half_right * (cos - sin));
        }
        along = along * cos + axis.cross(&along) * sin;
        point += along * length;
        let third = axis.cross(&along);
        axis = if bent_at_the_start { third } else { -third };
        q[..3].copy_from_slice(point.as_slice());
        q[3..].copy_from_slice(axis.as_slice());
    }
}
