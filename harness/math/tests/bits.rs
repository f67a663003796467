//! The bits of every function, which are the same on every machine and in every build.

/// Numbers from `low` to `high`, evenly spaced.
fn between(low: f64, high: f64) -> impl Iterator<Item = f64> {
    const COUNT: i32 = 4_000;
    (0..=COUNT).map(move |k| low + (high - low) * (f64::from(k) / f64::from(COUNT)))
}

/// A hash of the bits of all values (Fowler, Noll, Vo: 1a with 64 bits).
fn hash(values: impl Iterator<Item = f64>) -> u64 {
    values
        .flat_map(|x| x.to_bits().to_le_bytes())
        .fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        })
}

/// A function on the range that it is hashed over, with the hash that the first run gave.
type Known = (&'static str, fn(f64) -> f64, [f64; 2], u64);

const KNOWN: [Known; 24] = [
    ("sin", math::sin, [-100.0, 100.0], 0x8a47_dfcd_fc31_0405),
    ("cos", math::cos, [-100.0, 100.0], 0xf443_e488_4987_010e),
    (
        "sine of a pair",
        |x| math::sin_cos(x).0,
        [-100.0, 100.0],
        0x8a47_dfcd_fc31_0405,
    ),
    (
        "cosine of a pair",
        |x| math::sin_cos(x).1,
        [-100.0, 100.0],
        0xf443_e488_4987_010e,
    ),
    ("tan", math::tan, [-10.0, 10.0], 0xf8a7_ece0_5adf_6389),
    ("asin", math::asin, [-1.0, 1.0], 0xe545_09af_7d36_54b5),
    ("acos", math::acos, [-1.0, 1.0], 0x9af1_3522_8528_af59),
    ("atan", math::atan, [-10.0, 10.0], 0xf5aa_37cc_99a3_5518),
    (
        "atan2",
        |x| math::atan2(x, 0.7),
        [-10.0, 10.0],
        0x990f_7bbc_0fbb_c742,
    ),
    ("sinh", math::sinh, [-20.0, 20.0], 0xe1f0_69c7_1fcf_2952),
    ("cosh", math::cosh, [-20.0, 20.0], 0x35d4_bcda_e3ee_7f2e),
    ("tanh", math::tanh, [-5.0, 5.0], 0x91ae_3360_1a03_bc38),
    ("atanh", math::atanh, [-0.99, 0.99], 0x38a6_d8ed_e26f_36b6),
    ("exp", math::exp, [-50.0, 50.0], 0x689d_bbe7_8483_2ba9),
    ("exp2", math::exp2, [-50.0, 50.0], 0xb301_4c24_4914_79d3),
    ("exp_m1", math::exp_m1, [-2.0, 2.0], 0x54ca_7995_041e_a1ad),
    ("ln", math::ln, [1e-3, 100.0], 0x6143_0cd6_5ca6_7a19),
    ("ln_1p", math::ln_1p, [-0.9, 2.0], 0xd774_e82c_5da5_a9f5),
    ("log2", math::log2, [1e-3, 100.0], 0x4403_aacc_9215_7368),
    ("log10", math::log10, [1e-3, 100.0], 0xb487_733b_e71e_6f5b),
    ("cbrt", math::cbrt, [-100.0, 100.0], 0xd8f3_97f5_a736_82da),
    (
        "hypot",
        |x| math::hypot(x, 1.3),
        [-10.0, 10.0],
        0x816a_22fe_813f_7bcd,
    ),
    (
        "powf",
        |x| math::powf(x, -0.2),
        [1e-3, 100.0],
        0xd6c3_c4ca_272f_1d3b,
    ),
    (
        "powi",
        |x| math::powi(x, -7),
        [0.1, 10.0],
        0x22a6_6ed9_f2bc_ed06,
    ),
];

#[test]
fn bits_are_those_of_the_first_run() {
    let found = KNOWN.map(|(name, function, [low, high], _)| {
        (
            name,
            format!("{:#018x}", hash(between(low, high).map(function))),
        )
    });
    let known = KNOWN.map(|(name, .., hash)| (name, format!("{hash:#018x}")));
    assert_eq!(found, known);
}

#[test]
fn huge_angles_are_reduced_with_all_digits() {
    // 10²² is a double.
    let (sin, cos) = math::sin_cos(1e22);
    for (found, exact) in [
        (sin, -0.852_200_849_767_188_8),
        (cos, 0.523_214_785_395_138_9),
    ] {
        assert!((found - exact).abs() < f64::EPSILON, "{found}");
    }
}

#[test]
fn what_has_no_sine_is_not_a_number() {
    for x in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        let (sin, cos) = math::sin_cos(x);
        assert!(sin.is_nan() && cos.is_nan() && math::sin(x).is_nan() && math::cos(x).is_nan());
    }
    let (sin, cos) = math::sin_cos(-0.0);
    assert!(sin == 0.0 && sin.is_sign_negative() && cos == 1.0);
}

#[test]
fn logarithms_of_whole_powers_are_whole() {
    // Axes and decimal notation take the floor of them.
    for k in -20..=20 {
        assert_eq!(math::log2(math::powi(2.0, k)), f64::from(k));
    }
    for k in 0..=22 {
        assert_eq!(math::log10(math::powi(10.0, k)), f64::from(k));
    }
}
