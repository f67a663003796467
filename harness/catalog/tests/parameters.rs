//! Parameters as data say what the texts say, names for people are short and unique, and wrong gains are wrong as stated.

use catalog::methods;
use results::Parameter;
use std::collections::BTreeSet;
use stepping::{Card, Integrator};

fn cards() -> impl Iterator<Item = (&'static str, Card)> {
    methods().into_iter().flat_map(|method| {
        let cards: Vec<Card> = method.variants.iter().map(|v| v.card()).collect();
        cards.into_iter().map(move |card| (method.id, card))
    })
}

/// The parameters that a reader finds in a text: `name = number unit`, with h in place of the unit or beside it, and
/// numbers of steps.
fn read(text: &str) -> Vec<Parameter> {
    let mut found = Vec::new();
    for phrase in text.split(", ") {
        let words: Vec<&str> = phrase.split(' ').collect();
        for at in (1..words.len()).filter(|at| words[at - 1] == "=") {
            let name = words[at - 2];
            let number = |text: &str| -> f64 { text.parse().expect(phrase) };
            let (value, unit, step_power) = match words[at].split_once('/') {
                Some((value, "h")) => (number(value), "1/s", -1),
                Some((value, "h²")) => (number(value), "1/s²", -2),
                Some(_) => panic!("{phrase}"),
                None => match words.get(at + 1) {
                    Some(&"h²") => (number(words[at]), "s²", 2),
                    Some(unit) if ["1/s", "1/s²", "s²"].contains(unit) => {
                        (number(words[at]), *unit, 0)
                    }
                    _ => (number(words[at]), "", 0),
                },
            };
            found.push(Parameter::new(name, value, unit).times_step(step_power));
        }
        if let Some(count) = phrase.strip_prefix("projected every ") {
            let count = match count {
                "step" => 1,
                _ => count.strip_suffix(" steps").unwrap().parse().unwrap(),
            };
            found.push(Parameter::steps("projected every", count));
        }
    }
    found
}

#[test]
fn parameters_and_texts_say_the_same() {
    for (_, card) in cards() {
        let text = card.gains.to_string();
        let parameters: Vec<Parameter> = card.parameters().cloned().collect();
        assert_eq!(read(&text), parameters, "{}: {text}", card.id);
        // A number in the text that no parameter holds would be one that the reader above cannot see.
        let rest = parameters.iter().fold(text.clone(), |rest, parameter| {
            rest.replacen(&parameter.to_string(), "", 1)
        });
        let digit = rest.contains(|c: char| c.is_ascii_digit());
        assert!(!digit, "{}: {rest}", card.id);
    }
}

#[test]
fn a_reader_finds_what_is_written() {
    let text = "α = 0.5/h, β = 3 1/s², κ = 1e7, α_e = 2 1/s on q and v with r = 4 h² in words, projected every 7 steps";
    let new = Parameter::new;
    assert_eq!(
        read(text),
        [
            new("α", 0.5, "1/s").times_step(-1),
            new("β", 3.0, "1/s²"),
            new("κ", 1e7, ""),
            new("α_e", 2.0, "1/s"),
            new("r", 4.0, "s²").times_step(2),
            Parameter::steps("projected every", 7),
        ]
    );
    assert_eq!(read("two steps of the predictor first, λ averaged"), []);
}

/// Variants with parameters and without, by method. Methods that were added since need no line here.
const TUNED: [(&str, usize, usize); 9] = [
    ("unstabilized", 0, 14),
    ("baumgarte", 24, 0),
    ("energy-control", 12, 0),
    ("baumgarte-energy", 9, 0),
    ("gradient-feedback", 19, 0),
    ("generalized-inverse", 8, 1),
    ("algebraic-enforcement", 0, 4),
    ("augmented-lagrangian", 11, 0),
    ("mass-projection", 0, 7),
];

#[test]
fn it_is_known_which_variants_have_something_to_tune() {
    for (id, tuned, untuned) in TUNED {
        let of_method: Vec<Card> = cards().filter(|(m, _)| *m == id).map(|(_, c)| c).collect();
        let (with, without): (Vec<&Card>, Vec<&Card>) =
            of_method.iter().partition(|c| c.parameters().count() > 0);
        assert_eq!((with.len(), without.len()), (tuned, untuned), "{id}");
    }
    let untuned = cards().filter(|(_, card)| card.parameters().count() == 0);
    let untuned: Vec<String> = untuned.map(|(_, card)| card.id).collect();
    assert!(untuned.contains(&"generalized-inverse/rk4".to_owned()));
}

#[test]
fn names_are_short_and_unique_within_a_method() {
    for method in methods() {
        let names: Vec<String> = method.variants.iter().map(|v| v.card().name()).collect();
        let unique: BTreeSet<&String> = names.iter().collect();
        assert_eq!(unique.len(), names.len(), "{}: {names:#?}", method.id);
        for name in &names {
            let long = |number: &str| number.chars().filter(char::is_ascii_digit).count() > 5;
            let numbers = name.split(|c: char| !(c.is_ascii_digit() || c == '.'));
            assert!(!numbers.into_iter().any(long), "{name}");
            assert!(!name.contains("pass"), "{name}");
        }
    }
    let integrators: BTreeSet<&str> = Integrator::ALL.map(Integrator::name).into();
    assert_eq!(integrators.len(), Integrator::ALL.len());
}

#[test]
fn names_read_like_a_description() {
    let expected = [
        ("unstabilized/rk4", "RK4"),
        ("unstabilized/dop853/adaptive", "DOP853 · adaptive"),
        (
            "baumgarte/rk4/held",
            "RK4 · α = 1.5/h, β = 1/h² · held over the step",
        ),
        (
            "baumgarte/ab3/yoon",
            "Adams-Bashforth 3 · α = 12.65 1/s, β = 40 1/s² · in every stage",
        ),
        (
            "baumgarte/rk4/forward-euler",
            "RK4 · α = 2/h, β = 1/h² · added by forward Euler after the step",
        ),
        (
            "energy-control/rk4/euclidean",
            "RK4 · α_e = 10 1/s on v in the Euclidean metric · fades at rest (ours) · in every stage",
        ),
        (
            "generalized-inverse/rk4/coupled",
            "RK4 · α = 20 1/s, β = 100 1/s² · rows coupled by κ = 0.5 · in every stage",
        ),
        ("algebraic-enforcement/own", "own scheme"),
        (
            "algebraic-enforcement/own/predictor",
            "own scheme · the predictor alone",
        ),
        (
            "augmented-lagrangian/implicit-midpoint/index1-every-10",
            "Implicit midpoint · κ = 1e7 · projected every 10 steps",
        ),
        (
            "augmented-lagrangian/trapezoid/index3-soft-projection",
            "Trapezoidal rule · κ = 1e7 · positions as unknowns · projections with κ_p = 1000",
        ),
    ];
    let names: Vec<(String, String)> = cards().map(|(_, c)| (c.id.clone(), c.name())).collect();
    for (id, name) in expected {
        let found = names.iter().find(|(found, _)| found == id);
        assert_eq!(found.map(|(_, name)| name.as_str()), Some(name), "{id}");
    }
}

/// The power of the factor by which a wrong time constant changes a parameter: minus its power of time, two for the
/// penalties, which are stiffnesses. Dampings, couplings and counts of steps have no time.
fn power(method: &str, parameter: &Parameter) -> i32 {
    match (parameter.unit.as_str(), parameter.name.as_str()) {
        ("1/s", _) => 1,
        ("1/s²", _) => 2,
        ("s²", _) => -2,
        ("steps", _) | ("", "μ") => 0,
        ("", "κ") if method == "generalized-inverse" => 0,
        ("", "κ" | "κ_p") => 2,
        _ => panic!("{method}: {parameter}"),
    }
}

#[test]
fn wrong_gains_have_a_wrong_time_constant_and_change_nothing_else() {
    let factor = 3.0_f64;
    let shipped = |id: &str| TUNED.iter().any(|(method, ..)| *method == id);
    for method in methods().iter().filter(|method| shipped(method.id)) {
        for variant in &method.variants {
            let card = variant.card();
            let Some(detuned) = variant.detuned(factor) else {
                assert_eq!(card.parameters().count(), 0, "{}", card.id);
                continue;
            };
            let wrong = detuned.card();
            assert_eq!(
                (&wrong.id, wrong.integrator, wrong.step_control),
                (&card.id, card.integrator, card.step_control)
            );
            assert_eq!(card.parameters().count(), wrong.parameters().count());
            for (right, wrong) in card.parameters().zip(wrong.parameters()) {
                let ratio = wrong.value / right.value;
                let expected = math::powi(factor, power(method.id, right));
                assert!(
                    (ratio / expected - 1.0).abs() < 1e-14,
                    "{}: {wrong}",
                    card.id
                );
                let same = |p: &Parameter| (p.name.clone(), p.unit.clone(), p.step_power);
                assert_eq!(same(right), same(wrong));
            }
            let unchanged = variant.detuned(1.0).expect("a factor of one is fine");
            assert_eq!(unchanged.card(), card);
            for bad in [f64::NAN, f64::INFINITY] {
                assert!(variant.detuned(bad).is_none(), "{}", card.id);
            }
        }
    }
}
