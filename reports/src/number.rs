//! Numbers as text for people. A number that does not exist is written as a dash, never as `NaN`.

/// The text for a missing number.
pub(crate) const ABSENT: &str = "–";

/// A number as text, or a dash if it is not finite.
fn finite(x: f64, write: impl FnOnce(f64) -> String) -> String {
    or_dash(Some(x).filter(|x| x.is_finite()), write)
}

/// A number as text, or a dash if there is none.
pub(crate) fn or_dash(x: Option<f64>, write: impl FnOnce(f64) -> String) -> String {
    x.map_or_else(|| ABSENT.to_owned(), write)
}

/// Three significant digits: `1.23e-7`.
pub(crate) fn scientific(x: f64) -> String {
    with_digits(x, 3)
}

/// A number with the given count of significant digits.
pub(crate) fn with_digits(x: f64, digits: usize) -> String {
    let decimals = digits.saturating_sub(1);
    finite(x, |x| match x {
        0.0 => "0".to_owned(),
        x => format!("{x:.decimals$e}"),
    })
}

/// Three significant digits or a dash.
pub(crate) fn scientific_or_dash(x: Option<f64>) -> String {
    or_dash(x, scientific)
}

/// A step size or tolerance, without trailing zeros: `1e-3`, `2.5e-3`.
pub(crate) fn setting(x: f64) -> String {
    let text = scientific(x);
    match text.split_once('e') {
        Some((digits, exponent)) => format!("{}e{exponent}", without_zeros(digits)),
        None => text,
    }
}

/// A gain or a time with four significant digits, `25` or `0.5`; scientific if very small or very large.
pub(crate) fn plain(x: f64) -> String {
    if x == 0.0 || !(1e-3..1e5).contains(&x.abs()) {
        return setting(x);
    }
    rounded(x, 4)
}

/// Values along an axis, with enough digits to distinguish neighbours.
pub(crate) fn ladder(values: &[f64]) -> Vec<String> {
    let distinct = |texts: &Vec<String>| texts.windows(2).all(|pair| pair[0] != pair[1]);
    let plainly = values.iter().map(|x| plain(*x)).collect();
    let finer =
        (5..=MOST_DIGITS).map(|digits| values.iter().map(|x| rounded(*x, digits)).collect());
    let mut candidates = std::iter::once(plainly).chain(finer);
    candidates.find(distinct).unwrap_or_default()
}

/// Significant digits of a double.
const MOST_DIGITS: usize = 17;

/// A number with the given count of significant digits, without exponent and trailing zeros.
pub(crate) fn rounded(x: f64, digits: usize) -> String {
    finite(x, |x| {
        let size = match x {
            0.0 => 0,
            x => math::log10(x.abs()).floor() as i32,
        };
        let decimals = (digits as i32 - 1 - size).max(0) as usize;
        without_zeros(&format!("{x:.decimals$}")).to_owned()
    })
}

/// A number without zeros at the end of its decimals.
pub(crate) fn without_zeros(text: &str) -> &str {
    match text.contains('.') {
        true => text.trim_end_matches('0').trim_end_matches('.'),
        false => text,
    }
}

/// An observed order, two decimals.
pub(crate) fn order(p: f64) -> String {
    fixed(p, 2)
}

/// A claimed order without trailing decimals: `4` or `2.5`.
pub(crate) fn claim(p: f64) -> String {
    finite(p, |p| p.to_string())
}

/// A fixed number of decimals, without a negative zero.
pub(crate) fn fixed(x: f64, decimals: usize) -> String {
    let text = finite(x, |x| format!("{x:.decimals$}"));
    match text.strip_prefix('-') {
        Some(rest) if rest.chars().all(|c| c == '0' || c == '.') => rest.to_owned(),
        _ => text,
    }
}

/// A fraction as whole percent, "100 %" only for all of it.
pub(crate) fn percent(fraction: f64) -> String {
    finite(fraction, |fraction| {
        let most = if fraction < 1.0 { 99.0 } else { f64::INFINITY };
        format!("{} %", fixed((fraction * 100.0).round().min(most), 0))
    })
}

/// A duration given in nanoseconds, three significant digits with its unit.
pub(crate) fn duration(ns: f64) -> String {
    finite(ns, |ns| {
        let (value, thousands) = in_thousands(ns);
        format!(
            "{} {}",
            three_digits(value),
            ["ns", "µs", "ms", "s"][thousands]
        )
    })
}

/// Divides by a power of 1000 so that three digits fit, and returns the power, 3 at most.
fn in_thousands(x: f64) -> (f64, usize) {
    // The limits sit where rounding to three digits would carry into the next unit.
    let limits = [999.5, 999.5e3, 999.5e6];
    let thousands = limits.iter().filter(|limit| x >= **limit).count();
    (x / [1.0, 1e3, 1e6, 1e9][thousands], thousands)
}

/// An interval as text: `low to high`.
pub(crate) fn between([low, high]: [f64; 2], write: fn(f64) -> String) -> String {
    format!("{} to {}", write(low), write(high))
}

/// A ratio close to one, three decimals.
pub(crate) fn control(ratio: f64) -> String {
    fixed(ratio, 3)
}

fn three_digits(value: f64) -> String {
    let decimals = match value {
        v if v < 9.995 => 2,
        v if v < 99.95 => 1,
        _ => 0,
    };
    fixed(value, decimals)
}

/// A ratio such as `1.93 ×`.
pub(crate) fn ratio(x: f64) -> String {
    finite(x, |x| format!("{} ×", fixed(x, 2)))
}

/// A factor with two decimals, scientific if it is far from one.
pub(crate) fn factor(x: f64) -> String {
    match x.abs() {
        size if (0.1..1000.0).contains(&size) => fixed(x, 2),
        _ => setting(x),
    }
}

/// A power of ten with raised digits: `10⁻³`.
pub(crate) fn power_of_ten(exponent: i32) -> String {
    let digits = exponent.to_string();
    let raised = digits.chars().map(|c| match c {
        '-' => '⁻',
        '1' => '¹',
        '2' => '²',
        '3' => '³',
        digit => char::from_u32('⁰' as u32 + digit as u32 - '0' as u32).unwrap_or(digit),
    });
    "10".chars().chain(raised).collect()
}

/// A count with its noun: `1 cell`, `3 cells`.
pub(crate) fn count(n: usize, noun: &str) -> String {
    if n == 1 {
        format!("1 {noun}")
    } else {
        format!("{n} {noun}s")
    }
}

/// A number in full precision for other programs, empty if there is none.
pub(crate) fn machine(x: Option<f64>) -> String {
    x.filter(|x| x.is_finite())
        .map_or_else(String::new, |x| format!("{x:e}"))
}

/// The median of the finite values, if there are any.
pub(crate) fn median(mut values: Vec<f64>) -> Option<f64> {
    values.retain(|x| x.is_finite());
    values.sort_by(f64::total_cmp);
    let middle = values.len() / 2;
    match values.len() {
        0 => None,
        n if n % 2 == 1 => Some(values[middle]),
        _ => Some(0.5 * (values[middle - 1] + values[middle])),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_read_as_documented() {
        assert_eq!(scientific(1.234e-7), "1.23e-7");
        assert_eq!(scientific(0.0), "0");
        assert_eq!(with_digits(1.002_003_6e-4, 6), "1.00200e-4");
        assert_eq!(with_digits(f64::NAN, 6), ABSENT);
        assert_eq!(setting(0.0025), "2.5e-3");
        assert_eq!(setting(0.01), "1e-2");
        assert_eq!(plain(10.0), "10");
        assert_eq!(plain(0.25), "0.25");
        assert_eq!(plain(-1234.56), "-1235");
        assert_eq!(plain(1e-9), "1e-9");
        assert_eq!(order(-0.001), "0.00");
        assert_eq!(claim(4.0), "4");
        assert_eq!(duration(412.3), "412 ns");
        assert_eq!(duration(1240.0), "1.24 µs");
        assert_eq!(duration(999.7), "1.00 µs");
        assert_eq!(between([950.0, 1040.0], duration), "950 ns to 1.04 µs");
        assert_eq!(power_of_ten(-13), "10⁻¹³");
        assert_eq!(power_of_ten(4), "10⁴");
        assert_eq!(machine(Some(1.5e-8)), "1.5e-8");
    }

    #[test]
    fn neighbours_on_an_axis_never_read_alike() {
        assert_eq!(ladder(&[0.0, 0.5, 1.0]), ["0", "0.5", "1"]);
        assert_eq!(
            ladder(&[0.99998, 0.999_99, 1.0, 1.00001]),
            ["0.99998", "0.99999", "1", "1.00001"]
        );
        assert_eq!(ladder(&[123_456.0, 123_457.0]), ["123456", "123457"]);
        assert!(ladder(&[]).is_empty());
    }

    #[test]
    fn a_factor_keeps_its_size() {
        assert_eq!(factor(1.0034), "1.00");
        assert_eq!(factor(0.004), "4e-3");
        assert_eq!(factor(48_213.0), "4.82e4");
    }

    #[test]
    fn full_coverage_is_not_reached_by_rounding() {
        assert_eq!(percent(0.999), "99 %");
        assert_eq!(percent(1.0), "100 %");
    }

    #[test]
    fn what_is_not_a_number_is_a_dash() {
        for x in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
            let writers = [
                scientific, setting, order, claim, percent, duration, ratio, factor,
            ];
            assert_eq!(writers.map(|write| write(x)), [ABSENT; 8]);
            assert_eq!(machine(Some(x)), "");
        }
    }

    #[test]
    fn the_median_of_an_even_number_is_the_middle() {
        assert_eq!(median(vec![4.0, 1.0, 3.0, 2.0]), Some(2.5));
        assert_eq!(median(vec![]), None);
    }
}
