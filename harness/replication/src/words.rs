//! Texts with names in braces, and the values of a run that replace the names.
//!
//! `{gap}` stands for the value as it is, `{gap:.1e}` and `{gap:+.2}` for numbers in a style of [`std::fmt`]. Several
//! numbers under one name are separated by commas.

use thiserror::Error;

/// The value that replaces a name.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Value {
    /// A text, which is inserted as it is.
    Text(String),
    /// Numbers, which are all written in the same style.
    Numbers(Vec<f64>),
}

/// A list of names with their values.
pub(crate) type Said<'a> = &'a [(&'static str, Value)];

/// Makes a list of names with their values, for example `said![gap, most = 2.0 * gap]`.
macro_rules! said {
    (@ $name:ident) => { $crate::words::Value::from($name) };
    (@ $name:ident = $value:expr) => { $crate::words::Value::from($value) };
    ($($name:ident $(= $value:expr)?),* $(,)?) => {
        &[$((stringify!($name), said!(@ $name $(= $value)?))),*]
    };
}
pub(crate) use said;

/// The reason why values cannot be put into a text.
#[derive(Debug, Error, PartialEq, Eq)]
pub(crate) enum WordsError {
    /// A brace in the text is opened and not closed.
    #[error("`{0}` has a brace that is not closed")]
    Unclosed(String),
    /// There is no value for a name in the text.
    #[error("no value for `{name}` in `{text}`")]
    NoValue { name: String, text: String },
    /// A value cannot be written in the style that the text asks for.
    #[error("`{style}` in `{text}` is no style for this value")]
    Style { style: String, text: String },
}

/// Replaces the names in a text by their values.
pub(crate) fn fill(text: &str, said: Said<'_>) -> Result<String, WordsError> {
    let mut filled = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('{') {
        let unclosed = || WordsError::Unclosed(text.to_owned());
        let (hole, after) = after.split_once('}').ok_or_else(unclosed)?;
        let (name, style) = hole.split_once(':').unwrap_or((hole, ""));
        let found = said.iter().find(|(known, _)| *known == name);
        let (_, value) = found.ok_or_else(|| WordsError::NoValue {
            name: name.to_owned(),
            text: text.to_owned(),
        })?;
        let written = value.written(style).ok_or_else(|| WordsError::Style {
            style: style.to_owned(),
            text: text.to_owned(),
        })?;
        filled.extend([before, &written]);
        rest = after;
    }
    filled.push_str(rest);
    Ok(filled)
}

impl Value {
    /// Writes the value in a style; `None` if the value has no such style.
    fn written(&self, style: &str) -> Option<String> {
        match self {
            Self::Text(text) => style.is_empty().then(|| text.clone()),
            Self::Numbers(all) => {
                let all: Option<Vec<String>> = all.iter().map(|x| number(*x, style)).collect();
                Some(all?.join(", "))
            }
        }
    }
}

fn number(x: f64, style: &str) -> Option<String> {
    let (sign, style) = match style.strip_prefix('+') {
        Some(style) => (if x < 0.0 { "" } else { "+" }, style),
        None => ("", style),
    };
    let (digits, exponent) = match style.strip_suffix('e') {
        Some(digits) => (digits, true),
        None => (style, false),
    };
    let places = match digits.strip_prefix('.') {
        Some(places) => Some(places.parse::<usize>().ok()?),
        None if digits.is_empty() => None,
        None => return None,
    };
    Some(match (places, exponent) {
        (Some(places), true) => format!("{sign}{x:.places$e}"),
        (Some(places), false) => format!("{sign}{x:.places$}"),
        (None, true) => format!("{sign}{x:e}"),
        (None, false) => format!("{sign}{x}"),
    })
}

impl From<f64> for Value {
    fn from(x: f64) -> Self {
        Self::Numbers(vec![x])
    }
}

impl From<usize> for Value {
    fn from(count: usize) -> Self {
        Self::from(count as f64)
    }
}

impl From<&[f64]> for Value {
    fn from(all: &[f64]) -> Self {
        Self::Numbers(all.to_vec())
    }
}

impl<const N: usize> From<[f64; N]> for Value {
    fn from(all: [f64; N]) -> Self {
        Self::from(&all[..])
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<String> for Value {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn styles_are_those_of_the_standard_library() {
        let x = -0.012_345;
        let said: Said<'_> = said![x, name = "Φ", count = 3_usize, both = [1.0, 2e-7], up = 7.6];
        for (text, expected) in [
            ("no name", "no name".to_owned()),
            ("{x} {x:.3} {x:e}", format!("{x} {x:.3} {x:e}")),
            ("{name} = {x:.1e}", format!("Φ = {x:.1e}")),
            ("{count} of {count}", "3 of 3".to_owned()),
            ("{both:.1e}", "1.0e0, 2.0e-7".to_owned()),
            ("{up:+.0} {x:+.1}", format!("{:+.0} {x:+.1}", 7.6)),
        ] {
            assert_eq!(fill(text, said).unwrap(), expected);
        }
    }

    #[test]
    fn what_cannot_be_filled_says_why() {
        let said: Said<'_> = said![x = 1.0, name = "Φ"];
        for (text, expected) in [
            ("a {x", "`a {x` has a brace that is not closed"),
            ("a {y}", "no value for `y` in `a {y}`"),
            ("{x:3}", "`3` in `{x:3}` is no style for this value"),
            (
                "{name:.1}",
                "`.1` in `{name:.1}` is no style for this value",
            ),
        ] {
            assert_eq!(fill(text, said).unwrap_err().to_string(), expected);
        }
    }
}
