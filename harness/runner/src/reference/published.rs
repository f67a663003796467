//! Values that were found elsewhere.

use super::Examination;
use problem::{Precise, Problem};
use system::{DoubleDouble, Scalar};

/// One published value.
struct Value<'a> {
    t: f64,
    quantity: &'a str,
    text: &'a str,
}

pub(super) fn compare_published(found: &mut Examination, problem: &dyn Problem) {
    let lines = problem
        .published()
        .lines()
        .filter(|l| !l.starts_with('#'))
        .skip(1);
    let mut values = Vec::new();
    for line in lines {
        let mut cells = line.split(',').map(str::trim);
        match (
            cells.next().and_then(|t| t.parse().ok()),
            cells.next(),
            cells.next(),
        ) {
            (Some(t), Some(quantity), Some(text)) => values.push(Value { t, quantity, text }),
            _ => found.differs(format!("published: cannot read `{line}`")),
        }
    }
    let mut times: Vec<f64> = values.iter().map(|v| v.t).collect();
    times.sort_by(f64::total_cmp);
    times.dedup();
    if times.is_empty() {
        return;
    }
    let states = match problem.routes()[0].run(&times) {
        Ok(states) => states,
        Err(error) => {
            found.differs(format!("published: {error}"));
            return;
        }
    };
    for value in values {
        let state = states.iter().find(|s| s.t == value.t);
        let ours = state.and_then(|s| quantity(s, value.quantity));
        let theirs = DoubleDouble::parse(value.text);
        let (Some(ours), Some(theirs)) = (ours, theirs) else {
            let Value { quantity, text, .. } = value;
            found.differs(format!("published: no such value as {quantity} = {text}"));
            continue;
        };
        found.published.compared += 1;
        if (ours - theirs).abs().value() <= 2.0 * last_digit(value.text) {
            found.published.agree += 1;
        } else {
            let Value { t, quantity, text } = value;
            found.differs(format!(
                "published {quantity}({t}) = {text}, computed {ours:.25}"
            ));
        }
    }
}

/// `q3`, `v1`, `a2`, `l1`, counted from one.
fn quantity(state: &Precise, name: &str) -> Option<DoubleDouble> {
    let (letter, number) = name.split_at_checked(1)?;
    let index = number.parse::<usize>().ok()?.checked_sub(1)?;
    let values = match letter {
        "q" => &state.q,
        "v" => &state.v,
        "a" => &state.a,
        "l" => state.lambda.as_ref()?,
        _ => return None,
    };
    values.get(index).copied()
}

/// The unit of the last digit that is given.
fn last_digit(text: &str) -> f64 {
    let (mantissa, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
    let decimals = mantissa.split_once('.').map_or(0, |(_, d)| d.len()) as i32;
    math::powi(10.0, exponent.parse::<i32>().unwrap_or(0) - decimals)
}
