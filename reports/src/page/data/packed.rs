//! Compressed text for a page: zlib, then base64. Browsers inflate it by themselves.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use miniz_oxide::deflate::compress_to_vec_zlib;
use std::fmt::Write;

/// The level at which more work does not make the data of a report smaller by a hundredth.
const LEVEL: u8 = 9;

/// A JSON text as it stands in the page.
pub(super) fn packed(json: &str) -> String {
    STANDARD.encode(compress_to_vec_zlib(ascii(json).as_bytes(), LEVEL))
}

/// The same JSON with all other letters as `\u03a6` and the like: browsers hold a text of such letters alone in half the
/// memory.
fn ascii(json: &str) -> String {
    let mut out = String::with_capacity(json.len());
    for c in json.chars() {
        if c.is_ascii() {
            out.push(c);
        } else {
            for unit in c.encode_utf16(&mut [0; 2]) {
                write!(out, "\\u{unit:04x}").expect("writing to a string cannot fail");
            }
        }
    }
    out
}

#[cfg(test)]
pub(in crate::page) fn unpacked(packed: &str) -> String {
    let bytes = STANDARD.decode(packed).expect("base64");
    let text = miniz_oxide::inflate::decompress_to_vec_zlib(&bytes).expect("zlib");
    String::from_utf8(text).expect("UTF-8")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_comes_back_as_it_was_and_repetitions_cost_little() {
        let text = "Φ = 1.23e-9, 𝜑 ".repeat(1000);
        let json = serde_json::to_string(&text).unwrap();
        let small = packed(&json);
        assert!(unpacked(&small).is_ascii());
        let back: String = serde_json::from_str(&unpacked(&small)).unwrap();
        assert_eq!(back, text);
        assert!(small.len() < json.len() / 20, "{} bytes", small.len());
    }
}
