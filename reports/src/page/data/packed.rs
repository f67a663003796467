//! Compressed text for a page: zlib, then base64. Browsers inflate it by themselves.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use miniz_oxide::deflate::compress_to_vec_zlib;

/// The level at which more work does not make the data of a report smaller by a hundredth.
const LEVEL: u8 = 9;

/// A text as it stands in the page.
pub(super) fn packed(text: &str) -> String {
    STANDARD.encode(compress_to_vec_zlib(text.as_bytes(), LEVEL))
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
        let text = "Φ = 1.23e-9, ".repeat(1000);
        let small = packed(&text);
        assert_eq!(unpacked(&small), text);
        assert!(small.len() < text.len() / 20, "{} bytes", small.len());
    }
}
