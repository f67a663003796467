//! Steps, limits and budgets as people type them.

/// Units of time, longer names first so that `ms` is not read as `s`.
const UNITS: [(&str, f64); 5] = [
    ("ms", 1e-3),
    ("us", 1e-6),
    ("µs", 1e-6),
    ("μs", 1e-6),
    ("s", 1.0),
];

/// A step size in seconds: `5ms`, `0.005`, `0.005s`, `200us`, `1/60s`.
pub(super) fn step(text: &str) -> Result<f64, String> {
    let text = text.trim();
    let in_unit = |(unit, scale): &(&str, f64)| Some((text.strip_suffix(unit)?.trim_end(), *scale));
    let (digits, scale) = UNITS.iter().find_map(in_unit).unwrap_or((text, 1.0));
    let value = match digits.split_once('/') {
        Some((above, below)) => number(above).zip(number(below)).map(|(a, b)| a / b),
        None => number(digits),
    };
    let Some(seconds) = value.map(|value| value * scale) else {
        return Err("not a step; write for example 5ms, 0.005, 200us or 1/60s".to_owned());
    };
    if seconds.is_finite() && seconds > 0.0 {
        Ok(seconds)
    } else {
        Err("a step must be longer than 0 s and finite".to_owned())
    }
}

/// A limit relative to a size: `1e-6`.
pub(super) fn limit(text: &str) -> Result<f64, String> {
    let Some(limit) = number(text.trim()) else {
        return Err("not a number; write for example 1e-6".to_owned());
    };
    if limit >= f64::EPSILON && limit.is_finite() {
        Ok(limit)
    } else {
        Err(
            "nothing can keep it: a relative limit must be finite and not below rounding, 2.2e-16"
                .to_owned(),
        )
    }
}

/// A factor of the time of the unstabilized integrator: `2x` or `2`.
pub(super) fn budget(text: &str) -> Result<f64, String> {
    let digits = text.trim().trim_end_matches(['x', '×']).trim_end();
    let Some(budget) = number(digits) else {
        return Err("not a budget; write for example 2x".to_owned());
    };
    if budget >= 1.0 && budget.is_finite() {
        Ok(budget)
    } else {
        Err("a stabilization adds to the time of its integrator, which is 1x: the budget must be 1x or more".to_owned())
    }
}

/// A number in digits; words such as `inf` and `nan`, which Rust reads too, are none.
fn number(text: &str) -> Option<f64> {
    let text = text.trim();
    let digits = text.chars().any(|c| c.is_ascii_digit());
    text.parse().ok().filter(|_| digits)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_read_in_every_usual_form() {
        for (text, seconds) in [
            ("5ms", 0.005),
            ("5 ms", 0.005),
            ("0.005", 0.005),
            ("0.005s", 0.005),
            ("5e-3", 0.005),
            ("200us", 2e-4),
            ("200µs", 2e-4),
            ("1/60s", 1.0 / 60.0),
            ("1/60", 1.0 / 60.0),
            ("1 / 2 ms", 5e-4),
        ] {
            let read = step(text).unwrap();
            assert!((read / seconds - 1.0).abs() < 1e-15, "{text}: {read}");
        }
    }

    #[test]
    fn what_is_no_step_is_refused() {
        for text in [
            "0",
            "0ms",
            "-5ms",
            "-1",
            "1/0",
            "0/0",
            "1e400",
            "1e-400",
            "nan",
            "inf",
            "infs",
            "",
            "ms",
            "fast",
            "5 m",
            "1/60/2",
            "5 minutes",
        ] {
            assert!(step(text).is_err(), "{text}");
        }
    }

    #[test]
    fn limits_that_nothing_can_keep_are_refused() {
        assert_eq!(limit("1e-6"), Ok(1e-6));
        for text in ["0", "-1e-6", "1e-20", "nan", "inf", "1e999", "small", ""] {
            assert!(limit(text).is_err(), "{text}");
        }
    }

    #[test]
    fn a_budget_is_at_least_the_time_of_the_integrator() {
        for (text, factor) in [("2x", 2.0), ("2", 2.0), ("1.5×", 1.5), ("1x", 1.0)] {
            assert_eq!(budget(text), Ok(factor));
        }
        for text in ["0.5x", "0", "-2x", "x", "nan", "infx", "2y"] {
            assert!(budget(text).is_err(), "{text}");
        }
    }
}
