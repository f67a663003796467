//! Which digits of a number agree with the print.

use maud::{Markup, html};

/// Our number, with the digits marked in which it differs from the print.
pub(super) fn marked(printed: &str, ours: &str, digits: u32) -> Markup {
    let Some((agrees, differs, rest)) = split(printed, ours, digits as usize) else {
        return html! { (ours) };
    };
    html! {
        (agrees)
        @if !differs.is_empty() { span.differs title="differs from the print" { (differs) } }
        (rest)
    }
}

/// Whether all digits that are printed agree.
pub(super) fn is_complete(printed: &str, digits: u32) -> bool {
    Decimal::read(printed).is_none_or(|print| digits as usize >= print.significant())
}

/// Our number cut into what agrees, what differs, and what stands behind both; nothing where there are no two numbers.
fn split<'a>(printed: &str, ours: &'a str, digits: usize) -> Option<(&'a str, &'a str, &'a str)> {
    let (print, our) = (Decimal::read(printed)?, Decimal::read(ours)?);
    if digits >= print.significant() {
        return Some((ours, "", ""));
    }
    // Digit by digit, as an eye compares: 1.0000 and 0.9999 share none, though they agree to four digits.
    let same = print.common(&our);
    if significant(&ours[..same]) == 0 {
        return Some(("", ours, ""));
    }
    let end = our.mantissa.len();
    Some((&ours[..same], &ours[same..end], &ours[end..]))
}

/// A number as it is written.
struct Decimal<'a> {
    mantissa: &'a str,
    exponent: i32,
}

impl<'a> Decimal<'a> {
    fn read(text: &'a str) -> Option<Self> {
        text.parse::<f64>().ok().filter(|x| x.is_finite())?;
        let (mantissa, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
        Some(Self {
            mantissa,
            exponent: exponent.parse().ok()?,
        })
    }

    /// Significant digits.
    fn significant(&self) -> usize {
        significant(self.mantissa).max(1)
    }

    /// Length of what both begin with, where both have the same size.
    fn common(&self, other: &Self) -> usize {
        let point = |x: &Self| x.mantissa.find('.').unwrap_or(x.mantissa.len());
        if (self.exponent, point(self)) != (other.exponent, point(other)) {
            return 0;
        }
        let pairs = self.mantissa.bytes().zip(other.mantissa.bytes());
        pairs.take_while(|(a, b)| a == b).count()
    }
}

/// Significant digits of the beginning of a number; it is ASCII, being a number.
fn significant(text: &str) -> usize {
    let digits = text.chars().filter(char::is_ascii_digit);
    digits.skip_while(|digit| *digit == '0').count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tail_that_differs_is_marked() {
        for (printed, ours, digits, parts) in [
            ("1.0856e-4", "1.0857e-4", 4, ("1.085", "7", "e-4")),
            ("1.0856e-4", "1.0861e-4", 3, ("1.08", "61", "e-4")),
            ("1.0856e-4", "1.0851e-4", 3, ("1.085", "1", "e-4")),
            ("-0.0377", "-0.0391", 1, ("-0.03", "91", "")),
            ("5.76e+1", "5.71e1", 2, ("5.7", "1", "e1")),
            ("1.0000", "0.9999", 3, ("", "0.9999", "")),
            ("2.7131e-5", "2.7129e-5", 4, ("2.71", "29", "e-5")),
            ("6.7812e-6", "8.8043e-4", 0, ("", "8.8043e-4", "")),
            ("2.5", "-2.5", 0, ("", "-2.5", "")),
            ("200", "210", 1, ("2", "10", "")),
        ] {
            assert_eq!(
                split(printed, ours, digits),
                Some(parts),
                "{printed} {ours}"
            );
        }
    }

    #[test]
    fn digits_beyond_the_print_do_not_differ() {
        assert_eq!(split("1e-4", "1.0e-4", 1), Some(("1.0e-4", "", "")));
        assert_eq!(split("0", "0", 1), Some(("0", "", "")));
    }

    #[test]
    fn words_are_left_alone() {
        for (printed, ours) in [
            ("1.98", "1.97 to 1.99"),
            ("overflow", "1.0"),
            ("1.0", "NaN"),
            ("1", ""),
        ] {
            assert_eq!(split(printed, ours, 1), None);
        }
    }

    #[test]
    fn every_part_is_shown_once_and_in_order() {
        assert_eq!(
            marked("1.0856e-4", "1.0861e-4", 3).into_string(),
            "1.08<span class=\"differs\" title=\"differs from the print\">61</span>e-4"
        );
        assert_eq!(marked("1.98", "<b>", 1).into_string(), "&lt;b&gt;");
    }
}
