//! What the specification says, against hand calculation.

use super::*;
use approx::assert_relative_eq;
use problem::Flow;
use system::{Auto, System};

/// Accelerations at the start.
fn released(pin: Pin) -> Vec<f64> {
    let parameters = Parameters {
        pin,
        ..Parameters::default()
    };
    let auto = Auto::new(ThreeLinkPendulum::new(parameters).unwrap());
    let mut rates = vec![f64::NAN; N + 3 + N];
    Flow::new(&auto).rate(0.0, auto.initial().y(), &mut rates);
    rates.split_off(N + 3)
}

/// Angular accelerations of hanging bars under a horizontal pull, `Σ_j B_ij α_j = pull b_i`, where the links in one
/// group turn together. For hinged bars `B_ii = I_i + m_i L_i²/4 + L_i² Σ m_below`, `B_ij = L_i L_j (m_j/2 + Σ m_below j)`
/// and `b_i = L_i (m_i/2 + Σ m_below i)`; links that turn together add their lines and columns.
fn pulled(groups: [usize; 3], pull: f64) -> [f64; 3] {
    let lengths = [1.0, 2.0, 2.5];
    let mass = lengths.map(|l: f64| 10.0 * l * l * l);
    let below = [mass[1] + mass[2], mass[2], 0.0];
    let mut b = [[0.0; 3]; 3];
    let mut load = [0.0; 3];
    for i in 0..3 {
        load[groups[i]] += pull * lengths[i] * (0.5 * mass[i] + below[i]);
        for j in 0..3 {
            let outer = i.max(j);
            let product = lengths[i] * lengths[j];
            b[groups[i]][groups[j]] += if i == j {
                product * (mass[i] * (1.01 / 12.0 + 0.25) + below[i])
            } else {
                product * (0.5 * mass[outer] + below[outer])
            };
        }
    }
    // Groups that do not occur stand still.
    for k in 0..3 {
        if b[k][k] == 0.0 {
            b[k][k] = 1.0;
        }
    }
    for k in 0..3 {
        for i in 0..3 {
            if i != k {
                let factor = b[i][k] / b[k][k];
                for j in 0..3 {
                    b[i][j] -= factor * b[k][j];
                }
                load[i] -= factor * load[k];
            }
        }
    }
    groups.map(|g| load[g] / b[g][g])
}

#[test]
fn links_start_as_hinged_bars_in_one_plane_and_as_a_stiff_pair_in_the_other() {
    let (pull_x, pull_y) = (5.0, 50.0_f64.sqrt());
    let (hinged, stiff) = ([0, 1, 2], [0, 1, 1]);
    for (pin, in_x, in_y) in [(Pin::X, stiff, hinged), (Pin::Y, hinged, stiff)] {
        let a = released(pin);
        let (along_x, along_y) = (pulled(in_x, pull_x), pulled(in_y, pull_y));
        for link in 0..3 {
            // Pulled towards -x a hanging bar turns positively about y, pulled towards -y negatively about x.
            assert_relative_eq!(a[6 * link + 4], along_x[link], max_relative = 1e-12);
            assert_relative_eq!(a[6 * link + 3], -along_y[link], max_relative = 1e-12);
            assert!(a[6 * link + 5].abs() < 1e-12);
        }
    }
}

#[test]
fn rows_of_joints_leave_out_rotations_about_the_links() {
    let shape = ThreeLinkPendulum::new(Parameters::default())
        .unwrap()
        .shape();
    assert_eq!(
        (shape.n_q(), shape.n_v(), shape.constraints()),
        (21, 18, 11)
    );
    assert_eq!(shape.rows().columns(1), [1, 3, 4]);
    assert_eq!(shape.rows().columns(8), [8, 9, 10, 14, 15, 16]);
    assert_eq!(shape.rows().len(), 9 + 2 * 18 + 2 * 6);
}
