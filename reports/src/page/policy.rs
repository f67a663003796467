//! The content security policy of a page: it runs its own script, uses its own style, and loads nothing.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest, Sha256};

/// The policy of a page with one style and one script.
///
/// Both are allowed by their hash, so that no other script runs, whatever text finds its way into the page. Style attributes
/// are allowed, since the widths of bars are data, and a style can load nothing here.
pub(super) fn policy(style: &str, script: &str) -> String {
    let (style, script) = (hash(style), hash(script));
    format!(
        "default-src 'none'; script-src '{script}'; style-src '{style}'; style-src-attr 'unsafe-inline'; \
         img-src data: blob:; base-uri 'none'; form-action 'none'"
    )
}

/// The hash of an inline element as browsers compute it.
fn hash(text: &str) -> String {
    format!("sha256-{}", STANDARD.encode(Sha256::digest(text)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hash_is_that_of_the_standard() {
        // The first example of FIPS 180-4, and nothing at all.
        let abc = "sha256-ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=";
        let empty = "sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=";
        assert_eq!([hash("abc"), hash("")], [abc, empty]);
    }
}
