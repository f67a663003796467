//! What is printed wrong.

use crate::Erratum;

pub(super) const ERRATA: &[Erratum] = &[
    Erratum {
        place: "after Eq. 4",
        printed: "A is n × n",
        correct: "m × n",
        evidence: "m constraints on n coordinates",
        claim: "",
    },
    Erratum {
        place: "Eqs. 5 and 19",
        printed: "(A M^-1/2) + (b - …)",
        correct: "(A M^-1/2)⁺ (b - …), the pseudo-inverse",
        evidence: "dimensions; Udwadia and Kalaba",
        claim: "",
    },
    Erratum {
        place: "Eq. 4",
        printed: "A(x, x', t)",
        correct: "A(x, t) for position constraints",
        evidence: "Eq. 17",
        claim: "",
    },
    Erratum {
        place: "Eqs. 20, 21, 24 and 25",
        printed: "(1/T) √∫ … dt",
        correct: "a root mean square is √(1/T ∫ … dt), larger by √T; the printed form is kept here",
        evidence: "dimensions",
        claim: "",
    },
    Erratum {
        place: "Eq. 27",
        printed: "eigenvalues that satisfy λ²I + λR + S = 0",
        correct: "det(λ²I + λR + S) = 0",
        evidence: "the matrix itself does not vanish",
        claim: "",
    },
    Erratum {
        place: "text to Fig. 5",
        printed: "compares E1 and E2",
        correct: "shows error 1 and error 2 of Eq. 10 over time",
        evidence: "captions of the figure",
        claim: "",
    },
    Erratum {
        place: "text after Eq. 10, Fig. 2",
        printed: "the drift comes from neglecting the constraint and its rate",
        correct: "rounding: Runge-Kutta methods keep linear constraints",
        evidence: "the same run in two precisions",
        claim: "rounding/cause",
    },
    Erratum {
        place: "text to Fig. 6",
        printed: "rows are coupled through their gains",
        correct: "with diagonal R and S every row obeys an equation of its own",
        evidence: "other gains of one row leave the other unchanged",
        claim: "decoupling/interdependent",
    },
    Erratum {
        place: "text to Figs. 3, 4 and 6",
        printed: "optimal gains",
        correct: "the edge of the scanned range for E1; for E2, E4 and mostly E3 a matter of rounding",
        evidence: "twelve sequences of rounding errors",
        claim: "one-row/e2",
    },
    Erratum {
        place: "set-up",
        printed: "no initial values, order of the scheme, values of β or quadrature",
        correct: "at rest, 5(4), β = cα² with c = 0.05 … 0.50, trapezoidal rule",
        evidence: "all printed optima lie on this grid, and the minimum of E1 comes out",
        claim: "one-row/e1",
    },
];
