//! Gains and options of a variant in words, with the numbers among them as data.

use std::fmt;
use vocabulary::Parameter;

/// Gains, their placement and other options, phrase by phrase. The text is made from the numbers, so that the two cannot
/// disagree.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tuning {
    phrases: Vec<Vec<Piece>>,
}

/// A piece of a phrase.
#[derive(Clone, Debug, PartialEq)]
enum Piece {
    Words(String),
    Number(Parameter),
}

impl Tuning {
    /// Continues the last phrase.
    pub fn with(mut self, more: impl Into<Self>) -> Self {
        let mut more = more.into().phrases.into_iter();
        match (self.phrases.last_mut(), more.next()) {
            (Some(last), Some(first)) => last.extend(first),
            (None, Some(first)) => self.phrases.push(first),
            (_, None) => {}
        }
        self.phrases.extend(more);
        self
    }

    /// Appends another phrase.
    pub fn then(mut self, more: impl Into<Self>) -> Self {
        self.phrases.extend(more.into().phrases);
        self
    }

    /// Whether there is nothing to say.
    pub fn is_empty(&self) -> bool {
        self.phrases.is_empty()
    }

    /// The numbers that a user has to choose, in the order of the text.
    pub fn parameters(&self) -> impl Iterator<Item = &Parameter> {
        self.phrases
            .iter()
            .flatten()
            .filter_map(|piece| match piece {
                Piece::Words(_) => None,
                Piece::Number(parameter) => Some(parameter),
            })
    }

    /// The phrases with numbers of at most four significant digits.
    pub fn short_phrases(&self) -> impl Iterator<Item = String> {
        let short = |piece: &Piece| match piece {
            Piece::Words(words) => words.clone(),
            Piece::Number(parameter) => parameter.rounded().to_string(),
        };
        self.phrases
            .iter()
            .map(move |phrase| phrase.iter().map(short).collect())
    }
}

impl fmt::Display for Tuning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, phrase) in self.phrases.iter().enumerate() {
            if i > 0 {
                f.write_str(", ")?;
            }
            for piece in phrase {
                match piece {
                    Piece::Words(words) => f.write_str(words)?,
                    Piece::Number(parameter) => write!(f, "{parameter}")?,
                }
            }
        }
        Ok(())
    }
}

impl From<Parameter> for Tuning {
    fn from(parameter: Parameter) -> Self {
        Self {
            phrases: vec![vec![Piece::Number(parameter)]],
        }
    }
}

/// Words without a number; nothing if they are empty.
impl From<&str> for Tuning {
    fn from(words: &str) -> Self {
        Self::from(words.to_owned())
    }
}

/// Words without a number; nothing if they are empty.
impl From<String> for Tuning {
    fn from(words: String) -> Self {
        Self {
            phrases: match words.is_empty() {
                true => Vec::new(),
                false => vec![vec![Piece::Words(words)]],
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_and_numbers_are_one_thing() {
        let alpha = Parameter::new("α_e", 40_f64.sqrt(), "1/s");
        let ratio = Parameter::new("ρ_q/ρ_v", 4.0, "s²").times_step(2);
        let tuning = Tuning::from(alpha.clone())
            .with(" on q and v with ")
            .with(ratio.clone())
            .with("")
            .then("held over the step")
            .then("");
        assert_eq!(
            tuning.to_string(),
            "α_e = 6.324555320336759 1/s on q and v with ρ_q/ρ_v = 4 h², held over the step"
        );
        assert!(tuning.parameters().eq([&alpha, &ratio]));
        let short: Vec<String> = tuning.short_phrases().collect();
        assert_eq!(
            short,
            [
                "α_e = 6.325 1/s on q and v with ρ_q/ρ_v = 4 h²",
                "held over the step"
            ]
        );
    }

    #[test]
    fn without_words_there_is_nothing_to_tune() {
        assert!(Tuning::default().is_empty() && Tuning::from("").is_empty());
        assert_eq!(
            Tuning::default()
                .with("the predictor alone")
                .parameters()
                .count(),
            0
        );
    }
}
