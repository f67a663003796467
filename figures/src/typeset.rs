//! Numbers and long names as print has them.

use crate::font;
use reports::phrase;

/// A number with raised exponent and true minus signs: `2e-3` is `2·10⁻³`, `1e-3` is `10⁻³`.
pub(crate) fn number(text: &str) -> String {
    let raised = text.split_once('e').and_then(|(digits, exponent)| {
        let power = phrase::power_of_ten(exponent.parse().ok()?);
        Some(match digits {
            "1" => power,
            digits => format!("{digits}·{power}"),
        })
    });
    raised.unwrap_or_else(|| text.to_owned()).replace('-', "−")
}

/// The lines of a text that is at most so wide: broken between its parts, else between words, else anywhere.
pub(crate) fn wrapped(text: &str, size: f64, most: f64) -> Vec<String> {
    let mut lines = vec![];
    let mut line = String::new();
    for part in pieces(text, size, most) {
        let longer = format!("{line}{part}");
        if line.is_empty() || font::width(longer.trim_end(), size) <= most {
            line = longer;
        } else {
            lines.push(line.trim_end().to_owned());
            line = part;
        }
    }
    lines.push(line.trim_end().to_owned());
    lines
}

/// Pieces that each fit into a line: parts of a name where they do, else words, else letters.
fn pieces(text: &str, size: f64, most: f64) -> Vec<String> {
    let fits = |piece: &str| font::width(piece.trim_end(), size) <= most;
    let mut out = vec![];
    for part in text.split_inclusive(" · ") {
        if fits(part) {
            out.push(part.to_owned());
            continue;
        }
        for word in words(part) {
            if fits(&word) {
                out.push(word);
            } else {
                out.extend(word.chars().map(String::from));
            }
        }
    }
    out
}

/// Words with the space behind them; a number stays with its unit and its sign of equality.
fn words(text: &str) -> Vec<String> {
    let mut words: Vec<String> = vec![];
    for word in text.split_inclusive(' ') {
        let ends = |c: char| c.is_ascii_digit() || c == '=';
        match words.last_mut() {
            Some(last) if last.trim_end().ends_with(ends) || word.trim_end() == "=" => {
                last.push_str(word);
            }
            _ => words.push(word.to_owned()),
        }
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_read_as_in_print() {
        assert_eq!(number("2e-3"), "2·10⁻³");
        assert_eq!(number("1e12"), "10¹²");
        assert_eq!(number("2.5e-3"), "2.5·10⁻³");
        assert_eq!(number("-0.5"), "−0.5");
        assert_eq!(number("10⁻³"), "10⁻³");
    }

    #[test]
    fn a_number_stays_with_its_unit() {
        let words = words("gains α = 20 1/s over 10 s");
        assert_eq!(words, ["gains ", "α = 20 1/s ", "over ", "10 s"]);
    }

    #[test]
    fn no_line_is_too_wide_and_no_letter_is_lost() {
        let name = "Baumgarte · α = 20 1/s, β = 100 1/s² · added by backward Euler after the step";
        for most in [3.0, 30.0, 120.0, 1e6] {
            let lines = wrapped(name, 7.0, most);
            let wide = lines.iter().filter(|line| font::width(line, 7.0) > most);
            assert!(most < 10.0 || wide.count() == 0, "{lines:?}");
            let letters = |text: &str| text.replace(' ', "");
            assert_eq!(letters(&lines.concat()), letters(name));
        }
        assert_eq!(wrapped(name, 7.0, 1e6), [name]);
        assert_eq!(wrapped("", 7.0, 10.0), [""]);
    }
}
