//! The numbers that a user of a method has to choose.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;

/// The unit of a parameter that counts steps.
const STEPS: &str = "steps";

/// One number that a user has to choose, for example a gain.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Parameter {
    /// Its letter in the equations, for example `α`, or a few words for a count of steps.
    pub name: String,
    /// Its value; for parameters that are tied to the step the number before the power of `h`.
    pub value: f64,
    /// Its unit, for example `1/s²`; empty where it has none.
    pub unit: String,
    /// The power of the step that multiplies it, for example -2 for `β = 1/h²`; 0 where it is not tied to the step.
    pub step_power: i32,
}

impl Parameter {
    /// A parameter that does not depend on the step.
    pub fn new(name: &str, value: f64, unit: &str) -> Self {
        Self {
            name: name.to_owned(),
            value,
            unit: unit.to_owned(),
            step_power: 0,
        }
    }

    /// A number of steps, for example `projected every` 10 steps.
    pub fn steps(name: &str, count: u32) -> Self {
        Self::new(name, f64::from(count), STEPS)
    }

    /// The same number times a power of the step.
    pub fn times_step(self, power: i32) -> Self {
        Self {
            step_power: power,
            ..self
        }
    }

    /// Whether it changes with the step; a parameter of zero does not.
    pub fn is_tied_to_step(&self) -> bool {
        self.step_power != 0 && self.value != 0.0
    }

    /// Its value in its unit at a step of `h` seconds.
    pub fn at_step(&self, h: f64) -> f64 {
        self.value * math::powi(h, self.step_power)
    }

    /// The same parameter with a value of at most four significant digits, for names that people read.
    pub fn rounded(&self) -> Self {
        let value = format!("{:.3e}", self.value).parse();
        Self {
            value: value.unwrap_or(self.value),
            ..self.clone()
        }
    }
}

/// `α = 20 1/s`, `β = 1/h²`, `ρ_q/ρ_v = 4 h²`, `κ = 1e7` or `projected every 10 steps`.
impl fmt::Display for Parameter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            name, value, unit, ..
        } = self;
        if unit == STEPS {
            return match *value {
                1.0 => write!(f, "{name} step"),
                _ => write!(f, "{name} {value} steps"),
            };
        }
        write!(f, "{name} = ")?;
        if *value == 0.0 || (1e-4..1e5).contains(&value.abs()) {
            write!(f, "{value}")?;
        } else {
            write!(f, "{value:e}")?;
        }
        match self.step_power {
            0 if unit.is_empty() => Ok(()),
            0 => write!(f, " {unit}"),
            -1 => f.write_str("/h"),
            -2 => f.write_str("/h²"),
            1 => f.write_str(" h"),
            2 => f.write_str(" h²"),
            power => write!(f, " h^{power}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_read_like_equations() {
        let new = Parameter::new;
        for (parameter, text) in [
            (new("α", 20.0, "1/s"), "α = 20 1/s"),
            (new("α", 1.5, "1/s").times_step(-1), "α = 1.5/h"),
            (new("β", 0.25, "1/s²").times_step(-2), "β = 0.25/h²"),
            (new("ρ_q/ρ_v", 4.0, "s²").times_step(2), "ρ_q/ρ_v = 4 h²"),
            (new("κ", 1e7, ""), "κ = 1e7"),
            (new("κ", 1000.0, ""), "κ = 1000"),
            (new("μ", 0.0, ""), "μ = 0"),
            (new("τ", 2e-5, "s"), "τ = 2e-5 s"),
            (
                Parameter::steps("projected every", 10),
                "projected every 10 steps",
            ),
            (
                Parameter::steps("projected every", 1),
                "projected every step",
            ),
        ] {
            assert_eq!(parameter.to_string(), text);
        }
    }

    #[test]
    fn four_digits_are_enough_for_a_name() {
        let rounded = |value| Parameter::new("α", value, "1/s").rounded().to_string();
        assert_eq!(rounded(2.0 * 40_f64.sqrt()), "α = 12.65 1/s");
        assert_eq!(rounded(20.0), "α = 20 1/s");
        assert_eq!(rounded(40_000.0), "α = 40000 1/s");
        assert_eq!(rounded(1.0 / 3.0), "α = 0.3333 1/s");
        assert_eq!(rounded(12_345_678.0), "α = 1.235e7 1/s");
    }

    #[test]
    fn a_value_at_a_step_is_in_the_unit() {
        let alpha = Parameter::new("α", 1.5, "1/s").times_step(-1);
        let beta = Parameter::new("β", 1.0, "1/s²").times_step(-2);
        let h = math::powi(0.5, 8);
        assert_eq!((alpha.at_step(h), beta.at_step(h)), (384.0, 65_536.0));
        assert_eq!(Parameter::new("α", 20.0, "1/s").at_step(h), 20.0);
        assert!(alpha.is_tied_to_step());
        let off = Parameter {
            value: 0.0,
            ..alpha
        };
        assert!(!off.is_tied_to_step());
    }
}
