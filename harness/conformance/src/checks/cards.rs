//! Cards of methods: ids are well formed, and claims are numbers.

use crate::verdict::{Verdict, collect, ensure, every_variant};
use stepping::{Method, Variant};

/// Ids are unique, kebab-case and built as `method/integrator[/what-differs]`; texts are not empty; claims are
/// positive numbers; no broken symmetry is listed twice.
///
/// # Errors
/// What is wrong with which card.
pub fn cards_are_sound(method: &Method) -> Verdict {
    let mut ids: Vec<String> = method.variants.iter().map(|v| v.card().id).collect();
    ids.sort();
    let twice = ids.windows(2).find(|w| w[0] == w[1]);
    let texts = [
        ("name", method.name),
        ("kind", method.kind),
        ("summary", method.summary),
        ("citation", method.citation),
    ];
    let texts = texts.into_iter().map(|(what, text)| {
        ensure(!text.trim().is_empty(), || {
            format!("{}: no {what}", method.id)
        })
    });
    let method_checks = [
        ensure(is_kebab(method.id), || {
            format!("{:?} is not kebab-case", method.id)
        }),
        ensure(!method.variants.is_empty(), || {
            format!("{} has no variants", method.id)
        }),
        ensure(twice.is_none(), || format!("the id {twice:?} occurs twice")),
        every_variant(method, |variant| check_variant(method.id, variant)),
    ];
    collect(texts.chain(method_checks))
}

fn check_variant(method: &str, variant: &dyn Variant) -> Verdict {
    let card = variant.card();
    let segments: Vec<&str> = card.id.split('/').collect();
    let integrator = card.integrator.map_or("own", |i| i.id());
    let c = card.claims;
    let positive = |p: f64| p.is_finite() && p > 0.0;
    collect([
        ensure(
            segments.iter().all(|s| is_kebab(s)),
            "a segment of the id is not kebab-case",
        ),
        ensure(segments[0] == method, || {
            format!("the id does not start with {method}")
        }),
        ensure(segments.get(1) == Some(&integrator), || {
            format!("the second segment of the id is not {integrator}")
        }),
        ensure(segments.len() <= 3, "the id has more than three segments"),
        ensure(c.iter().filter_map(|(_, p)| *p).all(positive), || {
            format!("claims are not positive numbers: {c:?}")
        }),
        ensure(
            card.breaks
                .iter()
                .enumerate()
                .all(|(k, one)| card.breaks[..k].iter().all(|b| b.symmetry != one.symmetry)),
            "a broken symmetry is listed twice",
        ),
    ])
}

/// Lower-case letters, digits and single hyphens, starting with a letter or digit.
pub(super) fn is_kebab(text: &str) -> bool {
    text.split('-').all(|word| {
        !word.is_empty()
            && word
                .chars()
                .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kebab_case_is_recognized() {
        for good in ["rk4", "projection-position", "yoon-1993"] {
            assert!(is_kebab(good), "{good}");
        }
        for bad in ["", "Rk4", "a--b", "-a", "a-", "a_b", "a b"] {
            assert!(!is_kebab(bad), "{bad}");
        }
    }
}
