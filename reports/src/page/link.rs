//! The fragments of the page's address: `#view?key=value&key=value`.
//!
//! Elements that hold the same without a script bear the fragment as their id, so that links work in both cases.

use std::fmt::Write;

/// The fragment of the page of a problem.
pub(crate) fn problem(id: &str) -> String {
    format!("problem?id={}", encoded(id))
}

/// The fragment of the page of a variant.
pub(crate) fn variant(id: &str) -> String {
    format!("variant?id={}", encoded(id))
}

/// The fragment of the page of a method.
pub(crate) fn method(id: &str) -> String {
    format!("method?id={}", encoded(id))
}

/// The fragment of a board, of one integrator if it has one.
pub(crate) fn board(id: &str, with: Option<&str>) -> String {
    let with = with.map_or_else(String::new, |with| format!("&with={}", encoded(with)));
    format!("boards?board={}{with}", encoded(id))
}

/// The fragment that opens the drawer of a cell.
pub(crate) fn cell(variant: &str, problem: &str) -> String {
    format!("explore?cell={}~{}", encoded(variant), encoded(problem))
}

/// A fragment as the target of a link.
pub(crate) fn href(fragment: &str) -> String {
    format!("#{fragment}")
}

/// Everything but letters, digits and the characters of our ids is written as `%20` and the like.
fn encoded(id: &str) -> String {
    let mut out = String::new();
    for byte in id.bytes() {
        match byte {
            b'-' | b'/' | b'.' | b'_' => out.push(char::from(byte)),
            byte if byte.is_ascii_alphanumeric() => out.push(char::from(byte)),
            byte => write!(out, "%{byte:02X}").expect("writing to a string cannot fail"),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn our_ids_stay_readable_and_no_other_breaks_the_grammar() {
        assert_eq!(
            cell("baumgarte/rk4/held", "pendulum/yoon-1993"),
            "explore?cell=baumgarte/rk4/held~pendulum/yoon-1993"
        );
        assert_eq!(
            problem("a&b=c~d \"ü"),
            "problem?id=a%26b%3Dc%7Ed%20%22%C3%BC"
        );
        assert_eq!(board("x", Some("a/b")), "boards?board=x&with=a/b");
    }
}
