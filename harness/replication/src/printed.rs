//! The numbers of a paper as they are printed, with the place where a reader finds them.

/// The printed numbers of one paper, in lines `place,row,column,printed`; lines that begin with `#` are comments.
#[derive(Clone, Copy, Debug)]
pub struct Printed {
    text: &'static str,
}

/// One printed number with its digits.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PrintedNumber {
    /// Where in the paper the number stands, for example `Table 1`.
    pub place: &'static str,
    /// The number as it is printed.
    pub text: &'static str,
    /// The value of the printed digits.
    pub value: f64,
}

/// Number of fields in a line: place, row, column and what is printed.
const FIELDS: usize = 4;

impl Printed {
    /// The numbers in the text of a data file, whose first line is a heading.
    pub const fn new(text: &'static str) -> Self {
        Self { text }
    }

    /// The text of the data file.
    pub const fn source(&self) -> &'static str {
        self.text
    }

    /// All entries, each as place, row, column and printed text.
    pub fn entries(
        &self,
    ) -> impl Iterator<Item = (&'static str, &'static str, &'static str, &'static str)> {
        let lines = self.text.lines().skip(1).map(str::trim);
        let data = lines.filter(|line| !line.is_empty() && !line.starts_with('#'));
        data.filter_map(|line| {
            let fields: Vec<&'static str> = line.splitn(FIELDS, ',').map(str::trim).collect();
            match fields[..] {
                [place, row, column, printed] => Some((place, row, column, printed)),
                _ => None,
            }
        })
    }

    /// The printed text at a place, row and column, which need not be a number.
    ///
    /// # Panics
    /// When the data do not have the entry, because they are part of the crate.
    pub fn text(&self, place: &str, row: &str, column: &str) -> &'static str {
        self.entry(place, row, column).1
    }

    /// The printed number at a place, row and column.
    ///
    /// # Panics
    /// When the data do not have the entry, or it is not a number, because they are part of the crate.
    pub fn get(&self, place: &str, row: &str, column: &str) -> PrintedNumber {
        let (place, text) = self.entry(place, row, column);
        PrintedNumber::parse(place, text)
            .unwrap_or_else(|| panic!("{place}, {row}, {column}: `{text}` is not a number"))
    }

    fn entry(&self, place: &str, row: &str, column: &str) -> (&'static str, &'static str) {
        let found = self
            .entries()
            .find(|(p, r, c, _)| (*p, *r, *c) == (place, row, column));
        let (place, .., text) =
            found.unwrap_or_else(|| panic!("nothing printed for {place}, {row}, {column}"));
        (place, text)
    }
}

impl PrintedNumber {
    /// Reads a printed text; `None` if it is not a finite number.
    pub fn parse(place: &'static str, text: &'static str) -> Option<Self> {
        let value: f64 = text.parse().ok().filter(|x: &f64| x.is_finite())?;
        Some(Self { place, text, value })
    }

    /// The part of the text before the exponent.
    fn mantissa(&self) -> &'static str {
        self.text.split(['e', 'E']).next().unwrap_or(self.text)
    }

    /// The exponent of ten, or zero if none is printed.
    fn exponent(&self) -> i32 {
        let exponent = self.text.split(['e', 'E']).nth(1);
        exponent.and_then(|e| e.parse().ok()).unwrap_or(0)
    }

    /// Number of digits after the decimal point.
    fn decimals(&self) -> usize {
        self.mantissa()
            .split_once('.')
            .map_or(0, |(_, behind)| behind.len())
    }

    /// Number of significant digits.
    pub fn digits(&self) -> u32 {
        let digits = self.mantissa().chars().filter(char::is_ascii_digit);
        digits.skip_while(|digit| *digit == '0').count().max(1) as u32
    }

    /// One unit in the last printed place.
    pub fn unit(&self) -> f64 {
        math::powi(10.0, self.exponent() - self.decimals() as i32)
    }

    /// Number of significant digits in which our number agrees, at most as many as are printed.
    pub fn agreeing(&self, ours: f64) -> u32 {
        let gap = (ours - self.value).abs();
        if gap <= 0.5 * self.unit() {
            return self.digits();
        }
        let digits = -math::log10(gap / self.value.abs());
        // Infinite and not a number both say that nothing agrees.
        if digits.is_finite() {
            (digits.max(0.0) as u32).min(self.digits())
        } else {
            0
        }
    }

    /// Our number in the style of the printed one, with as many decimals. With an exponent it has at least one decimal,
    /// so that a roughly printed number still shows what ours is.
    pub fn in_its_style(&self, ours: f64) -> String {
        if self.text.contains(['e', 'E']) {
            format!("{ours:.*e}", self.decimals().max(1))
        } else {
            format!("{ours:.*}", self.decimals())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(text: &'static str) -> PrintedNumber {
        PrintedNumber::parse("Table 1", text).unwrap()
    }

    #[test]
    fn digits_and_units_are_those_of_the_print() {
        for (text, digits, unit) in [
            ("2.443655269310963e0", 16, 1e-15),
            ("-5.277783191794895e-1", 16, 1e-16),
            ("5.764615652238092e+1", 16, 1e-14),
            ("0.0377", 3, 1e-4),
            ("1.0856e-4", 5, 1e-8),
            ("200", 3, 1.0),
            ("0", 1, 1.0),
        ] {
            assert_eq!(number(text).digits(), digits, "{text}");
            assert!((number(text).unit() / unit - 1.0).abs() < 1e-12, "{text}");
        }
        assert_eq!(PrintedNumber::parse("", "overflow"), None);
        assert_eq!(PrintedNumber::parse("", "NaN"), None);
    }

    #[test]
    fn agreement_ends_with_the_first_digit_that_differs_or_with_the_print() {
        let printed = number("1.0856e-4");
        for (ours, digits) in [
            (1.08564e-4, 5),
            (1.0857e-4, 4),
            (1.09e-4, 2),
            (2.5e-4, 0),
            (f64::NAN, 0),
            (f64::INFINITY, 0),
        ] {
            assert_eq!(printed.agreeing(ours), digits, "{ours}");
        }
        assert_eq!(printed.in_its_style(1.08564e-4), "1.0856e-4");
        assert_eq!(number("1.98").in_its_style(1.9837), "1.98");
    }

    #[test]
    fn entries_are_found_by_place_row_and_column() {
        let data = Printed::new(
            "place,row,column,printed\n# a remark\nTable 2,first order,0.02,1.0038e-3\n",
        );
        assert_eq!(data.get("Table 2", "first order", "0.02").value, 1.0038e-3);
        assert_eq!(data.entries().count(), 1);
    }
}
