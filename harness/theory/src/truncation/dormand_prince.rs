//! Coefficients of the methods of Dormand and Prince, to more digits than a double holds.
//!
//! Those of order 5 are fractions. Those of order 8 are the thirty digits that Hairer prints in `dop853.f` (Hairer,
//! Nørsett, Wanner: Solving Ordinary Differential Equations I, II.10), with which all two hundred order conditions hold
//! to 3e-29. Steps are taken with the same numbers rounded to doubles, which changes violations of 1e-10 in their ninth digit.

use super::RungeKutta;
use numerics::DoubleDouble;

/// A stage with its coefficient.
type Term = (usize, &'static str);

impl RungeKutta {
    /// Dormand and Prince, order 5(4).
    pub fn dopri5() -> Self {
        let a: [&[(i32, i32)]; 6] = [
            &[],
            &[(1, 5)],
            &[(3, 40), (9, 40)],
            &[(44, 45), (-56, 15), (32, 9)],
            &[(19372, 6561), (-25360, 2187), (64448, 6561), (-212, 729)],
            &[
                (9017, 3168),
                (-355, 33),
                (46732, 5247),
                (49, 176),
                (-5103, 18656),
            ],
        ];
        let b = [
            (35, 384),
            (0, 1),
            (500, 1113),
            (125, 192),
            (-2187, 6784),
            (11, 84),
        ];
        Self::exact(&a, &b)
    }

    /// Dormand and Prince, order 8(5,3).
    pub fn dop853() -> Self {
        let dense = |terms: &[Term], stages: usize| {
            let mut row = vec![DoubleDouble::ZERO; stages];
            for &(stage, digits) in terms {
                row[stage] = DoubleDouble::parse(digits).expect("the digits below are numbers");
            }
            row
        };
        let a = DOP853_A.iter().enumerate();
        let a = a.map(|(stage, terms)| dense(terms, stage)).collect();
        Self::checked(a, dense(DOP853_B, DOP853_A.len())).expect("the method below is complete")
    }
}

/// Stages and their weights in each stage.
const DOP853_A: &[&[Term]] = &[
    &[],
    &[(0, "5.26001519587677318785587544488e-2")],
    &[
        (0, "1.97250569845378994544595329183e-2"),
        (1, "5.91751709536136983633785987549e-2"),
    ],
    &[
        (0, "2.95875854768068491816892993775e-2"),
        (2, "8.87627564304205475450678981324e-2"),
    ],
    &[
        (0, "2.41365134159266685502369798665e-1"),
        (2, "-8.84549479328286085344864962717e-1"),
        (3, "9.24834003261792003115737966543e-1"),
    ],
    &[
        (0, "3.7037037037037037037037037037e-2"),
        (3, "1.70828608729473871279604482173e-1"),
        (4, "1.25467687566822425016691814123e-1"),
    ],
    &[
        (0, "3.7109375e-2"),
        (3, "1.70252211019544039314978060272e-1"),
        (4, "6.02165389804559606850219397283e-2"),
        (5, "-1.7578125e-2"),
    ],
    &[
        (0, "3.70920001185047927108779319836e-2"),
        (3, "1.70383925712239993810214054705e-1"),
        (4, "1.07262030446373284651809199168e-1"),
        (5, "-1.53194377486244017527936158236e-2"),
        (6, "8.27378916381402288758473766002e-3"),
    ],
    &[
        (0, "6.24110958716075717114429577812e-1"),
        (3, "-3.36089262944694129406857109825"),
        (4, "-8.68219346841726006818189891453e-1"),
        (5, "2.75920996994467083049415600797e1"),
        (6, "2.01540675504778934086186788979e1"),
        (7, "-4.34898841810699588477366255144e1"),
    ],
    &[
        (0, "4.77662536438264365890433908527e-1"),
        (3, "-2.48811461997166764192642586468"),
        (4, "-5.90290826836842996371446475743e-1"),
        (5, "2.12300514481811942347288949897e1"),
        (6, "1.52792336328824235832596922938e1"),
        (7, "-3.32882109689848629194453265587e1"),
        (8, "-2.03312017085086261358222928593e-2"),
    ],
    &[
        (0, "-9.3714243008598732571704021658e-1"),
        (3, "5.18637242884406370830023853209"),
        (4, "1.09143734899672957818500254654"),
        (5, "-8.14978701074692612513997267357"),
        (6, "-1.85200656599969598641566180701e1"),
        (7, "2.27394870993505042818970056734e1"),
        (8, "2.49360555267965238987089396762"),
        (9, "-3.0467644718982195003823669022"),
    ],
    &[
        (0, "2.27331014751653820792359768449"),
        (3, "-1.05344954667372501984066689879e1"),
        (4, "-2.00087205822486249909675718444"),
        (5, "-1.79589318631187989172765950534e1"),
        (6, "2.79488845294199600508499808837e1"),
        (7, "-2.85899827713502369474065508674"),
        (8, "-8.87285693353062954433549289258"),
        (9, "1.23605671757943030647266201528e1"),
        (10, "6.43392746015763530355970484046e-1"),
    ],
];

/// Weights of the result.
const DOP853_B: &[Term] = &[
    (0, "5.42937341165687622380535766363e-2"),
    (5, "4.45031289275240888144113950566"),
    (6, "1.89151789931450038304281599044"),
    (7, "-5.8012039600105847814672114227"),
    (8, "3.1116436695781989440891606237e-1"),
    (9, "-1.52160949662516078556178806805e-1"),
    (10, "2.01365400804030348374776537501e-1"),
    (11, "4.47106157277725905176885569043e-2"),
];

#[cfg(test)]
mod tests {
    use super::*;
    use numerics::Scalar;

    /// Φ of the rooted trees with at most `order` nodes, each with its density γ: a tree is its root with the trees that
    /// hang on it.
    fn worst_condition(method: &RungeKutta, order: usize) -> f64 {
        let stages = method.stages();
        let one = DoubleDouble::from(1.0);
        // Nodes, γ and the weights of the stages, for every tree; forests in falling order of their trees.
        let mut trees: Vec<(usize, f64, Vec<DoubleDouble>)> = vec![(1, 1.0, vec![one; stages])];
        for nodes in 2..=order {
            let mut found = Vec::new();
            hang(
                method,
                &trees,
                trees.len(),
                nodes - 1,
                (1.0, vec![one; stages]),
                &mut found,
            );
            let rooted = found
                .into_iter()
                .map(|(gamma, phi)| (nodes, nodes as f64 * gamma, phi));
            trees.extend(rooted.collect::<Vec<_>>());
        }
        let off = trees.iter().map(|(_, gamma, phi)| {
            let sum = method.weights().iter().zip(phi);
            let sum = sum.fold(DoubleDouble::ZERO, |s, (&b, &phi)| s + b * phi);
            (sum - one / DoubleDouble::from(*gamma)).value().abs()
        });
        off.fold(0.0, f64::max)
    }

    type Forest = (f64, Vec<DoubleDouble>);

    /// Every forest with this many nodes of the first `below` trees, on top of `so_far`.
    fn hang(
        method: &RungeKutta,
        trees: &[(usize, f64, Vec<DoubleDouble>)],
        below: usize,
        nodes: usize,
        so_far: Forest,
        found: &mut Vec<Forest>,
    ) {
        if nodes == 0 {
            found.push(so_far);
            return;
        }
        for (k, (size, gamma, phi)) in trees[..below].iter().enumerate() {
            if *size > nodes {
                continue;
            }
            let branch = |i: usize| {
                let row = method.row(i).iter().zip(phi);
                row.fold(DoubleDouble::ZERO, |sum, (&a, &phi)| sum + a * phi)
            };
            let with = so_far.1.iter().enumerate().map(|(i, &x)| x * branch(i));
            let next = (so_far.0 * gamma, with.collect());
            hang(method, trees, k + 1, nodes - size, next, found);
        }
    }

    /// A digit that is wrong in the twentieth place is found.
    #[test]
    fn every_order_condition_holds_to_more_than_twenty_five_digits() {
        for (method, order) in [
            (RungeKutta::rk4(), 4),
            (RungeKutta::dopri5(), 5),
            (RungeKutta::dop853(), 8),
        ] {
            let off = worst_condition(&method, order);
            assert!(off < 1e-25, "order {order}: {off:e}");
            // One order more is not claimed.
            assert!(worst_condition(&method, order + 1) > 1e-7);
        }
    }
}
