//! Ratios to the unstabilized run and settings in words, which page, summary and terminal share.

use crate::number::{self, rounded};
use results::{Parameter, Variant};

/// Significant digits of a ratio: medians over problems are hardly better known.
const DIGITS: usize = 2;

/// Ratios below this are told as divisions.
const DIVIDED: f64 = 0.1;

/// Ratios beyond this say no more than that one of the runs is lost: rounding spans sixteen decades.
const EXTREME: f64 = 1e15;

/// Numbers from here on are written with an exponent.
const LARGE: f64 = 1e6;

/// A ratio to the unstabilized run: `÷ 260`, `× 0.39`, `× 1.0`.
pub fn factor(ratio: f64) -> String {
    let (sign, size) = match ratio {
        x if x > 0.0 && x < DIVIDED => ("÷", 1.0 / x),
        x => ("×", x),
    };
    match size > EXTREME && size.is_finite() {
        true => format!("{sign} > {}", setting(EXTREME)),
        false => format!("{sign} {}", two_digits(size)),
    }
}

/// What a ratio of times or counts adds: `+3 %`, `−2 %`, `× 4.9`.
pub fn extra(ratio: f64) -> String {
    let percent = (100.0 * (ratio - 1.0)).round();
    match percent {
        p if !(-50.0..=100.0).contains(&p) => factor(ratio),
        p if p < 0.0 => format!("−{} %", number::fixed(-p, 0)),
        p => format!("+{} %", number::fixed(p, 0)),
    }
}

/// The ends of an interval, each as `write` writes it.
pub fn range([low, high]: [f64; 2], write: fn(f64) -> String) -> String {
    let (low, high) = (write(low), write(high));
    if low == high {
        low
    } else {
        format!("{low} to {high}")
    }
}

/// A setting with four significant digits, thousands apart: `40 000`, `12.65`.
pub fn setting(value: f64) -> String {
    if !value.is_finite() || (value != 0.0 && !(1e-3..1e9).contains(&value.abs())) {
        return number::setting(value);
    }
    grouped(&rounded(value, 4))
}

/// A parameter with its number: `α = 300 1/s`, `projected every 10 steps`.
pub fn setting_in_words(name: &str, value: f64, unit: &str) -> String {
    let value = setting(value);
    match unit {
        "" => format!("{name} = {value}"),
        // A count of steps has words for a name.
        "steps" => format!("{name} {value} steps"),
        unit => format!("{name} = {value} {unit}"),
    }
}

/// A parameter as the equations have it: `α = 12.65 1/s`, `α = 1.5/h`.
pub fn parameter(parameter: &Parameter) -> String {
    parameter.rounded().to_string()
}

/// The name of the integrator of a variant: the first part of the variant's name, or its id where it has none.
pub fn integrator(variant: &Variant) -> &str {
    match variant.name.split(SEPARATOR).next() {
        Some(name) if !name.is_empty() => name,
        _ => &variant.integrator,
    }
}

/// A step size in the unit that people use for it: `5 ms`, `200 µs`, `16.67 ms`.
pub fn step(seconds: f64) -> String {
    let (scale, unit) = match seconds {
        s if s < 9.995e-4 => (1e6, "µs"),
        s if s < 0.9995 => (1e3, "ms"),
        _ => (1.0, "s"),
    };
    format!("{} {unit}", setting(seconds * scale))
}

/// A count with its noun: `1 problem`, `3 problems`.
pub fn count(n: usize, noun: &str) -> String {
    number::count(n, noun)
}

/// A value with two significant digits: `3.1e-9`.
pub fn level(value: f64) -> String {
    number::with_digits(value, DIGITS)
}

/// A power of ten with raised digits: `10⁻³`.
pub fn power_of_ten(exponent: i32) -> String {
    number::power_of_ten(exponent)
}

/// What separates the parts of a name.
pub(crate) const SEPARATOR: &str = " · ";

/// A variant by the name of its method and what differs, without its integrator.
pub fn variant(method: &str, name: &str, gains: &str) -> String {
    let rest = match name.split_once(SEPARATOR) {
        Some((_, rest)) => rest,
        None if name.is_empty() => gains,
        None => "",
    };
    match rest {
        "" => method.to_owned(),
        rest => format!("{method}{SEPARATOR}{rest}"),
    }
}

fn two_digits(x: f64) -> String {
    if !x.is_finite() || (x != 0.0 && !(0.01..LARGE).contains(&x)) {
        return number::with_digits(x, DIGITS);
    }
    // Zeros behind the point are digits here: 1.0 is known to a tenth.
    if x < 9.95 {
        return number::fixed(x, if x < 0.995 { 2 } else { 1 });
    }
    let unit = math::powi(10.0, math::log10(x).floor() as i32 - 1);
    grouped(&number::fixed((x / unit).round() * unit, 0))
}

/// Groups of three digits before the point, apart by a space.
fn grouped(text: &str) -> String {
    let (sign, digits) = match text.strip_prefix('-') {
        Some(digits) => ("-", digits),
        None => ("", text),
    };
    let whole = digits.find('.').unwrap_or(digits.len());
    let mut out = sign.to_owned();
    for (k, c) in digits.chars().enumerate() {
        if k > 0 && k < whole && (whole - k).is_multiple_of(3) {
            out.push(' ');
        }
        out.push(c);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratios_read_as_documented() {
        assert_eq!(factor(1.0 / 260.0), "÷ 260");
        assert_eq!(factor(0.003_312), "÷ 300");
        assert_eq!(factor(1.03e-5), "÷ 97 000");
        assert_eq!(factor(1e-9), "÷ 1.0e9");
        assert_eq!(factor(1e-15), "÷ 1.0e15");
        assert_eq!(factor(1e-46), "÷ > 1e15");
        assert_eq!(factor(2e16), "× > 1e15");
        assert_eq!(factor(f64::INFINITY), format!("× {}", number::ABSENT));
        assert_eq!(factor(0.39), "× 0.39");
        assert_eq!(factor(0.996), "× 1.0");
        assert_eq!(factor(1.04), "× 1.0");
        assert_eq!(factor(9.96), "× 10");
        assert_eq!(factor(678.0), "× 680");
        assert_eq!(factor(12_345.0), "× 12 000");
        assert_eq!(factor(f64::NAN), format!("× {}", number::ABSENT));
    }

    #[test]
    fn added_costs_read_as_documented() {
        assert_eq!(extra(1.03), "+3 %");
        assert_eq!(extra(1.0), "+0 %");
        assert_eq!(extra(0.999), "+0 %");
        assert_eq!(extra(0.98), "−2 %");
        assert_eq!(extra(1.86), "+86 %");
        assert_eq!(extra(4.9), "× 4.9");
    }

    #[test]
    fn settings_have_their_thousands_apart() {
        assert_eq!(setting(40_000.0), "40 000");
        assert_eq!(setting(300.000_000_000_04), "300");
        assert_eq!(setting(12.649_110_6), "12.65");
        assert_eq!(setting(1_234_567.0), "1 234 567");
        assert_eq!(setting(0.0), "0");
        assert_eq!(setting(1e-7), "1e-7");
    }

    #[test]
    fn variants_are_named_without_their_integrator() {
        let named = |name, gains| variant("Baumgarte", name, gains);
        let held = "RK4 · α = 1.5/h, β = 1/h² · held over the step";
        assert_eq!(
            named(held, "any"),
            "Baumgarte · α = 1.5/h, β = 1/h² · held over the step"
        );
        assert_eq!(named("RK4", ""), "Baumgarte");
        assert_eq!(named("", "α = 20 1/s"), "Baumgarte · α = 20 1/s");
        assert_eq!(named("", ""), "Baumgarte");
    }

    #[test]
    fn steps_have_the_unit_of_people() {
        assert_eq!(step(0.005), "5 ms");
        assert_eq!(step(2e-4), "200 µs");
        assert_eq!(step(1.0 / 60.0), "16.67 ms");
        assert_eq!(step(0.001), "1 ms");
        assert_eq!(step(1.0), "1 s");
    }
}
