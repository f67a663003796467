//! Example 5 and Fig. 7: Andrews' squeezing mechanism.

use super::watch::{Glance, PENALTY, Watch, largest};
use super::{PAPER, PRINTED};
use crate::ReplicationError;
use crate::following::{Following, steps};
use andrews_squeezer::{Parameters, Squeezer, SqueezerKernel};
use augmented_lagrangian::AugmentedLagrangian;
use mechanics::Feedback;
use stepping::{Integrator, Method};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn probe() {
        let index1 = AugmentedLagrangian::new(Integrator::Trapezoid, PENALTY, (0.0, 0.0)).unwrap().projected(1).unwrap();
        let index3 = AugmentedLagrangian::index3(PENALTY, PENALTY).unwrap();
        let methods: [(&str, &dyn Method); 2] = [("index1", &index1), ("index3", &index3)];
        for (name, method) in methods {
            for joint_stiffness in [None, Some(1e8)] {
                for h in [2e-5, 1e-5, 5e-6] {
                let system = SqueezerKernel::new(Squeezer::new(Parameters { joint_stiffness, ..Parameters::default() }).unwrap());
                let mut run = Following::fixed(method, &system, h).unwrap();
                let mut watch = Watch::new(&system).unwrap();
                let mut worst = [0.0_f64; 5];
                let mut vmax = 0.0_f64;
                let mut failed = None;
                for _ in 0..steps(0.03, h) {
                    let state = match run.step() { Ok(s) => s, Err(e) => { failed = Some(e); break; } };
                    let g = watch.look(state);
                    watch.accelerate(state, Feedback::default()).unwrap();
                    let [a, gamma] = watch.acceleration_violation();
                    for (w, x) in worst.iter_mut().zip([g.position, g.velocity, a, gamma, largest(state.v())]) { *w = w.max(x); }
                    vmax = vmax.max(largest(state.v()));
                }
                println!("CLAIM {name} {joint_stiffness:?} {h} {worst:?} beta {:?} {failed:?}", run.state.q());
                }
            }
        }
    }
}
