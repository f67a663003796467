//! The fingerprint of a part of the results.

use serde::Serialize;

/// FNV-1a over the JSON of a value: equal fingerprints mean equal bits in every number.
///
/// # Panics
/// When the value holds what JSON cannot, which results never do.
pub fn fingerprint(value: &impl Serialize) -> String {
    let text = serde_json::to_string(value).expect("results hold nothing that JSON cannot");
    format!("{:016x}", checksum(text.as_bytes()))
}

/// FNV-1a over bytes: it finds accidents, not forgeries.
pub fn checksum(bytes: &[u8]) -> u64 {
    let step = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3);
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, step)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_bit_of_a_number_counts() {
        let next = f64::from_bits(1.0_f64.to_bits() + 1);
        assert_ne!(fingerprint(&[1.0]), fingerprint(&[next]));
        assert_eq!(fingerprint(&[1.0]), fingerprint(&[1.0]));
    }
}
