//! What is printed wrong.

use crate::Erratum;

pub(super) const ERRATA: &[Erratum] = &[
    Erratum {
        place: "Eqs. 11 and 13",
        printed: "one dot too many on every F: h²/2 F̈ and so on",
        correct: "h²/2 Ḟ, h³/6 F̈",
        evidence: "dimensions, and Eq. 25 of the same paper; may be a fault of the copy at hand",
        claim: "",
    },
    Erratum {
        place: "Eq. 15",
        printed: "the integrated value on the left side",
        correct: "the exact value",
        evidence: "Eq. 16 minus Eq. 15 has to give Eq. 18",
        claim: "",
    },
    Erratum {
        place: "Eqs. 14, 19 and 21",
        printed: "e₁ in some, e_j in others",
        correct: "one constant e_j, with a_j = -e_j for the leading term",
        evidence: "1/2 for the Euler rule and 5/12 for AB-2",
        claim: "model/ab-2/a2",
    },
    Erratum {
        place: "below Eq. 27",
        printed: "transforms of F itself",
        correct: "transforms of Ḟ and F̈: jω F̂ and (jω)² F̂",
        evidence: "only these give Eq. 28",
        claim: "",
    },
    Erratum {
        place: "before Eq. 48",
        printed: "V̇ replaced by Eq. 44 and V̈ by Eq. 47",
        correct: "V̇ by Eq. 47 and V̈ by Eq. 44",
        evidence: "derived again: Eqs. 48 to 52 follow then",
        claim: "",
    },
    Erratum {
        place: "Eq. 60",
        printed: "U = -αΦ - βΦ'",
        correct: "U = -βΦ - αΦ'",
        evidence: "Eq. 36; in the steady state Φ/Φ' = -α/β exactly",
        claim: "examples/1/phi/simulated",
    },
    Erratum {
        place: "Eq. 61",
        printed: "Φ' = a₁h (1 + 2ψ)/(1 - 2a₁hρψ)",
        correct: "Φ' = a₁h (1 + 2ψ), exact for the Euler rule",
        evidence: "a run",
        claim: "examples/1/eq-61",
    },
    Erratum {
        place: "Eq. 64",
        printed: "… - 2a₁²h²",
        correct: "without this term",
        evidence: "a run; the term is beyond the order of the derivation",
        claim: "examples/1/eq-64",
    },
    Erratum {
        place: "Example 2",
        printed: "a₃ = 0.18",
        correct: "a₃ = 1/4",
        evidence: "the quotient of the polynomials of AB-2; the printed predictions need it",
        claim: "examples/2/a3",
    },
    Erratum {
        place: "Example 2",
        printed: "Φ = 5.00039e-9",
        correct: "Φ = 5.00038e-9, the exact value being just below half-way between the two",
        evidence: "the fixed point of the discrete map in forty digits; the difference is rounding of Φ in double precision",
        claim: "examples/2/phi/simulated",
    },
    Erratum {
        place: "introduction of the examples",
        printed: "state equations (62)-(67), initial conditions (5.1.16), reference 19",
        correct: "(33)-(37), (24); there are twelve references",
        evidence: "numbers of a longer text that were left behind",
        claim: "",
    },
    Erratum {
        place: "after Eq. 67",
        printed: "that ρ is in Eq. 64 and not in Eq. 65 is an effect of odd and even order",
        correct: "ρ enters both behind the leading term, for AB-2 as 4 (1/ρ - α/β) a₃h³",
        evidence: "expansion of the exact fixed point",
        claim: "",
    },
];
